"""What a student's kernel cannot do to the grader: make it wait for ever."""

import zmq

from coursework.grading import cycle


def test_a_message_that_the_kernel_does_not_take_is_given_up():
    """A kernel that broke its own connection takes none."""
    manager = cycle.JailedExecute(kernel_name="python3").create_kernel_manager()
    waits = manager.client().context.getsockopt(zmq.SNDTIMEO)
    assert waits == 1000 * cycle.SEND_SECONDS
