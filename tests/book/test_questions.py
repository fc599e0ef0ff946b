"""The extension that turns check-yourself questions into buttons: what it makes, and what it
complains about.
"""

from base64 import b64decode

import pytest
import questions
from bs4 import BeautifulSoup


def decoded(button):
    return BeautifulSoup(b64decode(button["data-explanation"]).decode(), "html.parser")


def verdicts(question):
    return [decoded(button).strong.text for button in question.select("button")]


def test_each_question_is_a_group_named_by_its_text_with_a_link_to_itself(whole):
    numbers = whole.page("numbers")
    questions = numbers.select("#check-yourself > .question")
    assert [question["id"] for question in questions] == ["question-1", "question-2"]
    for question in questions:
        assert question["role"] == "group"
        assert question.select_one(".headerlink")["href"] == f"#{question['id']}"
    names = [numbers.find(id=question["aria-labelledby"]).text for question in questions]
    assert names == ["1. Which of these is even?", "2. How many sides has a square?"]


def test_each_option_is_a_button_that_is_closed_and_has_a_place_for_its_explanation(whole):
    numbers = whole.page("numbers")
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
def test_a_malformed_question_is_a_warning_that_names_page_and_question(faulty):
    said = (
        "unexplained.md: WARNING: question 2: its options are a, b, c, and its answer explains a, c"
    )
    assert said in faulty.log
    page = faulty.page("unexplained")
    assert page.select(".question") == [] and "Count them" in page.text


OPTIONS = ["<p>a. three</p>", "<p>b. four</p>"]
ANSWER = ["<p><strong>b.</strong> Even.</p>", "<p><strong>a.</strong> Odd.</p>"]
FIRST, SECOND = (f"<p><strong>{k}. Which is even?</strong></p>" for k in (1, 2))


def section(title=FIRST, options=OPTIONS, answer=ANSWER, more=""):
    folded = f"<details><summary>Answer</summary>{''.join(answer or [])}</details>"
    folded = "" if answer is None else folded
    return f"<h2>Check yourself</h2>{title}{''.join(options)}{folded}{more}"


NO_FORM = "question 1: a question has options, and then a folded answer"
FAULTS = [
    ({"title": "<p>1. Which is even?</p>"}, "question 1: .*not a question in bold"),
    ({"title": SECOND}, "question 1: its number must be 1"),
    ({"options": OPTIONS[::-1]}, "question 1: its options must be a, b, …, and are b, a"),
    ({"options": [OPTIONS[0], OPTIONS[0]]}, "question 1: two paragraphs begin with 'a'"),
    ({"options": [*OPTIONS, "<ul><li>c. five</li></ul>"]}, "question 1: 'c. five' is not an opt"),
    ({"answer": ANSWER[:1]}, "question 1: its options are a, b, and its answer explains b$"),
    ({"answer": [*ANSWER, "<p>And more.</p>"]}, "question 1: 'And more.' is not an explanation"),
    ({"answer": None}, NO_FORM),
    ({"more": section().partition("</h2>")[2]}, "question 2: its number must be 2"),
]


def test_a_question_of_another_form_is_named_with_its_fault():
    assert questions.with_buttons(section()).count("<button") == 2
    for fault, complaint in FAULTS:
        with pytest.raises(questions.Malformed, match=complaint):
            questions.with_buttons(section(**fault))
