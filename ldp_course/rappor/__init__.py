"""RAPPOR: strings from many devices, under local differential privacy, report after report.

A device hashes its string into a Bloom filter of k bits, randomizes the bits once and for ever (the
permanent randomized response), and randomizes them again for each report (the instantaneous one).
The collector counts the bits and looks for the strings that explain the counts.

**Letters.** This package keeps the letters of its paper, and they differ from the rest of the course:

- f is the probability of *noise* in the permanent bit (not of keeping it): 0 and 1 with f/2 each;
- q = Pr[report 1 | permanent bit 1] and p = Pr[report 1 | permanent bit 0], so **q is the large one**.
  Everywhere else in the course p = Pr[1 -> 1] is the large one;
- q* (`q_star`) and p* (`p_star`) are the same two probabilities, given the *Bloom* bit;
- k = `bits`, h = `hashes`, m = `cohorts`, N = number of reports.

**Bits** are arrays of 0 and 1 (uint8), with bit i at index i, the least significant bit first.

Source: Erlingsson, Pihur, Korolova, "RAPPOR: Randomized Aggregatable Privacy-Preserving Ordinal
Response", CCS 2014. Hashing and permanent noise agree bit for bit with the Python client of
google/rappor. Derived in the RAPPOR chapters.

Rooms: `parameters`, `bloom`, `client` (one device), `channel` (exact probabilities), `population`
(many devices), `decoder` (from counts to strings; `bits`, `regression` and `results` are its steps), `basic` (a
bit for each string, no hashing), `posterior` (what the decoded shares say together).
"""

from ldp_course.rappor.basic import decode_basic
from ldp_course.rappor.bits import design_matrix, estimate_bits
from ldp_course.rappor.bloom import bloom_bits, bloom_table, to_bits, to_integer
from ldp_course.rappor.channel import permanent_channel, report_channel
from ldp_course.rappor.client import Client, instantaneous_bits, permanent_bits
from ldp_course.rappor.decoder import decode
from ldp_course.rappor.parameters import Parameters
from ldp_course.rappor.population import count_bits, population_reports, simulate_counts
from ldp_course.rappor.posterior import posterior, unexplained

__all__ = [
    "Client",
    "Parameters",
    "bloom_bits",
    "bloom_table",
    "count_bits",
    "decode",
    "decode_basic",
    "design_matrix",
    "estimate_bits",
    "instantaneous_bits",
    "permanent_bits",
    "permanent_channel",
    "population_reports",
    "posterior",
    "report_channel",
    "simulate_counts",
    "to_bits",
    "to_integer",
    "unexplained",
]
