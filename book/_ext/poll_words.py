"""The words that the live poll and the class poll show, in one table, for whoever translates them.

In braces stands what is filled in. polls.py uses them, and hands them to the scripts in
book/_polls.
"""

from ldp_course.words import unbroken

LIVE = {
    "title": "A live poll of noisy answers",
    "title_steps": "The dots of the first page, step by step",
    # what the dots mean
    "legend_yes": "A filled dot says yes.",
    "legend_no": "A ring says no.",
    # what a step of the poll shows; the last two in one sentence for whoever cannot see the picture
    "hidden": "{n} people. Each knows their own true answer, and keeps it.",
    "tossed": "Coins are tossed. With probability {coin} % a coin answers, otherwise the person.",
    "answered": "{yes} of {n} say yes. Which of them mean it? Nobody can tell.",
    "slid": "The coins alone make about {fake} say yes, and as many no. So many slide off. "
    "It does not matter which.",
    "stretched": "What is left is stretched to full width. Estimate: {share} % yes, with a 95 % "
    "interval from {low} % to {high} %. The truth is {truth} %.",
    "below": "An estimate below 0 is no mistake: by chance fewer said yes than coins alone make.",
    "truth": "truth {truth} %",
    "estimate": "estimate {share} %",
    # a dot that was tapped
    "asked": "This person says {answer}. Truth or coin? Nobody knows. "
    "The answer {turns} the odds of a true yes by {odds}.",
    "multiplies": "multiplies",
    "divides": "divides",
    "not_asked": "This person has not answered yet.",
    "yes": "yes",
    "no": "no",
    # buttons and sliders
    "ask": "Ask anyone",
    "hint": "Tap any dot to ask that person.",
    "again": "Toss again",
    "pause": "Pause",
    "go_on": "Continue",
    "replay": "Watch again",
    "step": "Next step",
    "restart": "From the start",
    "slider_epsilon": "ε (privacy loss)",
    "slider_n": "N (people)",
    "two_coins": "{epsilon} (two coins)",
    "held": "So far the interval held the truth in {held} of {polls} polls. In the long run it is "
    "about 95 of 100.",
    # without a script
    "still_hidden": "1. {n} people keep their true answer.",
    "still_answered": "2. Two coins each: {yes} say yes. Truth or coin? Nobody knows.",
    "still_slid": "3. Coins alone make about {fake} say yes, and as many no. So many slide off.",
    "still_stretched": "4. The rest is stretched. Estimate {share} % ({low} % to {high} %), "
    "truth {truth} %.",
}
LIVE = {name: unbroken(text) for name, text in LIVE.items()}

CLASS = {
    "no_script": "The poll on the phone needs JavaScript. The sheet on this page works without.",
    # the rules; a poll is either one of two kinds of coins, or a number ε
    "name_2": "two coins",
    "name_3": "three coins",
    "name_epsilon": "hidden coins of the phone",
    "rules_2": [
        "Toss a coin twice, so that nobody sees it. Toss twice in any case.",
        "First toss heads: answer truthfully.",
        "First toss tails: the second toss answers. Heads is yes, tails is no.",
    ],
    "rules_3": [
        "Toss a coin three times, so that nobody sees it. Toss three times in any case.",
        "First and second toss both heads: answer truthfully.",
        "Otherwise the third toss answers. Heads is yes, tails is no.",
    ],
    "rules_epsilon": [
        "The phone tosses hidden coins.",
        "With probability {truth} % it shows your true answer.",
        "Otherwise a fair coin answers: yes or no.",
    ],
    # a student
    "asked": "The question in this address",
    "protected": "Your answer is protected by {coins} (ε = {epsilon}).",
    "private": "Your answer is not sent and not stored. Close the page, and it is gone.",
    "phone_tosses": "My phone tosses",
    "phone_how": "Shield the screen with your hand, and tap your true answer. "
    "The phone tosses hidden coins and shows what you say. That may not be true.",
    "true_yes": "Truly yes",
    "true_no": "Truly no",
    "self_tosses": "I toss real coins",
    "self_how": "Then tap what you have to say.",
    "say_yes": "Say yes",
    "say_no": "Say no",
    "big_yes": "YES",
    "big_no": "NO",
    "hold_up": "Hold it up",
    "hide": "Hide",
    "show_again": "Show my answer again",
    "answered": "You have answered. Do not answer the same question again: "
    "every further answer protects you less.",
    "next": "Another person takes this phone",
    "teacher": "To the page for the teacher",
    # what is wrong with an address, or with what the teacher typed
    "bad_address": "This address cannot be used.",
    "ask_teacher": "Ask your teacher for the right one.",
    "no_question": "The question is missing.",
    "two_questions": "The question stands in it more than once.",
    "long_question": "The question has {length} characters. It may have {most} at most.",
    "odd_question": "The question has signs that cannot be seen, such as those that turn the "
    "direction of the text.",
    "no_coins": "It must say either coins=2 or coins=3, or epsilon and a number, and only once.",
    "bad_coins": "The number of coins is “{given}”. It must be 2 or 3.",
    "bad_epsilon": "ε is “{given}”. It must be a number from {least} to {most}.",
    # the teacher makes an address
    "make": "The address for the class",
    "question": "Question, to be answered yes or no",
    "example": "Have you ever copied homework?",
    "coins": "Coins",
    "option_2": "two coins (ε = {epsilon})",
    "option_3": "three coins (ε = {epsilon})",
    "option_epsilon": "the phone tosses, with ε =",
    "make_it": "Make the address",
    "made": "The address for the class:",
    "open": "Open it as a student",
    "copy": "Copy",
    "copied": "Copied.",
    "not_copied": "The browser does not copy. Select the address and copy it.",
    "is_local": "This page is open from this computer only, so no phone can reach this address. "
    "Open the page from the site on which the course is published.",
    # the teacher counts
    "count": "Count the answers",
    "round": "Round {number}",
    "round_1": "Round 1",
    "round_2": "Round 2, if there is one",
    "count_yes": "YES",
    "count_no": "NO",
    "calculate": "Estimate",
    "bad_count": "{round}: “{given}” is not a count. It must be a whole number from 0 to {most}.",
    "no_answers": "{round}: nobody has answered.",
    "result": "{round}: {yes} of {n} said yes, with {coins}, so ε = {epsilon}. Coins alone are "
    "expected to make {fake} say yes. Estimate: {share} % yes, or {people} people. "
    "95 % interval: {low} % to {high} %.",
    "below": "The estimate is below 0. That is no mistake: fewer said yes than coins alone are "
    "expected to make. The truth is not below 0, and the interval allows for that.",
    "above": "The estimate is above 100 %. That is no mistake: fewer said no than coins alone are "
    "expected to make. The truth is not above 100 %, and the interval allows for that.",
    "rough": "With so few people and so little noise, the interval is rough.",
    "compare": "Round 2 minus round 1: {gap} points, with a 95 % interval from {low} to {high}. "
    "{verdict}",
    "chance": "It contains 0, so the coins alone may have made the difference.",
    "more": "It does not contain 0: if both shares were equal, the coins alone would make so large "
    "a difference in fewer than about 1 of 20 pairs of rounds.",
    "width": "The interval of round 2 is {times} times as wide.",
    "together": "Whoever answered the same question in both rounds has spent "
    "ε = {first} + {second} = {sum}.",
    "picture": "Estimates and 95 % intervals, in percent",
    # the sheet
    "sheet_title": "A poll with coins",
    "sheet_question": "Question:",
    "sheet_blank": "________________________________",
    "sheet_circle": "Circle one answer. Write no name. Fold the sheet.",
    "print": "Print the sheets",
}
