from . import wrong_clients, wrong_numbers
from .right import RIGHT, SLOW

WRONG = wrong_clients.WRONG | wrong_numbers.WRONG
