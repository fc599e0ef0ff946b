"""The solutions on threat models, computed another way: by counting all cases."""

from itertools import product

import numpy as np
import pytest

from ldp_course.privacy import posterior, privacy_loss
from tests.coursework.exam.seeds import numbers


@numbers("threat_models", "alone")
def test_alone(n):
    rows = [line.strip("| ").split(" | ") for line in n.table.splitlines()]
    single, told, right = [], [], 0
    for number, *key, _ in rows:
        visits = [visit for _, *other, visit in rows if other == key]
        right += max(map(visits.count, visits)) / len(visits)
        if len(visits) == 1:
            single.append(number)
        elif len(set(visits)) == 1:
            told.append(number)
    assert n.single == ", ".join(single)
    assert n.told == ", ".join(told)
    assert n.guess == pytest.approx(right / len(rows))
    everybody = [row[-1] for row in rows]
    assert n.blind == max(map(everybody.count, everybody)) / len(rows)
    assert sum(map(int, n.added.split(" + "))) / len(rows) == pytest.approx(n.guess)


@numbers("threat_models", "one_match")
def test_one_match(n):
    matches = right = 0
    for m, people in enumerate((n.n1, n.n2, n.n3), 1):
        for listed in product((0, 1), repeat=m):  # the person of the row is the first one
            chance = np.prod([n.listed if one else 1 - n.listed for one in listed])
            if sum(listed) == 1:
                matches += people * chance
                right += people * chance * listed[0]
                if m == 2:
                    assert chance == pytest.approx(n.pair_right)
    assert (n.matches, n.right, n.share) == pytest.approx((matches, right, right / matches))
    assert n.pair_match == pytest.approx(2 * n.pair_right)


@numbers("threat_models", "majority")
def test_majority(n):
    for days, claimed in ((3, n.three), (5, n.five)):
        answers = list(product((0, 1), repeat=days))  # 1: the truth
        chances = [n.p ** sum(a) * (1 - n.p) ** (days - sum(a)) for a in answers]
        assert claimed == pytest.approx(
            sum(c for a, c in zip(answers, chances) if 2 * sum(a) > days)
        )
    assert n.epsilon_five == pytest.approx(privacy_loss([chances, chances[::-1]]))
    assert n.epsilon == pytest.approx(privacy_loss([[n.p, n.lie], [n.lie, n.p]]))
    assert n.odds_five == pytest.approx(np.exp(n.epsilon_five))


@numbers("threat_models", "formats")
def test_formats(n):
    a = np.zeros((n.k, n.k))
    for value, any_value in product(range(n.k), repeat=2):
        a[value, any_value] += (1 - n.truth) / n.k
        a[value, value] += n.truth / n.k
    assert n.epsilon_a == pytest.approx(privacy_loss(a))
    assert a[0, :2] == pytest.approx((n.stays, n.lie))
    assert privacy_loss([[n.says_yes, n.hides], [0, 1]]) == np.inf
    c = [[1 - n.hide_yes, n.hide_yes], [n.lie_no, 1 - n.lie_no]]
    assert n.epsilon_c == pytest.approx(privacy_loss(c))
    assert n.belief == pytest.approx(posterior(c, [0.1, 0.9])[0, 0])


@numbers("threat_models", "pseudonyms")
def test_pseudonyms(n):
    per_letter = len(range(int("1" + "0" * n.digits)))
    assert n.ids == sum(per_letter for _ in range(n.letters))
    assert n.seconds * n.speed == pytest.approx(n.ids)
    each = sum([n.seconds] * n.rows)
    assert (n.each_minutes * 60, n.each_seconds) == pytest.approx((each, each))
    assert np.log2(n.key_years * 365.25 * 86_400 * n.speed) == pytest.approx(n.key_bits)
