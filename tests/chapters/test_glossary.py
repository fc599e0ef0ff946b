"""The numbers of the glossary."""

from scipy.stats import norm

from tests.chapters.claims import test_every_number_is_said  # noqa: F401


def test_shares_and_quantiles(chapter):
    share = 0.025
    chapter.says("above it: {:.2f} for {} %.", norm.isf(share), 100 * share)
    text = "So 95 % lie between −{:.2f} and {:.2f}."
    chapter.says(text, norm.isf(0.025), norm.ppf(0.975))
