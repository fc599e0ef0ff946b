"""Ship it or stop it: right counts of the pilot in many styles."""

import io
import math

import numpy as np
import pandas as pd
from pyarrow import parquet

from ldp_course import UnaryEncoding


def rows(files):
    """ids, made, arrived and bits of all deliveries."""
    table = pd.concat([
        parquet.read_table(io.BytesIO(file)).to_pandas() for file in files
    ])
    return *(table[name].to_numpy() for name in ("id", "made", "arrived")), table.iloc[
        :, 3:
    ].to_numpy()


def from_files(make):
    """make(task) takes the rows; its result takes files."""
    return lambda task: lambda files: make(task)(*rows(files))


def by_module(task):
    def day_counts(ids, made, arrived, bits):
        rows = {}
        for number, day, row in zip(ids.tolist(), made.tolist(), bits):
            if day == task.pilot_day:
                rows[number] = row
        reports = np.array(list(rows.values()))
        design = UnaryEncoding.optimized(range(bits.shape[1]), task.pilot_epsilon)
        estimate = design.aggregate(reports)
        return estimate.counts, estimate.n * estimate.standard_errors

    return day_counts


def with_pandas(task):
    def day_counts(files):
        table = pd.concat([pd.read_parquet(io.BytesIO(file)) for file in files])
        table = table[table.made == task.pilot_day].drop_duplicates("id")
        reports = table.filter(regex="[0-9]")
        q = 1 / (1 + math.exp(task.pilot_epsilon))
        t = (reports.sum() - len(reports) * q) / (0.5 - q)
        noise = t / 4 + (len(reports) - t) * q * (1 - q)
        return t, noise**0.5 / (0.5 - q)

    return day_counts


RIGHT = {
    "day_of_the_pilot": {
        "the module": from_files(by_module),
        "pandas": with_pandas,
    }
}
