"""The numbers of the glossary."""

from scipy.stats import norm

from tests.chapters.claims import test_every_number_is_said  # noqa: F401


def test_dates_and_examples(chapter):
    chapter.names("The oldest local mechanism (1965)")
    chapter.names("the stated share of cases, such as 95 %")


def test_shares_and_quantiles(chapter):
    chapter.names(
        "For a 95 % interval it should be 95 %", "From 40 % to 42 % are two percentage points"
    )
    chapter.says("above it: {:.2f} for {} %.", norm.isf(0.025), 2.5)
    chapter.says("So {} % lie between −{:.2f} and {:.2f}.", 95, norm.isf(0.025), norm.ppf(0.975))
