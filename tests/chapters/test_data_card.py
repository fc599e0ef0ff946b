"""Claims of the card of the data (data/README.md), counted in the files."""

from functools import cache

from ldp_course import data

ADULT = cache(data.load_adult)
ROLL = cache(data.load_roll)
SURNAMES = cache(data.load_surnames)


def test_how_long_the_files_are(chapter):
    chapter.says("1994 | {:,} |", len(ADULT()))
    chapter.says("public list of people | {:,} |", len(ROLL()))
    chapter.says("the {:,} most frequent surnames, United States", len(SURNAMES()))
    chapter.says("United States, 1990 | {:,} |", len(SURNAMES()))
    chapter.says("`OCCUPATIONS` are the {} occupations", len(data.OCCUPATIONS))
    chapter.says("Shares in these {:,} rows", len(ADULT()))
    chapter.says("One row a person, {} columns", ADULT().shape[1])
    chapter.says("this is the first part, {:,} people", len(ADULT()))


def test_the_columns_of_adult(chapter):
    adult = ADULT()
    missing, kinds = adult.isna().sum(), adult.nunique()
    oldest = adult["age"].max()
    text = "| {} to {}; {} people are {}, and none {}: {} most likely"
    values = (
        adult["age"].min(),
        oldest,
        (adult["age"] == oldest).sum(),
        oldest,
        oldest - 1,
    )
    chapter.says(text, *values, oldest)
    assert oldest - 1 not in set(adult["age"])
    chapter.says('means "{} or more"', oldest)
    chapter.says("{} values, {:,} missing |", kinds["workclass"], missing["workclass"])
    chapter.says("| {} values | | `education_num`", kinds["education"])
    chapter.says("as a rank | 1 to {} |", adult["education_num"].max())
    text = "{} values, {:,} missing |"
    chapter.says(text, kinds["occupation"], missing["occupation"])
    text = "{} values, {:,} missing |"
    chapter.says(text, kinds["native_country"], missing["native_country"])
    chapter.says("| `marital_status` | | {} values |", kinds["marital_status"])
    chapter.says("place in the family | {} values |", kinds["relationship"])
    chapter.says("survey's five groups | {} values |", kinds["race"])
    sex = adult["sex"].value_counts()
    chapter.says("Male {:,}, Female {:,} |", sex["Male"], sex["Female"])
    ceiling = adult["capital_gain"].max()
    at_it = (adult["capital_gain"] == ceiling).sum()
    chapter.says("a gain of {:,} ({} people) is a ceiling", ceiling, at_it)
    hours = adult["hours_per_week"]
    chapter.says("| {} to {}, mean {:.4f} |", hours.min(), hours.max(), hours.mean())
    income = adult["income"].value_counts()
    chapter.says("`>50K` {:,}, `<=50K` {:,} |", income[">50K"], income["<=50K"])
    mean, deviation = adult["age"].mean(), adult["age"].std()
    chapter.says("Age has mean {:.4f} and standard deviation {:.3f}.", mean, deviation)
    text = "There are {} rows that repeat an earlier row"
    chapter.says(text, adult.duplicated().sum())


def test_the_table_of_occupations(chapter):
    counts = ADULT()["occupation"].value_counts()
    for occupation in data.OCCUPATIONS:
        chapter.says(f"| {occupation} | {{:,}} |", counts[occupation])


def test_missing_answers(chapter):
    adult = ADULT()
    without_class = adult["workclass"].isna()
    never_worked = adult["workclass"].eq("Never-worked")
    assert adult.loc[without_class | never_worked, "occupation"].isna().all()
    assert adult["occupation"].isna().sum() == (without_class | never_worked).sum()
    assert never_worked.sum() == 7


def test_how_the_roll_is_made(chapter):
    people = ROLL()["person"]
    text = '"Invented Person {}" to'
    chapter.says(text, people.iloc[0].removeprefix("Invented Person "))
    text = 'to "Invented Person {}"'
    chapter.says(text, people.iloc[-1].removeprefix("Invented Person "))
    text = "the {:,} people of Adult, and {:,} invented"
    chapter.says(text, len(ADULT()), len(ADULT()))
    ages = ADULT()["age"]
    chapter.says("(within {} to {})", ages.min(), ages.max())
    chapter.says("lists a random {:.0f} % of this population", 100 * data.LISTED_SHARE)
    assert len(ROLL()) == round(2 * data.LISTED_SHARE * len(ADULT()))


def test_what_a_linkage_attack_finds(chapter):
    adult, public = ADULT(), ROLL()
    in_adult = (public["adult_row"] >= 0).sum()
    unique = adult[~adult.duplicated(data.PUBLIC_COLUMNS, keep=False)]
    matches = unique.reset_index(names="row").merge(public, on=data.PUBLIC_COLUMNS)
    single = matches[~matches.duplicated("row", keep=False)]
    right = (single["row"] == single["adult_row"]).sum()
    text = "{:,} entries are people of Adult, {:,} are not"
    chapter.says(text, in_adult, len(public) - in_adult)
    chapter.says("In Adult {:,} rows are unique", len(unique))
    chapter.says("Of these, {:,} match exactly one entry", len(single))
    share = 100 * right / len(single)
    chapter.says("the right person in {:,} cases ({:.1f} %)", right, share)
    chapter.says("a stranger in {}.", len(single) - right)
    chapter.says("and {:.1f} % is a property of this recipe", share)


def test_surnames(chapter):
    surnames = SURNAMES()
    first = surnames.head(3).to_numpy().ravel()
    chapter.says("first: {} {:.5f}, {} {:.5f}, {} {:.5f}.", *first)
    text = "The {:,} names cover {:.5f} of the"
    chapter.says(text, len(surnames), surnames["share"].sum())
    chapter.says("have the share {:.5f} and many ties", surnames["share"].min())
    assert (surnames["share"] == surnames["share"].min()).sum() > 100
