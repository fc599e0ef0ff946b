"""Right answers to the exercises, in two styles each, and typical mistakes, each with a part of
what the reader is told.

One file a chapter. RIGHT: {"chapter.exercise": [answers, the same in another style]},
WRONG: {"chapter.exercise": [(answers, a part of the message), …]}.
"""

from importlib import import_module

CHAPTERS = (
    "accuracy",
    "again_and_again",
    "attackers",
    "choosing_protocol",
    "deployments",
    "distributions",
    "epsilon",
    "histograms",
    "many_machines",
    "many_questions",
    "more_protocols",
    "numbers",
    "randomized_response",
    "rappor_collect",
    "rappor_decode",
    "shufflers",
    "testing_mechanisms",
    "threat_models",
    "unary_encoding",
    "unknown_words",
)


def _together(table: str) -> dict[str, list]:
    tables = {
        chapter: getattr(import_module(f"{__name__}.{chapter}"), table) for chapter in CHAPTERS
    }
    return {
        f"{chapter}.{name}": rows for chapter, own in tables.items() for name, rows in own.items()
    }


RIGHT, WRONG = _together("RIGHT"), _together("WRONG")
