"""Deliver the reports of a pilot, late or repeated, in files of one day each."""

from __future__ import annotations

import io
from random import Random

import numpy as np

from ldp_checks.individual_numbers import uniforms
from ldp_course.topics.many_machines.safely import needed

PILOT_DAYS = (1, 2, 3)


def delivered(source: Random, bits: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return reports as they come in: ids, day of making, day of arrival, bits.

    A third of them are made on each day. Some come late. Some are sent again with the
    same id, since no phone can know whether the first delivery arrived.
    """
    rows, ids = len(bits), {}
    while len(ids) < rows:
        ids[int(source.random() * 2**31)] = None
    late, again, days = uniforms(source, rows), uniforms(source, rows), len(PILOT_DAYS)
    made = 1 + np.arange(rows) % days
    arrived = made + np.where(late < 0.2, 1 + (late * 10).astype(int), 0)
    sent = np.concatenate([
        np.arange(rows),
        np.nonzero(again < 0.15)[0],
        np.nonzero(again < 0.05)[0],
    ])
    when = arrived[sent] + np.where(
        np.arange(len(sent)) < rows, 0, (uniforms(source, len(sent)) * 3).astype(int)
    )
    order = np.lexsort((uniforms(source, len(sent)), when))
    sent = sent[order]
    return np.array(list(ids))[sent], made[sent], when[order], bits[sent]


def as_files(
    ids: np.ndarray, made: np.ndarray, arrived: np.ndarray, bits: np.ndarray
) -> list[bytes]:
    """Return the contents of Parquet files, one for each day of arrival.

    One of them is there twice. Columns: `id`, `made`, `arrived`, and "0", "1", ... for
    the bits
    """
    days = sorted(set(arrived.tolist()))
    files = [
        _file(*(part[arrived == day] for part in (ids, made, arrived, bits)))
        for day in days
    ]
    return [*files, files[:3][-1]]


def _file(
    ids: np.ndarray, made: np.ndarray, arrived: np.ndarray, bits: np.ndarray
) -> bytes:
    columns = {"id": ids, "made": made, "arrived": arrived}
    columns |= {str(place): column for place, column in enumerate(bits.T)}
    content = io.BytesIO()
    needed("pyarrow.parquet").write_table(needed("pyarrow").table(columns), content)
    return content.getvalue()
