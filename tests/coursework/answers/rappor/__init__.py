from answers import by_name

from . import clients, numbers, wrong_clients, wrong_numbers

RIGHT = {
    "permanent_bits": by_name(*clients.PERMANENT),
    "report_bits": by_name(*clients.REPORT),
    "epsilons": numbers.EPSILONS,
    "bit_counts": by_name(*numbers.COUNTS),
    "words_present": by_name(*numbers.PRESENT),
    "mend": clients.named(clients.CLIENTS),
}
SLOW = {
    "report_bits": by_name(clients.report_loop),
    "mend": clients.named(clients.SLOW_CLIENTS),
}
WRONG = wrong_clients.WRONG | wrong_numbers.WRONG

DIGESTS = ["ef4e4a6544d7", "4488a23ed6e4", "4161489267af"]
CHOICES = "k 2 h 2 f 4 g 8 p 4 days 4 devices 4 false_alarms 2 faulty_code 4"
