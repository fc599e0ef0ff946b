"""Say below the title of a page or chapter how many minutes it takes to read."""

import re
from pathlib import Path

import nbformat
from docutils import nodes
from han import count_han, without_han
from words import WORDS

SAYS = WORDS["publication"]

HAN_A_MINUTE = 160  # Chinese signs, which say what 100 English words say
SHORTEST, LONGEST = 3, 30  # minutes; what is longer is looked into, without a time
# what follows is for those who try and exercise
END_OF_READING = f"## {SAYS['end_of_reading']}"
SECTION = re.compile(r"^## ", re.M)
FOLDED = re.compile(r"<details>.*?</details>|<!--.*?-->", re.DOTALL)
PICTURE = re.compile(r"^(:{3,})\{(?:picture|figure|image)\}.*?^\1$", re.S | re.M)
CODE = re.compile(r"^(`{3,}).*?^\1$", re.S | re.M)
DISPLAYED = re.compile(r"\$\$.+?\$\$", re.DOTALL)
MARKUP = re.compile(r"</?[a-z]+\d?(?:\s[^<>\n]*)?>|\]\([^)]*\)|\{[\w:-]+\}")
# a formula or a number in a sentence
INLINE = re.compile(r"\$[^$]+\$|(?<![\w.,])\d[\d.,]*")


def minutes_to_read(path):
    """Return the minutes that a slow reader needs, in a chapter up to its questions.

    A minute is for 100 words or 160 Chinese signs, for ten numbers or formulas in
    sentences, for half a formula on lines of its own, for five lines of code, or for
    one figure or table of results. So the denser chapters take about an hour, as a
    student said who read them with care.
    """
    return minutes_of(as_read(path))


def minutes_from_each_section(path):
    """Return, for each section of a chapter, the minutes from its heading to the end.

    Before them stand those of the whole chapter.
    """
    parts = SECTION.split(as_read(path))
    minutes = [minutes_of(part) for part in parts]
    return [sum(minutes[k:]) for k in range(len(parts))]


def minutes_of(text):
    matches = {}
    for kind in (FOLDED, PICTURE, CODE, DISPLAYED, MARKUP, INLINE):
        matches[kind] = [match[0] for match in kind.finditer(text)]
        text = kind.sub(" ", text)
    lines = [line for block in matches[CODE] for line in block.split("\n")[1:]]
    return (
        len(without_han(text).split()) / 100
        + count_han(text) / HAN_A_MINUTE
        + len(matches[INLINE]) / 10
        + 2 * len(matches[DISPLAYED])
        + sum(bool(line.strip(" `")) for line in lines) / 5
        + len(matches[PICTURE])
    )


def as_read(path):
    """Return a page's Markdown, with a notebook's code and a mark for each result.

    A result is a picture or a table; explorers are for those who try.
    """
    if path.suffix != ".ipynb":
        return path.read_text(encoding="utf-8")
    parts = []
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        tags = set(cell.metadata.get("tags", []))
        if not tags & {"hide-cell", "hide-input", "remove-cell"}:
            parts.append(f"```\n{cell.source}\n```")
        for output in cell.outputs:
            data = output.get("data", {})
            explorer = data.get("text/plain", "").startswith("Explorer(")
            if {"image/svg+xml", "text/html"} & data.keys() and not explorer:
                parts.append(":::{picture}\n:::")
    return "\n\n".join(parts).split(END_OF_READING)[0]


def add_reading_time(app, pagename, templatename, context, doctree):
    """Add it below the title, unless the page is the first, short, or says it."""
    says_it = "minutes" in app.env.metadata[pagename]
    if not doctree or pagename == app.config.root_doc or says_it:
        return
    if any(strong.astext() == SAYS["time"] for strong in doctree.findall(nodes.strong)):
        return
    minutes = minutes_to_read(Path(app.env.doc2path(pagename)))
    if SHORTEST <= minutes <= LONGEST:
        words = SAYS["minutes"].format(minutes=f"{minutes:.0f}")
        text = f'<p class="reading-time">{words}</p>'
        context["body"] = context["body"].replace("</h1>", f"</h1>\n{text}", 1)


def setup(app):
    app.connect("html-page-context", add_reading_time)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
