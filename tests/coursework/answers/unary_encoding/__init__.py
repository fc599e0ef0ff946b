from . import bits, numbers, programs

RIGHT = bits.RIGHT | numbers.RIGHT | programs.RIGHT
SLOW: dict = {}
WRONG = bits.WRONG | numbers.WRONG | programs.WRONG
