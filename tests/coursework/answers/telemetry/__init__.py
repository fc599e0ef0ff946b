from . import clients, decoders, designs, wrong_clients, wrong_decoders, wrong_plans

RIGHT = designs.RIGHT | {"client": clients.named(clients.CLIENTS)} | decoders.RIGHT
SLOW: dict = {}
WRONG = wrong_plans.WRONG | wrong_clients.WRONG | wrong_decoders.WRONG

DIGESTS = ["8c1d8f5aeb33", "ce5df897cdf4", "2c5e2b78f2a8"]
CHOICES = "values 8 people 6 weeks 4 budget 5 share 3 story 6"
