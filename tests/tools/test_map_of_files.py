"""`make map` lists every file of the house, and each says what it is for."""

import map_of_files


def test_every_file_says_what_it_is_for():
    entries = dict(line.split(": ", 1) for line in map_of_files.entries())
    assert not [name for name, said in entries.items() if not said]
    assert "ticks" in entries["ldp_course/explore/script/numbers.js"]
    modules = {path.as_posix() for path in map_of_files.ROOT.glob("ldp_course/**/*.py")}
    assert modules == {
        f"{map_of_files.ROOT.as_posix()}/{name}"
        for name in entries
        if name.startswith("ldp_course/") and name.endswith(".py")
    }
