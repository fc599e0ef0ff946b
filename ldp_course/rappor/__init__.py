"""RAPPOR: strings from many devices, under local differential privacy, again and again.

A device hashes its string into a Bloom filter of k bits, randomizes the bits once and
for ever (the permanent randomized response), and randomizes them again for each report
(the instantaneous one). The collector counts the bits and looks for the strings that
explain the counts. The five words of a mechanism are functions, since a device
remembers and a collector decodes later, with several lists:

encode     `bloom_bits`, `bloom_table`: every string has its bits, no list is needed
perturb    `Client` reports again and again; `population_reports` also encodes, for
           many people at once
aggregate  `count_bits` adds up over days and servers; then `decode` gives a `Decoded`,
           not an `Estimate`, since a list of candidates is not a domain
channel    `report_channel`; `permanent_channel` for all reports of a device together
simulate   `simulate_counts`, the exact law of the counts; `decode` goes on from there

`ldp_course.rappor.files` reads the CSV files of google/rappor.

**Letters** are those of the paper, and differ from the rest of the course:

- f is the probability of *noise* in the permanent bit (not of keeping it): 0 and 1 with
  f/2 each;
- q = Pr[report 1 | permanent bit 1] and p = Pr[report 1 | permanent bit 0], so **q is
  the larger**. Everywhere else in the course p = Pr[1 -> 1] is the larger;
- q* (`q_star`) and p* (`p_star`) are the same two probabilities, given the *Bloom* bit;
- k = `bits`, h = `hashes`, m = `cohorts`, N = number of reports.

**Bits** are arrays of 0 and 1 (uint8), with bit i at index i, the least significant bit
first. **Lists** of words or candidates hold distinct str, at least one, in a fixed
order. **Counts** are whole numbers of shape (m, k + 1): for each cohort the reports,
and in column 1 + i those in which bit i is 1. Counts of several batches simply add up.
**Wrong arguments** are a TypeError or ValueError with the argument, its value and what
is allowed.

Source: Erlingsson, Pihur, Korolova, "RAPPOR: Randomized Aggregatable Privacy-Preserving
Ordinal Response", CCS 2014. Hashing and permanent noise agree bit for bit with the
Python client of google/rappor. Derived in the chapters "RAPPOR I: collecting" and
"RAPPOR II: decoding".
"""

from ldp_course.rappor.bloom import bloom_bits, bloom_table, design_matrix
from ldp_course.rappor.client import (
    Client,
    permanent_bits,
    permanent_channel,
    report_channel,
)
from ldp_course.rappor.decoded import Decoded
from ldp_course.rappor.decoder import decode
from ldp_course.rappor.parameters import Parameters
from ldp_course.rappor.population import (
    count_bits,
    estimate_bits,
    population_reports,
    simulate_counts,
)

__all__ = ["Parameters", "bloom_bits", "bloom_table", "design_matrix"]
__all__ += ["Client", "permanent_bits", "permanent_channel", "report_channel"]
__all__ += ["population_reports", "count_bits", "simulate_counts", "estimate_bits"]
__all__ += ["decode", "Decoded"]
