"""The theme's tools work on its diet: search, color modes, sidebars, copy buttons, icons, focus."""

import re
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from visits import UNFOLD, visiting

CHAPTER = "book/epsilon.html"
FONTS = {"900": "fa-solid-900", "400": "fa-regular-400", "brands": "fa-brands-400"}
PRIVATE_USE = re.compile("[\ue000-\uf8ff]")

# The characters of icon fonts before and after elements, each with its weight and family
DRAWN_ICONS = """() => [...document.querySelectorAll('*')].flatMap((node) =>
  ['::before', '::after'].map((side) => {
  const style = getComputedStyle(node, side);
  return /[\\ue000-\\uf8ff]/.test(style.content) &&
    { icon: style.content.replaceAll('"', ''), family: style.fontFamily, weight: style.fontWeight };
})).filter(Boolean)"""
EMPTY_ICONS = """() => [...document.querySelectorAll('i[class*="fa-"], span[class*="fa-"]')]
  .filter((node) => !/[\\ue000-\\uf8ff]/.test(getComputedStyle(node, '::before').content))
  .map((node) => node.outerHTML)"""

# The characters of formulas, with the font of each, opened answers included
FORMULAS = """() => [...document.querySelectorAll('.katex-html')].flatMap((formula) => {
  const texts = document.createTreeWalker(formula, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const style = getComputedStyle(texts.currentNode.parentElement);
    const [family, slanted] = [style.fontFamily.split(/[ ,"]+/).find(Boolean), style.fontStyle];
    const face = `${+style.fontWeight >= 600 ? 'Bold' : ''}${slanted === 'italic' ? 'Italic' : ''}`;
    found.push([`${family}-${face || 'Regular'}`, texts.currentNode.data]);
  }
  return found;
})"""

# What the focused element looks like, compared with the same element without the focus
LOOKS_THE_SAME = """() => {
  const node = document.activeElement;
  const boxes = [node, node.closest('.bd-search, .explorer-slider') ?? node];
  const look = () => boxes.map((box) => {
    const style = getComputedStyle(box);
    const { outline, boxShadow, borderColor, backgroundColor, textDecoration } = style;
    return [outline, boxShadow, borderColor, backgroundColor, textDecoration].join();
  }).join() + node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const focused = look();
  node.blur();
  const plain = look();
  node.focus();
  return focused === plain ? node.outerHTML.slice(0, 160) : null;
}"""

MOVING = """() => [...document.querySelectorAll('*')].filter((node) =>
  ['', '::before', '::after'].some((side) => {
  const style = getComputedStyle(node, side);
  const moves = style.transitionDuration.split(', ').some((time) => parseFloat(time) > 0);
  return moves || style.animationName !== 'none' || style.scrollBehavior === 'smooth';
})).map((node) => node.outerHTML.slice(0, 120))"""


@pytest.fixture
def open_page(browser, address):
    with ExitStack() as opened:

        def open_page(name=CHAPTER, **options):
            page = opened.enter_context(visiting(browser, **options))
            page.goto(address + name, wait_until="load")
            return page

        yield open_page


# ---- tools


@pytest.mark.parametrize("how", ["button", "keyboard"])
def test_the_search_opens_and_finds_a_page(open_page, how):
    page = open_page()
    if how == "button":
        page.locator(".search-button__button:visible").first.click()
    else:
        page.keyboard.press("Control+k")
    field = page.locator("#pst-search-dialog input")
    field.wait_for(state="visible")
    field.fill("Bloom filter")
    field.press("Enter")
    page.wait_for_selector("#search-results li a[href*='rappor_collect.html']")


@pytest.mark.parametrize(
    "words, expected",
    [
        ("ε", {"epsilon", "accuracy", "notation", "glossary"}),
        ("epsilon", {"epsilon", "accuracy", "notation", "glossary"}),
        ("ε promises", {"epsilon"}),
        ("RAPPOR", {"rappor_collect", "rappor_decode", "notation", "glossary"}),
    ],
)
def test_the_search_finds_the_terms_of_the_field(open_page, words, expected):
    page = open_page(f"search.html?q={words}")
    page.wait_for_function("document.querySelector('.search-summary')?.innerText.includes('found')")
    found = page.evaluate(
        "[...document.querySelectorAll('#search-results li a')].map((link) => link.pathname)"
    )
    assert expected <= {path.rpartition("/")[2].removesuffix(".html") for path in found}


def results(open_page, words, **options):
    """[address, heading, page and snippet] of each result."""
    page = open_page(f"search.html?q={words}", **options)
    page.wait_for_selector(".search-summary")
    return page.evaluate("""[...document.querySelectorAll('#search-results li')].map((item) =>
      [item.querySelector('a').getAttribute('href'), item.innerText])""")


@pytest.mark.parametrize(
    "words, best",
    [
        ("what is epsilon", "book/glossary.html#term-epsilon"),
        ("ε", "book/glossary.html#term-epsilon"),
        ("Bloom filter", "book/glossary.html#term-Bloom-filter"),
        ("bloom filters", "book/glossary.html#term-Bloom-filter"),
        ("memoisation", "book/glossary.html#term-memoization"),
    ],
)
def test_the_meaning_of_a_word_is_found_first(open_page, words, best):
    assert results(open_page, words)[0][0] == best


def test_the_search_knows_other_spellings_and_names(open_page):
    american, british = (
        [address for address, _ in results(open_page, f"{word} response")]
        for word in ("randomized", "randomised")
    )
    assert american == british and any("randomized_response" in address for address in american)
    found = {address.partition("#")[0] for address, _ in results(open_page, "memoization")}
    assert {"book/rappor_collect.html", "book/glossary.html"} <= found


@pytest.mark.parametrize("words", ["variance", "epsilon", "privacy", "standard error"])
def test_the_search_leads_to_sections_and_shows_prose(open_page, site, words):
    found = results(open_page, words)
    assert len(found) >= 5 and sum("#" in address for address, _ in found) >= len(found) / 2
    for address, text in found:
        name, _, place = address.partition("#")
        assert not place or f'id="{place}"' in (site / name).read_text(encoding="utf-8")
        assert not re.search(r"\\[a-zA-Z]+|Show the code|Toggle|Skip to main", text), text


def test_the_search_works_in_a_book_opened_as_files(browser, site):
    with visiting(browser) as page:
        page.goto((site / "search.html").as_uri() + "?q=odds")
        page.wait_for_selector("#search-results p.context mark")
        assert page.complaints == []


def test_the_glass_is_not_over_the_words(open_page):
    page = open_page("search.html?q=privacy")
    glass, words = page.evaluate("""[...document.querySelectorAll('main')].flatMap((main) => {
      const field = main.querySelector('form.bd-search input');
      const icon = main.querySelector('form.bd-search i').getBoundingClientRect().right;
      const inside = parseFloat(getComputedStyle(field).paddingLeft);
      return [icon, field.getBoundingClientRect().left + inside];
    })""")
    assert glass <= words


def test_found_words_are_marked_on_their_page(open_page):
    page = open_page("search.html?q=odds")
    page.locator("#search-results li a[href*='epsilon.html']").first.click()
    page.locator("article .highlighted:visible").first.wait_for()


def test_the_button_for_colors_goes_through_all_modes(open_page):
    page = open_page(color_scheme="light")
    seen = []
    for _ in range(3):
        page.locator(".theme-switch-button").click()
        mode, theme = page.evaluate(
            "[document.documentElement.dataset.mode, document.documentElement.dataset.theme]"
        )
        assert theme == ("dark" if mode == "dark" else "light")
        assert page.locator(f".theme-switch[data-mode={mode}]").is_visible()
        seen.append(mode)
    assert sorted(seen) == ["auto", "dark", "light"]


@pytest.mark.parametrize(
    "side, sidebar", [("primary", ".bd-docs-nav"), ("secondary", "#pst-page-toc-nav")]
)
def test_the_sidebars_open_and_close_on_a_phone(open_page, side, sidebar):
    page = open_page(width=390)
    links = page.locator(sidebar)
    assert not links.is_visible() or links.bounding_box()["x"] < 0
    page.locator(f".{side}-toggle").click()
    page.wait_for_function(
        "name => document.querySelector(name).closest('dialog[open]')", arg=sidebar
    )
    assert links.bounding_box()["x"] >= 0
    page.keyboard.press("Escape")
    page.wait_for_function(
        "name => !document.querySelector(name).closest('dialog[open]')", arg=sidebar
    )


def test_a_copy_button_copies(open_page):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    cell = page.locator("div.highlight:visible", has=page.locator("button.copybtn")).first
    cell.hover()
    cell.locator("button.copybtn").click()
    page.wait_for_selector("button.copybtn.success")
    assert (
        page.evaluate("navigator.clipboard.readText()").strip()
        == cell.locator("pre").inner_text().strip()
    )


def test_the_table_of_contents_follows_the_reader(open_page):
    page = open_page()
    for section in ("as-odds", "exercises"):
        page.evaluate("id => document.getElementById(id).scrollIntoView()", section)
        page.wait_for_selector(f"#pst-page-toc-nav a.active[href='#{section}']")


def test_a_notebook_can_be_downloaded(open_page, site):
    page = open_page()
    page.locator(".dropdown-download-buttons > button").click()
    with page.expect_download() as download:
        page.locator(".dropdown-download-buttons a[href$='.ipynb']").click()
    stored = (site / "_sources" / CHAPTER).with_suffix(".ipynb")
    assert Path(download.value.path()).read_bytes() == stored.read_bytes()


# ---- fonts


@pytest.mark.parametrize("name", ["randomized_response", "unary_encoding", "notation"])
def test_every_character_of_a_formula_is_in_its_font(open_page, site, name):
    page = open_page(f"book/{name}.html")
    page.evaluate(UNFOLD)
    fonts = [site / "_static/katex/fonts", site.parents[1] / "book/vendor"]

    @cache
    def has(folder, font):
        path = next(folder.glob(f"**/{font}.woff2"), None)
        return set(TTFont(path).getBestCmap()) if path else set()

    told = page.evaluate(FORMULAS)
    assert {"KaTeX_Main-Regular", "KaTeX_Math-Italic"} <= {font for font, _ in told}
    for font, text in told:
        lean, whole = (has(folder, font) for folder in fonts)
        assert set(map(ord, text)) & whole <= lean, (font, text)


# ---- icons


@cache
def glyphs(site, font):
    (path,) = site.glob(f"_static/vendor/fontawesome/webfonts/{font}.lean.woff2")
    return set(map(chr, TTFont(path).getBestCmap()))


@pytest.mark.parametrize("name", [CHAPTER, "book/index.html", "search.html"])
def test_every_icon_of_a_page_is_in_its_font(open_page, site, name):
    page = open_page(name)
    icons = page.evaluate(DRAWN_ICONS)
    assert icons and page.evaluate(EMPTY_ICONS) == []
    for icon in icons:
        kind = "brands" if "Brands" in icon["family"] else icon["weight"]
        assert "Font Awesome" in icon["family"] and set(icon["icon"]) <= glyphs(site, FONTS[kind])


def test_every_icon_that_the_styles_name_is_in_a_font(site):
    """Also those that hide in variables, such as --pst-icon-admonition-note."""
    css = (site / "_static/styles/lean.css").read_text(encoding="utf-8")
    named = dict(re.findall(r"(--pst-icon-[\w-]+):\s*\"(.)\"", css))
    assert {
        "--pst-icon-info-circle",
        "--pst-icon-lightbulb",
        "--pst-icon-exclamation-triangle",
    } <= set(named)
    assert set(PRIVATE_USE.findall(css)) <= set.union(
        *(glyphs(site, font) for font in FONTS.values())
    )


# ---- without a script


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_a_script_a_phone_shows_words_and_chapters(browser, address, scheme):
    options = {"java_script_enabled": False, "color_scheme": scheme}
    with visiting(browser, width=390, **options) as page:
        page.goto(address + CHAPTER, wait_until="load")
        page.get_by_role("link", name="All chapters").click()
        link = page.locator(".bd-docs-nav").get_by_role("link", name="4. How many people?")
        assert link.bounding_box()["x"] >= 0 and link.bounding_box()["width"] > 200
        assert page.locator(".sidebar-toggle:visible").count() == 0
        link.click()
        page.wait_for_url("**/accuracy.html")
        words = page.locator("div.highlight pre span")
        contrasts = words.evaluate_all(f"all => all.slice(0, 40).map({CONTRAST})")
        assert len(contrasts) == 40 and min(contrasts) >= 4.5
        assert page.locator(".bd-header-article").evaluate(IS_OPAQUE)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_with_a_script_nothing_of_that_is_seen(open_page):
    page = open_page(width=390)
    assert page.get_by_role("link", name="All chapters").count() == 0


@pytest.mark.parametrize("name", ["book/index.html", CHAPTER])
def test_the_head_says_each_thing_once(open_page, name):
    page = open_page(name)
    assert page.locator("meta[name=viewport]").count() == 1
    first, *others = page.title().split(" — ")
    assert first not in others


# ---- focus and motion

CHANNELS = """
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => {
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = channels(color).map((c) => linear(c / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isOpaque = (color) => (channels(color)[3] ?? 1) === 1;
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const color = getComputedStyle(node).backgroundColor;
      if (isOpaque(color)) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };"""
CONTRAST = f"node => {{ {CHANNELS} return contrast(getComputedStyle(node).color, behind(node)); }}"
IS_OPAQUE = f"node => {{ {CHANNELS} return isOpaque(getComputedStyle(node).backgroundColor); }}"
# The outline of the focus: what has it, whether it is seen, its contrast with what is around it.
# The slider of an explorer with two stops lies unseen over its buttons, which have the outline.
OUTLINE = f"""() => {{ {CHANNELS}
  const active = document.activeElement;
  if (active === document.body) return null;
  const node = active.closest(".explorer-two") ?? active;
  const {{ outlineStyle, outlineWidth, outlineColor }} = getComputedStyle(node);
  return {{
    what: active.outerHTML.slice(0, 120),
    seen: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
    contrast: contrast(outlineColor, behind(node.parentElement)),
  }};
}}"""


def focused(page, most=150):
    """The outline of each element that the Tab key reaches."""
    page.keyboard.press("Tab")
    while (outline := page.evaluate(OUTLINE)) and (most := most - 1):
        yield outline
        page.keyboard.press("Tab")


@pytest.mark.parametrize(
    "name, theme",
    [
        (CHAPTER, "dark"),
        ("book/randomized_response.html", "light"),
        pytest.param(CHAPTER, "light", marks=pytest.mark.deep),
        pytest.param("book/randomized_response.html", "dark", marks=pytest.mark.deep),
    ],
)
def test_the_focus_has_an_outline_everywhere(open_page, name, theme):
    page = open_page(name, color_scheme=theme)
    found = list(focused(page))
    kinds = " ".join(outline["what"] for outline in found)
    for kind in ("search-button", "primary-toggle", "dropdown-toggle", "nav-link"):
        assert kind in kinds
    assert len(found) > 50
    assert [outline["what"] for outline in found if not outline["seen"]] == []
    assert [outline for outline in found if outline["contrast"] < 3] == []


def test_the_focus_has_an_outline_in_forced_colors(open_page):
    found = list(focused(open_page(forced_colors="active")))
    assert len(found) > 50
    assert [outline["what"] for outline in found if not outline["seen"]] == []


def test_the_focus_is_always_seen(open_page):
    page = open_page(reduced_motion="reduce")
    unseen, reached = [], 0
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement !== document.body") and reached < 120:
        unseen += filter(None, [page.evaluate(LOOKS_THE_SAME)])
        reached += 1
        page.keyboard.press("Tab")
    assert reached > 50
    assert unseen == []


@pytest.mark.parametrize("name", [CHAPTER, "search.html"])
def test_nothing_moves_for_a_reader_who_asks_for_that(open_page, name):
    assert open_page(name, reduced_motion="reduce").evaluate(MOVING) == []
