"""Claims of the chapter "Unary encoding", computed."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import chi2, norm

from ldp_course import RandomizedResponse, UnaryEncoding
from ldp_course.privacy import privacy_loss
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

P, Q = 0.75, 0.25
SALES, ARMED_FORCES = 5, 12
Z = norm.ppf(0.975)


def standard_error(chapter):
    """Return a count's error in people with 0.75 and 0.25, the same for every value."""
    return np.sqrt(0.75 * chapter["n"])


def published_errors(chapter):
    return (chapter["published"] - chapter["truth"][:14]) / standard_error(chapter)


def intervals_that_hold(explorer):
    """Return how many of the fifteen intervals hold the truth, in every picture."""
    held = []
    for _, picture in explorer.pictures:
        bars, estimates = picture.series[0], picture.series[-1]
        low, truth, high = map(np.array, (estimates.low, bars.y, estimates.high))
        held.append(int(((low <= truth) & (truth <= high)).sum()))
        assert f"contain the truth: {held[-1]} of 15" in picture.sentence
    return held


def test_the_data(chapter):
    truth, n, occupations = chapter["truth"], chapter["n"], len(chapter["OCCUPATIONS"])
    chapter.says("describe {:,} people from a United States survey", n)
    text = (
        "For {:,} of them the file names one of {} occupations, and for the other {:,} "
    )
    chapter.says(text + "it has", truth[:14].sum(), occupations, truth[14])
    assert truth.sum() == n


def test_one_report(chapter):
    zeros = len(chapter["domain"]) - 1
    text = "We begin with $p = {}$ and $q = {}$, which is the two-coin rule"
    chapter.says(text, P, Q)
    chapter.says(
        "such a report has {} + {} · {} = {} of them", P, zeros, Q, P + zeros * Q
    )
    report = chapter["report"][0]
    # "a 1 at these four values", not at Sales
    assert report.sum() == 4 and not report[SALES]
    assert 1 - P == 1 / 4  # "in one report out of four"
    before = chapter["truth"] / chapter["n"]
    after = before * np.where(report, P / Q, (1 - P) / (1 - Q))
    after, four = after / after.sum(), report == 1
    assert round(1 / before[four].sum()) == 6  # "About one person in six"
    chapter.says(
        "sees a {:.0f} % chance that the sender holds one of these four",
        100 * after[four].sum(),
    )
    assert after[four].sum() == pytest.approx(9 / 14, abs=0.005)  # "9 : 5"
    assert after[SALES] < before[SALES]  # "less likely"
    adds = (1 - Q) / (P - Q), -Q / (P - Q)
    chapter.says("Your report adds {:.1f} people to each value", adds[0])
    assert adds[1] == -1 / 2  # "subtracts half a person"
    truth, run = chapter["truth"], chapter["estimate"].counts
    most = truth.argmax()
    assert chapter["domain"][most] == "Prof-specialty"
    assert truth.argmin() == ARMED_FORCES
    # "whereas a 0 there would make it (1-p)/(1-q), which is less than 1"
    assert (1 - P) / (1 - Q) < 1
    # "close" for the largest, "negative" for the Armed-Forces
    assert abs(run[most] / truth[most] - 1) < 0.02 and run[ARMED_FORCES] < 0


def test_what_one_report_reveals(chapter):
    ratio = (P * P) / (Q * Q)
    assert ratio == 9 == P / Q * (1 - Q) / (1 - P) and P / Q == 3
    assert len(chapter["domain"]) - 2 == 13  # "The remaining thirteen bits"
    sales = chapter["truth"][chapter["sales"]] / chapter["n"]
    assert round(1 / sales) == 9  # "about one person in nine"
    after, most = (
        times * sales / (times * sales + 1 - sales) for times in (P / Q, ratio)
    )
    text = "that you work there rises from {:.0f} % to {:.0f} %."
    chapter.says(text, 100 * sales, 100 * after)
    chapter.says("So the odds are 9 : 8 then, or {:.0f} %.", 100 * most)
    reports = np.array(list(product((0, 1), repeat=5)))  # exact, for five values
    bits = np.eye(5, dtype=int)
    prior = np.array([1 / 9, *[2 / 9] * 4])
    chance = [np.where(reports == one, P, Q).prod(axis=1) for one in bits]
    belief = prior[0] * chance[0] / (prior @ np.array(chance))
    best = reports[belief.argmax()]
    # "The most revealing report has a 1 at Sales and nowhere else"
    assert (best == bits[0]).all() and belief.max() == pytest.approx(9 / 17)
    chapter.says("so ε = 2 ln 3 = ln 9, which is about {:.1f}.", np.log(ratio))
    assert privacy_loss(chapter["channel"]) == np.log(9)
    # the chapter's channel is the module's, report by report; the module's first bit is
    # the lowest
    column = [sum(bit << i for i, bit in enumerate(y)) for y in chapter["all_reports"]]
    module = UnaryEncoding(range(3), P, Q).channel()[:, column]
    assert np.allclose(chapter["channel"].astype(float), module, atol=1e-15)


@pytest.mark.parametrize("p, q", [(0.75, 0.25), (0.5, 0.1), (0.9, 0.4), (0.6, 0.05)])
def test_epsilon_does_not_depend_on_the_number_of_values(p, q):
    proved = np.log(p * (1 - q) / ((1 - p) * q))
    for k in (2, 3, 4, 5):
        assert np.isclose(
            privacy_loss(UnaryEncoding(range(k), p, q).channel()), proved, atol=1e-12
        )


def test_the_audit(chapter):
    assert 2.1 < chapter["result"].epsilon_lower < chapter["mechanism"].epsilon
    assert np.isclose(chapter["mechanism"].epsilon, np.log(9))


def test_from_wrong_counts_to_right_ones(chapter):
    n, sales = chapter["n"], int(chapter["truth"][SALES])
    ones = P * sales + Q * (n - sales)
    text = "Take Sales, where there are {:,} people. We expect {} · {:,} true 1s and "
    text += "{} · {:,} false ones, together {:,.0f}."
    chapter.says(text, sales, P, sales, Q, n - sales, ones)
    text = "we would expect $nq$ 1s, or {:,.0f}. Subtract these, and what is left is "
    text += (
        "what the {:,} people have added. Each of them lifts the expectation by $p-q$, "
    )
    text += "which is {}, so dividing by {} brings back the {:,.0f}."
    back = (ones - n * Q) / (P - Q)
    chapter.says(text, n * Q, sales, P - Q, P - Q, back)


def test_the_module_does_the_same(chapter):
    """15 differences within 7 standard errors (1e-10): bits come in another way."""
    m, values, estimate = chapter["mechanism"], chapter["values"], chapter["estimate"]
    assert (m.encode(values) == chapter["encode"](values, chapter["domain"])).all()
    assert np.allclose(m.aggregate(chapter["reports"]).counts, chapter["scratch"])
    reports = m.perturb(m.encode(values), np.random.default_rng(14))
    assert np.allclose(m.aggregate(reports).counts, estimate.counts)
    apart = abs(estimate.counts - chapter["scratch"]) / len(values)
    assert (apart < 7 * np.sqrt(2) * estimate.standard_errors).all()


def test_ones_hardly_differ(chapter):
    n, truth = chapter["n"], chapter["truth"]
    expected = n * Q + truth * (P - Q)
    few = 100 * expected.min() / expected.max()
    # "nine" and "four thousand" people
    assert truth.min() == 9 and 4_000 < truth.max() < 4_200
    text = "at $p = {}$ and $q = {}$ the bit of the Armed-Forces gets about {:.0f} % as many 1s"
    chapter.says(text, P, Q, few)
    chapter.says(
        "would still get about {:,.0f}, a quarter of everybody", round(n * Q, -1)
    )
    assert P - Q == 1 / 2  # "by half their number"
    assert (
        (n - truth) * Q / expected
    ).min() > 2 / 3  # "most ones are false, for every value"


def test_what_a_missing_answer_becomes(chapter):
    n, answered, error = (
        chapter["n"],
        chapter["truth"][:14].sum(),
        standard_error(chapter),
    )
    text = "| sends nothing | {:,} | {:.0f} | 0 |"
    chapter.says(text, answered, np.sqrt(0.75 * answered))
    chapter.says("| is a fifteenth value | {:,} | {:.0f} | {:.0f} |", n, error, error)
    chapter.says("| is fourteen zeros, before the noise | {:,} | {:.0f} |", n, error)
    chapter.says(r"$\sqrt{{14}}$ · {:.0f} = {:.0f}.", error, np.sqrt(14) * error)
    assert n**2 * chapter["mechanism"].variance(n, 0.1) == pytest.approx(error**2)
    zeros, channel = chapter["zeros"], chapter["channel"]
    loss = privacy_loss([zeros, channel[0]])
    text = "{:.0f} | {:.0f} | ln {:.0f} |"
    chapter.says(text, error, error, np.exp(chapter["mechanism"].epsilon))
    chapter.says("585 | ln {:.0f} |", np.exp(loss))
    assert np.isclose(loss, np.log(3)) and np.isclose(
        privacy_loss([zeros, *channel]), np.log(9)
    )
    text = "only ln 3, or {:.4f}, while between two occupations it stays ln 9"
    chapter.says(text, loss)


def test_how_wrong_a_count_is(chapter):
    n, truth, error = chapter["n"], chapter["truth"], standard_error(chapter)
    variance = P * (1 - P) / (P - Q) ** 2
    chapter.says("With our two probabilities the variance is ${}\\,n$", variance)
    text = r"error of a count is $\sqrt{{{} \cdot {:,}}}$ = {:.0f} people"
    chapter.says(text, variance, n, error)
    text = "for the {} people of the Armed-Forces and for the {:,} of the largest"
    chapter.says(text, truth.min(), truth.max())
    chapter.says("the same distribution as those of {:,} separate reports", n)
    few = 200
    largest, of_few = few * truth.max() / n, np.sqrt(variance * few)
    text = "Among only {} people even the largest occupation, with {:.0f} people, would be "
    chapter.says(text + "just two standard errors of {:.0f}", few, largest, of_few)
    assert largest / of_few == pytest.approx(2, abs=0.1)
    chapter.says("All this is about these {:,} people.", n)
    assert np.allclose(n**2 * chapter["mechanism"].variance(n, truth / n), error**2)


def test_two_thousand_runs(chapter):
    errors, error = chapter["errors"], standard_error(chapter)
    chapter.says("to run the whole survey {:,} times.", len(errors))
    chapter.says("all standard deviations are near {:.0f}", error)
    assert len(chapter["table"]) == 15  # all are shown
    # 4.9 standard errors for each of 15 values: a false alarm below 2e-5; the seed is
    # fixed
    assert np.abs(errors.mean(axis=0)).max() < 4.9 * error / np.sqrt(len(errors))
    assert np.abs(errors.std(axis=0) / error - 1).max() < 0.08
    sales = chapter["published"][SALES] - chapter["truth"][SALES]
    chapter.says("Its count for Sales was {} people off", sales)


def test_the_published_run_was_ordinary(chapter):
    z, squares = published_errors(chapter), (published_errors(chapter) ** 2).sum()
    far = np.flatnonzero(np.abs(z) > 2)
    assert [chapter["domain"][v] for v in far] == ["Handlers-cleaners"]
    chapter.says("(Handlers-cleaners, {:.2f})", z[far[0]])
    text = "squares of all fourteen sum to {:.1f}, where {} is expected with a standard deviation of {:.1f}."
    chapter.says(text, squares, len(z), chi2(len(z)).std())
    text = "{:.0f} % of runs are worse ([chi-squared with {} degrees"
    chapter.says(text, 100 * chi2(len(z)).sf(squares), len(z))
    sales, published = chapter["truth"][SALES], chapter["published"]
    text = "which is {:.1f} % of the count, whereas the standard error is {:.1f} %."
    chapter.says(
        text,
        100 * (published[SALES] / sales - 1),
        100 * standard_error(chapter) / sales,
    )


def test_fourteen_intervals(chapter):
    error, m = standard_error(chapter), 14
    confidence = round(norm.cdf(Z) - norm.cdf(-Z), 2)
    text = r"A {:.0f} % interval, $\hat n_v \pm {:.2f} \cdot {:.0f}$"
    chapter.says(text, 100 * confidence, Z, error)
    chapter.says("In how many of the {:,} surveys", len(chapter["runs"]))
    chapter.says("about ${}^{{{}}}$ = {:.2f}.", confidence, m, confidence**m)
    chapter.says("confidence level $1 - {:.2f}/14$", 1 - confidence)
    wide = norm.ppf(1 - (1 - confidence) / m / 2)
    chapter.says("± {:.0f} people, or {:.2f} standard errors, instead of ± {:.0f}.",
                 wide * error, wide, Z * error)  # fmt: skip
    text = "(2.91/1.96)² = {:.1f} times as many people."
    chapter.says(text, (wide / Z) ** 2)
    text = "is off by at most {:.0f} people. With the same confidence, no line of the "
    chapter.says(text + "table is off by more than {:.0f},", Z * error, wide * error)
    sidak = norm.ppf((1 + confidence ** (1 / m)) / 2)
    assert 0.99 * wide < sidak < wide  # "slightly narrower"
    chapter.says("Each interval is the estimate ± {:.0f} people", wide * error)


def test_the_line_that_is_picked_after_looking(chapter):
    errors, truth, error = (
        chapter["errors"][:, :14],
        chapter["truth"][:14],
        standard_error(chapter),
    )
    largest = (errors + truth).argmax(axis=1)
    of_largest = errors[np.arange(len(errors)), largest]
    # "too high by more than a hundred people on average", by five standard errors
    assert of_largest.mean() > 100 + 5 * of_largest.std() / np.sqrt(len(errors))
    misses = (np.abs(of_largest) > Z * error).mean()
    assert np.array_equal(of_largest, chapter["luck"])
    assert chapter["misses"] == pytest.approx(misses, abs=0.001)
    assert 0.075 < misses < 0.085  # "in about 8 % of the surveys"
    assert misses > 0.05 + 4 * np.sqrt(0.05 * 0.95 / len(errors))
    wide = norm.ppf(1 - 0.05 / 28) * error
    right = (np.abs(errors) <= wide).all(axis=1)
    assert (np.abs(of_largest[right]) <= wide).all() and right.mean() > 0.94


def test_the_answer(chapter):
    answer, truth = chapter["answer"], chapter["truth"]
    assert list(answer["truth"]) == list(truth[:14])
    assert answer["truth"].idxmax() == "Prof-specialty"
    assert answer["estimate"].rank(ascending=False)["Prof-specialty"] == 3
    assert answer["estimate"]["Armed-Forces"] < 0
    estimates = np.sort(answer["estimate"])
    assert (estimates[:2] < 0).all() and (estimates[2:] > 0).all()
    # "it might well have been 200": within 1.3 standard errors of nine
    chapter.says("it might well have been {}.", 200)
    assert abs(200 - 9) < 1.3 * standard_error(chapter)
    # most orders are right, not all: Spearman's correlation
    assert 0.95 < answer["estimate"].corr(answer["truth"], method="spearman") < 1
    chapter.says(
        "Not one of the {:,} reports behind this table can be trusted", chapter["n"]
    )
    ones = UnaryEncoding(chapter["domain"], P, Q)
    assert ones.epsilon == pytest.approx(2 * np.log(P / Q))  # "twice the ε of one bit"
    false_ones = (chapter["n"] - truth.min()) * Q
    assert false_ones / (false_ones + truth.min() * P) > 0.99  # "nearly all the 1s"


def test_explorer_of_intervals_right_at_once(chapter):
    explorer = chapter.explorers["How many intervals are right at once?"]
    runs = len(chapter["runs"])
    chapter.says("{:,} surveys", runs)
    for state, picture in explorer.pictures:
        theory, measured = (np.array(series.y) / 100 for series in picture.series)
        if state["each"] == "by Bonferroni":
            assert (theory >= state["confidence"] - 1e-3).all()  # "for the whole table"
        # 5 standard errors of 2,000 runs for each; the seed is fixed
        assert (
            np.abs(measured - theory) < 5 * np.sqrt(theory * (1 - theory) / runs) + 1e-3
        ).all()
    plain = {state["confidence"]: p.series[0].y[-1] for state, p in explorer.pictures
             if state["each"] != "by Bonferroni"}  # fmt: skip
    assert plain[0.99] < 95  # no slider but Bonferroni does it


def test_intervals_are_those_of_the_module(chapter):
    truth, runs = chapter["truth"] / chapter["n"], chapter["runs"][:50]
    for run, off in zip(runs, chapter["off"]):
        low, high = run.interval(0.95)
        assert (((low <= truth) & (truth <= high))[:14] == (off <= Z)).all()


def test_each_interval_holds_in_95_percent(chapter):
    truth = chapter["truth"] / chapter["n"]
    sides = np.array([run.interval() for run in chapter["runs"]])
    held = (sides[:, 0] <= truth) & (truth <= sides[:, 1])
    assert np.allclose(held.mean(axis=0), 0.95, atol=0.02)


def test_explorer_of_fifteen_counts(chapter):
    explorer = chapter.explorers["Fifteen counts at once (symmetric unary encoding)"]
    few, many, small = 1_000, 1_000_000, 0.25
    chapter.says("move N from {:,} to {:,}", few, many)
    draws = [explorer.picture_at(n=n).series[-1] for n in (few, 10 * few)]
    widths = [np.subtract(points.high, points.low) for points in draws]
    assert all(np.ptp(width) < 0.02 * width[0] for width in widths)  # "equally wide"
    assert 3 < widths[0][0] / widths[1][0] < 3.4  # "about three times narrower"
    chapter.says("At ε = {}, the intervals from {:,} people are longer", small, few)
    symmetric = UnaryEncoding.symmetric(chapter["domain"], small)
    low, high = explorer.axes["y"]["range"]
    assert 2 * 100 * Z * np.sqrt(symmetric.variance(few, 0)) > high - low


def test_explorer_of_two_probabilities(chapter):
    explorer, at_least = chapter.explorers["Two probabilities set ε and the error"], 13
    held = intervals_that_hold(explorer)
    text = "In {} of the {} draws here, {} or more of the {} intervals"
    values = sum(count >= at_least for count in held), len(held), at_least
    chapter.says(text, *values, len(chapter["domain"]))
    question = explorer.texts["question"]
    n, armed = chapter["n"], chapter["truth"][ARMED_FORCES]
    text = "{:,} people send {} bits each, with p = {} and q = {}. The bars"
    chapter.says(text, n, len(chapter["domain"]), P, Q)
    assert f"the Armed-Forces have {armed}." in question and explorer.start["p"] == P
    first, second = (P, Q), (0.5, 0.1)
    chapter.says("Compare p = {}, q = {} with p = {}, q = {}.", *first, *second)
    mechanisms = [UnaryEncoding(chapter["domain"], *pair) for pair in (first, second)]
    assert all(np.isclose(m.epsilon, np.log(9)) for m in mechanisms)
    assert mechanisms[1].variance(1, 0) < 0.8 * mechanisms[0].variance(1, 0)


def test_check_yourself(chapter):
    k = 1_000
    text = "We add {} values that nobody holds, so k = {:,},"
    chapter.says(text, k - len(chapter["domain"]), k)
    chapter.says("in the table there are {} more chances", k - len(chapter["domain"]))
    published, error = chapter["published"][ARMED_FORCES], standard_error(chapter)
    truth = chapter["truth"][ARMED_FORCES]
    low, high = published - Z * error, published + Z * error
    chapter.says(
        "In another run the estimate for the Armed-Forces is {}, and", published
    )
    chapter.says("Write {} with its interval", published)
    text = "The interval, {:.0f} to {:.0f}, contains the truth, {},"
    chapter.says(text, low, high, truth)
    assert low < truth < high
    chapter.says("The error is {:.2f} standard errors", abs(published - truth) / error)
    confidence, m = 0.95, 14
    text = "a. {} b. about {:.2f} c. {:.2f}"
    chapter.says(text, confidence, confidence**m, 1 - confidence)
    text = "All fourteen must hold, and they are independent: ${}^{{{}}}$"
    chapter.says(text, confidence, m)


def test_exercise_one_bit(chapter):
    right, wrong = chapter["right"], chapter["wrong"]
    assert np.isclose(wrong.p, np.e / (np.e + 1)) and np.isclose(
        privacy_loss(wrong.channel()), 2
    )
    chapter.says("$p = e^{{1/2}}/(e^{{1/2}}+1)$ = {:.4f}.", right.p)
    text = "grows by a factor of {:.2f}. The colleague's"
    chapter.says(text, np.sqrt(right.variance(1, 0) / wrong.variance(1, 0)))


def test_exercise_two_jobs(chapter):
    chapter.says("What is ε now, for $p = {}$, $q = {}$", P, Q)
    loss = privacy_loss(chapter["two_channel"])
    assert np.isclose(loss, 4 * np.log(3))
    chapter.says("so ε = 4 ln 3 = {:.3f}.", loss)
    assert len(chapter["two_jobs"]) == 6
    assert chapter["two_channel"].shape == (6, 2**4)


def test_exercise_silent_missing(chapter):
    n, truth = chapter["n"], chapter["truth"]
    chapter.says("What happens to the {:,} people", truth[14])
    text = "Sales has {:.1f} % of {:,} people and {:.1f} % of the people who answered"
    chapter.says(text, 100 * truth[SALES] / n, n, 100 * truth[SALES] / truth[:14].sum())


def test_exercise_swapped_letters(chapter):
    swapped, n, truth = chapter["swapped"], chapter["n"], chapter["truth"]
    errors = [n * np.sqrt(m.variance(n, 0)) for m in (swapped, chapter["good"])]
    assert np.isclose(swapped.epsilon, np.log(9)) and np.isclose(
        chapter["good"].epsilon, np.log(9)
    )
    chapter.says("a rare value is {:.0f} people where {:.0f} would do", *errors)
    rng = np.random.default_rng(4)
    runs = np.array([swapped.simulate(truth, rng).counts for _ in range(1_000)])
    # "stays unbiased": 4.9 standard errors; the seed is fixed
    assert np.abs(runs.mean(axis=0) - truth).max() < 4.9 * errors[0] / np.sqrt(1_000)


def test_symmetric_unary_encoding_at_a_given_epsilon(chapter):
    for epsilon in (0.25, 1, 4):
        symmetric, half = (
            UnaryEncoding.symmetric(range(15), epsilon),
            np.exp(epsilon / 2),
        )
        assert (symmetric.p, symmetric.q) == pytest.approx((
            half / (half + 1),
            1 / (half + 1),
        ))
        assert np.isclose(symmetric.variance(1, 0.3), half / (half - 1) ** 2)
    of_yes = RandomizedResponse(1).variance(1, 0)
    times = UnaryEncoding.symmetric(range(15), 1).variance(1, 0) / of_yes
    assert 4 < times < 4.5  # "a little more than four times"
    text = (
        "Its variance is ${:.2f}/n$, and that of a yes/no poll at ε = 1 is ${:.2f}/n$."
    )
    chapter.says(text, UnaryEncoding.symmetric(range(15), 1).variance(1, 0), of_yes)
    half = [RandomizedResponse(e).variance(1, 0) for e in (0.5, 1)]
    assert 4 < half[0] / half[1] < 4.5


def test_exercise_the_detectives_test(chapter):
    chapter.says("First test: {} hits and {} false alarms", P, Q)
    assert P / Q == 3 and (P * P) / (Q * Q) == 9
    text = "with {} · {} = {}, and a person in Tech-support if both flip, with {} · {} = {}."
    chapter.says(text, P, P, P * P, Q, Q, Q * Q)
    reports = np.array(list(product((0, 1), repeat=4)))
    sales, tech = (
        np.where(reports == bits, P, Q).prod(axis=1)
        for bits in np.eye(4, dtype=int)[:2]
    )
    rng = np.random.default_rng(1)
    for says_sales in rng.random((200, len(reports))) < 0.5:  # any list of reports
        assert sales[says_sales].sum() <= 9 * tech[says_sales].sum() + 1e-12


def test_exercise_divide_the_people(chapter):
    """Noise for a value that nobody holds, a fifteenth of the people a question."""
    epsilon, n, k = 2 * np.log(3), chapter["n"], 15
    of_one = RandomizedResponse(epsilon).variance(1, 0.0)
    p = RandomizedResponse(epsilon).p
    chapter.says("so the coin is right with probability {:.1f}", p)
    text = "has the variance ${:.2f}/({:.1f}^2 m) = {:.2f}/m$."
    chapter.says(text, p * (1 - p), 2 * p - 1, of_one)
    text = r"the count is $15 \cdot {:.2f}\,n = {:.1f}\,n$, and the standard error is {:.0f} "
    error = standard_error(chapter)
    chapter.says(
        text + "people instead of {:.0f}.", of_one, k * of_one,
        np.sqrt(k * of_one * n), error,
    )  # fmt: skip
    of_all = UnaryEncoding.symmetric(range(k), epsilon).variance(1, 0.0)
    text = (
        r"is ${:.2f}\,k\,n$, and asking everybody everything has ${:.2f}\,n$ at every"
    )
    chapter.says(text, of_one, of_all)
    assert 5 * of_one < of_all < 6 * of_one  # "up to k = 5"
    assert k * of_one > of_all  # "dividing still loses"
    assert 3.8 < np.sqrt(k) < 4  # "nearly four times", with the coins of everybody
    share = 0.1  # of a common one it is more, also without the error of the sampling
    of_common = k * of_one + k * share * (1 - share) - share * (1 - share)
    assert of_common > 1.5 * k * of_one


def test_exercise_a_table_of_thirty(chapter):
    lines, error = 30, round(standard_error(chapter))
    text = "A table has thirty lines with independent errors, each with a standard error of {}"
    chapter.says(text, error)
    text = "{} · {} = {} miss on average, and all are right with probability ${}^{{{}}}$ = {:.3f}."
    chapter.says(text, lines, 0.05, lines * 0.05, 0.95, lines, 0.95**lines)
    wide = norm.ppf(1 - 0.05 / lines / 2)
    text = "= {:.2f} standard errors, or ± {:.0f} people. More than twice as many lines"
    chapter.says(text, wide, wide * error)
    wider = 100 * (wide / norm.ppf(1 - 0.05 / 14 / 2) - 1)
    chapter.says("make an interval only {:.0f} % wider", wider)


def test_what_a_report_weighs(chapter):
    assert (10**6 - 1).bit_length() == 20  # "where twenty are enough to name a word"


def test_exercise_a_form(chapter):
    n, epsilon, services, lines = 2_000, 2, 12, 14
    assert lines == services + 2
    symmetric = UnaryEncoding.symmetric(range(lines), epsilon)
    assert np.isclose(symmetric.p, RandomizedResponse(epsilon / 2).p)
    chapter.says("About {:,} students will answer", n)
    chapter.says("by a factor of at most {:.1f}.", np.exp(epsilon))
    error = 100 * np.sqrt(symmetric.variance(n, 0))
    text = "With {:,} students the standard error of every share is {:.1f} percentage"
    chapter.says(text, n, error)
    wide = norm.ppf(1 - 0.05 / lines / 2) * error
    chapter.says("so I would print intervals of ± {:.1f} points", wide)
    assert Z * error > 3  # "A service that 3 % of them name"
