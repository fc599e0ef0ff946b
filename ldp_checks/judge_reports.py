"""Check a client that hands in one report for each person: its channel, its chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from ldp_checks.findings import Fault, Finding, part
from ldp_checks.judge_channel import (
    Sample,
    calls_for,
    wrong_in_calls,
    wrong_in_tables,
    wrong_law,
)
from ldp_checks.judge_dependence import dependent
from ldp_checks.judge_form import (
    CALLS,
    alone,
    as_reports,
    form_of,
    generator,
    keeps_its_input,
    small_table_points,
    uses_its_generator,
)
from ldp_checks.judge_tables import tables
from ldp_checks.statistical_limits import ERROR, epsilon_shown
from ldp_course.privacy import privacy_loss

# So many calls with one table: no two may be reported alike, nor may all have equal
# sums. In an exercise there are few, and places are judged in smaller tables only.
TABLES, FEW_TABLES = 64, 12
MOST = 1_000  # people in such a table, or fewer
FORM = (
    "return one report for each person: an array as long as `truths`, of 0 (no) and 1"
    " (yes)"
)
YES_NO = ("no", "yes")


def client_findings(
    client: Callable,
    arguments: Callable[[np.ndarray], tuple],
    laws: Sequence,
    rng: np.random.Generator,
    points: float,
    people: int,
    form: str = FORM,
    names: Sequence[str] = YES_NO,
    epsilon: bool = False,
    error: float = ERROR,
) -> Iterator[Finding]:
    """Judge client(*arguments(codes), rng): its channel, then how it draws chance.

    A right client fails with probability `error` at most.

    arguments: from codes of people, s * values + v for setting s and value v, what the
        client gets
    laws: for each setting Pr[report | value], shape (values, reports)
    points: half of them are for the channel. If it is wrong, nothing else is looked at.
        Without points small tables and the input do not matter
    people: how many, at least; a random number more
    names: of the reports and, if there are as many, of the values
    epsilon: whether to tell the ε of the laws; in the assignments it is what a question
        asks for
    """
    laws = np.asarray(laws, dtype=float)
    settings, values, kinds = laws.shape
    names_of_values = names if kinds == values else list(map(str, range(values)))
    cells = [[f'truth "{v}", report "{r}"' for r in names] for v in names_of_values]

    def call(codes: np.ndarray) -> object:
        return client(*arguments(codes), generator(rng))

    def reports_of(codes: np.ndarray) -> np.ndarray | str:
        return as_reports(call(codes), codes.shape, kinds)

    single = rng.integers(settings * values, size=1)
    of_one, readable = "", True
    if points:
        of_one, readable = alone(lambda: call(single), single.shape)
    law_of_code, place_error = laws.reshape(-1, kinds), 0.03 * error
    calls = calls_for(law_of_code, MOST * kinds, place_error)
    # Many people who all hold one value: so many that a right client reports them alike
    # in two calls with probability error / 10,000, and of no number known beforehand.
    # Not a value whose reports are a fair coin: there a truth looks like a lie.
    unevenness = np.ptp(law_of_code, axis=1)
    code = int(rng.choice(np.flatnonzero(unevenness >= unevenness.max() / 8)))
    times = TABLES if points else FEW_TABLES
    alike = float((law_of_code[code] ** 2).sum())
    crowd = max(200, math.ceil(math.log(error / 1e4 / times**2, alike)))
    same = np.full(crowd + rng.integers(50), code)
    # before or after the large table: a client that counts its calls cannot know which
    answers = [call(same) for _ in range(times)] if rng.random() < 0.5 else []
    everybody = np.arange(people + rng.integers(people // 20)) % (settings * values)
    codes = rng.permutation(everybody)
    reports = reports_of(codes)
    if isinstance(reports, str):
        raise Fault(reports or form)
    faults = []
    for setting, law in enumerate(laws):
        people_of_setting = codes // values == setting
        sample = Sample.of(
            codes[people_of_setting] % values, reports[people_of_setting], law
        )
        if wrong := wrong_law(sample, cells, 0.3 * error / settings):
            shown = epsilon_shown(sample.counts)
            message = _in_words(sample, shown, wrong, names, names_of_values, epsilon)
            faults.append((shown - sample.epsilon, message))
    if faults:
        raise Fault(max(faults)[1], points / 2)
    first, *further = arguments(same)

    def on_a_copy(rng: np.random.Generator) -> object:
        return client(first.copy(), *further, rng)

    answers = answers or [call(same) for _ in range(times)]
    # where `arguments` draws truths that are alike, these two calls have equal ones
    answers += [on_a_copy(generator(rng)) for _ in range(2)]
    small = [as_reports(answer, same.shape, kinds) for answer in answers]
    if bad := [sentence for sentence in small if isinstance(sentence, str)]:
        raise Fault(bad[0] or form, points / 2)
    different = len({table.tobytes() for table in small})
    small = small[:times]
    if different < times + 2:
        at_times = "" if different == 1 else f" in {times} calls at times"
        message = (
            f"two calls with different generators make the same draws{at_times}:"
            " whoever knows your code can undo them, and ε is infinite"
        )
        raise Fault(message, points / 2)
    alike_tables = [np.full(len(same), value) for value in range(values)]
    alike_tables += [rng.integers(values, size=len(same)) for _ in range(CALLS)]
    if len({form_of(call(table)) for table in alike_tables}) > 1:
        raise Fault(
            "the type of your reports depends on the truths: it tells them", points / 2
        )
    dependence = dependent(Sample.of(codes, reports, law_of_code), 0.4 * error)
    if len({int(table.sum()) for table in small}) == 1:
        dependence = (
            f"of {len(same)} people the same number report each answer, in each of"
            f" {times} tables: let chance decide for each person, not for a fixed"
            " number of them"
        )
    elif dependence:
        dependence += ": draw anew for each person"
    if points and (
        wrong := _in_tables(
            reports_of,
            law_of_code,
            cells * settings,
            rng,
            0.1 * error,
            settings,
            bool(dependence),
        )
    ):
        raise Fault("; ".join(filter(None, (wrong, dependence))), points / 2)

    few, known = rng.integers(len(law_of_code), size=rng.integers(2, 21)), iter(small)
    # one person has another value alone than among few
    one = [(few[:1] + 1) % len(law_of_code)] * readable
    for table in [same] * bool(points) + [few, *one]:

        def counted(table=table) -> tuple[np.ndarray, int] | str:
            reports = next(known, None) if table is same else None
            reports = reports_of(table) if reports is None else reports
            if isinstance(reports, str):
                return reports or form
            return np.eye(kinds)[reports], 1

        if wrong := wrong_in_calls(counted, law_of_code[table], calls, place_error):
            message = "; ".join(filter(None, (wrong, dependence)))
            raise Fault(message, points / 2)
    message = "every report is as likely as it should be"
    if epsilon:
        message += f", and ε = {', '.join(f'{privacy_loss(law):.3g}' for law in laws)}"
    yield Finding(True, message, points / 2, error / 2)

    message = dependence or "people draw independently of each other"
    yield Finding(not dependence, message, points / 4, error / 2)

    yield uses_its_generator(on_a_copy, rng=rng, points=points / 8)
    if not points:
        return
    keeps = keeps_its_input(client, first, *further, generator(rng), points=points / 8)
    if not keeps.holds:
        yield keeps
        return
    of_few = small_table_points(points / 8)
    yield replace(keeps, points=points / 8 - of_few)
    of_nobody = isinstance(reports_of(same[:0]), str)
    message = of_one or "for nobody return an empty array" * of_nobody
    right = "tables of one person or of nobody work"
    yield Finding(not message, message or right, of_few)


def _in_tables(
    reports_of: Callable,
    law: np.ndarray,
    cells: Sequence[Sequence[str]],
    rng: np.random.Generator,
    error: float,
    settings: int,
    loosely: bool,
) -> str:
    """Say what is wrong with the reports of tables of any kind; "" if nothing is."""

    def draw(people: int, shares: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        alike = 10 ** rng.uniform(-2.5, 1)  # small: most people have one setting
        often = rng.dirichlet(np.full(settings, alike))
        setting = rng.choice(settings, people, p=often / often.sum())
        # the value first: a sorted table is then sorted by it
        return rng.choice(len(shares), people, p=shares) * settings + setting

    samples, values = [], len(law) // settings
    for size, table in tables(rng, values, draw):
        codes = table % settings * values + table // settings
        reports = reports_of(codes)
        if isinstance(reports, str):
            return (
                reports or "some tables have other reports, or not one for each person"
            )
        samples.append((size, Sample.of(codes, reports, law)))
    return wrong_in_tables(samples, cells, error, loosely)


def sample_findings(
    name: str,
    sample: Callable,
    law: np.ndarray,
    n: int,
    rng: np.random.Generator,
    error: float = ERROR,
    report_names: Sequence[str] = (),
) -> Iterator[Finding]:
    """Judge sample(value, n, rng): n reports of people who all hold `value`.

    It is for exercises: there are no points.
    """
    values, kinds = law.shape
    names = YES_NO if kinds == 2 else list(map(str, range(kinds)))
    wanted = (
        "0 (no) or 1 (yes)" if kinds == 2 else f"a whole number from 0 to {kinds - 1}"
    )

    def client(codes: np.ndarray, rng: np.random.Generator) -> object:
        people = np.bincount(codes, minlength=values).tolist()
        parts = [sample(value, n, rng) for value, n in enumerate(people) if n]
        parts = [part if np.ndim(part) else [part] for part in parts]
        try:
            reports = [report for part in parts for report in part]
        except TypeError:  # no reports at all
            return None
        if len(reports) != len(codes):
            return None
        place = np.argsort(np.argsort(codes, kind="stable"))
        if all(isinstance(part, np.ndarray) for part in parts):
            return np.concatenate(parts)[place]
        return [reports[i] for i in place]

    findings = client_findings(
        client,
        lambda codes: (codes,),
        [law],
        rng,
        0,
        n * values,
        f"must give one report for each person: {wanted}",
        report_names or names,
        True,
        error,
    )
    # the channel, independence, the generator: the last one needs no name before it
    for place, finding in enumerate(part(findings)):
        if place != 2:
            finding = replace(finding, message=f"{name}: {finding.message}")
        yield finding


def _in_words(
    sample: Sample,
    shown: float,
    why: str,
    names: Sequence[str],
    names_of_values: Sequence[str],
    epsilon: bool,
) -> str:
    """Say what is wrong with a channel, and how much ε it costs at least."""
    start = "not the probabilities asked for"
    if epsilon:
        start += f" (ε = {sample.epsilon:.3g})"
    if shown > sample.epsilon and epsilon:
        start = f"asked for ε = {sample.epsilon:.3g}, your reports show at least"
        start += f" {shown:.3g}"
    elif shown > sample.epsilon:
        start += (
            f", and they give away more: your reports show at least ε = {shown:.3g}"
        )
    counts = sample.counts
    if (counts.max(axis=1) == counts.sum(axis=1)).all():  # no truth has two reports
        reports = counts.argmax(axis=1).tolist()
        if reports == list(range(len(reports))):
            why = "every report is the truth: draw for each person whether to tell it"
        elif len(set(reports)) == 1:
            why = (
                "everybody reports the same: draw for each person, and let the truth"
                " have a part in it"
            )
        elif len(reports) == 2:
            why = (
                "every report is the opposite of the truth, which tells as much as the"
                " truth"
            )
        else:
            why = "each truth has one report: no chance has a part in it"
    elif (never := (counts == 0) & (sample.law > 0)).any():
        v, r = np.argwhere(never)[0]
        why = f'a "{names_of_values[v]}" is never reported as "{names[r]}"'
        if counts.shape == (2, 2):
            why += (
                f', so every "{names[r]}" is sure to be false'
                if v == r
                else f', so every "{names[r]}" is sure to be true'
            )
    return f"{start}: {why}"
