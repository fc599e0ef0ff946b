"""Show the docstrings of ldp_course on the page "What is in the module".

Docstrings are written to be read in a terminal. Here they become what Sphinx's autodoc
and napoleon read: a `name` is code, and a sign that means something to Sphinx alone
(such as a lone * or |) is a sign.
"""

import re

CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
WORDS_IN_STARS = r"\*\*?(?=\S)[^*\n]+(?<=\S)\*\*?(?!\w)"
SIGNS = re.compile(rf"``[^`]+``|(?<![\w*]){WORDS_IN_STARS}|[*|]|(?<=\w)_(?!\w)")


def tidy(line):
    """Return a line with its names as code and its lone signs escaped."""
    return SIGNS.sub(
        lambda match: match[0] if len(match[0]) > 1 else "\\" + match[0],
        CODE.sub(r"``\1``", line),
    )


def flatten(lines):
    """Undo indents before the first section: Sphinx would make quotations of them."""
    titles = [
        k for k, line in enumerate(lines) if k and re.fullmatch(r"\s*-{3,}\s*", line)
    ]
    for k in range(1, titles[0] - 1 if titles else len(lines)):
        before = lines[k - 1]
        if before.strip() and not re.match(
            r"\s*([-*]|\d+\.|>>>|\.\.\.) ", before + " "
        ):
            indent = len(before) - len(before.lstrip())
            lines[k] = " " * min(indent, len(lines[k])) + lines[k].strip()


def make_readable(app, what, name, thing, options, lines):
    if what == "module":  # the page has its own words about each part
        lines.clear()
    flatten(lines)
    is_example = False
    for k, line in enumerate(lines):
        is_example = line.lstrip().startswith(">>>") or (
            is_example and bool(line.strip())
        )
        if not is_example:
            lines[k] = tidy(line)


def setup(app):
    # before napoleon, which comes at 500
    app.connect("autodoc-process-docstring", make_readable, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
