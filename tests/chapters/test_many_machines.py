"""Claims of the chapter "From one machine to many", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

import math
import tempfile
from pathlib import Path

import numpy as np

from ldp_checks.chapters.many_machines import REPLAYED
from ldp_course import DirectEncoding, UnaryEncoding, rappor
from ldp_course.topics import shufflers
from ldp_course.topics.many_machines import collect, total, write_batch
from ldp_course.topics.many_machines.layout import to_columns
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

MILLION = 1_000_000
# CPU seconds of 10⁷ reports, MB, CPU seconds of 10⁸; by `make bench-scale`
MEASURED = {
    "DuckDB | {:.1f} | {} | {:.1f} |": (0.7, 224, 6.0),
    "NumPy, file by file | {:.1f} | {} | {:.1f} |": (0.9, 183, 7.8),
    "Dask, threads | {:.1f} | {} | {:.1f} |": (1.1, 214, 5.9),
    "Dask, two processes | {:.1f} | {} each | {:.1f} |": (6.2, 197, 24.0),
    "pandas, all at once | {:.1f} | {:,} | not run |": (7.3, 2_338, None),
    "(Python itself takes {} MB of this.)": (180,),
}


def test_whole_numbers(chapter):
    first = np.array([[1, 0, 0], [1, 0, 1], [0, 0, 1]])
    text = "has three reports: {}{}{}, in which only the bit of *nothing* is set, {}{}{} and {}{}{}."
    chapter.says(text, *first.ravel())
    assert chapter["sleep"].domain[0] == "nothing"
    ones = first.sum(axis=0)
    chapter.says("and finds {}, {} and {}. The", *ones)
    chapter.says("they have {}, {} and {} ones in 5 reports", *(ones + [1, 2, 0]))
    whole = chapter["sleep"].support(chapter["reports"])
    assert np.array_equal(sum(chapter["parts"]), whole)
    text = "try it with {:,} phones and seven machines"
    chapter.says(text, len(chapter["reports"]))
    assert len(chapter["parts"]) == 7


def test_fractions_depend_on_their_order(chapter):
    a, b, c = 0.1, 0.2, 0.3
    text = "$({} + {}) + {}$ differs from ${} + ({} + {})$ in the last digit"
    chapter.says(text, a, b, c, a, b, c)
    assert (a + b) + c == math.nextafter(a + (b + c), 1)
    chapter.says("64 bits can hold nine billion billion")
    assert np.iinfo(np.int64).max // 10**18 == 9


def test_exactly_once(chapter):
    chapter.says("so its {} reports get a row", len(chapter["late"]))
    every = sum(chapter["parts"])
    assert np.array_equal(chapter["counted"].counts, every), "the late ones, too"
    assert chapter["counted"].n == len(chapter["reports"])
    names = sorted(path.stem for path in chapter["table"].glob("*.npz"))
    assert names == ["cairo", "lima", "oslo", "quito"]


def test_each_name_counts_once(chapter):
    direct, ids = DirectEncoding(["a", "b"], 1.0), np.eye(10, 16, dtype=np.uint8)
    reports, counted = np.arange(10) % 2, []
    for name, rows in (("other", slice(4)), ("first", slice(7))):
        with tempfile.TemporaryDirectory() as folder:
            inbox, table = Path(folder), Path(folder, "table")
            write_batch(inbox / "first.parquet", direct, reports, ids)
            collect(inbox, table)
            again = reports[rows], ids[rows]
            write_batch(inbox / f"{name}.parquet", direct, *again)
            collect(inbox, table)
            counted.append(total(table)[1].n)
    chapter.says("a second row, and {} reports are counted, even", counted[0])
    chapter.says("get lost on the way, the row is written over with {}.", counted[1])


def test_repeats(chapter):
    d = 0.05
    weight, squares = 100 * (1 - d + 2 * d), 100 * (1 - d + 4 * d)
    chapter.says("The collector sees {:.0f} reports", weight)
    chapter.says(r"is proportional to $1/\sqrt{{{:.0f}}}$.", weight)
    true, printed = math.sqrt(squares) / weight, 1 / math.sqrt(weight)
    text = "= {:.0f} + {:.0f} \\cdot 2$ = {:.0f}, and"
    chapter.says(text, 100 * (1 - d), 100 * d, weight)
    text = "= {:.0f} + {:.0f} \\cdot 4$ = {:.0f}, which"
    chapter.says(text, 100 * (1 - d), 100 * d, squares)
    chapter.says(r"proportional to $\sqrt{{{:.0f}}}/{:.0f}$.", squares, weight)
    chapter.says(r"the true one is $\sqrt{{{:.0f}/{:.0f}}}$.", weight, squares)
    chapter.says("make it {:.1f} % too small", 100 * (1 - printed / true))
    chapter.says("For $d$ = {} it is {:.3f}.", d, chapter["printed_over_true"](d))
    assert math.isclose(chapter["printed_over_true"](d), printed / true)


def test_repeats_do_so_in_runs():
    """5 % of the reports twice, whoever gave them: the noise is that of the sums."""
    sleep, rng = UnaryEncoding.optimized(["a", "b"], 1), np.random.default_rng(11)
    n, runs = 2_000, 2_000
    weights = np.ones(n)
    weights[: n // 20] = 2
    noise = (rng.random((runs, n)) < sleep.q) @ weights / weights.sum() - sleep.q
    true = noise.std() / math.sqrt(sleep.q * (1 - sleep.q))
    ratio = 1 / math.sqrt(weights.sum()) / true
    assert abs(ratio / math.sqrt(1.05 / 1.15) - 1) < 5 / math.sqrt(2 * runs)


def test_explorer_of_repeats(chapter):
    explorer = chapter.explorers["Reports that come again"]
    chapter.says("error of {:.2f} of", 1 / math.sqrt(1.2))
    chapter.says("share is 0.2, and {:.2f} if it is 1.", 1 / math.sqrt(2))
    for state, picture in explorer.pictures:
        printed, true, _ = picture.series
        if state["ids"] == "dropped":
            assert set(printed.y) == set(true.y) == {1}
            continue
        assert all(np.diff(printed.y) < 0) and true.y[-1] == 1
        assert all(p < t for p, t in zip(printed.y[1:], true.y[1:]))


def test_replay(chapter):
    sleep = chapter["sleep"]
    chapter.says("Here {:,} people all take nothing", len(chapter["people"]))
    chapter.says("one report for pills {:,} times", len(chapter["replayed"]))
    moved = (chapter["after"] - chapter["before"])[2]
    counts_as = (1 - sleep.q) / (sleep.p - sleep.q)
    exact = 1_000 * counts_as / 101_000
    error = math.sqrt(sleep.variance(100_000, 0.0))
    assert abs(moved - exact) < 5 * error / 100
    chapter.says("About {:.0f} % of all people now seem", 100 * exact)
    chapter.says(
        "although only {:.0f} % of the reports were added", 100 * 1_000 / 101_000
    )
    text = "At ε = 1, where $p$ = {} and $q$ = {:.3f}, that makes {:.2f} people."
    chapter.says(text, sleep.p, sleep.q, counts_as)


def test_villages(chapter):
    groups = [people for _, people in chapter["villages"]]
    assert {sum(people) for people in groups} == {100_000}
    shares = [yes / (no + yes) for no, yes in groups]
    chapter.says("Each has {:,} people in the survey.", sum(groups[0]))
    chapter.says("In the first a share of {} take pills", shares[0])
    chapter.says("and in the second the share is {}. What", shares[1])
    chapter.says("equally large, so the truth is {}.", np.mean(shares).round(9))
    each = [4 * math.exp(e) / (math.exp(e) - 1) ** 2 for e in (1, 4)]
    assert np.allclose(
        each, [UnaryEncoding.optimized(["a", "b"], e).variance(1, 0) for e in (1, 4)]
    )
    a, b = (variance / 100_000 for variance in each)
    assert np.allclose(chapter["precision"], [b / (a + b), a / (a + b)])
    text = "${:.2f}/n$ at ε = 1 and ${:.4f}/n$ at ε = 4, so {:.0f} times less."
    chapter.says(text, *each, a / b)
    text = "gets ${:.0f}/{:.0f}$ of the weight, and the first one $1/{:.0f}$."
    chapter.says(text, a / b, a / b + 1, a / b + 1)
    by_people, by_variance = zip(chapter["centers"], chapter["theory"])
    text = "lie around {:.3f}, with a standard error of {:.4f}."
    chapter.says(text, *by_people)
    text = r"around $(0.2 + {:.0f} \cdot 0.4)/{:.0f}$ = {:.3f}, and their standard error is {:.4f}."
    chapter.says(text, a / b, a / b + 1, *by_variance)
    assert abs((0.2 + 48 * 0.4) / 49 - by_variance[0]) < 5e-4
    exact = 1 / chapter["variances"]
    at = np.average([0.2, 0.4], weights=exact)
    chapter.says("(With the full variance his weights would aim at {:.3f}, which", at)
    share = chapter["of_all"]([0.2, 0.4], [100, 300])
    chapter.says("For shares 0.2 and 0.4 of 100 and 300 people it is {:.2f}.", share)
    chapter.says("close together, around {:.3f}.", by_variance[0])


def test_the_figure_of_villages(chapter):
    weights = chapter["precision"]
    variances = [coin.variance(9, 0) for coin in chapter["coins"]]
    assert np.isclose(weights[1] / weights[0], variances[0] / variances[1])
    of_each = chapter["by_people"], chapter["by_variance"]
    for values, center, error in zip(of_each, chapter["centers"], chapter["theory"]):
        assert len(values) == 300
        assert abs(values.mean() - center) < 5 * error / math.sqrt(300)
        assert abs(values.std() / error - 1) < 5 / math.sqrt(600)


def test_the_index(chapter):
    stolen, arrived = chapter["stolen"], chapter["arrived"]
    assert not stolen.equals(arrived) and stolen.sort_index().equals(arrived)
    places = stolen.index.to_numpy()
    assert (places != np.arange(len(places))).all(), "no row is where it was"


def test_sorting_is_a_shuffle(chapter):
    """Every order of arrival gives the same file, also of reports with ids."""
    rng, sleep = np.random.default_rng(12), chapter["sleep"]
    reports = chapter["reports"][:50]
    ids = rng.integers(256, size=(50, 16), dtype=np.uint8)
    files = set()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.parquet")
        for _ in range(5):
            order = rng.permutation(50)
            write_batch(path, sleep, reports[order], ids[order])
            files.add(path.read_bytes())
    assert len(files) == 1
    chapter.says("The same reports give the same sorted file")


def test_cells(chapter):
    def blanket(n, local, delta=1e-6):
        return shufflers.blanket_epsilon(n, local, delta)

    whole, none = blanket(MILLION, 4), blanket(416, 4)
    chapter.says("In one pile that's ε = {:.3f}, with δ = 10⁻⁶", whole)
    text = "With 100 regions, {} people are left in a cell, and ε is {:.1f} again"
    chapter.says(text, MILLION // (100 * 24), none)
    exact = shufflers.coins_epsilon(416, 4, 1e-6)  # not the bound only
    assert round(exact, 1) == round(none, 1) == 4
    assert 7 < 416 / (math.exp(4) + 1) < 8
    chapter.says("and seven or eight of them are too few")
    chapter.says("at ε₀ = 2 the bound is {:.2f}.", blanket(416, 2))
    one, few = (
        100 * math.sqrt(math.exp(4) / n) / (math.exp(4) - 1) for n in (MILLION, 416)
    )
    text = "That's {:.3f} percentage points in the one pile, and {:.2f} points in a cell of 416."
    chapter.says(text, one, few)
    needed = shufflers.people_needed(4, 1, 1e-6, "blanket")
    text = "for ε = 1 at ε₀ = 4 it's {:,}, so a million people can have {} cells"
    chapter.says(text, needed, MILLION // needed)
    pile, cohort = (
        shufflers.clones_epsilon(n, 6, 1e-6) for n in (MILLION, MILLION // 64)
    )
    text = "leaves ε = {:.2f} in one pile. In one of 64 cohorts it leaves {:.2f}."
    chapter.says(text, pile, cohort)
    half = shufflers.coins_epsilon(416, 4, 1e-6, 208)
    chapter.says("hold a 1, ε is {:.2f} at ε₀ = 4", half)
    chapter.says("At ε₀ = 1 the bound for every crowd is {:.2f}.", blanket(416, 1))
    strict = blanket(MILLION, 4, 1e-9)
    chapter.says("for the whole pile is {:.3f} instead of {:.3f}.", strict, whole)


def test_explorer_of_cells(chapter):
    explorer = chapter.explorers["What a cell leaves of the shuffle"]
    whole = shufflers.blanket_epsilon(MILLION, 4, 1e-6)
    chapter.says("all in one cell: ε is {:.3f} after", whole)
    for state, picture in explorer.pictures:
        seen, errors, _ = picture.series
        assert all(np.diff(seen.y) <= 0) and all(np.diff(errors.y) < 0)
        assert max(seen.y) <= state["local"] + 1e-9 and seen.y[0] > 0.2 * state["local"]
        if state["local"] == 4:
            assert round(seen.y[0], 1) == 4


def test_quiz(chapter):
    first, other = 1_000, 9_000
    chapter.says("Two servers hold {:,} and {:,} reports", first, other)
    assert other == 9 * first
    chapter.says("one of {:,} towns", 2_400)
    chapter.says("About {} people are left in a cell", MILLION // 2_400)


def test_exercises(chapter):
    p, q = 0.75, 0.25
    chapter.says("$p$ = {} and $q$ = {}.", p, q)
    polls = (220, 400), (270, 600)
    text = 'One server has {} "yes" among {} reports, another {} among {}.'
    chapter.says(text, *np.ravel(polls))
    yes, people = np.sum(polls, axis=0)
    reported = yes / people
    share = (reported - q) / (p - q)
    text = "Together {} of {:,}: $({} - {})/{}$ = {:.2f}."
    chapter.says(text, yes, people, reported, q, p - q, share)
    each = [(yes / people - q) / (p - q) for yes, people in polls]
    text = "both estimates, {:.1f} and {:.1f}, would be {:.1f}."
    chapter.says(text, *each, np.mean(each))
    k, d = 128, 0.1
    chapter.says("{} columns of 8 bytes are {:,}.", k, 8 * k)
    weight, squares = 1 - d + 3 * d, 1 - d + 9 * d
    chapter.says(r"$\sum w = {} + {} \cdot 3$ = {:.1f} and", 1 - d, d, weight)
    chapter.says(r"= {} + {} \cdot 9$ = {:.1f}.", 1 - d, d, squares)
    text = r"Printed $1/\sqrt{{1.2}}$, true $\sqrt{{1.8}}/1.2$: the ratio is"
    text += r" $\sqrt{{1.2/1.8}}$ = {:.3f}."
    chapter.says(text, math.sqrt(weight / squares))
    coin = UnaryEncoding.optimized(["a", "b"], 1)
    chapter.says("($p$ = {}, $q$ = {:.3f}).", coin.p, coin.q)
    ones, n = round(10_000 * coin.q), 10_500
    chapter.says("({:,} + 500)/{:,} = {:.4f}, less", ones, n, (ones + 500) / n)
    chapter.says("less {:.4f}, over {:.4f}: {:.3f}.", coin.q, coin.p - coin.q, REPLAYED)
    people = shufflers.people_needed(4, 0.1, 1e-6, "blanket")
    text = "A cell needs {:,} people, so there may be {} cells."
    chapter.says(text, people, MILLION // people)


def test_the_nightly_file(chapter):
    people, clinics, hours = 200_000, 300, 24
    chapter.says('"{:,} people use our app, in {} clinics.', people, clinics)
    cells, each = clinics * hours, round(people / (clinics * hours))
    text = "{} clinics and {} hours are {:,} cells, with about {} people each."
    chapter.says(text, clinics, hours, cells, each)
    pile, cell = (shufflers.clones_epsilon(n, 1, 1e-6) for n in (people, each))
    text = "In one pile of 200,000 a mixer could bring ε = 1 down to about {:.2f}."
    chapter.says(text, pile)
    chapter.says("In a cell of {} it's still {:.2f}, by the clones' bound", each, cell)


def test_the_bits_of_duckdb(chapter):
    """The documented order, in the version that is installed."""
    import duckdb

    bits = np.random.default_rng(9).integers(2, size=24, dtype=np.uint8)
    octets = np.packbits(bits, bitorder="little").tobytes()
    with duckdb.connect() as database:
        for i, bit in enumerate(bits):
            values = [octets, chapter["place"](i)]
            database.execute("select get_bit(?::blob::bit, ?::int)", values)
            assert database.fetchone() == (bit,)


def test_the_fault_of_the_index(chapter, tmp_path):
    import pandas as pd

    table = pd.DataFrame({"bits": [5, 3, 9, 1]})
    chapter["publish"](table, tmp_path / "a.parquet")
    assert pd.read_parquet(tmp_path / "a.parquet").sort_index().equals(table)
    chapter["mended"](table, tmp_path / "b.parquet")
    assert pd.read_parquet(tmp_path / "b.parquet")["bits"].tolist() == [1, 3, 5, 9]


def test_bytes(chapter):
    collection, n = chapter["collection"], len(chapter["bits"])
    assert n == MILLION and chapter["bits"].shape[1] == collection.bits
    columns = 1 + collection.bits
    text = "{} numbers of 8 bytes a report, and that makes {:.0f} MB."
    chapter.says(text, columns, columns * 8 * n / 1e6)
    assert chapter["frame"].memory_usage(index=False).sum() == 3 * n
    kinds = to_columns(collection, (chapter["bits"][:9], chapter["cohorts"][:9]))
    assert np.array_equal(kinds["bits_0"], chapter["packed"][:9])


def test_bytes_on_disk(chapter):
    bytes_each, frame = chapter["bytes_each"], chapter["frame"]
    plain = bytes_each(frame, use_dictionary=False, compression=None)
    ordered = frame.sort_values(["cohort", "bits"])
    dense = bytes_each(ordered, **chapter["dense"])
    chapter.says("a report takes {:.2f} bytes", plain)
    chapter.says("each row's place in that list: {:.2f}.", bytes_each(frame))
    chapter.says("**Sorted**, it takes {:.2f}, because", dense)
    small = frame[:10_000].sort_values(["cohort", "bits"])
    text = "In files of 10,000 it's {:.1f}."
    chapter.says(text, bytes_each(small, **chapter["dense"]))
    written = (chapter["folder"] / "all.parquet").stat().st_size / MILLION
    assert round(written, 2) == dense  # half a byte, by write_batch too
    order = math.lgamma(MILLION + 1) / math.log(2) / MILLION
    cohort, row = math.log2(chapter["collection"].cohorts), chapter["collection"].bits
    left = cohort + row - order
    chapter.says("by Stirling's formula, so {:.1f} bits a report.", order)
    assert math.isclose(order, math.log2(MILLION) - math.log2(math.e), abs_tol=1e-4)
    text = "Of the ${:.0f} + {}$ bits of a cohort and a row, roughly {:.1f} are left: {:.2f} bytes."
    chapter.says(text, cohort, row, left, left / 8)


def test_engines(chapter):
    written = (chapter["folder"] / "all.parquet").stat().st_size / MILLION
    few = chapter["bits"][:20_000], chapter["cohorts"][:20_000]
    random_ids = np.random.default_rng(1).integers(256, size=(20_000, 16), dtype="u1")
    path, sizes = chapter["folder"] / "ids", []
    for ids in (None, random_ids):
        write_batch(path, chapter["collection"], few, ids)
        sizes.append(path.stat().st_size / 20_000)
    more = sizes[1] - sizes[0]
    assert abs(more - 16) < 0.2, "random bytes do not get smaller"
    for row, numbers in MEASURED.items():
        chapter.says(row, *numbers)
    of_duckdb = 10 * next(iter(MEASURED.values()))[2]
    chapter.says("need about {:.0f} CPU seconds of DuckDB and", of_duckdb)
    text = "and {:.1f} GB of disk, in files of a million ({:.0f} GB if each"
    chapter.says(text, written, written + more)
    assert np.array_equal(chapter["counts"], chapter["known"])
    assert chapter["known"].shape == (64, 1 + 16)
    every = rappor.count_bits(
        chapter["bits"], chapter["cohorts"], chapter["collection"]
    )
    assert np.array_equal(chapter["counts"], every) and every[:, 0].sum() == MILLION


def test_one_seed(chapter):
    expected = chapter["expected"]
    assert math.isclose(expected, math.sqrt(chapter["sleep"].variance(100_000, 0.4)))
    chapter.says(r"$\sqrt{{10}}$ = {:.1f} times", math.sqrt(10))
    chapter.says("theory: {:.4f} if ten", math.sqrt(10) * expected)
    chapter.says("one seed, {:.4f} if each", expected)
    for name, factor in ("one seed", math.sqrt(10)), ("spawned", 1):
        values = np.array(chapter["errors"][name])
        assert len(values) == 300
        ratio = np.sqrt(np.mean(values**2)) / expected / factor
        assert abs(ratio - 1) < 5 / math.sqrt(600)
