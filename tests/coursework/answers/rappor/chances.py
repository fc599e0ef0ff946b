"""RAPPOR: the chances of ones, as a student works them out. Each is function(task)."""


def permanent_if_set(task):
    return 1 - task.f + task.f * task.g


def permanent_if_clear(task):
    return task.f * task.g


def report_if_set(task):
    stays = permanent_if_set(task)
    return stays * task.q + (1 - stays) * task.p


def report_if_clear(task):
    becomes = permanent_if_clear(task)
    return becomes * task.q + (1 - becomes) * task.p
