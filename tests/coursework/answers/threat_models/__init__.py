from . import attacks_on_tables, numbers, programs

RIGHT = attacks_on_tables.RIGHT | numbers.RIGHT | programs.RIGHT
SLOW = {}
WRONG = attacks_on_tables.WRONG | numbers.WRONG | programs.WRONG

DIGESTS = ["d89c62d08e9c", "2ec13210831f", "309c39af5f06"]
CHOICES = "publisher 5 faulty_code 5 truth_probability 6 certainty 4 recipe 32"
