"""The extension that turns check-yourself questions into buttons: what it makes, and what it
complains about.
"""

from base64 import b64decode
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.book.small_book import build, page

EXTENSIONS = Path(__file__).parents[2] / "book" / "_ext"

PAGE = r"""# Numbers

## Check yourself

**1. Which of these is *even*?**

a. 3

b. $\sqrt{16}$

<details><summary>Answer</summary>

**b.** It is 4, and $4 = 2 \cdot 2$; see [numbers](numbers.md).

**a.** Dividing it by two leaves “1 & more”.

</details>

**2. How many sides has a square?**

a. four

b. five

c. The square of the number that nobody said.

<details><summary>Answer</summary>

**a.** Count them.

**b.** That is a pentagon.

**c.** Nobody said one.

</details>

## Exercises

<details><summary>Answer</summary>

**a.** Not a question.

</details>
"""


def decoded(button):
    return BeautifulSoup(b64decode(button["data-explanation"]).decode(), "html.parser")


def verdicts(question):
    return [decoded(button).strong.text for button in question.select("button")]


@pytest.fixture(scope="module")
def small_book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("questions")
    unexplained = PAGE.replace("**b.** That is a pentagon.", "")
    pages = {
        "numbers.md": PAGE,
        "unexplained.md": unexplained,
        "plain.md": "# No questions\n\nNone.\n",
    }
    return folder, build(folder, pages, "-W", "--keep-going")


def test_each_question_is_a_group_named_by_its_text_with_a_link_to_itself(small_book):
    numbers = page(small_book[0], "numbers.html")
    questions = numbers.select("#check-yourself > .question")
    assert [question["id"] for question in questions] == ["question-1", "question-2"]
    for question in questions:
        assert question["role"] == "group"
        assert question.select_one(".headerlink")["href"] == f"#{question['id']}"
    names = [numbers.find(id=question["aria-labelledby"]).text for question in questions]
    assert names == ["1. Which of these is even?", "2. How many sides has a square?"]


def test_each_option_is_a_button_that_is_closed_and_has_a_place_for_its_explanation(small_book):
    numbers = page(small_book[0], "numbers.html")
    buttons = numbers.select(".question button")
    assert [button.b.text for button in buttons] == ["a.", "b.", "a.", "b.", "c."]
    for button in buttons:
        assert button["type"] == "button" and button["aria-expanded"] == "false"
        place = numbers.find(id=button["aria-controls"])
        assert (
            place is button.find_next_sibling()
            and place["aria-live"] == "polite"
            and not place.contents
        )
    assert buttons[1].select("math") and buttons[1].select(".katex-html")


def test_the_first_explanation_is_that_of_the_right_option(small_book):
    questions = page(small_book[0], "numbers.html").select(".question")
    assert verdicts(questions[0]) == ["✗ Not quite.", "✓ Right."]
    assert verdicts(questions[1]) == ["✓ Right.", "✗ Not quite.", "✗ Not quite."]


def test_an_explanation_keeps_its_formulas_links_and_letters(small_book):
    three, four = page(small_book[0], "numbers.html").select("#question-1 button")
    assert decoded(four).select("math") and decoded(four).select(".katex-html")
    assert decoded(four).a["href"] == "#"
    assert decoded(three).text == "✗ Not quite. Dividing it by two leaves “1 & more”."


def test_explanations_cannot_be_read_in_the_source_of_the_page(small_book):
    source = (small_book[0] / "_build/html/book/numbers.html").read_text(encoding="utf-8")
    for words in ("Dividing", "Count them", "pentagon", "Not quite", "Right."):
        assert words not in source
    assert "How many sides" in source and "Not a question" in source


def test_script_and_style_are_on_the_pages_with_questions_only(small_book):
    def assets(name):
        return [
            tag.get("src") or tag["href"]
            for tag in page(small_book[0], name).select("[src], link[href]")
            if "questions/questions" in str(tag)
        ]

    assert len(assets("numbers.html")) == 2 and assets("plain.html") == []
    assert all(
        (small_book[0] / "_build/html/book" / path.split("?")[0]).exists()
        for path in assets("numbers.html")
    )


def test_a_malformed_question_fails_the_build_which_names_page_and_question(small_book):
    folder, result = small_book
    assert result.returncode != 0
    (warning,) = [line for line in result.log.splitlines() if "WARNING" in line]
    assert (
        "unexplained.md: WARNING: question 2: its options are a, b, c, and its answer explains a, c"
        in warning
    )
    assert page(folder, "unexplained.html").select(".question") == []
    assert "Count them" in page(folder, "unexplained.html").text


OPTIONS = ["<p>a. three</p>", "<p>b. four</p>"]
ANSWER = ["<p><strong>b.</strong> Even.</p>", "<p><strong>a.</strong> Odd.</p>"]


def section(
    title="<p><strong>1. Which is even?</strong></p>", options=OPTIONS, answer=ANSWER, more=""
):
    folded = (
        f"<details><summary>Answer</summary>{''.join(answer)}</details>"
        if answer is not None
        else ""
    )
    return f"<h2>Check yourself</h2>{title}{''.join(options)}{folded}{more}"


@pytest.fixture
def questions(monkeypatch):
    monkeypatch.syspath_prepend(EXTENSIONS)
    import questions

    return questions


def test_the_form_that_the_faults_below_depart_from(questions):
    assert questions.with_buttons(section()).count("<button") == 2


@pytest.mark.parametrize(
    "fault, complaint",
    [
        (section(title="<p>1. Which is even?</p>"), "question 1: .*not a question in bold"),
        (
            section(title="<p><strong>2. Which is even?</strong></p>"),
            "question 1: its number must be 1",
        ),
        (
            section(options=OPTIONS[:1], answer=ANSWER[1:]),
            "question 1: its options must be a, b, …, and are a$",
        ),
        (section(options=OPTIONS[::-1]), "question 1: its options must be a, b, …, and are b, a"),
        (section(options=[]), "question 1: its options must be a, b, …, and are none"),
        (section(options=[OPTIONS[0], OPTIONS[0]]), "question 1: two paragraphs begin with 'a'"),
        (
            section(options=[*OPTIONS, "<ul><li>c. five</li></ul>"]),
            "question 1: 'c. five' is not an option",
        ),
        (
            section(answer=ANSWER[:1]),
            "question 1: its options are a, b, and its answer explains b$",
        ),
        (section(answer=[]), "question 1: its options are a, b, and its answer explains none"),
        (section(answer=[*ANSWER, ANSWER[1]]), "question 1: two paragraphs begin with 'a'"),
        (
            section(answer=[*ANSWER, "<p>And more.</p>"]),
            "question 1: 'And more.' is not an explanation",
        ),
        (
            section(answer=["<p><strong>b</strong> Even.</p>", ANSWER[1]]),
            "question 1: 'b Even.' is not an explanation",
        ),
        (section(answer=None), "question 1: a question has options, and then a folded answer"),
        (
            section(more="<p>A paragraph too many.</p>"),
            "question 2: a question has options, and then a folded answer",
        ),
        (section(more=section().partition("</h2>")[2]), "question 2: its number must be 2"),
    ],
)
def test_a_question_of_another_form_is_named_with_its_fault(questions, fault, complaint):
    with pytest.raises(questions.Malformed, match=complaint):
        questions.with_buttons(fault)
