"""The words that the moving pictures show, in one table, for whoever translates them.

In braces stands what is filled in. moving.py hands them to the scripts in book/_moving.
"""

WORDS = {
    "people": {
        "title": "What a “yes” does to a belief: 1,000 people",
        "no_script": "This picture moves with JavaScript. The numbers around it say the same.",
        "truth": "{yes} of 1,000 people hold yes (filled dots), {no} hold no (rings). Before any "
        "answer, the belief that somebody holds yes is {prior} %.",
        "answers": "At ε = {epsilon} each person tells the truth with probability {p} %. On "
        "average {honest} people with yes and {fake} people with no report yes. All others fade.",
        "sorted": "Of the {all} who report yes, {honest} hold it (left) and {fake} do not (right). "
        "Odds of yes before: {yes} to {no}. After: {honest} to {fake}. That is {ratio} times the "
        "odds, and a belief of {after} %.",
        "next": "They answer",
        "next_sorted": "Sort those who report yes",
        "again": "From the start",
        "slider_epsilon": "ε (privacy loss)",
        "slider_prior": "belief before",
        "two_coins": "{epsilon} (two coins)",
        "percent": "{value} %",
        "belief": "belief {value} %",
        "curve": "belief after a yes, for every ε",
        "never": "0 %",
        "surely": "100 %",
    },
    "polls": {
        "title": "How often does the interval hold the truth?",
        "no_script": "This picture moves with JavaScript. The explorer above has 20 polls.",
        "sentence": "ε = {epsilon}, {n} people, of whom 10 % hold yes (line). The standard error "
        "is {error} points. Of {polls} polls, the 95 % intervals of {held} hold the truth: "
        "{share} %. Those that miss are thick, with a cross; the last {shown} are drawn.",
        "one": "One more poll",
        "hundred": "100 more",
        "restart": "Start again",
        "slider_epsilon": "ε (privacy loss)",
        "slider_n": "N (people)",
    },
    "tiles": {
        "title": "One device, many days",
        "no_script": "This picture moves with JavaScript. The table above shows three of its days.",
        "row_filter": "Bloom filter of v10: the secret",
        "row_permanent": "permanent bits: kept for ever",
        "row_report": "report of day {days}: what is sent",
        "means": "mean of the reports; dashed: 0.5 and 0.75",
        "row_guess": "what the collector reads from the means",
        "sentence": "Day {days}, f = {f}: the collector's reading agrees with the permanent "
        "bits in {permanent} of 16 places, and with the filter in {filter}. The permanent bits "
        "themselves agree with the filter in {kept}, for ever.",
        "sentence_0": "Day {days}, f = {f}: there is no permanent noise, and the "
        "collector's reading agrees with the filter itself in {filter} of 16 places.",
        "day": "Next day",
        "month": "30 more days",
        "device": "Another device",
        "slider_f": "f (permanent noise)",
    },
    "tracks": {
        "title": "The way of one answer",
        "no_script": "This picture moves with JavaScript. The figure below shows the same.",
        "send": "Send an answer of 5",
        "slider_attacker": "An attacker at …",
        "attackers": ["nowhere", "device", "network", "shuffler", "collector", "analyst", "public"],
        "parties": {
            "device": "device",
            "network": "network",
            "shuffler": "shuffler",
            "collector": "collector",
            "analyst": "analyst",
            "public": "public",
        },
        "models": {
            "central": "central",
            "shuffle": "shuffle",
            "sums": "secure sums",
            "local": "local",
        },
        "named": "{value}, you",
        "nobody": "Your answer is 5. Filled boxes hold it with your name. The wave is where noise "
        "is added: 7 is a noisy 5, 812 a random part, and Σ a noisy total of all people.",
        "at": {
            "device": "Malware on your device sees, {seen}.",
            "network": "A wiretap sees, {seen}.",
            "shuffler": "An insider at the shuffler sees, {seen}.",
            "collector": "A court order to the collector opens, {seen}.",
            "analyst": "A curious analyst sees, {seen}.",
            "public": "Anybody who reads the results sees, {seen}.",
        },
        "sees": {
            "raw named": "in “{model}”, your true answer",
            "noisy named": "in “{model}”, a noisy answer with your name",
            "noisy": "in “{model}”, a noisy answer without a name",
            "parts named": "in “{model}”, a random part with your name",
            "total": "in “{model}”, noisy totals only",
            "nothing": "in “{model}”, nothing, as there is no such place",
        },
    },
}
