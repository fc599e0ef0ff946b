"""Numbers that others have computed: the files of tests/vectors."""

import json
from pathlib import Path

VECTORS = Path(__file__).parent / "vectors"


def vectors(name):
    return json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
