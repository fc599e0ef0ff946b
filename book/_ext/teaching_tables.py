"""Fill in what teachers read of assignments and plans, from where it stands already.

`<!-- hours of rappor -->` becomes the hours that this assignment's notebook states,
`<!-- questions of rappor -->` a fold with its questions and their points, and
`<!-- sessions of Five, then Seven -->` one table of the rows of these two plans.
"""

import re

WEEKS = {"Five": 5, "Seven": 7}
SESSIONS = 2  # a week


def assignment(name):
    from coursework.assignments import load  # for the page that needs it, and no other

    return load(name)


def hours(name):
    first = assignment(name).source.cells[0].source
    return "{}–{} hours".format(*re.search(r"(\d+) to (\d+) hours", first).groups())


def questions(name):
    listed, numbers = "", set()
    for question in assignment(name).questions:
        number, part, title = re.match(r"(\d+)(\w*)\. (.+)", question.title).groups()
        listed += f"- **{number}{part}.** {title} ({question.points:g})\n"
        numbers.add(number)
    summary = f"{len(numbers)} questions and their points"
    return f"<details><summary>{summary}</summary>\n\n{listed}\n</details>"


def sessions(page, plans):
    table = ["| week | chapter | assignment | minutes |", "|---|---|---|---|"]
    before = 0
    for weeks in plans:
        part = re.search(rf"^### {weeks} weeks.*?(?=^### )", page, re.M | re.S)[0]
        for row in re.findall(r"^\| (\d+) \|(.*)\|$", part, re.M):
            week = before + (int(row[0]) + 1) // SESSIONS
            chapter, _, given, minutes = row[1].split("|")
            table.append(f"| {week} |{chapter}|{given}|{minutes}|")
        before += WEEKS[weeks]
    return "\n".join(table)


def fill_in(app, name, source):
    page = re.sub(r"<!-- hours of (\w+) -->", lambda m: hours(m[1]), source[0])
    page = re.sub(r"<!-- questions of (\w+) -->", lambda m: questions(m[1]), page)
    plans = r"<!-- sessions of (\w+), then (\w+) -->"
    source[0] = re.sub(plans, lambda m: sessions(page, m.groups()), page)


def setup(app):
    app.connect("source-read", fill_in)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
