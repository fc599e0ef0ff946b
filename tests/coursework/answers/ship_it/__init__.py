from . import clients, numbers, pilots, wrong_clients, wrong_numbers, wrong_pilots

RIGHT = numbers.RIGHT | clients.RIGHT | pilots.RIGHT
SLOW: dict = {}
WRONG = wrong_numbers.WRONG | wrong_clients.WRONG | wrong_pilots.WRONG

DIGESTS = ["1a86a3be1824", "1e10afee7206", "f0f1808c3caa"]
CHOICES = (
    "design 3 epsilon 4 values 8 noisy_code 12 client_code 3 server_code 6 pilot_day 3"
)
