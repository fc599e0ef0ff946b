"""Can two reports be linked? Every vector, and a simulation."""

import math

import numpy as np
import pytest

from ldp_course.rappor import Client, Parameters, bloom_table
from ldp_course.topics.two_reports import Linkability
from tests.reference import vectors

VECTORS = vectors("time_loss")


@pytest.mark.parametrize("row", VECTORS["linkability"], ids=lambda row: row["name"])
def test_chances_to_join_two_reports_agree_with_the_reference(row):
    linkability = Linkability.of_rappor(
        Parameters(row["k"], row["h"], 64, row["f"], row["p"], row["q"])
    )
    assert abs(linkability.auc - row["auc"]) < 6e-5
    assert math.isclose(linkability.same.sum(), 1) and math.isclose(
        linkability.different.sum(), 1
    )
    for devices, chance in row["match"].items():
        assert abs(linkability.match(int(devices)) - chance) < 6e-5


def test_a_rare_score_decides_among_very_many_devices():
    """One score of two, which another device has with the chance 1e-13."""
    rare = Linkability([0.5, 0.5], [1 - 1e-13, 1e-13])
    assert math.isclose(rare.match(1e13), (1 - math.exp(-1)) / 2, rel_tol=1e-9)
    common = Linkability([0.3, 0.7], [0.6, 0.4])
    alone, both = 0.7 * (1 - 0.6**3) / (3 * 0.4), 0.3 * 0.6**2 / 3
    assert math.isclose(common.match(3), alone + both, rel_tol=1e-12)
    with pytest.raises(ValueError, match=r"same has the sum 0\.2"):
        Linkability([0.2], [0.3])


def test_clients_are_joined_as_often_as_stated():
    """1,500 times two reports of one client, and of two: within 5 standard errors of
    the AUC."""
    setting = Parameters(16, 2, 1, 0.5, 0.25, 0.75)
    rng, runs = np.random.default_rng(1), 1_500
    is_set = bloom_table(["v10"], setting)[0, 0]
    assert is_set.sum() == 2
    pairs = []
    for same in (True, False):
        first = [Client(setting, rng.bytes(16)) for _ in range(runs)]
        others = [Client(setting, rng.bytes(16)) for _ in range(runs)]
        second = first if same else others
        pair = [[c.report("v10", rng) for c in clients] for clients in (first, second)]
        pairs.append(score(*map(np.array, pair), is_set, setting))
    auc = (
        np.mean(pairs[0][:, None] > pairs[1])
        + np.mean(pairs[0][:, None] == pairs[1]) / 2
    )
    # the standard deviation of an AUC of two samples of n is at most 1/(2 sqrt(n))
    assert abs(auc - Linkability.of_rappor(setting).auc) < 5 / (2 * math.sqrt(runs))


def score(first, second, is_set, at):
    total = 0
    for bit_stays, mine in ((1 - at.f / 2, is_set), (at.f / 2, ~is_set)):
        chances = np.array([1 - bit_stays, bit_stays])
        law = np.array([[1 - at.p, at.p], [1 - at.q, at.q]])
        both = np.einsum("m,my,mz->yz", chances, law, law)
        ratio = np.log(both / np.outer(chances @ law, chances @ law))
        total = total + ratio[first[:, mine], second[:, mine]].sum(axis=1)
    return np.round(total, 9)
