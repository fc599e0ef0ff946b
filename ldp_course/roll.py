"""Write invented_roll.csv.gz, a "public roll" for the linkage in "Threat models".

Run `python -m ldp_course.roll` in the course's folder, then `cd data && sha256sum *.gz
> SHA256SUMS`. The population is the people of Adult and as many invented people like
them. The roll lists a random 54 % of it, as the Cambridge voter list held about 54,000
of about 100,000 residents: a row of Adult that matches exactly one entry is sometimes
matched to the wrong person.
"""

import gzip
from pathlib import Path

import numpy as np
import pandas as pd

from ldp_course.data import load_adult

SEED = 1997
LISTED_SHARE = 0.54
PUBLIC_COLUMNS = ["age", "sex", "race", "native_country", "education"]


def invented_roll() -> pd.DataFrame:
    """Make the roll, as `load_roll` returns it, from Adult and the seed."""
    rng = np.random.default_rng(SEED)
    survey = known_country(load_adult()[PUBLIC_COLUMNS], rng)
    population = pd.concat([
        survey.assign(adult_row=survey.index),
        people_like(survey, rng).assign(adult_row=-1),
    ])
    listed = rng.permutation(len(population))[: round(LISTED_SHARE * len(population))]
    roll = population.iloc[listed].reset_index(drop=True)
    people = [f"Invented Person {number:05}" for number in range(1, len(roll) + 1)]
    roll.insert(0, "person", people)
    return roll


def known_country(people: pd.DataFrame, rng: np.random.Generator) -> pd.DataFrame:
    """Draw a country of birth, from those that Adult names, where it names none."""
    countries = people["native_country"].dropna().to_numpy()
    random = countries[rng.integers(len(countries), size=len(people))]
    random = pd.Series(random, index=people.index)
    return people.assign(native_country=people["native_country"].fillna(random))


def people_like(people: pd.DataFrame, rng: np.random.Generator) -> pd.DataFrame:
    """Draw as many rows with replacement, and move each age by -2 to +2 years."""
    sampled = people.iloc[rng.integers(len(people), size=len(people))]
    ages = sampled["age"] + rng.integers(-2, 3, size=len(people))
    return sampled.assign(age=ages.clip(17, 90))


if __name__ == "__main__":
    content = invented_roll().to_csv(index=False, lineterminator="\n").encode("utf-8")
    Path("data", "invented_roll.csv.gz").write_bytes(gzip.compress(content, 9, mtime=0))
