"""A theme that is not made as book/_ext/lean_*.py take it to be ends the build, and says why."""

import sys
from pathlib import Path

import lxml.html
import pytest
from sphinx.errors import ExtensionError

sys.path.insert(0, str(Path(__file__).parents[2] / "book" / "_ext"))

import lean_styles
import lean_theme

SAYS_WHAT_TO_DO = (
    "lean_theme.py and lean_styles.py.*written for pydata-sphinx-theme 0.*now 0.*"
    "install the versions of requirements.txt, or look at what"
)


def write_styles(static, css):
    for pattern in lean_styles.THEME_STYLES:
        path = static / pattern.replace("*", "1234")
        path.parent.mkdir(exist_ok=True)
        path.write_text(css, encoding="utf-8")


def test_a_style_sheet_under_another_name(tmp_path):
    write_styles(tmp_path, "")
    (tmp_path / "pygments.css").rename(tmp_path / "highlighting.css")
    with pytest.raises(ExtensionError, match=r"pygments\.css are \[\].*" + SAYS_WHAT_TO_DO):
        lean_styles.lean_styles(tmp_path, [])


@pytest.mark.parametrize(
    "css, fault",
    [
        ("p { margin: 0 }", "0 icon fonts"),
        ("@font-face{src:url(icons.ttf)} i::before { content: '\uf000' }", "no .woff2 file"),
    ],
)
def test_other_icon_fonts(tmp_path, css, fault):
    write_styles(tmp_path, css)
    with pytest.raises(ExtensionError, match=fault + ".*" + SAYS_WHAT_TO_DO):
        lean_styles.lean_styles(tmp_path, [])


def test_a_page_that_asks_for_other_style_sheets():
    page = lxml.html.document_fromstring('<link rel="stylesheet" href="_static/styles/next.css">')
    with pytest.raises(ExtensionError, match="only: none.*" + SAYS_WHAT_TO_DO):
        lean_theme.lighten_styles(page)
