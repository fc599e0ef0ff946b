"""A small picture on each chapter's card of the welcome page, drawn when the book is built.

It only decorates: it has no words, and a screen reader passes over it. Its colors are classes of
book/_polls/polls.css, those of the live poll. A new chapter needs a function of its name here.
"""

import re

import numpy as np

from ldp_course import DirectEncoding, UnaryEncoding

WIDTH, HEIGHT = 80, 60
CARD = re.compile(r'<li>(?=<p><a class="reference internal" href="(\w+)\.html">)')


def short(number):
    return f"{float(number):.1f}".removesuffix(".0")


def path(kind, d):
    return f'<path class="{kind}" d="{d}"/>'


def line(kind, *points):
    return path(kind, "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points))


def lines(kind, *ends):
    """Lines apart from each other, each from a place to a place."""
    return path(
        kind, "".join(f"M{short(a)} {short(b)}L{short(x)} {short(y)}" for a, b, x, y in ends)
    )


def dots(kind, *places):
    """Each dot is a line without length and with round ends."""
    return path("dot " + kind, "".join(f"M{short(x)} {short(y)}h0" for x, y in places))


def boxes(kind, *places):
    """Boxes by their left, top, width and height."""
    sides = (map(short, place) for place in places)
    return path(kind, "".join(f"M{x} {y}h{w}v{h}h-{w}z" for x, y, w, h in sides))


def bits(top, row, one="full blue"):
    """A row of seven bits as tiles; a one is full."""
    places = [(6 + 10 * k, top, 8, 8) for k in range(len(row))]
    ones = [place for place, bit in zip(places, row) if bit == "1"]
    return boxes("thin gray", *places) + boxes(one, *ones)


# ---- the pictures, in the order of the chapters


def threat_models():
    """A table without names, and somebody who looks at one of its rows."""
    rows = [(y, "full orange" if y == 26 else "full gray") for y in range(6, 60, 10)]
    told = (boxes(kind, (27, y, 16, 5), (47, y, 27, 5)) for y, kind in rows)
    names = boxes("thin gray dashed", *((6, y, 16, 5) for y, _ in rows))
    return (
        names
        + "".join(told)
        + path("black", "M36 28.5a13 11 0 1 1 26 0a13 11 0 1 1-26 0M59 37l11 14")
    )


def epsilon():
    """The belief after a yes, from ε = 0 to 6, where it was 1/10 before."""
    values = np.linspace(0, 6, 25)
    x, y = 8 + 64 * values / 6, 54 - 48 / (1 + 9 * np.exp(-values))
    floor = lines("gray thin", (5, 54, 75, 54)) + lines("gray thin dashed", (8, 49.2, 72, 49.2))
    return floor + line("blue", *zip(x, y)) + dots("orange", (8 + 64 * np.log(9) / 6, 30))


def randomized_response():
    """Dots and rings of the live poll, sorted, with the border between them."""
    places = [(8 + 8 * column, 6 + 8 * row) for column in range(9) for row in range(7)]
    rings = dots("blue", *places[28:]) + dots("hole", *places[28:])
    return dots("orange", *places[:28]) + rings + lines("black", (36, 1, 36, 59))


def accuracy():
    """Intervals of four times as many people, again and again, around one truth."""
    parts = lines("green dashed", (4, 30, 76, 30))
    for k, aside in enumerate((6, -5, 2, -1)):
        x, y, half = 13 + 18 * k, 30 + aside, 22 / 2**k
        parts += lines("blue", (x, y - half, x, y + half)) + dots("blue", (x, y))
    return parts


def unary_encoding():
    """One bit of a value, and the bits that are sent."""
    arrow = path("black", "M40 24v11M36 31l4 4l4-4")
    return bits(9, "0010000", "full orange") + arrow + bits(43, "0110010")


def histograms():
    """Bars of estimates, one of them below zero."""
    bars = [(6 + 10 * k, tall) for k, tall in enumerate((38, 27, 31, 16, 10, 4))]
    above = boxes("full blue", *((x, 46 - tall, 7, tall) for x, tall in bars))
    return above + boxes("full orange", (66, 46, 7, 9)) + lines("black", (3, 46, 77, 46))


def rappor_collect():
    """A browser, and other bits every day."""
    rows = ("0110010", "1101010", "0110110")
    window = path("gray", "M2 2h76v56h-76zM2 12h76") + dots("gray small", (7, 7), (13, 7))
    return window + "".join(bits(17 + 13.5 * k, row) for k, row in enumerate(rows))


def rappor_decode():
    """Estimates of words, and the cut that noise does not pass."""
    rows = [(5, 5 + 9 * k, wide, 5.5) for k, wide in enumerate((68, 53, 40, 13, 20, 8))]
    bars = boxes("full blue", *rows[:3]) + boxes("full gray", *rows[3:])
    return bars + lines("orange dashed", (33, 1, 33, 59))


def more_protocols():
    """A report that is a few of all values; one of them is true."""
    places = [(10 + 12 * column, 6 + 12 * row) for column in range(6) for row in range(5)]
    sent = (2, 6, 13, 19, 21, 24, 28)
    others = [place for k, place in enumerate(places) if k not in sent]
    return (
        dots("gray", *others)
        + dots("hole", *others)
        + dots("blue", *(places[k] for k in sent if k != 13))
        + dots("orange", places[13])
    )


def choosing_protocol():
    """The errors of direct and of unary encoding of 14 values, which cross."""
    values, domain = np.linspace(0.4, 3.4, 16), tuple(range(14))
    parts = path("gray thin", "M6 3V56H77")
    for kind, law in (("blue", DirectEncoding), ("orange", UnaryEncoding.optimized)):
        log = np.log([law(domain, value).variance(1, 0) for value in values])
        parts += line(kind, *zip(10 + 21 * (values - 0.4), 31 - 6.5 * log))
    return parts


def numbers():
    """The law of a noisy number: a high step around the true one."""
    law = path("blue", "M4 47H30V12H54V47H76")
    return lines("gray thin", (4, 56, 76, 56)) + law + lines("orange dashed", (42, 4, 42, 56))


def distributions():
    """A tree of ranges, and the few that make up one range."""
    parts = ""
    for level, chosen in enumerate(((), (), (1,), (1, 4))):
        wide = 72 / 2**level
        places = [(4 + wide * k + 0.7, 6 + 13 * level, wide - 1.4, 9) for k in range(2**level)]
        parts += boxes("thin gray", *places) + boxes("full blue", *(places[k] for k in chosen))
    return parts


def unknown_words():
    """A tree of the starts of words: branches that go on, and those that are cut off."""
    grown = lines(
        "blue", (8, 30, 30, 14), (8, 30, 30, 44), (30, 14, 52, 8), (30, 44, 52, 40), (52, 8, 74, 8),
        (52, 40, 74, 34),
    )  # fmt: skip
    cut = lines(
        "gray dashed", (30, 14, 52, 23), (30, 44, 52, 54), (52, 8, 74, 20), (52, 40, 74, 47)
    )
    tips = dots("orange", (74, 8), (74, 34))
    return cut + grown + dots("blue", (8, 30), (30, 14), (30, 44), (52, 8), (52, 40)) + tips


def again_and_again():
    """What is spent, day by day, until it passes a limit."""
    stairs = path("blue", "M4 55" + "h10v-8" * 6 + "h12")
    return lines("gray thin", (4, 55, 76, 55)) + lines("orange dashed", (4, 13, 76, 13)) + stairs


def many_questions():
    """Four questions share one whole."""
    quarter = path("full orange", "M43 27V5a22 22 0 0 1 22 22z")
    return path("blue", "M40 8a22 22 0 1 0 22 22H40zM18 30H40V52") + quarter


def shufflers():
    """Answers that change places."""
    order = (2, 4, 1, 0, 3)
    places = [(12, 7 + 11.5 * k, 68, 7 + 11.5 * to) for k, to in enumerate(order)]
    ways = lines("gray", *places[1:]) + lines("orange", places[0])
    left = dots("orange", places[0][:2]) + dots("blue", *(place[:2] for place in places[1:]))
    return ways + left + dots("blue", *(place[2:] for place in places))


def attackers():
    """Bars, one of which somebody pushes up."""
    bars = [(8 + 17 * k, tall) for k, tall in enumerate((34, 25, 12, 18))]
    true = boxes("full blue", *((x, 55 - tall, 12, tall) for x, tall in bars))
    fake = boxes("orange dashed", (42, 10, 12, 31)) + path("orange", "M48 36V18M43 23l5-5l5 5")
    return true + fake + lines("black", (3, 55, 77, 55))


def testing_mechanisms():
    """Bounds on a loss, and a claim that one of them breaks."""
    parts = lines("black dashed", (54, 2, 54, 58))
    for y, low, kind in ((9, 12, "blue"), (23, 30, "blue"), (37, 20, "blue"), (51, 62, "orange")):
        parts += lines(kind, (low, y, low + 14, y), (low, y - 4, low, y + 4)) + dots(kind, (low, y))
    return parts


def deployments():
    """A hand on a scale of losses."""
    scale = path("blue", "M8 49A32 32 0 0 1 50 18.6") + path("orange", "M50 18.6A32 32 0 0 1 72 49")
    marks = lines("gray", (15, 49, 20, 49), (40, 24, 40, 29), (60, 49, 65, 49))
    return scale + marks + lines("black", (40, 49, 58, 30)) + dots("black", (40, 49))


def many_machines():
    """Machines that gather what others have counted; one has failed."""
    ends = [(8, 6 + 9.6 * k, 42, 15 if k < 3 else 44) for k in range(6)]
    ways = lines(
        "gray", *(end for k, end in enumerate(ends) if k != 4), (42, 15, 72, 30), (42, 44, 72, 30)
    )
    failed = path("orange", f"M4 {6 + 9.6 * 4 - 4:g}l8 8m0-8l-8 8")
    working = dots("blue", *(end[:2] for k, end in enumerate(ends) if k != 4), (42, 15), (42, 44))
    return ways + failed + working + boxes("full blue", (67, 24, 11, 12))


DRAWN = (
    threat_models, epsilon, randomized_response, accuracy, unary_encoding, histograms,
    rappor_collect, rappor_decode, more_protocols, choosing_protocol, numbers, distributions,
    unknown_words, again_and_again, many_questions, shufflers, attackers, testing_mechanisms,
    deployments, many_machines,
)  # fmt: skip
THUMBNAILS = {draw.__name__: draw for draw in DRAWN}


def with_picture(card):
    name = card[1]
    box = f'<svg class="thumbnail" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
    return f"{card[0]}{box}{THUMBNAILS[name]()}</svg>"


def add_thumbnails(app, pagename, templatename, context, doctree):
    before, cards, after = context.get("body", "").partition('<ul class="chapter-cards">')
    if cards:
        context["body"] = before + cards + CARD.sub(with_picture, after)


def setup(app):
    app.connect("html-page-context", add_thumbnails)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
