"""The end of `make test`: a line for each stage, what this machine could not test, and
the totals in the last line.
"""

import os
import sys
import xml.etree.ElementTree as xml
from collections import Counter
from pathlib import Path

STAGES = {
    "module": "the module, the chapters' claims, the site's machinery",
    "notebooks": "notebooks equal their stored outputs",
    "site": "the site as a reader meets it",
    "coursework": "coursework: releases, checks, grades",
}


def read(report):
    """Of a report of tests: how many passed, failed, were skipped; seconds; reasons of
    skipping with their numbers.
    """
    root = xml.parse(report).getroot()
    suites = [root] if root.tag == "testsuite" else root.findall("testsuite")
    count = Counter()
    for suite in suites:
        count.update({
            kind: int(suite.get(kind) or 0)
            for kind in ("tests", "failures", "errors", "skipped")
        })
    failed, skipped = count["failures"] + count["errors"], count["skipped"]
    seconds = sum(float(suite.get("time") or 0) for suite in suites)
    reasons = Counter(
        skipped_test.get("message", "") for skipped_test in root.iter("skipped")
    )
    return count["tests"] - failed - skipped, failed, skipped, seconds, reasons


def summarize(folder, stages):
    total, reasons = Counter(), Counter()
    print("\n" + "=" * 100)
    for stage in stages:
        report = folder / f"{stage}.xml"
        if not report.exists():
            print(f"{STAGES[stage]:<58}NOT RUN: see above")
            total["failed"] += 1
            continue
        passed, failed, skipped, seconds, why = read(report)
        result = f"{passed} passed, {failed} failed, {skipped} skipped"
        print(f"{STAGES[stage]:<58}{result}, {seconds:.0f} s")
        total.update(passed=passed, failed=failed, skipped=skipped)
        reasons += why
    for reason, number in sorted(reasons.items()):
        print(f"Not tested here ({number}): {reason}")
    seed = os.environ.get("SEED", "1")
    print(
        f"Of alike cases a sample was tried, drawn with SEED={seed}; make test-weekly tries all."
    )
    print("=" * 100)
    print(
        f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped"
    )
    return total["failed"]


if __name__ == "__main__":
    sys.exit(summarize(Path(sys.argv[1]), sys.argv[2:]) > 0)
