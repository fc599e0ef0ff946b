"""Check the exercises of the chapters: one file a chapter, one check an exercise.

A reader calls a check with answers, in the order that the exercise names or by name:

    from ldp_checks.chapters import randomized_response as exercises
    exercises.forced_response(my_estimate, my_epsilon)

What is left out, None or `...`: not answered yet. There are no points: the solutions
are public.
"""
