from . import wrong_clients, wrong_numbers
from .right import RIGHT, SLOW

__all__ = ["CHOICES", "DIGESTS", "RIGHT", "SLOW", "WRONG"]


def exactly(points: float | set) -> set:
    """In this assignment a mistake loses its own points and no others."""
    return points if isinstance(points, set) else {points}


WRONG = {
    question: {
        name: (make, exactly(points), *parts)
        for name, (make, points, *parts) in answers.items()
    }
    for question, answers in (wrong_clients.WRONG | wrong_numbers.WRONG).items()
}

DIGESTS = ["72076094a60b", "20b864ac2edb", "fdbad31b5d75"]
CHOICES = "yes_faces 5 no_faces 5 topic 6 heads_of 4 broken_code 6"
