"""The words that `explore` and `plots` show in figures, in one table, for whoever translates them.

In braces stands what is filled in.
"""

WORDS = {
    # beside the sliders of an explorer, where a chapter gives no label
    "slider_epsilon": "ε (privacy loss)",
    "slider_n": "N (people)",
    # an explorer
    "try_this": "Try this",
    "notice": "Notice",
    "still": "Sliders and chart appear in a running notebook and on the page of the book.",
    "draw_again": "Draw again",
    "draw": "Draw {draw} of {draws}. {sentence}",
    "link": "Link to this state",
    "table": "Table of the numbers drawn",
    "low": "low",
    "high": "high",
    "interval": "({low} to {high})",
    # plots.errors_against_theory
    "error": "error",
    "density": "density of runs",
    "runs": "{runs:,} runs",
    "theory": "theory: standard error {standard_error:.3g}",
}
