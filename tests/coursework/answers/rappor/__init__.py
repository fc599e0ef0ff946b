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
