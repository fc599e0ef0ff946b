"""The test of a channel refuses randomizers that hide the truth in their reports.

A right randomizer fails with probability at most 1e-8.
"""

import numpy as np
import pandas as pd
import pytest

from ldp_checks.findings import gather
from ldp_checks.judge_bits import bit_findings
from ldp_checks.judge_channel import (
    Sample,
    calls_for,
    wrong_in_calls,
    wrong_in_tables,
    wrong_law,
    wrong_place,
)
from ldp_checks.judge_dependence import dependent
from ldp_checks.judge_reports import client_findings
from ldp_checks.judge_tables import tables
from ldp_checks.plain_form import plain_form
from ldp_course.binomial import highest_count

P, Q = 0.7, 0.2
LAW = [[1 - Q, Q], [1 - P, P]]


def honest(truths, rng):
    return (rng.random(truths.shape) < np.where(truths == 1, P, Q)).astype(int)


def failure_messages(client, people=20_000):
    rng = np.random.default_rng()
    findings = gather(
        client_findings(client, lambda codes: (codes.copy(),), [LAW], rng, 4, people)
    )
    return " ".join(finding.message for finding in findings if not finding.holds)


def minus_zero(truths, rng):
    return np.where(honest(truths, rng) == 1, 1.0, np.where(truths == 1, -0.0, 0.0))


def type_of_an_entry(truths, rng):
    reports = honest(truths, rng).tolist()
    return [bool(report) if truth else report for report, truth in zip(reports, truths)]


def digits_of_a_long_number(truths, rng):
    """Whoever looks at all digits of a report reads the truth."""
    reports = honest(truths, rng).astype(np.longdouble)
    tiny = np.longdouble("1e-400")
    return np.where(reports, 1 + truths * np.finfo(np.longdouble).eps, truths * tiny)


def kind_of_a_row(truths, rng):
    shape = truths.shape[:1]
    signs = truths.reshape(*shape, -1)[:, 0]
    return [
        [list, tuple][t](row) for t, row in zip(signs, honest(truths, rng).tolist())
    ]


def flag_of_a_row(truths, rng):
    rows = list(honest(truths, rng))
    for row, own in zip(rows, truths):
        row.flags.writeable = not own[0]
    return rows


def first_truth_in_the_type(truths, rng):
    return honest(truths, rng).astype([np.int64, np.float64][int(truths.ravel()[0])])


def old_noise_with_new_digits(truths, rng):
    reports = honest(truths, np.random.default_rng(7)).astype(np.longdouble)
    drawn = rng.integers(0, 2, reports.shape)
    return np.where(reports, 1 + drawn * np.finfo(np.longdouble).eps, 0)


def type_of_a_table(truths, rng):
    return honest(truths, rng).astype(np.int64 if truths.any() else np.int32)


def noise_comes_again_after(people):
    def client(truths, rng):
        u = np.resize(
            rng.random((min(people, len(truths)), *truths.shape[1:])), truths.shape
        )
        return (u < np.where(truths == 1, P, Q)).astype(int)

    return client


def a_thousand_noises(truths, rng):
    return honest(truths, np.random.default_rng(rng.integers(1_000)))


def mirror(truths, rng):
    """The first half's draws come again in the second, the last one first."""
    u, half = rng.random(len(truths.ravel())), truths.size // 2
    u[truths.size - half :] = u[:half][::-1]
    return (u.reshape(truths.shape) < np.where(truths == 1, P, Q)).astype(int)


def antithetic(truths, rng):
    u, half = rng.random(len(truths.ravel())), truths.size // 2
    u[truths.size - half :] = 1 - u[:half][::-1]
    return (u.reshape(truths.shape) < np.where(truths == 1, P, Q)).astype(int)


def draw_for_each_pair_of_truths(truths, rng):
    """The j-th yes and the j-th no share their draw."""
    u, reports = rng.random(len(truths)), np.empty(len(truths), int)
    for value, chance in ((0, Q), (1, P)):
        held = truths == value
        reports[held] = u[: held.sum()] < chance
    return reports


def parity_in_the_type(truths, rng):
    return honest(truths, rng).astype([np.int64, np.int32][int(truths.sum()) % 2])


def truth_of_small_tables(truths, rng):
    return truths.copy() if 1 < len(truths) < 150 else honest(truths, rng)


def knows_the_sizes(truths, rng):
    """Honest for the sizes of tables that a check is known to use."""
    return (
        honest(truths, rng)
        if len(truths) in (0, 1, 200, 300, 20_000)
        else truths.copy()
    )


def knows_the_first_call():
    calls = []

    def client(truths, rng):
        calls.append(len(truths))
        return honest(truths, rng) if len(calls) == 1 else truths.copy()

    return client


def at(place, report):
    """Report its truth at some place of each large table, and be honest elsewhere."""

    def client(truths, rng):
        reports = honest(truths, rng)
        if len(truths) >= max(place + 1, -place):
            reports[place] = report(truths[place])
        return reports

    return client


def first_yes_tells_the_truth(truths, rng):
    reports = honest(truths, rng)
    reports[np.flatnonzero(truths)[:1]] = 1
    return reports


def alone_tells_the_truth(truths, rng):
    return truths.copy() if len(truths) == 1 else honest(truths, rng)


def first_is_drawn_with_less_noise(truths, rng):
    reports = honest(truths, rng)
    return np.where(
        (np.arange(len(truths)) == 0) & (rng.random(len(truths)) < 0.97),
        truths,
        reports,
    )


CHEATS = {
    at(0, lambda truth: 0 * truth): " a table ",  # or of a person alone in one
    at(-2, lambda truth: 0 * truth + 1): "of a table of",
    at(4, lambda truth: 1 - truth): "person 5 of a table of",
    first_yes_tells_the_truth: " a table ",
    alone_tells_the_truth: "a person alone in a table",
    first_is_drawn_with_less_noise: "has other probabilities than those asked for",
    minus_zero: "-0.0",
    type_of_an_entry: "the type of a report may tell",
    digits_of_a_long_number: "more digits than a whole number needs",
    old_noise_with_new_digits: "more digits than a whole number needs",
    type_of_a_table: "the type of your reports depends on the truths",
    noise_comes_again_after(10_007): "people 10,007 places apart depend on each other",
    mirror: "people at mirrored places depend on each other",
    antithetic: "people at mirrored places depend on each other",
    draw_for_each_pair_of_truths: "each counted in their order, depend on each other",
    parity_in_the_type: "the type of your reports depends on the truths",
    truth_of_small_tables: "tables of fewer people",
    a_thousand_noises: "whoever knows your code can undo them",
    knows_the_sizes: "every report is the truth",
    knows_the_first_call(): "",
}


def test_an_honest_client_passes():
    assert not failure_messages(honest)


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__qualname__)
def test_a_client_that_hides_the_truth_is_refused(cheat):
    """A thousand noises show in 64 calls with probability 0.87: eight tries miss them
    with 10^-7. Twelve tables have one parity with 2^-11: two tries miss it with 3 *
    10^-7. Too few lies at the first place are missed with 7 * 10^-5, if its truth is
    yes: two tries miss them with 10^-8.
    """
    often = {
        a_thousand_noises: 8,
        parity_in_the_type: 2,
        first_is_drawn_with_less_noise: 2,
    }
    tries = often.get(cheat, 1)
    tried = [failure_messages(cheat) for _ in range(tries)]
    assert any(messages and CHEATS[cheat] in messages for messages in tried), tried


def bit_failure_messages(function, people=3_000, columns=9):
    rng = np.random.default_rng()
    rows = (rng.random((people, columns)) < 0.3).astype(int)
    findings = gather(
        bit_findings(function, rows, LAW, "a report", rng, (2, 1.5, 0, 0.5))
    )
    return " ".join(finding.message for finding in findings if not finding.holds)


def third_column_is_the_xor(rows, rng):
    u = rng.integers(0, 2**53, rows.shape)
    last = rows.shape[1] // 3 * 3
    u[:, 2:last:3] = u[:, 0:last:3] ^ u[:, 1:last:3]
    return (u / 2**53 < np.where(rows == 1, P, Q)).astype(int)


def draw_for_each_person(rows, rng):
    return (rng.random((len(rows), 1)) < np.where(rows == 1, P, Q)).astype(int)


def draw_for_each_column(rows, rng):
    return (rng.random((1, rows.shape[1])) < np.where(rows == 1, P, Q)).astype(int)


def bit_of_the_third_row(rows, rng):
    bits = honest(rows, rng)
    bits[2:3, 3] = rows[2:3, 3]
    return bits


def empty_row_at_the_end(rows, rng):
    return honest(rows, rng) * (np.arange(len(rows)) < len(rows) - 1)[:, None]


BITS = {
    bit_of_the_third_row: "person 3 of a table of",
    empty_row_at_the_end: "has other probabilities than those asked for",
    alone_tells_the_truth: "a person alone in a table",
    minus_zero: "-0.0",
    digits_of_a_long_number: "more digits than a whole number needs",
    old_noise_with_new_digits: "more digits than a whole number needs",
    kind_of_a_row: "the type of a report may tell",
    flag_of_a_row: "the type of a report may tell",
    first_truth_in_the_type: "the type of your table differs between calls",
    third_column_is_the_xor: "bits of one person depend on each other",
    draw_for_each_person: "draw anew for every bit",
    draw_for_each_column: "",
    noise_comes_again_after(1_000): "people 1,000 places apart depend on each other",
    mirror: "people at mirrored places depend on each other",
    antithetic: "people at mirrored places depend on each other",
    parity_in_the_type: "the type of your table differs between calls",
    a_thousand_noises: "the noise is the same",
}


def test_honest_bits_pass():
    assert not bit_failure_messages(honest)


@pytest.mark.parametrize(
    "form",
    [
        list,
        np.ndarray.tolist,
        pd.DataFrame,
        np.asfortranarray,
        lambda table: table.astype(np.uint8),
        lambda table: table.astype(bool),
        lambda table: table.astype(float),
        lambda table: [tuple(row) for row in table.tolist()],
        lambda table: [*table[:1], *(row.copy() for row in table[1:])],
        lambda table: list(np.array(list(table.T)).T),
        lambda table: [list(row) for row in table],
        lambda table: np.repeat(table, 2, axis=1)[:, ::2],
    ],
)
def test_honest_bits_pass_in_any_usual_form(form):
    """As a check gets them."""
    assert not bit_failure_messages(
        lambda rows, rng: plain_form(form(honest(rows, rng)))
    )


@pytest.mark.parametrize("cheat", BITS, ids=lambda cheat: cheat.__qualname__)
def test_bits_that_hide_the_truth_are_refused(cheat):
    """One try misses the xor with probability 0.3, a thousand noises with 0.13, and the
    type of the first truth with 0.7^12 = 0.014: all tries miss it with 10^-7 at most.
    """
    tries = {
        a_thousand_noises: 8,
        third_column_is_the_xor: 14,
        first_truth_in_the_type: 4,
    }
    tries = (tries | {parity_in_the_type: 2}).get(cheat, 1)
    tried = [bit_failure_messages(cheat) for _ in range(tries)]
    assert any(messages and BITS[cheat] in messages for messages in tried), tried


@pytest.mark.parametrize("columns", [1, 8])
def test_its_limits_hold_with_a_large_error_as_well(columns, deep):
    """With error 0.2 in place of 1e-8 a right randomizer fails in at most a fifth of
    the samples: more than so many of them have probability 1e-6.
    """
    times = 1_000 if deep else 20
    rng, failed = np.random.default_rng(), np.zeros(3, dtype=int)
    for _ in range(times):
        rows = rng.integers(0, 2, (500, columns))
        sample = Sample.of(rows, honest(rows, rng), LAW)
        table = rows[:20]
        hits = sum(honest(table, rng) for _ in range(40))
        failed += (
            bool(wrong_law(sample, [["", ""]] * 2, 0.2)),
            bool(dependent(sample, 0.2)),
            bool(wrong_place(hits, 40, np.array(LAW)[table, 1], 0.2)),
        )
    assert (failed <= highest_count(times, 0.2, 1e-6)).all()


def test_the_limits_of_tables_of_any_size_hold_with_a_large_error_as_well(deep):
    """In 700 tries 49 right randomizers failed where 0.2 of them may."""
    times = 400 if deep else 8
    rng, law = np.random.default_rng(), np.array(LAW)

    def draw(people, shares, rng):
        return (rng.random(people) < shares[1]).astype(int)

    failed = sum(
        bool(
            wrong_in_tables(
                [
                    (size, Sample.of(table, honest(table, rng), law))
                    for size, table in tables(rng, 2, draw)
                ],
                [["", ""]] * 2,
                0.2,
            )
        )
        for _ in range(times)
    )
    assert failed <= highest_count(times, 0.2, 1e-6)


def test_chance_of_a_few_seeds_is_seen_in_the_calls_with_one_table():
    """A right randomizer fails with probability 1e-8."""
    rng, law = np.random.default_rng(), np.array(LAW)
    table = rng.integers(0, 2, 30)
    calls = calls_for(law, 30)

    def fault(source):
        return wrong_in_calls(
            lambda: (honest(table, source()), 1), law[table, 1], calls
        )

    assert not fault(lambda: rng)
    assert "reports of an earlier one" in fault(
        lambda: np.random.default_rng(rng.integers(10))
    )


@pytest.mark.parametrize("rare", [0, 1e-12, 1e-5])
def test_reports_that_are_nearly_always_the_same_do_not_take_for_ever(rare):
    assert calls_for([[1 - rare, rare], [1 - rare, rare]], 400) <= 2_000


@pytest.mark.parametrize("law", [LAW, [[0.95, 0.05], [0.1, 0.9]], [[0.2, 0.3, 0.5]]])
def test_so_many_calls_show_each_report_that_is_always_the_same(law):
    law, people = np.array(law), 30
    calls = calls_for(law, people * law.size)
    for value, report in np.ndindex(*law.shape):
        chances = np.tile(law[value], (people, 1))
        hits = np.round(calls * chances)
        assert not wrong_place(hits, calls, chances)
        hits[7] = calls * np.eye(len(law[value]))[report]
        assert wrong_place(hits, calls, chances).startswith(
            "the report of person 8 of a table"
        )
