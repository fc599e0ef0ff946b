"""Two processes of Dask on this machine alone, one of which is killed: the counts are
the same.

A busy machine may take long: nothing here asks how long, and all waits are generous.
"""

import os
import signal

import numpy as np
import psutil
import pytest

from ldp_course.topics.many_machines import collect, count_batches, total, write_batch
from tests.topics.many_machines.protocols import PROTOCOLS, RAPPOR, reports_of, truth

LOOPBACK = "127.0.0.1"
PATIENCE = "600s"


@pytest.fixture
def client():
    import dask
    from dask.distributed import Client, LocalCluster

    patience = {
        "distributed.comm.timeouts.connect": PATIENCE,
        "distributed.comm.timeouts.tcp": PATIENCE,
        "distributed.scheduler.allowed-failures": 20,
    }
    with (
        dask.config.set(patience),
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host=LOOPBACK,
            dashboard_address=f"{LOOPBACK}:0",
            worker_dashboard_address=f"{LOOPBACK}:0",
            silence_logs=50,
        ) as cluster,
        Client(cluster, timeout=PATIENCE) as client,
    ):
        yield client


@pytest.mark.deep
def test_a_worker_is_killed_in_the_middle(client, tmp_path):
    (tmp_path / "inbox").mkdir()
    protocols = {"RAPPOR": RAPPOR, "OLH": PROTOCOLS["optimized hashing, k = 9"]}
    for name, protocol in protocols.items():
        paths, expected = [], 0
        for batch in range(24):
            reports = reports_of(protocol, 20_000, batch)
            expected = expected + truth(protocol, reports)
            paths.append(tmp_path / f"inbox/{name}-{batch}.parquet")
            write_batch(paths[-1], protocol, reports)
        counted = count_batches(paths, protocol, "dask", client)
        counts = next(counted).counts
        os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
        assert np.array_equal(counts + sum(batch.counts for batch in counted), expected)


@pytest.mark.deep
def test_the_cluster_listens_on_this_machine_alone_and_collects(client, tmp_path):
    here = psutil.Process()
    for process in [here, *here.children(recursive=True)]:
        for connection in process.net_connections("inet"):
            if connection.status == psutil.CONN_LISTEN:
                assert connection.laddr.ip == LOOPBACK
    (tmp_path / "inbox").mkdir()
    for batch in range(5):
        write_batch(
            tmp_path / f"inbox/{batch}.parquet", RAPPOR, reports_of(RAPPOR, 300, batch)
        )
    collect(tmp_path / "inbox", tmp_path / "table", engine="dask", client=client)
    expected = sum(truth(RAPPOR, reports_of(RAPPOR, 300, batch)) for batch in range(5))
    assert np.array_equal(total(tmp_path / "table")[1].counts, expected)
