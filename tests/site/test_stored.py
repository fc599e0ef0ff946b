"""What a visit stores is what the page says, and its button forgets it."""

import re

from words import WORDS

SAYS = WORDS["stored"]
PAGE = "book/stored.html"

# Tells the test each name under which a page stores something
LISTEN = """
const { setItem } = Storage.prototype;
Storage.prototype.setItem = function (name, value) {
  globalThis.stores?.(`${this === sessionStorage ? "tab" : "browser"}: ${name}`);
  return setItem.call(this, name, value);
};
"""
KEPT = """async () => [
  Object.keys(localStorage), Object.keys(sessionStorage), document.cookie,
  (await indexedDB.databases()).length, (await caches.keys()).length,
]"""
KINDS = {  # a name of what is stored: what the page calls it
    r"browser: (mode|theme)": "light or dark",
    r"browser: explorer-.*": "guesses in the explorers",
    r"browser: ldp .*": "lines that you have checked",
    r"browser: answers .*": "options that you have opened",
    r"browser: place .*": "where you were in each chapter",
    r"browser: sphinx_highlight_terms": "words of a search",
    r"tab: sidebar-scroll-top": "list of chapters is scrolled",
}


def skip_and_guess(page):
    asks = page.locator("figure.explorer[data-phase=asking]")
    names = asks.evaluate_all("all => all.map((figure) => figure.id)")
    for k, name in enumerate(names):
        figure = page.locator(f"#{name}")
        if k % 2:
            figure.locator(".explorer-handles input").first.press("PageUp")
        figure.locator(".explorer-guess button").press("Enter")


def move_everything(page):
    for figure in page.locator("figure.explorer").all():
        for slider in figure.locator("input[type=range]:visible").all():
            slider.press("ArrowRight")
        for button in figure.locator(".explorer-again:visible").all():
            button.press("Enter")
    for button in page.locator(".moving button").all():
        button.press("Enter")


def test_a_visit_that_uses_everything_stores_what_the_page_says(go, address):
    page = go("about:blank", color_scheme="light")
    stored, steps = set(), {}
    page.context.expose_function("stores", lambda name: stored.add(name))
    page.context.add_init_script(LISTEN)

    def after(step):
        steps[step] = sorted(stored)
        stored.clear()

    page.goto(address + "book/index.html")  # the welcome page and its poll
    for button in page.locator("#live-poll button").all():
        if button.is_visible():
            button.press("Enter")
    after("a page, and the poll")
    page.goto(address + "book/randomized_response.html")
    page.locator(".theme-switch-button").click()
    after("another page, and light or dark")
    skip_and_guess(page)
    after("guesses")
    move_everything(page)
    question = page.locator(".question").first
    question.get_by_role("button").first.press("Enter")
    after("explorers, moving pictures, a question")
    page.locator("#take-aways").scroll_into_view_if_needed()
    page.wait_for_function(
        "Object.keys(localStorage).some((key) => /^place /.test(key))"
    )
    after("a place in a chapter")
    page.locator(".tag_your-turn").first.scroll_into_view_if_needed()
    form = page.locator("form.your-turn").first
    form.get_by_role("textbox").fill("1 / 2")
    form.get_by_role("textbox").press("Enter")
    after("a line")
    page.locator(".edition-switch").click()
    page.wait_for_url("**/zh/**")
    page.goto(address + "book/class_poll.html#poll?question=Really%3F&coins=2")
    page.locator("#poll button:visible").first.press("Enter")
    page.goto(address + "book/stored.html")
    after("the other edition, the class poll")
    page.keyboard.press("Control+k")
    page.keyboard.type("Bloom filter")
    page.get_by_role("option").first.click()
    page.wait_for_load_state()
    after("a search")

    everything = {name for names in steps.values() for name in names}
    seen = {kind for kind in KINDS for name in everything if re.fullmatch(kind, name)}
    assert seen == set(KINDS), steps
    assert all(any(re.fullmatch(kind, name) for kind in KINDS) for name in everything)
    assert any("explorer-" in name for name in steps["guesses"])
    page.goto(address + PAGE)
    table = page.locator("article table")
    assert table.locator("tbody tr").count() == len(KINDS)
    for words in KINDS.values():
        assert words in table.inner_text()
    in_browser, in_tab, *others = page.evaluate(KEPT)
    assert len(in_browser) >= 5 and len(in_tab) <= 1 and others == ["", 0, 0]

    page.evaluate("localStorage.setItem('of another site', '1')")
    page.get_by_role("button", name=SAYS["button"]).press("Enter")
    assert page.get_by_role("status").filter(has_text=SAYS["done"]).is_visible()
    assert page.evaluate(KEPT)[:2] == [["of another site"], []]
    page.goto(address + "book/randomized_response.html")
    asks = page.locator("figure.explorer[data-phase=asking]")
    assert asks.count() == page.locator("figure.explorer .explorer-question").count()
    assert page.locator("form.your-turn input").first.input_value() == ""
    assert page.locator(".question [aria-expanded=true]").count() == 0
    assert page.complaints == []


def test_every_kind_of_page_leads_there(go, site):
    names = ["book/index", "book/epsilon", "book/glossary", "search", "zh/book/index"]
    for name in names:
        page = go((site / f"{name}.html").as_uri(), java_script_enabled=False)
        link = page.locator("footer a[href$='stored.html']")
        link.click()
        assert page.url.endswith("stored.html")


def test_without_a_script_or_a_memory_the_page_still_says_it(go, site):
    page = go((site / PAGE).as_uri(), java_script_enabled=False)
    words = page.locator("article noscript p")
    assert words.is_visible() and words.inner_text() == SAYS["no_script"]
    assert page.locator(".forget button").is_hidden()
    before = """for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get() { throw new DOMException("denied", "SecurityError"); } });"""
    page = go((site / PAGE).as_uri(), before=before)
    page.get_by_role("button", name=SAYS["button"]).click()
    assert page.get_by_text(SAYS["done"]).is_visible()
