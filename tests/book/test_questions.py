"""Check-yourself questions become buttons, and malformed ones are named."""

from base64 import b64decode

import pytest
import questions
from bs4 import BeautifulSoup


def decoded(button):
    return BeautifulSoup(b64decode(button["data-explanation"]).decode(), "html.parser")


def verdicts(question):
    return [decoded(button).strong.text for button in question.select("button")]


def test_each_question_is_a_named_group_of_closed_buttons(whole):
    numbers = whole.page("numbers")
    groups = numbers.select("#check-yourself > .question[role=group]")
    assert [group["id"] for group in groups] == ["question-1", "question-2"]
    for group in groups:
        assert group.select_one(".headerlink")["href"] == f"#{group['id']}"
    names = [numbers.find(id=group["aria-labelledby"]).text for group in groups]
    assert names == ["1. Which of these is even?", "2. How many sides has a square?"]
    buttons = numbers.select(".question button")
    assert [button.b.text for button in buttons] == ["a.", "b.", "a.", "b.", "c."]
    for button in buttons:
        place = numbers.find(id=button["aria-controls"])
        assert button["aria-expanded"] == "false" and not place.contents
        assert place is button.find_next_sibling() and place["aria-live"] == "polite"


def test_the_first_explanation_is_that_of_the_right_option(whole):
    questions = whole.page("numbers").select(".question")
    assert verdicts(questions[0]) == ["✗ Not quite.", "✓ Right."]
    assert verdicts(questions[1]) == ["✓ Right.", "✗ Not quite.", "✗ Not quite."]


def test_an_explanation_keeps_its_formulas_links_and_letters(whole):
    three, four = whole.page("numbers").select("#question-1 button")
    assert decoded(four).select("math") and decoded(four).select(".katex-html")
    assert decoded(four).a["href"] == "#"
    assert decoded(three).text == "✗ Not quite. Dividing it by two leaves “1 & more”."


def test_explanations_cannot_be_read_in_the_source_of_the_page(whole):
    source = (whole.html / "book/numbers.html").read_text(encoding="utf-8")
    for words in ("Dividing", "Count them", "pentagon", "Not quite", "Right."):
        assert words not in source
    assert "How many sides" in source and "Not a question" in source


@pytest.mark.deep
def test_a_malformed_question_is_a_warning(faulty):
    warning = (
        "unexplained.md: WARNING: question 2: "
        "its options are a, b, c, and its answer explains a, c"
    )
    assert warning in faulty.log
    page = faulty.page("unexplained")
    assert page.select(".question") == [] and "Count them" in page.text


OPTIONS = ["<p>a. three</p>", "<p>b. four</p>"]
ANSWER = ["<p><strong>b.</strong> Even.</p>", "<p><strong>a.</strong> Odd.</p>"]
FIRST, SECOND = (f"<p><strong>{k}. Which is even?</strong></p>" for k in (1, 2))


def section(title=FIRST, options=OPTIONS, answer=ANSWER, more=""):
    folded = f"<details><summary>Answer</summary>{''.join(answer or [])}</details>"
    folded = "" if answer is None else folded
    return f"<h2>Check yourself</h2>{title}{''.join(options)}{folded}{more}"


FAULTS = [
    ({"title": "<p>1. Which is even?</p>"}, "1: .*not a question in bold"),
    ({"title": SECOND}, "1: its number must be 1"),
    ({"options": OPTIONS[::-1]}, "1: its options must be a, b, …, and are b, a"),
    ({"options": OPTIONS[:1] * 2}, "1: two paragraphs begin with 'a'"),
    ({"options": [*OPTIONS, "<ul><li>c. 5</li></ul>"]}, "1: 'c. 5' is not an option"),
    ({"answer": ANSWER[:1]}, "1: its options are a, b, and its answer explains b$"),
    ({"answer": [*ANSWER, "<p>Or so.</p>"]}, "1: 'Or so.' is not an explanation"),
    ({"answer": None}, "1: a question has options, and then a folded answer"),
    ({"more": section().partition("</h2>")[2]}, "2: its number must be 2"),
]


def test_a_question_of_another_form_is_named_with_its_fault():
    assert questions.with_buttons(section()).count("<button") == 2
    for fault, complaint in FAULTS:
        with pytest.raises(questions.Malformed, match="question " + complaint):
            questions.with_buttons(section(**fault))
