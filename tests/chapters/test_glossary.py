"""The numbers of the glossary."""

from tests.chapters.claims import test_every_number_is_said  # noqa: F401


def test_dates_and_examples(chapter):
    chapter.names("The oldest local mechanism (1965)")
    chapter.names("the stated share of cases, such as 95 %")
