"""Draw the 200 dots of the page "Local differential privacy in ten minutes".

    :::{crowd} toss
    What the picture shows, in words: its text alternative.
    :::

puts a picture of that step there; within a guess, the picture that answers it. The dots
are the same 200 in each step: people, then polls, bits and days. Every step is drawn
here, by the mechanisms of the course; the script (book/_moving/crowd.js) only lets each
dot go from its place in one picture to its place in the next, as the reader scrolls.
Without JavaScript, and on paper, the pictures stand between the paragraphs.
"""

from functools import cache
from html import escape
from math import log, sqrt
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pictures
from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from words import WORDS

from ldp_course import RandomizedResponse, UnaryEncoding, rappor
from ldp_course.explore.page import light, light_style
from ldp_course.figure_words import unbroken

FILES = Path(__file__).parents[1] / "_moving"
SAYS = {name: unbroken(words) for name, words in WORDS["crowd"].items()}
WIDE, HIGH = 400, 250
RADIUS = 5.5

SEED = 26
N = 200
COPIED = 60
EPSILON = log(3)  # two tosses: a coin answers for every second person
COINS = RandomizedResponse(EPSILON)
FAKES = N // 4  # as many yes as coins say on average, and as many no
STRONGER = 0.5
TWICE, MORE, HUNDREDFOLD = 2, 4, 100  # times as many people
JOBS = 10
ROWS = N // JOBS
TYPED = ["tea"] * 15 + ["juice"] * 6 + ["water"] * 4
PHONES = len(TYPED)
PHONE = rappor.Parameters(bits=N // PHONES, hashes=2, cohorts=1, f=0, p=0.25, q=0.75)


# ---- what happened, once, at this seed


@cache
def story(seed=SEED):
    """Return all draws of the page."""
    rng = np.random.default_rng(seed)
    copied = rng.permutation(N) < COPIED
    coin = rng.random(N) < 0.5
    says = np.where(coin, rng.random(N) < 0.5, copied)
    polls = {
        (epsilon, n): shares_found(n, epsilon, rng)
        for epsilon, n in ((EPSILON, N), (EPSILON, MORE * N), (STRONGER, N))
    }
    jobs = rng.choice(JOBS, size=ROWS)
    bits = UnaryEncoding(range(JOBS), COINS.p, COINS.q)
    days = COINS.perturb(np.ones(N, dtype=int), rng)
    words = sorted(set(TYPED))
    boxes = rappor.bloom_table(words, PHONE)[:, 0]
    lit = boxes[[words.index(word) for word in TYPED]]
    drawn = SimpleNamespace(
        copied=copied,
        coin=coin,
        says=says,
        polls=polls,
        jobs=jobs,
        bits=bits.perturb(bits.encode(jobs), rng).astype(bool),
        boxes=dict(zip(words, boxes.astype(bool))),
        sent=rng.random(lit.shape) < np.where(lit, PHONE.q, PHONE.p),
        days=np.asarray(days) == 1,
    )
    for n in (TWICE * N, HUNDREDFOLD * N):
        polls[EPSILON, n] = shares_found(n, EPSILON, rng)
    return drawn


def shares_found(n, epsilon, rng):
    """Return what as many polls as there are dots estimate, in percent."""
    yes = n * COPIED // N
    poll = RandomizedResponse(epsilon)
    return [100 * poll.simulate([n - yes, yes], rng).frequencies[1] for _ in range(N)]


def half_width(n, epsilon):
    """Return 1.96 standard errors of a poll of these people, in points."""
    poll = RandomizedResponse(epsilon)
    return 100 * 1.96 * sqrt(poll.p * poll.q / n) / (poll.p - poll.q)


# ---- the pictures: a place, a size and a look for each dot, and what stands around


def grid(count=N, columns=20, pitch=18, left=29, top=38):
    """Return places in rows, from the upper left."""
    rows, places = divmod(np.arange(count), columns)
    return np.column_stack([left + pitch * places, top + pitch * rows])


def picture(places, looks, around="", size=RADIUS):
    sizes = np.broadcast_to(size, N)
    return list(zip(np.asarray(places), sizes, looks)), around


def text(x, y, words, look="", anchor="middle"):
    kind = f' class="{look}"' if look else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{kind}>{words}</text>'


def yes_or_no(answers, also=""):
    return [f"{'yes' if answer else 'no'}{also}" for answer in answers]


def know():
    return picture(grid(), yes_or_no(story().copied), text(200, 20, SAYS["students"]))


def ask():
    return picture(grid(), ["unknown"] * N, text(200, 20, SAYS["question"]))


def toss():
    looks = [
        ("yes" if says else "no") + (" coin" if coin else "")
        for says, coin in zip(story().says, story().coin)
    ]
    return picture(grid(), looks, text(200, 20, SAYS["coins"]))


def asked():
    """Return the dot that the reader looks at: somebody who says yes."""
    return int(np.flatnonzero(story().says)[7])


def one():
    places, middle, large = grid(), (200, 125), 34
    is_covered = np.hypot(*(places - middle).T) < large + RADIUS
    looks = yes_or_no(story().says, " faint")
    looks = [look + " gone" * bool(is_gone) for look, is_gone in zip(looks, is_covered)]
    looks[asked()] = "yes"
    sizes = np.full(N, RADIUS)
    sizes[asked()] = large
    places[asked()] = middle
    says = text(200, 130, SAYS["yes"], "on")
    return picture(places, looks, says + text(200, 20, SAYS["one"]), sizes)


def sorted_dots():
    """Return the order that puts first who says yes, then who says no."""
    return np.argsort(~story().says, kind="stable")


def hundred(of_copied="", of_others=""):
    """Draw 100 students who say yes: who copied, and who did not."""
    share = COPIED / N
    truly = share * COINS.p / (share * COINS.p + (1 - share) * COINS.q)
    copied = round(100 * truly)
    places = np.full((N, 2), (200.0, 300.0))  # below the picture
    groups = np.split(sorted_dots()[:100], [copied])
    for dots, left in zip(groups, (22, 218)):
        places[dots] = grid(len(dots), columns=10, pitch=17, left=left, top=40)
    looks = np.full(N, "gone", dtype=object)
    for dots, look in zip(groups, ("yes" + of_copied, "no" + of_others)):
        looks[dots] = look
    heads = text(98, 16, SAYS["have_copied"].format(n=copied))
    heads += text(294, 16, SAYS["have_not"].format(n=100 - copied))
    return picture(places, looks, heads)


def if_yes():
    return hundred(of_others=" faint")


def if_no():
    return hundred(of_copied=" faint")


def if_nobody():
    return hundred()


def piles():
    """Return a place for each dot, in two blocks; and which dots leave."""
    order = sorted_dots()
    yes = int(story().says.sum())
    places = np.empty((N, 2))
    leaves = np.zeros(N, dtype=bool)
    for dots, left in ((order[:yes], 22), (order[yes:], 218)):
        places[dots] = grid(len(dots), columns=10, pitch=17, left=left, top=34)
        leaves[dots[len(dots) - FAKES :]] = True
    return places, leaves


def subtract():
    places, leaves = piles()
    looks = [
        look + (" faint" if leaving else "")
        for look, leaving in zip(yes_or_no(story().says), leaves)
    ]
    yes = int(story().says.sum())
    heads = text(98, 16, SAYS["say_yes"].format(n=yes))
    heads += text(294, 16, SAYS["say_no"].format(n=N - yes))
    return picture(places, looks, heads)


def stretch():
    _, leaves = piles()
    places = np.full((N, 2), (200.0, 300.0))  # below the picture
    order = sorted_dots()
    rest = order[~leaves[order]]
    places[rest] = grid(len(rest), columns=10, pitch=20, left=110, top=42)
    looks = [
        look + (" gone" if leaving else "")
        for look, leaving in zip(yes_or_no(story().says), leaves)
    ]
    yes = int(story().says.sum()) - FAKES
    return picture(places, looks, text(200, 20, SAYS["rest"].format(n=yes)))


def histogram(epsilon, n):
    """Return each poll as a dot above its estimate."""
    floor = 218
    found = np.array(story().polls[epsilon, n])
    bins = np.floor(found / 2).astype(int)
    places = np.empty((N, 2))
    for place in set(bins):
        stack = np.flatnonzero(bins == place)
        stack = stack[np.argsort(found[stack])]
        places[stack, 0] = x_of(2 * place + 1)
        pitch = min(3.1, 180 / len(stack))
        places[stack, 1] = floor - 5 - pitch * np.arange(len(stack))
    truth = 100 * COPIED / N
    misses = np.abs(found - truth) > half_width(n, epsilon)
    looks = ["poll miss" if miss else "poll" for miss in misses]
    around = f'<path class="axis" d="M10 {floor}H390"/>'
    around += f'<path class="truth" d="M{x_of(truth):g} 26V{floor}"/>'
    around += text(x_of(truth), 18, SAYS["truth"].format(share=f"{truth:.0f}"))
    for share in (-20, 0, 20, 40, 60, 80):
        tick = f"{share} %".replace("-", "−")
        around += text(x_of(share), floor + 18, unbroken(tick), "tick")
    return picture(places, looks, around, 3.6)


def x_of(share):
    return 95 + 3.5 * share


def sure():
    return histogram(EPSILON, N)


def beside_half_the_width(times):
    """Draw polls of so many people, and where the hill of half the width ends."""
    dots, around = histogram(EPSILON, times * N)
    truth, half = 100 * COPIED / N, half_width(N, EPSILON) / 2
    left, right = (x_of(truth + side * half) for side in (-1, 1))
    around += f'<path class="goal" d="M{left:.1f} 34V218M{right:.1f} 34V218"/>'
    return dots, around + text(right + 6, 44, SAYS["half"], anchor="start")


def more():
    return beside_half_the_width(MORE)


def if_twice():
    return beside_half_the_width(TWICE)


def if_hundredfold():
    return beside_half_the_width(HUNDREDFOLD)


def smaller():
    return histogram(STRONGER, N)


def jobs():
    """Return ten bits for each of twenty people: a row each."""
    places = np.column_stack([
        np.tile(80 + 30 * np.arange(JOBS), ROWS),
        np.repeat(22 + 10.4 * np.arange(ROWS), JOBS),
    ])
    true = np.repeat(story().jobs, JOBS) == np.tile(np.arange(JOBS), ROWS)
    looks = [
        look + (" own" if own else "")
        for look, own in zip(yes_or_no(story().bits.ravel()), true)
    ]
    counts = story().bits.sum(axis=0)
    around = "".join(
        text(80 + 30 * job, 245, f"{count}") for job, count in enumerate(counts)
    )
    return picture(places, looks, around, 4.2)


def word():
    """Return eight boxes of each of twenty-five phones: a column each."""
    places = np.column_stack([
        np.repeat(22 + 14 * np.arange(PHONES), PHONE.bits),
        np.tile(30 + 27 * np.arange(PHONE.bits), PHONES),
    ])
    counts = story().sent.sum(axis=0)
    around = "".join(
        text(378, 35 + 27 * box, f"{count}") for box, count in enumerate(counts)
    )
    for box in np.flatnonzero(story().boxes[TYPED[0]]):
        around += (
            f'<rect class="marked" x="8" y="{17 + 27 * box}" width="386" height="26" '
            'rx="8"/>'
        )
    return picture(places, yes_or_no(story().sent.ravel()), around)


def days():
    around = text(200, 20, SAYS["days"].format(n=int(story().days.sum())))
    return picture(grid(), yes_or_no(story().days), around)


STEPS = (know, ask, toss, one, subtract, stretch)
STEPS += (sure, more, smaller, jobs, word, days)
ANSWERS = (if_yes, if_no, if_nobody, if_twice, if_hundredfold)
PICTURES = {draw.__name__: draw for draw in STEPS + ANSWERS}


def drawing(name, words):
    dots, around = PICTURES[name]()
    circles = "".join(
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{size:g}" class="{look}"/>'
        for (x, y), size, look in dots
    )
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(words)}">'
        f"<g>{circles}</g><g>{around}</g></svg>"
    )


# ---- the page


class Crowd(SphinxDirective):
    has_content = True
    required_arguments = 1

    def run(self):
        name = self.arguments[0]
        if name not in PICTURES:
            raise self.error(
                f"There is no step {name!r}. There are {', '.join(PICTURES)}."
            )
        svg = drawing(name, " ".join(" ".join(self.content).split()))
        figure = f'<figure class="crowd" id="crowd-{name}">{svg}</figure>'
        return [nodes.raw("", figure, format="html")]


def copy_files(app):
    folder = Path(app.outdir) / "_static" / "crowd"
    folder.mkdir(parents=True, exist_ok=True)
    rules = (FILES / "crowd.css").read_text("utf-8")
    colors = pictures.colors().replace(".picture", ".crowd")
    (folder / "crowd.css").write_text(light_style(colors + rules), "utf-8")
    script = light((FILES / "crowd.js").read_text("utf-8"))
    (folder / "crowd.js").write_text(f"(() => {{\n{script}}})();\n", "utf-8")


def add_files(app, pagename, templatename, context, doctree):
    if '<figure class="crowd"' in context.get("body", ""):
        app.add_css_file("crowd/crowd.css")
        app.add_js_file("crowd/crowd.js", defer="defer")


def setup(app):
    app.add_directive("crowd", Crowd)
    app.connect("builder-inited", copy_files)
    app.connect("html-page-context", add_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
