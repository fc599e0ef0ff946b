"""Words on no list: exact ε, one law by reports and by `simulate`, honest cuts, the
target tables.

Seeds are fixed. A test with chance in it would fail for a correct mechanism, over all
seeds, with probability at most 1e-6.
"""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from ldp_course import LocalHashing
from ldp_course.data import load_surnames
from ldp_course.privacy import privacy_loss
from ldp_course.topics.unknown_words import PrefixTree, SegmentPairs, noise_cut
from ldp_course.topics.unknown_words.alphabet import CAPITALS, Alphabet
from ldp_course.topics.unknown_words.candidates import Continued, Listed
from ldp_course.topics.unknown_words.found_words import count_with_tail, tail_above
from ldp_course.topics.unknown_words.simulation import _largest, _not_among
from tests.reference import vectors

VECTORS = vectors("large_domain")
FALSE_ALARM = 1e-6
Z = 5  # standard errors: beyond them with probability 6e-7
SURNAMES = load_surnames()
NAMES = SURNAMES["name"].tolist()
SHARES = (SURNAMES["share"] / SURNAMES["share"].sum()).to_numpy()


def small_tree(epsilon=1.0, **more):
    return PrefixTree(
        epsilon, **{"lengths": (1, 3), "keep": 2, "letters": "ABC"} | more
    )


def small_pairs(epsilon=1.0, **more):
    return SegmentPairs(
        epsilon, **{"segment": 1, "segments": 3, "keep": 2, "letters": "ABC"} | more
    )


both = pytest.mark.parametrize("make", [small_tree, small_pairs])
ALL_WORDS = [
    "".join(word)
    for length in range(1, 4)
    for word in itertools.product("ABC", repeat=length)
]


# ---- words as numbers


def test_the_longest_words_of_64_bits():
    alphabet = Alphabet(CAPITALS, 13)
    words = ["Z" * 13, "A", "ZYXWVUTSRQPON"]
    assert alphabet.text(alphabet.codes(alphabet.symbols(words), 0, 13)) == words
    with pytest.raises(
        ValueError, match="makes words too long for 64 bits; at most 13"
    ):
        PrefixTree(1.0, lengths=(7, 14))


def test_all_continuations_are_candidates():
    """(26^(s+1) - 1)/25 of an unfinished beginning, 1 of a finished one."""
    assert PrefixTree(1.0, lengths=(1, 3, 6)).continuations == (27, 703, 18_279)
    alphabet = Alphabet("ABC", 4)
    codes = alphabet.codes(alphabet.symbols(ALL_WORDS), 0, 4)
    starts = np.unique(alphabet.codes(alphabet.symbols(["A", "CB", "CBA"]), 0, 2))
    followed = Continued(alphabet, starts, 2)
    assert alphabet.finished(starts).sum() == 1 and followed.size == 1 + 13
    listed = followed.at(np.arange(followed.size))
    assert len(set(listed.tolist())) == 14
    wanted = [w for w in ALL_WORDS if w == "A" or w.startswith("CB")]
    assert set(wanted) <= set(alphabet.text(listed))
    assert followed.contain(codes).tolist() == [word in wanted for word in ALL_WORDS]
    root = Continued(alphabet, np.zeros(1, np.uint64), 3)
    assert sorted(alphabet.text(root.at(np.arange(root.size)))) == [
        "",
        *sorted(ALL_WORDS),
    ]


# ---- privacy


@both
@pytest.mark.parametrize("epsilon", [0.5, 1.0, 4.0])
def test_the_channel_of_every_task_has_epsilon(make, epsilon):
    """Whatever group and seed the server assigns, also a nasty seed."""
    mechanism, rng = make(epsilon), np.random.default_rng(1)
    assert np.isclose(
        mechanism.p / mechanism.channel_given(["A"], 0, 5).min(), math.exp(epsilon)
    )
    losses = [
        privacy_loss(mechanism.channel_given(ALL_WORDS, group, int(seed)))
        for group in range(len(mechanism.pieces))
        for seed in [0, 1, 2**63, *rng.integers(2**63, size=5)]
    ]
    assert max(losses) <= epsilon * (1 + 1e-12) and np.isclose(max(losses), epsilon)


@both
def test_reports_follow_the_channel(make):
    mechanism, rng, n = make(), np.random.default_rng(2), 20_000
    for group in range(len(mechanism.pieces)):
        tasks = np.tile(np.array([group, 12_345], dtype=np.uint64), (n, 1))
        encoded = mechanism.encode(["CAB"] * n)
        seen = np.bincount(
            mechanism.perturb(encoded, tasks, rng), minlength=mechanism.buckets
        )
        expected = n * mechanism.channel_given(["CAB"], group, 12_345)[0]
        assert stats.chisquare(seen, expected).pvalue > FALSE_ALARM


@both
def test_tasks_know_no_word_and_groups_have_their_weights(make):
    mechanism, n = make(), 50_000
    tasks = mechanism.assign(n, np.random.default_rng(3))
    weights = np.array(mechanism.weights)
    seen = np.bincount(tasks[:, 0].astype(int))
    assert stats.chisquare(seen, n * weights / weights.sum()).pvalue > FALSE_ALARM
    assert (tasks[:, 1] % np.uint64(2) == 1).all() and len(np.unique(tasks[:, 1])) == n


# ---- one law


def runs_of(mechanism, words, counts, runs, real):
    rng, values, rows = np.random.default_rng(4), np.repeat(words, counts), []
    for _ in range(runs):
        if real:
            tasks = mechanism.assign(len(values), rng)
            reports = mechanism.perturb(mechanism.encode(values), tasks, rng)
            result = mechanism.aggregate(reports, tasks)
        else:
            result = mechanism.simulate(words, counts, rng)
        known = dict(zip(result.words, result.frequencies, strict=True))
        first, second = (known.get(word, np.nan) for word in words[:2])
        rows.append([
            len(result.found),
            result.candidates,
            first,
            second,
            result.words[:1] == ("ABB",),
        ])
    return np.array(rows, dtype=float)


@both
def test_simulate_has_the_law_of_real_reports(make):
    """Means over runs: found words, candidates, estimates, how often each word is
    listed at all."""
    words, counts = ["ABB", "C", "BAC", "BB"], [300, 200, 100, 40]
    mechanism = make(2.0)
    law, real = (
        runs_of(mechanism, words, counts, runs, runs == 60) for runs in (300, 60)
    )
    law = np.column_stack([law, np.isnan(law[:, 2:4])])
    real = np.column_stack([real, np.isnan(real[:, 2:4])])
    gap = np.nanmean(law, axis=0) - np.nanmean(real, axis=0)
    runs = [(~np.isnan(part)).sum(axis=0) for part in (law, real)]
    error = np.sqrt(np.nanvar(law, axis=0) * (1 / runs[0] + 1 / runs[1]))
    assert (np.abs(gap) <= Z * error + 1e-9).all()


def test_the_largest_of_many_binomials():
    """Of 1,000 draws of Bin(20, .1), the three largest: their law against drawing
    all."""
    rng, runs = np.random.default_rng(5), 1_500
    ours = np.floor([_largest(3, 1_000, 20, 0.1, rng) for _ in range(runs)])
    theirs = np.sort(rng.binomial(20, 0.1, size=(runs, 1_000)))[:, :-4:-1]
    for place in range(3):
        tables = [
            np.bincount(part[:, place].astype(int), minlength=21)
            for part in (ours, theirs)
        ]
        seen = np.array(tables)[:, np.sum(tables, axis=0) > 20]
        assert stats.chi2_contingency(seen).pvalue > FALSE_ALARM


def test_a_count_and_its_tail():
    tails = np.array([0.9, 0.3, 1e-3, 1e-9])
    assert (
        count_with_tail(tails, 1_000, 0.3).tolist()
        == stats.binom(1_000, 0.3).isf(tails).tolist()
    )
    assert np.allclose(
        tail_above(np.arange(-1, 21), 20, 0.1), stats.binom(20, 0.1).sf(range(-1, 21))
    )
    far = count_with_tail(np.array([1e-12]), 10**17, 1 / 56)[0]
    assert abs((far - 10**17 / 56) / math.sqrt(10**17 / 56 * 55 / 56) - 7.034) < 0.01


def test_invented_words_are_different_and_not_real():
    alphabet, rng = Alphabet("ABC", 3), np.random.default_rng(1)
    everything = Continued(alphabet, np.zeros(1, np.uint64), 3)
    real = everything.at(np.arange(10))
    drawn = _not_among(real, everything, everything.size - 10, rng)
    assert set(drawn) | set(real) == set(everything.at(np.arange(everything.size)))
    assert len(_not_among(real, Listed(real), 0, rng)) == 0


# ---- cuts and limits


@pytest.mark.parametrize(
    "n, q, candidates", [(25_000, 1 / 56, 1_754_788), (400, 0.25, 1), (9, 0.5, 10**9)]
)
def test_the_exact_cut_is_the_smallest(n, q, candidates):
    cut = noise_cut(n, q, candidates)
    expected = candidates * stats.binom(n, q).sf([cut - 1, cut - 2])
    assert expected[0] <= 0.05 and (expected[1] > 0.05 or cut == 0)


def test_limits_agree_with_the_reference():
    for case, row in VECTORS["table"].items():
        n, epsilon = map(int, case.split(","))
        pem, listed = row["pem"], row["known_list"]
        limit = PrefixTree(float(epsilon)).limit(n, pem["final_candidates"])
        assert math.isclose(
            limit, pem["limit_share"], abs_tol=3e-6
        )  # theirs: mean of candidates
        alone = PrefixTree(float(epsilon), lengths=(3,)).limit(n, 10_000)
        assert math.isclose(alone, listed["limit"], abs_tol=1e-6)


@both
def test_half_of_the_words_at_the_limit_pass(make):
    """One group after others that surely keep it; the count is whole, so the share is
    near 1/2."""
    mechanism, n, runs = make(4.0, keep=4), 2_000_000, 2_000
    share = mechanism.limit(n, candidates=16)
    cut = noise_cut(
        n * mechanism.weights[-1] // sum(mechanism.weights), mechanism.q, 16
    )
    last = n * mechanism.weights[-1] / sum(mechanism.weights)
    rng = np.random.default_rng(6)
    holders = rng.binomial(int(last), share, size=runs)
    seen = rng.binomial(holders, mechanism.p) + rng.binomial(
        int(last) - holders, mechanism.q
    )
    assert abs((seen >= cut).mean() - 0.5) < Z * 0.5 / math.sqrt(runs) + 0.02


@both
def test_estimates_are_unbiased_and_intervals_honest(make):
    """A word that always reaches the list, 400 runs: mean, and coverage of 1.96
    standard errors."""
    mechanism, rng, runs = make(2.0, keep=10), np.random.default_rng(7), 400
    counts, rows = np.array([12_000, 8_000]), []
    for _ in range(runs):
        result = mechanism.simulate(["ABB", "CA"], counts, rng)
        at = result.words.index("ABB")
        rows.append((result.frequencies[at], result.standard_errors[at]))
    seen, errors = np.array(rows).T
    assert abs(seen.mean() - 0.6) < Z * errors.mean() / math.sqrt(runs)
    covered = (np.abs(seen - 0.6) <= 1.96 * errors).mean()
    assert abs(covered - 0.95) < Z * math.sqrt(0.95 * 0.05 / runs)
    assert abs(seen.std() / errors.mean() - 1) < Z / math.sqrt(2 * runs)


# ---- what people get


def test_where_nothing_is_common_nothing_is_found():
    """10^5 people at ε = 1: no name is common enough, and what is printed is
    invented."""
    result = PrefixTree(1.0).simulate(
        NAMES, (10**5 * SHARES).astype(int), np.random.default_rng(1)
    )
    assert len(result.words) == 100 and not set(result.words) & set(NAMES)
    assert not result.found and "FoundWords(100 words, 0 of" in repr(result)
    assert result.to_frame()["found"].sum() == 0


def found_and_listed(mechanism, n, runs, seed):
    """Means and standard errors of F1 (32), and of real and invented words above the
    normal cut."""
    rng, rows, real, top = np.random.default_rng(seed), [], set(NAMES), set(NAMES[:32])
    for _ in range(runs):
        result = mechanism.simulate(NAMES, rng.multinomial(n, SHARES), rng)
        cut = noise_cut(result.n, mechanism.q, max(result.candidates, 1), normal=True)
        passed = [
            word in real for word in np.array(result.words)[result.supports >= cut]
        ]
        hits = len(top & set(result.words[:32])) / 32
        rows.append([hits, sum(passed), len(passed) - sum(passed)])
    rows = np.array(rows)
    return rows.mean(axis=0), np.maximum(rows.std(axis=0), 0.05) / math.sqrt(runs)


def agree(ours, wanted):
    """Within five standard errors of the difference of both simulations."""
    (means, errors), (targets, their_errors) = ours, np.array(wanted).T
    return (np.abs(means - targets) <= Z * np.hypot(errors, their_errors) + 0.002).all()


@pytest.mark.deep
def test_a_row_of_the_target_table():
    row = VECTORS["table"]["1000000,4"]["pem"]
    wanted = [row["f1"]["32"], row["found"], row["false"]]
    assert agree(found_and_listed(PrefixTree(4.0), 10**6, 30, 1), wanted)


@pytest.mark.weekly
@pytest.mark.parametrize("case", VECTORS["table"])
def test_the_target_table(case):
    n, epsilon = map(int, case.split(","))
    row = VECTORS["table"][case]["pem"]
    wanted = [row["f1"]["32"], row["found"], row["false"]]
    assert agree(found_and_listed(PrefixTree(float(epsilon)), n, 200, 2), wanted)


@pytest.mark.weekly
@pytest.mark.parametrize(
    "case", [c for c in VECTORS["confirm_group"] if "segpairs" in c]
)
def test_the_target_table_of_segment_pairs(case):
    n, epsilon, _ = case.split(",")
    row = VECTORS["confirm_group"][case]
    wanted = [row["f1_32"], row["found"], row["false"]]
    assert agree(found_and_listed(SegmentPairs(float(epsilon)), int(n), 200, 3), wanted)


def test_a_list_finds_more():
    """The price of no list, one row: with the list, one group and 10,000 candidates."""
    counts, rng = (10**6 * SHARES).astype(int), np.random.default_rng(9)
    hashing = LocalHashing.optimized(NAMES, 4.0)
    cut = noise_cut(counts.sum(), hashing.q, len(NAMES))
    result = []
    for _ in range(30):
        frequencies = hashing.simulate(counts, rng).frequencies
        rates = frequencies * (hashing.p - hashing.q) + hashing.q
        result.append((rates >= cut / counts.sum()).sum())
    wanted = VECTORS["table"]["1000000,4"]["known_list"]["found"]
    assert abs(np.mean(result) - wanted) < Z * (np.std(result) / math.sqrt(30) + 0.4)
