"""The table of all cases, by part of the module: `python -m tests.fuzz [text]`.

With a text, only of the calls in whose name it occurs; what went wrong is listed, too.
"""

import sys
from collections import Counter

from tests.fuzz.calls import all_calls
from tests.fuzz.judge import OUTCOMES, judge


def main(text=None):
    table, seen = {}, Counter()
    for call in all_calls():
        if text is not None and text not in call.name:
            continue
        part = call.name.split(":")[0].split(",")[0].split(".")[0]
        row = table.setdefault(part, Counter())
        for argument, label, value, wanted in call.cases():
            outcome, what = judge(call, argument, value, wanted)
            row[outcome] += 1
            if text is not None and outcome not in OUTCOMES[:2]:
                print(f"{outcome}: {call.name}({argument}: {label})  {what}")
    width = 27
    print(f"{'':26}" + "".join(f"{outcome:>{width}}" for outcome in OUTCOMES))
    for part, row in [*table.items(), ("all", sum(table.values(), seen))]:
        print(f"{part:26}" + "".join(f"{row[outcome]:{width},}" for outcome in OUTCOMES))


main(*sys.argv[1:2])
