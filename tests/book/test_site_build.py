"""The site's machinery (_config.yml and book/_ext) on books of one or two pages."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup

from tests.book.small_book import build, notebook, page, run_jupyter_book

FORMULAS = r"""# Formulas

Inline $e^{\varepsilon}$, and {eq}`odds` below.

$$\frac{p}{1 - p} \le e^{\varepsilon}$$ (odds)

$$q = 1 - p$$

\begin{align}
a &= b \\
c &= d
\end{align}

\begin{align*}
e &= f
\end{align*}

With $n$ = 32,561, $p$ ≤ 0.75 · 0.5 = 0.375. And $q$ = 4.3 %, $k$ = 2nd, $m$ = ten. So 5 % are left.
"""


@pytest.fixture(scope="module")
def small_book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("book")
    explorer = '# Explorer\n\n<div class="explorer"></div>\n\nNo formula here.\n'
    result = build(folder, {"formulas.md": FORMULAS, "explorer.md": explorer}, "-W", "--keep-going")
    assert result.returncode == 0, result.log
    return folder


def test_formulas_are_typeset_for_the_eye_and_for_screen_readers(small_book):
    formulas = page(small_book, "formulas.html").select(".math")
    assert len(formulas) == 10
    for formula in formulas:
        assert formula.select(".katex-html") and formula.select("math")


def test_a_number_that_follows_is_typeset_with_its_formula(small_book):
    (sentence,) = [p for p in page(small_book, "formulas.html").select("p") if "With" in p.text]
    sources = [formula.text for formula in sentence.select("annotation")]
    assert sources == [
        "n = 32{,}561", r"p \le 0.75 \cdot 0.5 = 0.375", r"q = 4.3\,\%", "k", "m"
    ]  # fmt: skip
    for formula in sentence.select(".math"):
        formula.decompose()
    said = sentence.text.replace("\N{WORD JOINER}", "")
    assert said == "With , . And ,  = 2nd,  = ten. So 5\N{NO-BREAK SPACE}% are left."


def test_labelled_and_numbered_formulas_have_one_number_each_and_a_place_to_link_to(small_book):
    formulas = page(small_book, "formulas.html")
    assert [number.contents[0] for number in formulas.select(".eqno")] == ["(1)", "(2)"]
    assert formulas.select(".katex-html .tag, .katex-html .eqn-num") == []
    (link,) = formulas.select("p a[href='#equation-odds']")
    assert link.text == "(1)" and formulas.find(id="equation-odds")


def test_each_page_loads_only_what_it_uses(small_book):
    def loads(name, asset):
        return any(
            asset in str(tag)
            for tag in page(small_book, name).select("script[src], link[rel=stylesheet]")
        )

    assert loads("formulas.html", "katex.min.css") and not loads("explorer.html", "katex.min.css")
    assert loads("explorer.html", "explore.js") and not loads("formulas.html", "explore.js")
    assert loads("explorer.html", "explore.css") and not loads("formulas.html", "explore.css")


def test_the_search_tools_and_the_icon_script_stay_away(small_book):
    for name in ("explorer.html", "formulas.html"):
        addresses = " ".join(tag["src"] for tag in page(small_book, name).select("script[src]"))
        assert not re.search(
            "searchtools|searchindex|language_data|entries|search.js|fontawesome|clipboard",
            addresses,
        )
    search = BeautifulSoup(
        (small_book / "_build/html/search.html").read_text(encoding="utf-8"), "html.parser"
    )
    names = {Path(urlsplit(tag["src"]).path).name for tag in search.select("script[src]")}
    assert "search.js" in names
    fetched = small_book / "_build/html/_static/search/entries.js"  # by search.js
    assert fetched.read_text(encoding="utf-8").startswith("const ENTRIES")
    assert not {"searchtools.js", "searchindex.js", "language_data.js"} & names


def lean_css(folder):
    return (folder / "_build/html/_static/styles/lean.css").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "selector",
    [
        ".tooltip-inner",
        ".dropdown-menu.show",
        "button.copybtn",
        ".collapsing",
        ".pst-sidebar-hidden",
        ".highlighted",
    ],
)
def test_the_styles_keep_what_scripts_add(small_book, selector):
    assert selector in lean_css(small_book)


@pytest.mark.parametrize("unused", [".carousel", ".accordion", ".fa-dragon", ".sd-card"])
def test_the_styles_drop_what_no_page_has(small_book, unused):
    assert unused not in lean_css(small_book)


@pytest.mark.deep
def test_the_styles_are_renewed_with_the_pages(tmp_path):
    plain = {"index.md": "# A book\n"}
    assert build(tmp_path, plain, "-W").returncode == 0
    assert ".tip" not in lean_css(tmp_path)
    (tmp_path / "book/index.md").write_text(
        "# A book\n\n:::{tip}\nRead on.\n:::\n", encoding="utf-8"
    )
    result = run_jupyter_book(tmp_path, "-W")
    assert result.returncode == 0, result.log
    assert ".tip" in lean_css(tmp_path)
    (link,) = page(tmp_path, "index.html").select("link[href*='lean.css']")
    assert urlsplit(link["href"]).query.startswith("v=")


def test_the_explorer_script_is_ready_before_the_page_body(small_book):
    (script,) = page(small_book, "explorer.html").select("head script[src*='explore.js']")
    assert not script.has_attr("defer") and not script.has_attr("async")


def test_the_fonts_of_the_formulas_are_there(small_book):
    katex = small_book / "_build/html/_static/katex"
    fonts = {name.split(")")[0] for name in (katex / "katex.min.css").read_text().split("url(")[1:]}
    assert len(fonts) == 20
    assert [font for font in fonts if not (katex / font).exists()] == []


FAULTY_FORMULAS = [r"\frac{1", r"\nosuchcommand", r"a \\ b", "1 – 2"]


@pytest.fixture(scope="module")
def faulty_book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("faulty")
    formulas = "# Faults\n\n" + "\n\n".join(
        f"${formula}$\n\n$${formula}$$" for formula in FAULTY_FORMULAS
    )
    pages = {
        "formulas.md": formulas,
        "raises.ipynb": notebook("1 / 0"),
        "misses.ipynb": notebook("import no_such_module"),
        "warns.ipynb": notebook("import warnings\nwarnings.warn('careful')"),
    }
    return folder, build(folder, pages)


@pytest.mark.deep
@pytest.mark.parametrize("formula", FAULTY_FORMULAS)
def test_a_formula_with_a_fault_is_a_warning(faulty_book, formula):
    _, result = faulty_book
    warnings = [
        line
        for line in result.log.splitlines()
        if f"WARNING: cannot typeset the formula {formula!r}" in line
    ]
    assert len(warnings) == 2 and all("book/formulas.md:" in line for line in warnings)


@pytest.mark.deep
def test_output_on_stderr_is_a_warning(faulty_book):
    _, result = faulty_book
    assert any(
        "WARNING" in line and "stderr" in line and "warns.ipynb" in line
        for line in result.log.splitlines()
    )


@pytest.mark.deep
def test_notebooks_that_raise_fail_even_a_plain_build_and_are_all_named(faulty_book):
    folder, result = faulty_book
    assert result.returncode != 0
    for name, error in {"raises": "ZeroDivisionError", "misses": "ModuleNotFoundError"}.items():
        report = folder / f"_build/html/reports/book/{name}.err.log"
        assert error in report.read_text(encoding="utf-8")
        assert str(report) in result.log


@pytest.mark.deep
def test_a_notebook_runs_again_when_the_module_has_changed_though_its_own_code_has_not(tmp_path):
    build(
        tmp_path,
        {"reads.ipynb": notebook("print(open('../ldp_course/module.py').read())")},
        module="first = 1",
    )
    assert "first = 1" in page(tmp_path, "reads.html").select_one(".cell_output").text
    (tmp_path / "ldp_course" / "module.py").write_text("second = 2")
    run_jupyter_book(tmp_path)
    assert "second = 2" in page(tmp_path, "reads.html").select_one(".cell_output").text
