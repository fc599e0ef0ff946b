"""Ask a person several questions at one ε: four plans, with whole records protected.

A plan is told the questions, a dict of names and domains that do not come from the
data. It speaks the words

encode     positions of each person's answers in the domains
perturb    what leaves the device; for SplitBudget and SplitPeople one array a question
aggregate  -> a dict with an `Estimate` for each question, unbiased; nothing clipped
channel    Pr[all that leaves the device | whole record], so ε is read off
simulate   the exact law of `aggregate`, from the table of true counts, at any number
           of people

`cross_table(reports, first, second)` estimates how two answers go together, where the
plan allows it: SplitBudget and AllInOne.
"""

from ldp_course.topics.many_questions.all_in_one import AllInOne
from ldp_course.topics.many_questions.random_fakes import RandomFakes, one_answer_loss
from ldp_course.topics.many_questions.split_budget import SplitBudget
from ldp_course.topics.many_questions.split_people import SplitPeople

__all__ = ["AllInOne", "RandomFakes", "SplitBudget", "SplitPeople", "one_answer_loss"]
