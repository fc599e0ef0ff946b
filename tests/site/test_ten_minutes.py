"""The 200 dots of the page of ten minutes follow the reader, or stand still."""

import crowd
import pytest
from polls import SEND
from visits import visiting

PAGE = "book/ten_minutes.html"
NAMES = [step.__name__ for step in crowd.STEPS]

# What the picture that stays shows, as a look and a place for each dot
STAGE = """() => [...document.querySelectorAll('.crowd-stage circle')].map((dot) => [
  dot.getAttribute('class'), ...dot.style.transform.match(/-?[\\d.]+/g).map(Number)])"""

# whether something is in sight, and nothing covers it
ON_TOP = """(node) => {
  const { left, top, height } = node.getBoundingClientRect();
  const seen = document.elementFromPoint(left + 20, top + height / 2);
  return !!seen && (node.contains(seen) || seen.contains(node));
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_the_picture_follows_the_reader(browser, address, width):
    with visiting(browser, width, 844) as page:
        page.goto(address + PAGE)
        for name in ("know", "one", "more", "days", "toss"):
            number = NAMES.index(name)
            step = page.locator(".crowd-step").nth(number)
            step.evaluate("(box) => box.scrollIntoView({ block: 'center' })")
            page.wait_for_function(
                "(k) => [...document.querySelectorAll('.crowd-step')]"
                ".findIndex((box) => box.classList.contains('now')) === k",
                arg=number,
            )
            dots, _ = crowd.PICTURES[name]()
            for shown, ((x, y), size, look) in zip(page.evaluate(STAGE), dots):
                place = [look, *map(pytest.approx, (round(x), round(y), size / 10))]
                assert shown == place
            stage = page.locator(".crowd-stage").bounding_box()
            header = page.locator(".bd-header-article").bounding_box()
            assert (
                stage["y"] >= header["y"] + header["height"] - 1
                and stage["y"] + stage["height"] <= 844
            )
        assert not page.complaints


def test_without_a_script_each_step_has_its_picture(browser, address):
    with visiting(browser, java_script_enabled=False) as page:
        page.goto(address + PAGE)
        for name in NAMES:
            assert page.locator(f"#crowd-{name} svg").bounding_box()["width"] > 300


def test_the_picture_answers_the_one_guess_that_is_open(browser, address):
    with visiting(browser, 390, 844) as page:
        page.goto(address + PAGE)
        guesses = page.locator("details.guess[name=guess-one]")
        for guess, answer in ((0, "if_yes"), (2, "if_nobody")):
            guesses.nth(guess).locator("summary").click()
            dots, _ = crowd.PICTURES[answer]()
            page.wait_for_function(
                f"(looks) => `${{({STAGE})().map(([look]) => look)}}` === `${{looks}}`",
                arg=[look for _, _, look in dots],
            )
        assert guesses.evaluate_all("(all) => all.map((one) => one.open)") == [
            False,
            False,
            True,
        ]


@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_sent_asks_and_leads_to_the_guess(browser, address, width):
    with visiting(browser, width, 844) as page:
        page.goto(address + PAGE)
        sent = page.get_by_label(SEND["address"]).input_value()
        assert sent == f"{address}{PAGE}#crowd-one"
        page.goto("about:blank")
        page.goto(sent)
        guess = page.locator("details.guess[name=guess-one] summary").first
        page.locator("#crowd-one.now").wait_for()
        question = page.get_by_text("Did this student copy?")
        assert question.evaluate(ON_TOP) and guess.evaluate(ON_TOP)
