"""Hold what the solutions and the faults do not: a module for each assignment.

An answer is {name in the notebook: make(s)}. `s` has the names of the source's own
solution, with `s.task`; what an answer does not name is as in the solution.

RIGHT    question -> {style: answer}: right in another way than the solution
SLOW     the same, for right answers that loop over people or bits
WRONG    question -> {mistake: (answer, points, *parts)}, for mistakes that neither the
         tables of mistakes.py nor `faults` have; points: the most that it earns, or a
         set of what it may earn; parts: of what the student reads about it
DIGESTS  of the numbers of three students, which are the same on every machine
CHOICES  "attribute count …": how many different values 400 students get, which are all
         that there are
"""
