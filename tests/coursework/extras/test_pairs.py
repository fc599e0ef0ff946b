"""Two ids, one submission: both get it, and it is said whose numbers count."""

import pytest

from coursework.extras import pairs


def read(tmp_path, text):
    path = tmp_path / "pairs.csv"
    path.write_text("student,partner\n" + text, encoding="utf-8")
    return pairs.read(path)


def test_every_faulty_line_is_named(tmp_path):
    with pytest.raises(ValueError, match="pairs.csv: line 3") as raised:
        read(tmp_path, "kim,sam\nzoe,Zoe\nsam,ann\nbob,\n")
    assert "line 4: sam is in a pair already" in str(raised.value)
    assert "line 5: a pair has two different ids, not bob and " in str(raised.value)
