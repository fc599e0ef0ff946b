from . import attacks_on_tables, numbers, programs

RIGHT = attacks_on_tables.RIGHT | numbers.RIGHT | programs.RIGHT
SLOW = {}
WRONG = attacks_on_tables.WRONG | numbers.WRONG | programs.WRONG
