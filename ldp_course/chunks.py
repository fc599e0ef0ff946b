"""People in chunks, so that memory stays flat however many there are."""

from collections.abc import Callable, Iterator

import numpy as np

from ldp_course.arguments import check_rng

# at a time: 1 MB of float64, which allocators keep for the next chunk
CHUNK_ELEMENTS = 1 << 17
# draws the reports of encoded values
Draw = Callable[[np.ndarray, np.random.Generator], np.ndarray]


def chunks(rows: np.ndarray, width: int = 1) -> Iterator[np.ndarray]:
    """Cut rows into parts of about CHUNK_ELEMENTS elements, `width` of them a row."""
    step = max(1, CHUNK_ELEMENTS // width)
    starts, ends = range(0, len(rows), step), range(step, len(rows) + step, step)
    # rows[start:end] for each start, when it is its turn
    return map(rows.__getitem__, map(slice, starts, ends))


def by_chunk(
    draw: Draw,
    encoded: np.ndarray,
    rng: np.random.Generator,
    reports: np.ndarray,
    width: int = 1,
) -> np.ndarray:
    """Put draw(encoded, rng), `width` numbers a person, into `reports` by chunks."""
    check_rng(rng)
    parts = zip(chunks(reports, width), chunks(encoded, width), strict=True)
    for rows, part in parts:
        rows[:] = draw(part, rng)
    return reports
