"""The public calls of `ldp_course.scale`, as in calls.py. Paths are the file system's affair."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from ldp_course import DirectEncoding, scale
from tests.fuzz import inputs

DIRECT = DirectEncoding(("a", "b", "c"), 1.0)
REPORTS = np.array([0, 2, 2, 1])
IDS = np.arange(64, dtype=np.uint8).reshape(4, 16)


def stored(protocol, reports, ids):
    with TemporaryDirectory() as folder:
        scale.write_batch(Path(folder) / "1.parquet", protocol, reports, ids)
        return scale.read_batch(Path(folder) / "1.parquet")[0]


def counted(protocol, engine):
    with TemporaryDirectory() as folder:
        scale.write_batch(Path(folder) / "1.parquet", DIRECT, REPORTS)
        (batch,) = scale.count_batches([Path(folder) / "1.parquet"], protocol, engine)
        return batch.counts


def collected(engine):
    with TemporaryDirectory() as folder:
        scale.write_batch(Path(folder) / "1.parquet", DIRECT, REPORTS)
        scale.collect(folder, Path(folder) / "table", engine=engine)
        return scale.total(Path(folder) / "table")[1].counts


def scale_calls(call):
    wrong = lambda: inputs.bad([*inputs.NO_NUMBERS, ("None", None), ("a list", [DIRECT])])  # noqa: E731
    yield call("write_batch", stored, {"protocol": DIRECT, "reports": REPORTS, "ids": IDS}, {
        "protocol": wrong,
        "reports": lambda: inputs.array(REPORTS, True, [-1, 3]),
        "ids": lambda: inputs.bad([*inputs.NO_NUMBERS, ("numbers", IDS.astype(int))]),
    })  # fmt: skip
    engine = {"engine": lambda: inputs.choice("numpy")}
    plain = {"protocol": DIRECT, "engine": "numpy"}
    yield call("count_batches", counted, plain, {"protocol": wrong, **engine})
    yield call("collect", collected, {"engine": "numpy"}, engine)
