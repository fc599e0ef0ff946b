"""Ship it or stop it: right counts of the pilot in many styles."""

import math

import numpy as np
import pandas as pd

from ldp_course import UnaryEncoding


def by_module(task):
    def day_counts(ids, made, arrived, bits):
        rows = {}
        for number, day, row in zip(ids.tolist(), made.tolist(), bits):
            if day == task.pilot_day:
                rows[number] = row
        reports = np.array(list(rows.values()))
        design = UnaryEncoding.optimized(range(bits.shape[1]), task.pilot_epsilon)
        found = design.aggregate(reports)
        return found.counts, found.n * found.standard_errors

    return day_counts


def with_pandas(task):
    def day_counts(ids, made, arrived, bits):
        table = pd.DataFrame(bits).assign(id=ids, made=made)
        table = table[table.made == task.pilot_day].drop_duplicates("id")
        reports = table.drop(columns=["id", "made"])
        q = 1 / (1 + math.exp(task.pilot_epsilon))
        t = (reports.sum() - len(reports) * q) / (0.5 - q)
        noise = t / 4 + (len(reports) - t) * q * (1 - q)
        return t, noise**0.5 / (0.5 - q)

    return day_counts


def by_sorting(task):
    """Sorted by id; a delivery counts if its id differs from the one before."""

    def day_counts(ids, made, arrived, bits):
        order = np.argsort(ids, kind="stable")
        ids, made, bits = ids[order], made[order], bits[order]
        first = np.append(True, ids[1:] != ids[:-1]) & (made == task.pilot_day)
        n, ones = first.sum(), bits[first].sum(axis=0)
        q = 1 / (1 + math.exp(task.pilot_epsilon))
        t = (ones - n * q) / (0.5 - q)
        inside = np.maximum(t, 0)
        return [t, np.sqrt(inside / 4 + (n - inside) * q * (1 - q)) / (0.5 - q)]

    return day_counts


def by_hand(task):
    def day_counts(ids, made, arrived, bits):
        seen, ones = set(), [0] * bits.shape[1]
        for number, day, row in zip(ids, made, bits):
            if day != task.pilot_day or number in seen:
                continue
            seen.add(number)
            for place, bit in enumerate(row):
                ones[place] += int(bit)
        n, q, counts, errors = len(seen), 1 / (1 + math.exp(task.pilot_epsilon)), [], []
        for one in ones:
            t = (one - n * q) / (0.5 - q)
            inside = min(max(t, 0), n)
            counts.append(t)
            errors.append(math.sqrt(0.25 * inside + (n - inside) * q * (1 - q)) / (0.5 - q))
        return counts, errors

    return day_counts


def one_table(task):
    return lambda *rows: np.stack(by_sorting(task)(*rows))


RIGHT = {
    "day_of_the_pilot": {
        "the module": by_module,
        "pandas": with_pandas,
        "sorted": by_sorting,
        "one table": one_table,
    }
}
SLOW = {"day_of_the_pilot": {"by hand": by_hand}}
