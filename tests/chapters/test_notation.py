"""What the page "Notation" says, computed."""

import math

from scipy.stats import norm

from tests.chapters.claims import test_every_number_is_said  # noqa: F401


def test_logarithms_are_natural(chapter):
    chapter.says(
        r"**natural logarithms**: $\ln 3 = {:.4f}$, not $\log_2 3 = {:.3f}$",
        math.log(3),
        math.log2(3),
    )
    chapter.names(r"it is written: $\log_2$, $\log_{10}$")


def test_the_normal_quantile(chapter):
    level = 0.95
    quantile = norm.ppf((1 + level) / 2)
    chapter.says("normal quantile: {:.2f} for a {:.0f} % interval", quantile, 100 * level)
    chapter.says("without further words is a {:.0f} % confidence interval", 100 * level)


def test_percentage_points(chapter):
    share, margin = 40, 2
    chapter.says("{} % ± 2 points is {} % to {} %", share, share - margin, share + margin)
