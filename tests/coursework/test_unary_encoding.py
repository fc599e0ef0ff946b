"""The checks of the assignment "Unary encoding": right answers get all points, known mistakes lose theirs.

Random tests, with the chance that a right answer fails: see `test_a_class_of_300`.
"""

import hashlib
import itertools
import json
import math
from dataclasses import asdict

import numpy as np
import pytest
import unary_answers as answers
from scipy import stats
from soundness import RUNS, STUDENTS, judge, messages, solution_points

from ldp_course.checks import unary_encoding as checks
from ldp_course.checks.statistics import ERROR
from ldp_course.checks.unary_encoding import formulas
from ldp_course.checks.unary_encoding.faults import FAULTS, letter, program
from ldp_course.checks.unary_encoding.task import SURVEYS
from ldp_course.privacy import privacy_loss

TASKS = {student: checks.task(student) for student in STUDENTS}
QUICK = max(RUNS, 100)  # runs of the checks that take under a millisecond


def cases(**tables):
    return [pytest.param(name, key, id=f"{name}: {key}") for name, table in tables.items() for key in table]


RIGHT = {
    "encode_answers": answers.ENCODE_RIGHT,
    "perturb_bits": answers.PERTURB_RIGHT,
    "epsilon_of": {name: (lambda t, f=f: f) for name, f in answers.EPSILON_RIGHT.items()},
    "estimate_counts": answers.ESTIMATE_RIGHT,
    "intervals": answers.INTERVALS_RIGHT,
    "best_probabilities": answers.BEST_RIGHT,
    "mended_program": answers.MENDED_RIGHT,
}
WRONG = {
    "encode_answers": answers.ENCODE_WRONG,
    "perturb_bits": answers.PERTURB_WRONG,
    "epsilon_of": {name: (lambda t, f=f: f, most) for name, (f, most) in answers.EPSILON_WRONG.items()},
    "estimate_counts": answers.ESTIMATE_WRONG,
    "intervals": answers.INTERVALS_WRONG,
    "best_probabilities": answers.BEST_WRONG,
    "mended_program": answers.MENDED_WRONG,
}
CHECKS = {check.name: check for check in checks.CHECKS}


def given(make):
    """From a maker of answers: student -> the list that a check takes."""

    def answer(student):
        made = make(TASKS[student])
        return made if isinstance(made, list) else [made]

    return answer


def runs_of(name):
    return RUNS if name in ("perturb_bits", "epsilon_of", "mended_program") else QUICK


@pytest.mark.parametrize("name, key", cases(**RIGHT))
def test_a_right_answer_gets_all_points_every_time(name, key):
    judge(CHECKS[name], given(RIGHT[name][key]), CHECKS[name].points, CHECKS[name].points, runs_of(name))


def test_a_slow_right_answer_gets_all_points():
    make = given(answers.PERTURB_SLOW["one bit at a time"])
    judge(checks.perturb_bits, make, 4, 4, runs=max(RUNS // 10, 2))


@pytest.mark.parametrize("name, key", cases(**WRONG))
def test_a_known_mistake_loses_its_points_every_time(name, key):
    make, most = WRONG[name][key]
    judge(CHECKS[name], given(make), 0, most, runs_of(name))


def test_the_code_questions_are_worth_17_points():
    assert sum(check.points for check in checks.CHECKS) == 17
    assert [check.name for check in checks.CHECKS] == list(RIGHT) == list(WRONG)


def test_the_numbers_of_a_student_never_change():
    def digest(student):
        numbers = asdict(checks.task(student)) | {"student": ""}
        return hashlib.sha256(json.dumps(numbers).encode()).hexdigest()[:16]

    assert {student: digest(student) for student in ("ada", "grace", " Ada ", "4711")} == DIGESTS


DIGESTS = {
    "ada": "9647090120411e35",
    "grace": "3db92aac6ddc2c15",
    " Ada ": "9647090120411e35",
    "4711": "48184e3e2f9cf06d",
}


def test_the_numbers_range_over_all_choices():
    tasks = [checks.task(f"person {number}") for number in range(400)]
    assert {t.survey for t in tasks} == set(SURVEYS) and {len(t.domain) for t in tasks} == {6, 7, 8}
    assert {t.most for t in tasks} == {2, 3} and {letter(t.faulty_code) for t in tasks} == set(FAULTS)
    assert {t.p for t in tasks} == {0.55, 0.6, 0.65, 0.75} and {t.q for t in tasks} == {0.1, 0.15, 0.2, 0.3}
    assert {t.epsilon / t.most for t in tasks} == {1, 1.25, 1.5, 2} == {t.asked for t in tasks}
    assert {t.share for t in tasks} == {0.2, 0.25, 0.3, 0.35}
    assert len({repr(t).partition("\n")[2] for t in tasks}) > 380
    # what the questions rely on
    assert all(2 * t.most <= len(t.domain) and len(set(t.domain)) == len(t.domain) and t.p + t.q != 1 for t in tasks)


def test_the_task_says_the_numbers_in_words():
    t = checks.task("ada")
    told = repr(t)
    for part in (t.survey, *t.domain, f"up to {t.most} values", f"p = {t.p:g}", f"q = {t.q:g}", f"ε = {t.epsilon:g}"):
        assert part in told


def test_the_formula_of_epsilon_by_enumeration():
    """All rows of up to m values (or only "no answer"), all reports: the largest ratio."""
    for k, most, p, q in [(4, 2, 0.75, 0.2), (4, 1, 0.55, 0.1), (5, 2, 0.6, 0.3), (4, 2, 0.2, 0.7)]:
        named = [set(c) for size in range(1, most + 1) for c in itertools.combinations(range(k), size)] + [{k}]
        reports = np.array(list(itertools.product([0, 1], repeat=k + 1)))
        chances = [np.where([i in one for i in range(k + 1)], p, q) for one in named]
        channel = [np.where(reports == 1, chance, 1 - chance).prod(axis=1) for chance in chances]
        assert math.isclose(privacy_loss(channel), formulas.epsilon(p, q, most))


def test_the_least_variance_is_the_minimum():
    for epsilon, share in itertools.product((0.5, 1, 2, 3), (0, 0.1, 0.3, 0.5)):
        ps = np.linspace(0.001, 0.999, 9_981)
        grid = min(answers.variance(p, answers.partner(p, epsilon), share) for p in ps)
        least = formulas.least_variance(epsilon, share)
        assert least * (1 - 1e-12) <= grid <= least * (1 + 1e-6)
        assert math.isclose(answers.variance(*answers.closed(epsilon, share, 1), share), least)
    assert math.isclose(formulas.least_variance(1.5, 0), 4 * math.exp(1.5) / (math.exp(1.5) - 1) ** 2)


def test_the_variance_counts_what_simulations_show():
    """n Var of an estimated share: 20,000 surveys, within 5 standard errors of a variance (chance below 1e-6)."""
    rng, n, held, p, q = np.random.default_rng(1), 1_000, 300, 0.6, 0.15
    ones = rng.binomial(held, p, 20_000) + rng.binomial(n - held, q, 20_000)
    shares = (ones / n - q) / (p - q)
    assert abs(n * shares.var() / formulas.variance(p, q, 0.3) - 1) < 5 * math.sqrt(2 / 20_000)


def test_the_faulty_programs_have_the_epsilon_that_the_answer_key_says():
    """The channel of `collect` for 3 values, by frequencies of 400,000 reports of each value."""
    rng = np.random.default_rng(2)
    for fault, (_, loss) in FAULTS.items():
        collect, _ = answers.written(program(fault))
        channel = []
        for value in range(3):
            reports = collect(np.tile(np.eye(3, dtype=int)[value], (400_000, 1)), 1.0, rng)
            channel.append(np.bincount(reports @ [4, 2, 1], minlength=8) / len(reports))
        shown = privacy_loss(channel)
        assert math.isinf(shown) if math.isinf(loss(1.0)) else abs(shown - loss(1.0)) < 0.1, fault


def test_faults_of_the_server_make_counts_wrong_and_the_right_program_does_not():
    """5,000 people, ε = 1, mean of 400 runs within 5 standard errors of the truth, or far outside."""
    rng, truth = np.random.default_rng(3), np.array([3_000, 2_000, 0, 0, 0, 0])
    rows = np.repeat(np.eye(6, dtype=int), truth, axis=0)
    p, q = answers.symmetric(1)
    allowed = 5 * math.sqrt(p * q * 5_000) / (p - q) / math.sqrt(400)
    for fault in (None, *FAULTS):
        collect, count = answers.written(program(fault))
        off = np.abs(np.mean([count(collect(rows, 1.0, rng), 1.0) for _ in range(400)], axis=0) - truth).max()
        assert (off < allowed) == (fault in (None, "a", "c")), (fault, off)


def test_an_honest_survey_looks_too_exact_less_than_once_in_a_million():
    """`too_exact`: at least 6 columns, both kinds of bits; the exact chance, for the smallest counts that occur."""
    n, cases = checks.PEOPLE, []
    for k, most, p, q in itertools.product((6, 7, 8), (2, 3), (0.55, 0.6, 0.65, 0.75), (0.1, 0.15, 0.2, 0.3)):
        cases.append((np.array([round(0.9 * most / k * n)] * k + [n // 10]), p, q))
    for k, asked in itertools.product((6, 7, 8), (1, 1.25, 1.5, 2)):
        cases.append((np.array([n // k] * k), *answers.symmetric(asked)))
    chances = []
    for ones, p, q in cases:
        of, chance = np.concatenate([ones, n - ones]), np.repeat([p, q], len(ones))
        reach = np.sqrt(of * chance * (1 - chance)) / 3
        near = stats.binom.cdf(of * chance + reach, of, chance) - stats.binom.cdf(
            np.ceil(of * chance - reach) - 1, of, chance
        )
        chances.append(near.prod())
    assert max(chances) < ERROR, max(chances)


def test_a_class_of_300(capsys):
    """The chance that anybody's right answers fail: a bound, from the number of random tests and their error."""
    # each of the two random checks: what one report shows, columns, people, probabilities, too exact;
    # and one comparison of two draws of 300 rows that chance cannot make equal (below 1e-100)
    tests = 2 * 5
    bound = 300 * tests * ERROR
    with capsys.disabled():
        print(f"\nUnary encoding: {tests} random tests at {ERROR:g}; wrong fails in a class of 300: {bound:.2%}")
    assert bound <= 0.003


TEACHING = [
    ("perturb_bits", "a 1 is never cleared", "your reports show at least", "a 1 is never cleared"),
    ("perturb_bits", "the truth", "the reports are the true rows"),
    ("perturb_bits", "a 0 never becomes 1", "a 0 never becomes 1"),
    ("perturb_bits", "one coin a person", "some bits of a person share their chance"),
    ("perturb_bits", "neighbours share", "draw anew for every bit of every person"),
    ("perturb_bits", "halves share", "draw anew for every bit of every person"),
    ("perturb_bits", "doubled ε", "the noise is too weak"),
    ("perturb_bits", "all 0", "the reports say nothing about the rows"),
    ("perturb_bits", "a fixed seed", "the noise is the same at every call"),
    ("perturb_bits", "exact shares", "closer to their means than chance allows"),
    ("perturb_bits", "NumPy's global generator", "global generator was used"),
    ("perturb_bits", "changes its input", "work on a copy"),
    ("perturb_bits", "half of ε", "a correct answer lies in"),
    ("encode_answers", "no answer is all zeros", "all zeros would be lost"),
    ("encode_answers", "too many values pass", "raise nothing; both must raise a ValueError"),
    ("epsilon_of", "one value", "m values can differ in 2 m bits"),
    ("epsilon_of", "log to base 2", "the natural logarithm"),
    ("epsilon_of", "ones only", "a changed value is two changed bits"),
    ("estimate_counts", "shares", "these are shares"),
    ("estimate_counts", "ones", "most of them are noise"),
    ("estimate_counts", "clipped at 0", "clipping makes the average too high"),
    ("estimate_counts", "rounded", "do not round"),
    ("intervals", "each on its own", "but all together only with"),
    ("intervals", "around the ones", "must be the estimate of question 4"),
    ("best_probabilities", "ε is not shared", "values differ in"),
    ("best_probabilities", "symmetric", "times the least one"),
    ("mended_program", "wrong letter", "is not what is wrong in your program"),
    ("mended_program", "wrong ε", "the server cannot change ε"),
]


@pytest.mark.parametrize("name, key, sentences", [(name, key, rest) for name, key, *rest in TEACHING])
def test_a_message_teaches(name, key, sentences):
    told = messages(CHECKS[name], given(WRONG[name][key][0])("student00"), "student00")
    for sentence in sentences:
        assert sentence in told, told


def test_a_copied_notebook_loses_the_individual_questions():
    """Answers of one student, handed in by another whose numbers differ."""
    first = TASKS["student00"]
    other = next(student for student, t in TASKS.items() if t.p != first.p and t.most != first.most)
    for name in ("encode_answers", "perturb_bits", "estimate_counts", "intervals", "best_probabilities"):
        copied = given(next(iter(RIGHT[name].values())))("student00")
        found = CHECKS[name].findings(*copied, student=other, rng=np.random.default_rng())
        assert sum(f.points for f in found if f.holds) < CHECKS[name].points, name


def test_the_stub_is_not_implemented():
    def stub(*arguments):
        raise NotImplementedError

    for check in checks.CHECKS:
        found = check.findings(*[stub] * len(check.answers), student="ada", rng=np.random.default_rng())
        assert [f.message for f in found] == ["not implemented yet"]


@pytest.mark.parametrize("student", STUDENTS[:8])
def test_the_solutions_of_the_source_get_all_points(student):
    points = solution_points("unary_encoding", student)
    assert list(points) == list(CHECKS) and all(earned == most for earned, most in points.values()), points
