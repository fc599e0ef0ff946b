"""The words that `explore` and `plots` show in figures, in one table to translate.

In braces stands what is filled in. What pages show besides is in book/words.toml.
"""

import re

WORDS = {
    # beside the sliders of an explorer, where a chapter gives no label
    "slider_epsilon": "ε (privacy loss)",
    "slider_n": "N (people)",
    "slider_confidence": "confidence",
    # an explorer
    "lead": "<b>{lead}:</b> {text}",
    "named": "{name}: {text}",
    "comma": ", ",
    "between": " ",  # two sentences
    "try_this": "Try this",
    "notice": "Notice",
    "still": "Sliders and chart appear in a running notebook and on the "
    "page of the book.",
    "draw_again": "Draw again",
    "more_draws": "{runs} more",
    "keep": "Keep the scale",
    "zoomed": "{label} (zoomed in)",
    # the labels of series that an interval should hold, parted by |
    "truths": "truth|true share",
    "misses": "misses the truth",
    "still_start": "The starting state ({values}). With JavaScript, sliders move it.",
    "draw": "{sentence} Draw {draw} of {draws}.",
    "link": "Link to this state",
    "link_copied": "Copied.",
    "link_shown": "The address bar has it.",
    "table": "Numbers",
    "end_low": "low",
    "end_high": "high",
    "interval": "({low} to {high})",
    # an explorer that asks first
    "before_you_look": "Before you look",
    "guess": "your guess",
    "guess_at": "your guess at {place}",
    "guess_how": "Drag each mark to where you expect it, or use the arrow keys. "
    "A mark that you do not move is not judged.",
    "guess_how_one": "Drag the mark to where you expect it, or use the arrow keys.",
    "unmoved": "{number}, not moved yet",
    "show_me": "Show me",
    "skip": "Skip",
    "guess_again": "Guess again",
    "guess_first": "Make a guess",
    "guess_linked": "The link asks for this state, so it is shown without a guess.",
    # how far off a guess is: the only number, the only one of several that was moved,
    # or those that were moved, which may be all
    "one_high": "You said {guess}: {gap} too high. It is {truth}.",
    "one_low": "You said {guess}: {gap} too low. It is {truth}.",
    "one_right": "You said {guess}: right within 5 %. It is {truth}.",
    "at_high": "You said {guess} at {place}: {gap} too high. It is {truth}.",
    "at_low": "You said {guess} at {place}: {gap} too low. It is {truth}.",
    "at_right": "You said {guess} at {place}: right within 5 %. It is {truth}.",
    "all_off": "You said {guess}; it is {truth}: off by up to {gap}.",
    "all_right": "Your guess is right within 5 %, everywhere.",
    "all_right_there": "Your guess is right within 5 %, wherever you moved a mark.",
    "times": "{factor} times",
    "times_about": "about {factor} times",  # beyond a hundred
    # plots.errors_against_theory
    "x_of_errors": "error",
    "density": "density of runs",
    "runs": "{runs:,} runs",
    "theory": "theory: standard error {standard_error:.3g}",
}

# A blank after a number that a word or % follows ("5 %", "{n} people"), and around
# a sign ("ε = 1")
BOUND = re.compile(
    r"(?<=[\d}⁰¹²³⁴⁵⁶⁷⁸⁹]) (?=[^\W\d_]|%)|(?<=\S) (?=[=≈≤≥×+−] )|(?<=[=≈≤≥±×+−]) (?=\S)"
)


def unbroken(text: str) -> str:
    """Return the text with no-break spaces between numbers and their units.

    `script/numbers.js` does the same in the browser. A text may be HTML or JSON.

    Examples
    --------
    >>> unbroken("5 % of 30 people at ε = 1").split(" ")
    ['5\xa0%', 'of', '30\xa0people', 'at', 'ε\xa0=\xa01']
    """
    return BOUND.sub("\u00a0", text)
