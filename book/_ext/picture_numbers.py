"""Compute what live pictures (book/_pictures/live.js) take from data and module."""

from math import comb, exp, log, log2

import numpy as np

from ldp_course import (
    DirectEncoding,
    ShortSeeds,
    SubsetSelection,
    UnaryEncoding,
)
from ldp_course.data import OCCUPATIONS, load_adult, load_surnames
from ldp_course.topics.unknown_words import PrefixTree


def alone():
    """Return how many stand alone in one to five facts, and of how many people."""
    facts = ["age", "sex", "race", "native_country", "education"]
    adult = load_adult()
    alike = [adult.duplicated(facts[:k], keep=False) for k in range(1, 6)]
    return [*(int((~found).sum()) for found in alike), len(adult)]


def occupations_and_none():
    jobs = load_adult()["occupation"].fillna("(no answer)")
    return jobs.value_counts().tolist()


def occupations():
    return load_adult()["occupation"].value_counts().reindex(OCCUPATIONS).tolist()


def ages():
    """Return how many people have each age from 17 to 90."""
    return np.bincount(load_adult()["age"], minlength=91)[17:].tolist()


def protocols():
    """Return for lists of values what each report costs at ε = 1, and which is chosen.

    In this order: a name, a set, a row of bits, a seed with a group. People are n times
    the variance of a rare value's share; the choice is that of the chapter's chart.
    """
    surveys = []
    for k in (3, 5, 14, 50, 200, 1024):
        name, bits = DirectEncoding(range(k), 1), UnaryEncoding.optimized(range(k), 1)
        subset, seeds = (
            protocol.optimized(range(k), 1)
            for protocol in (SubsetSelection, ShortSeeds)
        )
        sizes = (
            log2(k),
            log2(comb(k, subset.size)),
            k,
            log2(seeds.seeds * seeds.buckets),
        )
        survey = {
            "values": k,
            "people": [
                round(float(protocol.variance(1, 0.0)), 3)
                for protocol in (name, subset, bits, seeds)
            ],
            "bytes": [int(-(-size // 8)) for size in sizes],
            "chosen": [2, 3],
        }
        if k <= 10 * exp(1):
            survey["chosen"] = [0] if k <= 2 * exp(1) + 1 else [1]
        surveys.append(survey)
    return surveys


class WatchedTree(PrefixTree):
    """A tree that tells which beginnings it kept after each group."""

    def _discover(self, top):
        kept = []

        def watched(group, candidates):
            result = top(group, candidates)
            words = self.alphabet.text(result[0][: self.keep])
            kept.append((int(candidates.size), words))
            return result

        found = super()._discover(watched)
        object.__setattr__(self, "kept", kept)
        return found


def beginnings(seed):
    """Return what became of every ninth of the 100 beginnings kept at first.

    A row has the most supported continuation after each group, as long as one is kept;
    after the last group, as long as one is found.
    """
    surnames = load_surnames()
    shares = surnames["share"].to_numpy() / surnames["share"].sum()
    rng = np.random.default_rng(seed)
    people = rng.multinomial(10**6, shares)
    tree = WatchedTree(epsilon=4)
    found = tree.simulate(surnames["name"].to_numpy(str), people, rng).found
    steps = [words for _, words in tree.kept[:-1]] + [found]
    rows = []
    for start in steps[0][::9]:
        row = [start]
        for words in steps[1:]:
            longer = [word for word in words if word.startswith(row[-1])]
            if not longer:
                break
            row.append(longer[0])
        rows.append(row)
    return {
        "candidates": [size for size, _ in tree.kept],
        "found": len(found),
        "rows": rows,
    }


def four_questions():
    """Return who is a woman, is rich, is married and works long, of how many people."""
    adult = load_adult()
    yes = (
        adult["sex"] == "Female",
        adult["income"] == ">50K",
        adult["marital_status"] == "Married-civ-spouse",
        adult["hours_per_week"] > 40,
    )
    return [*(int(answers.sum()) for answers in yes), len(adult)]


def city():
    """Return how many people have each job, and what one honest survey estimates."""
    people = load_adult()["occupation"].value_counts()
    named = DirectEncoding(people.index, log(3))
    survey = named.simulate(people.to_numpy(), np.random.default_rng(2))
    return {
        "target": people.index.get_loc("Tech-support"),
        "people": people.tolist(),
        "found": survey.counts.round().astype(int).tolist(),
    }


NUMBERS = {
    "threat-models": alone,
    "histograms": occupations_and_none,
    "more-protocols": occupations,
    "choosing-protocol": protocols,
    "numbers": ages,
    "distributions": ages,
    "unknown-words": lambda: [beginnings(seed) for seed in (1, 2, 3)],
    "many-questions": four_questions,
    "attackers": city,
}


def numbers(name):
    return NUMBERS.get(name, list)()
