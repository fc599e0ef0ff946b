from . import clients, numbers, pilots, wrong_clients, wrong_numbers, wrong_pilots

RIGHT = numbers.RIGHT | clients.RIGHT | pilots.RIGHT
SLOW: dict = {}
WRONG = wrong_numbers.WRONG | wrong_clients.WRONG | wrong_pilots.WRONG
