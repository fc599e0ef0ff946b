"""Claims: tests that say a sentence of the book with the computed numbers in it.

    def test_our_run_is_lucky(chapter):
        chapter.says("Our run estimates {:,.1f} people in Sales",
        chapter["estimate"].counts[1])

`says` fails if the formatted sentence is not in the prose. The rule for the prose:
every numeral with a decimal point or with three digits or more is a number that a claim
says, so that a digit cannot change unnoticed. Skipped is a numeral that is

- a year: 1900 to 2099, without a comma;
- a citation: what follows "Section", "Figure", "Python" or another word of CITED, a
  version such as 1.2.0, a DOI or the number of a paper at arXiv, and what stands in a
  sentence or in a row of a table that names its source ({cite}, ® or a link to another
  site);
- code: a number that stands in the code which the reader sees, or in `code` of the
  prose.

A number that the prose repeats need be said in one place: a changed digit makes it
another number, and that one is neither said nor skipped, or it is caught by the
sentence of its claim. `tests/chapters/conftest.py` has the fixtures.
"""

import ast
import contextlib
import functools
import inspect
import io
import re
from pathlib import Path
from string import Formatter
from unittest import mock

import matplotlib as mpl
import matplotlib.pyplot as plt
import nbformat

from ldp_course.explore import Explorer

BOOK = Path(__file__).parents[2] / "book"
NUMERAL = re.compile(r"(?<![\w.,])\d[\d,_]*(?:\.\d+)*(?<![,_])|(?<!\w)\.\d+")
CITED = re.compile(
    r"(\b(Sections?|Figures?|Tables?|Theorems?|Lemmas?|Equations?|Algorithms?|Appendix|Chapters?|"
    r"Articles?|Python|WCAG|CC "
    r"BY|macOS|commit|documentation|pages?|pp\.|doi:|arXiv:)[\s(:]*|"
    r"10\.\d{4,5}/\S*)$"
)
PAGES = {"readme": "README.md", "data_card": "data/README.md"}
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", flags=re.M | re.S)
NOT_PROSE = re.compile(
    r"href=\"[^\"]*\"|\]\([^)\s]*\)|https?://[^\s)>]*|\{[a-z:-]+\}`[^`]*`"
)


class Prose:
    """A text of the book, and which of its numerals the claims say."""

    def __init__(self, source, shown_code=""):
        self.source, self.shown_code = source, shown_code
        self.text = squeeze(NOT_PROSE.sub(" ", source))
        code = " ".join([shown_code, *CODE.findall(source)])
        sentences = re.split(r"(?<=[.!?])\s|\n", source)
        self.cited = {
            value(match)
            for sentence in sentences
            if re.search(r"\{cite|\]\(https?:|®", sentence)
            for match in NUMERAL.findall(NOT_PROSE.sub(" ", sentence))
        }
        self.given = {value(match) for match in re.findall(r"\d[\d_]*\.?\d*", code)}
        self.said = [False] * len(self.text)
        self.phrases = []  # each that was said, with the places of its values
        self.claims_made = set()

    def says(self, sentence, *values, **named):
        """Fail unless the text has the sentence, formatted with the values."""
        self._find(*fill(sentence, values, named))

    def in_source(self, place):
        """Return where the source has the digit that the text has at a place."""
        prose = NOT_PROSE.sub(lambda match: " " * len(match[0]), self.source)
        digits = [match.start() for match in re.finditer(r"\d", prose)]
        return digits[len(re.findall(r"\d", self.text[:place]))]

    def notices(self, source):
        """Return whether another source breaks a claim, or has an unclaimed number."""
        other = Prose(source, self.shown_code)
        try:
            for phrase, fields in self.phrases:
                other._find(phrase, fields)
        except AssertionError:
            return True
        return bool(other.unsaid())

    def unsaid(self):
        """Return each numeral of the rule without a claim, with text around it."""
        return [
            f"{match[0]}   in   …{self.text[max(0, match.start() - 60) : match.end() + 40]}…"
            for match, kind in self.numerals()
            if kind == "unsaid"
        ]

    def numerals(self):
        """Yield each numeral of the rule, a match in the text, with its kind.

        Kinds are "said" by a claim, "repeated", "year", "citation", "code" or "unsaid".
        """
        numerals = list(NUMERAL.finditer(self.text))
        claimed = {value(match[0]) for match in numerals if self.is_said(match)}
        for match in numerals:
            if "." not in match[0] and sum(map(str.isdigit, match[0])) < 3:
                continue
            if self.is_said(match):
                kind = "said"
            elif re.fullmatch(r"(19|20)\d\d", match[0]):
                kind = "year"
            elif match[0].count(".") > 1 or CITED.search(
                self.text[max(0, match.start() - 20) : match.start()]
            ):
                kind = "citation"
            elif value(match[0]) in claimed:
                kind = "repeated"
            elif value(match[0]) in self.given:
                kind = "code"
            else:
                kind = "citation" if value(match[0]) in self.cited else "unsaid"
            yield match, kind

    def is_said(self, match):
        return all(self.said[match.start() : match.end()])

    def _find(self, phrase, fields):
        places = [match.start() for match in re.finditer(re.escape(phrase), self.text)]
        assert places, f"the text does not say {phrase!r}{self._nearest(phrase)}"
        self.phrases.append((phrase, fields))
        for place in places:
            for start, stop in fields:
                self.said[place + start : place + stop] = [True] * (stop - start)

    def _nearest(self, phrase):
        """Return the words that follow the sentence's longest known beginning."""
        words = phrase.split(" ")
        for count in range(len(words) - 1, 0, -1):
            beginning = " ".join(words[:count])
            if beginning in self.text:
                place = self.text.index(beginning)
                return f"; it says {self.text[place : place + len(phrase) + 40]!r}"
        return ""


class Chapter(Prose):
    """A chapter's prose with the texts of its figures and explorers, and its names.

    `chapter["estimate"]` is what the notebook calls `estimate`, after all cells have
    run once, and `chapter.explorers` has the explorers by title, and `chapter.figures`
    the figures, each with its alt text.
    """

    def __init__(self, name):
        notebook = nbformat.read(BOOK / f"{name}.ipynb", as_version=4)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        self.namespace, shown, self.figures = run(code)
        self.explorers = {
            item.title: item for item in shown if isinstance(item, Explorer)
        }
        parts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
        parts += [alt_text(cell) for cell in code]
        parts += [
            text
            for explorer in self.explorers.values()
            for text in explorer.texts.values()
        ]
        readable = [
            cell.source
            for cell in code
            if "remove-cell" not in cell.metadata.get("tags", [])
        ]
        super().__init__("\n\n".join(parts), "\n".join(readable))

    def __getitem__(self, name):
        return self.namespace[name]


@functools.cache
def load(name):
    """Return the chapter book/<name>.ipynb after its run, or a page."""
    if (BOOK / f"{name}.ipynb").exists():
        return Chapter(name)
    page = BOOK.parent / PAGES.get(name, f"book/{name}.md")
    return Prose(page.read_text(encoding="utf-8"))


def run(cells):
    """Run code cells in this process; return names, last results, and figures."""
    shown, figures = [], []
    namespace = {
        "__name__": "__main__",
        "display": lambda *values: shown.extend(values),
    }
    with (
        contextlib.chdir(BOOK),
        contextlib.redirect_stdout(io.StringIO()),
        mpl.rc_context(),
        mock.patch.object(plt, "show"),
    ):
        plt.switch_backend("Agg")
        plt.close("all")  # what other tests of this process have drawn
        for cell in cells:
            tree = ast.parse(cell.source)
            if tree.body and isinstance(tree.body[-1], ast.Expr):
                call = ast.Call(
                    ast.Name("display", ast.Load()), [tree.body[-1].value], []
                )
                tree.body[-1].value = ast.copy_location(call, tree.body[-1].value)
                ast.fix_missing_locations(tree)
            exec(compile(tree, f"cell {cell.id}", "exec"), namespace)
            figures += [
                (plt.figure(number), alt_text(cell)) for number in plt.get_fignums()
            ]
            plt.close("all")
    return namespace, shown, figures


def alt_text(cell):
    return cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")


def squeeze(text):
    """Return the text with single spaces, and a formula's commas without braces."""
    return re.sub(r"[\s\u00a0\u202f]+", " ", text).replace("{,}", ",")


def value(numeral):
    parts = numeral.replace(",", "").replace("_", "").rstrip(".")
    return float(parts) if parts.count(".") <= 1 else parts


def fill(sentence, values, named):
    """Return the formatted sentence, and where in it the values stand."""
    text, fields, automatic = "", [], 0
    for literal, field, spec, conversion in Formatter().parse(sentence):
        text += squeeze(literal)
        if field is None:
            continue
        if field == "":
            field, automatic = str(automatic), automatic + 1
        form = "{" + field + (f"!{conversion}" if conversion else "") + f":{spec}" + "}"
        # a minus sign is written as one in the book
        formatted = squeeze(re.sub(r"-(?=[\d.])", "−", form.format(*values, **named)))
        fields.append((len(text), len(text) + len(formatted)))
        text += formatted
    return text, fields


def claims_of(module):
    """Return the claims of a file: its tests that take a chapter and nothing else."""
    return [
        test
        for name, test in vars(module).items()
        if name.startswith("test_")
        and list(inspect.signature(test).parameters) == ["chapter"]
    ]


def test_every_number_is_said(all_claims):
    """Fail, in files of claims, if a numeral of the rule is in no claim."""
    unsaid = all_claims.unsaid()
    assert not unsaid, f"{len(unsaid)} numbers are in no claim:\n" + "\n".join(unsaid)
