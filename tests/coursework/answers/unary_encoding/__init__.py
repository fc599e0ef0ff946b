from . import bits, numbers, programs

RIGHT = bits.RIGHT | numbers.RIGHT | programs.RIGHT
SLOW: dict = {}
WRONG = bits.WRONG | numbers.WRONG | programs.WRONG

DIGESTS = ["7352b2d48a11", "2c61d788d072", "34d6ca2d8bf3"]
CHOICES = "survey 6 width 3 most 2 p 4 q 4 asked 4 share 4 faulty_code 5"
