"""A chapter shows how far it is read, and the welcome page leads back to that place."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from sampling import sampled
from visits import SITE, page_names, visiting
from words import WORDS

SAYS = WORDS["progress"]
LEFT = {"number": 3, "count": 9, "minutes": 48}
NEAR = "p20"  # a paragraph
CHAPTER = "book/epsilon.html"
NAME = "epsilon"
BAR = """() => new DOMMatrix(
  getComputedStyle(document.querySelector('.place-bar')).transform).a"""
SHIFTS = """new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) globalThis.shifted += value;
}).observe({ type: 'layout-shift', buffered: true });
globalThis.shifted = 0;"""


def kept(page, name=NAME):
    return json.loads(page.evaluate(f"localStorage.getItem('place {name}')") or "null")


def go_to(page, heading):
    """Scroll until the heading stands at the top, and rest there."""
    page.evaluate(
        """(id) => {
          document.getElementById(id).scrollIntoView({ behavior: "instant" });
          return new Promise((done) => setTimeout(done, 1100)); // the page looks each second
        }""",
        heading,
    )


def headings(page):
    """Return the addresses of the sections of the main text."""
    all_of_them = page.locator("article section[id] > h2").evaluate_all(
        "(all) => all.map((head) => head.parentNode.id)"
    )
    return all_of_them[: all_of_them.index("take-aways")]


def read_in_contents(page):
    """Return the addresses of the sections that the list of contents calls read."""
    mark = page.locator(f"[role=img][aria-label={SAYS['read']}]")
    links = page.locator("#pst-page-toc-nav a", has=mark)
    return links.evaluate_all("(all) => all.map((link) => link.hash.slice(1))")


def begun(page, address, left=LEFT):
    """Open the welcome page as one who has read a part of a chapter, and seen another."""
    page.goto(address + CHAPTER)
    ids = headings(page)
    place = {"at": ids[2], "title": "A <b>section</b>", "lang": "en"}
    place |= {"seen": ids[:3], "when": 1, "near": NEAR} | left
    glance = place | {"number": 0, "when": 2}
    for name, kept_of_it in ((NAME, place), ("accuracy", glance)):
        page.evaluate(
            f"localStorage.setItem('place {name}', {json.dumps(kept_of_it)!r})"
        )
    page.add_init_script(SHIFTS)
    page.goto(address + "book/index.html")
    return ids


def test_the_bar_follows_and_the_place_is_kept(browser, address):
    with visiting(browser, 390, 844) as page:
        page.add_init_script(SHIFTS)
        page.goto(address + CHAPTER)
        ids = headings(page)
        assert page.evaluate(BAR) == 0
        line = page.locator(".place-line")
        assert not line.is_visible()
        go_to(page, ids[0])
        assert kept(page) is None  # nothing before the first section is read
        shares = [page.evaluate(BAR)]
        for number in (2, 4, len(ids)):
            go_to(page, ids[number - 1])
            shares.append(page.evaluate(BAR))
            assert line.inner_text().startswith(f"{number} of {len(ids)} · ")
            assert kept(page)["at"] == ids[number - 1]
        assert np.all(np.diff(shares) > 0)
        assert kept(page)["number"] == 0  # a jump to a section is not its reading
        figure = page.locator("article figure.explorer").first.get_attribute("id")
        go_to(page, figure)
        assert kept(page)["near"] == figure  # within its section
        go_to(page, NEAR)
        assert kept(page)["near"] == NEAR
        go_to(page, "exercises")
        assert page.evaluate(BAR) == 1 and not line.is_visible()
        assert page.evaluate("shifted") < 0.1 and page.complaints == []
        page.set_viewport_size({"width": 1280, "height": 800})
        assert not line.is_visible()
        assert page.locator(".place").get_attribute("aria-hidden") == "true"
        page.emulate_media(media="print")
        assert not page.locator(".place-bar").is_visible()


@pytest.mark.parametrize("width, height", [(1280, 800), (390, 844)])
def test_a_section_counts_when_it_is_read_and_not_when_it_is_jumped_over(
    go, address, width, height
):
    page = go(address + CHAPTER, clock=True, width=width, height=height)
    times = json.loads(re.search(r'follow\("\w+", (\[[\d, ]+\])\)', page.content())[1])
    ids = headings(page)

    def stay_at(place, seconds):
        page.evaluate(place)
        page.clock.run_for(1_000 * seconds)

    def half_a_window_further():
        bottom = f"document.getElementById('{ids[3]}').getBoundingClientRect().bottom"
        while page.evaluate(f"{bottom} > innerHeight"):
            yield "scrollBy({ top: innerHeight / 2, behavior: 'instant' })"

    top = "document.getElementById('{}').scrollIntoView({{ behavior: 'instant' }})"
    stay_at(top.format(ids[1]), 600)  # its beginning alone
    stay_at(top.format(ids[3]), 2)
    assert kept(page)["at"] == ids[3] and kept(page)["number"] == 0
    for further in half_a_window_further():  # at a glance
        stay_at(further, 1)
    assert kept(page)["number"] == 0
    page.evaluate(top.format(ids[3]))
    for further in half_a_window_further():
        stay_at(further, 60)
    stored = kept(page)
    assert stored["seen"] == [ids[3]] and stored["number"] == 1
    assert stored["count"] == len(ids)
    assert stored["minutes"] == sum(times[: len(ids)]) - times[3]
    assert read_in_contents(page) == [ids[3]]
    stay_at(top.format(ids[3]), 2)  # it is read: the next that is not comes first
    assert kept(page)["at"] == kept(page)["near"] == ids[4]
    stay_at(top.format("exercises"), 2)  # after the last one, the first of all
    assert kept(page)["at"] == ids[0]


def test_a_fast_reader_says_what_is_read_and_takes_it_back(go, address):
    page = go(address + CHAPTER, width=390)
    ids = headings(page)
    buttons = page.get_by_role("button", name=SAYS["read_here"])
    assert buttons.count() == 3  # at the end of each sitting
    told = page.locator(".place-sum")
    assert told.inner_text() == ""
    buttons.nth(1).click()
    here = buttons.nth(1).evaluate("(button) => button.closest('section').id")
    before = ids[: ids.index(here) + 1]
    assert kept(page)["seen"] == before == read_in_contents(page)
    pressed = [button.get_attribute("aria-pressed") for button in buttons.all()]
    assert pressed == ["true", "true", "false"]
    values = {"number": len(before), "count": len(ids)}
    assert told.inner_text() == SAYS["sum"].format(**values)
    page.reload()
    page.locator(".place-read").first.wait_for(state="attached")
    assert read_in_contents(page) == before
    buttons.last.click()
    assert kept(page)["minutes"] == 0
    assert told.inner_text() == SAYS["sum"].format(number=len(ids), count=len(ids))
    buttons.first.click()
    assert kept(page)["number"] == len(ids) - 2
    assert page.complaints == []


@pytest.mark.parametrize("width", [1280, 390])
def test_the_welcome_page_leads_back(browser, address, width):
    with visiting(browser, width, 844) as page:
        begun(page, address)
        strip = page.locator(".go-on")
        link, forget = strip.locator("a").all()
        assert forget.get_attribute("href") == "stored.html#forget"
        told = SAYS["go_on"].format(
            chapter="What ε promises", section="A <b>section</b>"
        )
        assert link.inner_text() == told
        left = strip.locator("span").inner_text()
        assert left == SAYS["left"].format(**LEFT)
        assert link.get_attribute("href") == f"epsilon.html#{NEAR}"
        marks = page.locator(".card-mark")
        assert marks.count() == 22 and page.locator(".card-mark.is-new").count() == 21
        assert page.get_by_role("img", name=SAYS["begun"], exact=True).count() == 1
        assert page.evaluate("shifted") < 0.01 and page.complaints == []
        link.click()
        page.wait_for_url(f"**/{CHAPTER}#{NEAR}")
        paragraph = page.locator(f"#{NEAR}")
        first = paragraph.bounding_box()
        header = page.locator(".bd-header-article").bounding_box()
        assert 0 <= first["y"] - header["height"] < 100
        page.wait_for_timeout(2_000)  # and it stays there
        assert paragraph.bounding_box()["y"] == pytest.approx(first["y"], abs=1)


@pytest.mark.parametrize("name", sampled(page_names("ldpProgress?.follow("), 2))
def test_each_section_says_how_much_of_the_chapter_s_minutes_is_left(
    browser, address, name
):
    with visiting(browser) as page:
        page.goto(address + name)
        text = page.content()
        whole = int(re.search(r"<summary>(\d+) minutes to read", text)[1])
        (given,) = re.findall(r'follow\("\w+", (\[[\d, ]+\])\)', text)
        times = json.loads(given)[: len(headings(page))]
        assert len(times) == len(headings(page)) and min(times) > 0
        assert whole >= sum(times) > 0.8 * whole
        go_to(page, headings(page)[3])
        stored = kept(page, Path(name).stem)
        values = stored["number"], stored["count"], stored["minutes"]
        assert values == (0, len(times), sum(times))


def test_both_editions_give_a_paragraph_the_same_address():
    places = re.compile(r'<p id="(p\d+)">')
    for name in page_names("ldpProgress?.follow(", "zh"):
        chinese = places.findall((SITE / name).read_text("utf-8"))
        english = (SITE / name.removeprefix("zh/")).read_text("utf-8")
        assert len(chinese) > 20 and chinese == places.findall(english), name


def test_a_chapter_that_is_read_leads_to_the_next(browser, address):
    with visiting(browser) as page:
        begun(page, address, LEFT | {"minutes": 0})
        link = page.locator(".go-on a").first
        assert link.get_attribute("href") == "randomized_response.html"
        assert link.inner_text() == SAYS["next"].format(
            chapter="What ε promises", next="Randomized response"
        )
        assert page.get_by_role("img", name=SAYS["read"], exact=True).count() == 1
        page.goto(address + "zh/book/index.html")
        assert page.locator(".go-on a").first.get_attribute("href") == (
            "randomized_response.html"
        )


def test_who_has_read_nothing_sees_no_marks_and_cards_say_their_minutes(
    browser, address
):
    for scripts in (True, False):
        with visiting(browser, java_script_enabled=scripts) as page:
            page.goto(address + "book/index.html")
            assert not page.locator(".go-on").is_visible()
            assert page.locator(".card-mark").count() == 0
            cards = page.locator(".chapter-cards > li")
            for number, card in enumerate(cards.all(), 1):
                href = card.locator("a").get_attribute("href")
                text = (SITE / "book" / href).read_text("utf-8")
                minutes = re.search(r"<summary>(\d+) minutes to read", text)[1]
                facts = SAYS["facts"].format(number=number, minutes=minutes)
                assert card.locator(".card-facts").inner_text() == facts


def test_what_cannot_be_kept_or_is_broken_breaks_nothing(go, site):
    closed = """Object.defineProperty(window, "localStorage", {
      get() { throw new DOMException("denied", "SecurityError"); } });"""
    broken = f"localStorage.setItem('place {NAME}', '[1');"
    for before in (closed, broken):
        page = go((site / CHAPTER).as_uri(), before=before)
        go_to(page, headings(page)[3])
        assert page.evaluate(BAR) > 0
        page.goto((site / "book/index.html").as_uri())
        assert not page.locator(".go-on").is_visible()


def test_chapters_alone_have_a_bar():
    held = page_names("ldpProgress?.follow(")
    cards = (SITE / "book/index.html").read_text("utf-8").count('class="card-facts"')
    assert len(held) == cards > 2
    chinese = {f"zh/{name}" for name in held if (SITE / "zh" / name).exists()}
    assert set(page_names("ldpProgress?.follow(", "zh")) == chinese
    scripts = list(SITE.glob("_static/progress/*.js"))  # each page has one of them
    assert scripts and max(script.stat().st_size for script in scripts) <= 4_000


def test_a_chapter_begins_where_its_reader_was(browser, address):
    """The teacher's link leads to its top: one press leads on from there."""
    with visiting(browser, 1280, 800) as page:
        page.goto(address + CHAPTER)
        begin = page.locator(".run-here a.first")
        first, second, *_ = headings(page)
        assert begin.get_attribute("href") == f"#{first}"
        go_to(page, second)
        title = kept(page)["title"]
        page.reload()
        near = begin.get_attribute("href").rpartition("#")[2]
        assert page.locator(f"#{second} > #{near}").count() == 1
        assert begin.inner_text().endswith(SAYS["here"].format(section=title))
