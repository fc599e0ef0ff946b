"""The public calls of `ldp_course.secure_sums`, as in calls.py."""

import numpy as np

from ldp_course import secure_sums
from tests.fuzz import inputs


def secure_calls(call):
    bits, sums = np.array([1, 0, 1, 1]), np.array([30, 72])
    modulus = lambda: inputs.integer(100, (1, 0, -1, 2**32 + 1))  # noqa: E731
    noise = lambda: inputs.number(1.0, (0, -1, -0.0, 1e-4, 31, 1e300))  # noqa: E731
    part = lambda: inputs.number(0.5, (0, -1, -0.0, 1e-10, 1001, 1e300))  # noqa: E731
    plain = {"values": bits, "rng": np.random.default_rng(1), "servers": 2, "modulus": 100}
    yield call("split", secure_sums.split, plain, {
        "values": lambda: inputs.array(bits, True, [101, -101]),
        "rng": lambda: inputs.rng(None),
        "servers": lambda: inputs.integer(2, (1, 0, -1, 101)),
        "modulus": modulus,
    })  # fmt: skip
    yield call("join", secure_sums.join, {"sums": sums, "modulus": 100}, {
        "sums": lambda: inputs.array(sums, True, [-1, 100]),
        "modulus": modulus,
    })  # fmt: skip
    plain = {"n": 12, "epsilon": 1.0, "rng": np.random.default_rng(1), "honest": 0.5}
    yield call("noise_shares", secure_sums.noise_shares, plain, {
        "n": lambda: inputs.integer(12, (0, -1, 10**8 + 1)),
        "epsilon": noise,
        "rng": lambda: inputs.rng(None),
        "honest": lambda: inputs.number(0.5, (0, -1, -0.0, 1e-10, 1.5, 1e300)),
    })  # fmt: skip
    for name in ("noise_epsilon", "noise_variance"):
        plain, kinds = {"epsilon": 1.0, "arriving": 0.5}, {"epsilon": noise, "arriving": part}
        yield call(name, getattr(secure_sums, name), plain, kinds)
