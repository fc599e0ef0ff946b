"""Test whether a randomizer does what it promises: the module's, or somebody else's.

`examine` runs every test that applies and reports what each one found, in words;
`examine_client` asks the same people again and again, for mechanisms with memory.
"""

from ldp_course.topics.testing_mechanisms.calls import examine, examine_client
from ldp_course.topics.testing_mechanisms.examination import Examination, Finding

__all__ = ["Examination", "Finding", "examine", "examine_client"]
