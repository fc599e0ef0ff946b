"""Store reports in files, one file a batch, and count them on one machine or on many.

`write_batch` stores the reports of one batch as Parquet, sorted, so that their order
says nothing. `count_batches` makes of every file the whole numbers of `counts`, or of
`count_bits` for RAPPOR, by one of three engines, equal to the last bit. `collect` keeps
them in a folder, one file a batch: counting a batch again writes over it, so that no
retry under its name counts twice. `total` adds them up. `python -m
ldp_course.topics.many_machines` does the same from the command line.

A *protocol* is here a mechanism of `ldp_course` or the `Parameters` of a RAPPOR
collection. Reports of SummingHistogram are not whole numbers: their sum depends on the
order, and they are refused.

Needs pyarrow, and duckdb or dask for these two
engines: they are imported where they are used, and `pip install 'ldp-course[scale]'`
brings them.
"""

from ldp_course.topics.many_machines.engines import Counted, count_batches
from ldp_course.topics.many_machines.files import read_batch, read_protocol, write_batch
from ldp_course.topics.many_machines.table import collect, total

__all__ = ["Counted", "collect", "count_batches", "read_batch", "read_protocol"]
__all__ += ["total", "write_batch"]
