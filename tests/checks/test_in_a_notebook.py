"""What a check does in a notebook besides its verdict."""

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell

from ldp_checks import assignment
from ldp_checks.chapters import accuracy, unary_encoding
from ldp_checks.findings import Finding, question


def leave(*arguments):
    raise SystemExit


@pytest.mark.parametrize("rng", [5, "a word", [1, 2]])
def test_rng_must_be_a_generator(rng):
    with pytest.raises(TypeError, match="rng must be a numpy.random.Generator"):
        accuracy.helpful_seed(rng=rng)


def test_exit_in_an_answer_is_an_error_of_the_answer(capsys):
    unary_encoding.silent_missing(leave)
    assert "SystemExit" in capsys.readouterr().out


def test_the_exit_of_a_notebook_does_not_end_its_kernel(monkeypatch, capsys):
    """In Jupyter `exit()` raises nothing: it asks the shell to end."""

    class Shell(InteractiveShell):
        def ask_exit(self):
            ended.append(True)

    shell, ended = Shell(), []
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    accuracy.helpful_seed(client=lambda truth, rng: shell.ask_exit())
    assert "raised SystemExit" in capsys.readouterr().out and not ended
    shell.ask_exit()
    assert ended


def test_a_student_writes_the_id_once_and_names_no_answer(capsys):
    names = {}
    exec("from ldp_checks import assignment", names)
    exec('checks = assignment("randomized_response", "ada")\ntask = checks.task', names)
    exec(
        "def estimate_share(reports):\n"
        # fmt: skip
        "    return (reports.mean() - task.a) / (1 - task.a - task.b)",
        names,
    )
    assert eval("checks.estimate_share()", names) == 2
    assert "✗" not in capsys.readouterr().out
    assert assignment("randomized_response", "ada").task == names["task"]


def test_a_cell_that_did_not_run_is_called_so(capsys):
    checks = assignment("randomized_response", "ada")
    assert (
        eval("checks.epsilon_of_survey()", {"checks": checks, "tells_more": "yes"}) == 0
    )
    printed = capsys.readouterr().out
    assert "there is no epsilon_of_survey yet: the cell above did not run" in printed
    assert "SyntaxError" in printed and "0 of 2 points" in printed


def test_an_unknown_question_gets_a_list_of_the_known_ones():
    checks = assignment("randomized_response", "ada")
    with pytest.raises(AttributeError, match="no question 'forced'; forced_response, "):
        checks.forced()
    with pytest.raises(ValueError, match="name must be one of .*randomized_response"):
        assignment("randomised_response", "ada")
    with pytest.raises(TypeError, match="name must be one of .*randomized_response"):
        assignment(np.array(["rappor", "telemetry"]), "ada")
    with pytest.raises(
        ValueError, match=r"student = 'ad\\ud800a' holds half a character; student"
    ):
        assignment("rappor", "ad\ud800a")


def test_an_error_of_the_check_is_not_blamed_on_the_code():
    @question(points=1)
    def check(answer, *, rng):
        yield Finding(len(answer) == answer(3), "never")

    findings = check.findings(abs, student="ada", rng=np.random.default_rng())
    assert findings[-1].message.startswith("looking at your answer raised TypeError")
