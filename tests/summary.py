"""The end of `make test`: one line a stage, and the totals in the last line."""

import sys
import xml.etree.ElementTree as xml
from pathlib import Path

STAGES = {
    "module": "the module, stored notebooks, site machinery",
    "notebooks": "notebooks equal their stored outputs",
    "site": "the site as a reader meets it",
    "weight": "each page is light and soon usable",
    "coursework": "coursework: releases, checks, grades",
}


def count(report):
    suite = xml.parse(report).getroot().find("testsuite")
    tests, skipped = int(suite.get("tests")), int(suite.get("skipped"))
    failed = int(suite.get("failures")) + int(suite.get("errors"))
    return tests - skipped - failed, failed, skipped, float(suite.get("time"))


def summarize(folder):
    passed = failed = skipped = 0
    stopped = False
    print("\n" + "=" * 78)
    for stage, what in STAGES.items():
        report = folder / f"{stage}.xml"
        if report.exists():
            stage_passed, stage_failed, stage_skipped, seconds = count(report)
            result = f"{stage_passed} passed, {stage_failed} failed, {stage_skipped} skipped"
            print(f"{what:<46}{result}, {seconds:.0f} s")
            passed, failed, skipped = (
                passed + stage_passed,
                failed + stage_failed,
                skipped + stage_skipped,
            )
        else:
            print(f"{what:<46}NOT RUN: what comes before it failed")
            stopped = True
    print("=" * 78)
    failed = max(failed, int(stopped))  # a build that fails is a failure, though no test says so
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return failed


if __name__ == "__main__":
    sys.exit(summarize(Path(sys.argv[1])) > 0)
