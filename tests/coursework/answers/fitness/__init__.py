from . import clients, servers, wrong_clients, wrong_questions, wrong_servers

RIGHT = clients.RIGHT | servers.RIGHT
SLOW = clients.SLOW | servers.SLOW
WRONG = wrong_clients.WRONG | wrong_questions.WRONG | wrong_servers.WRONG

DIGESTS = ["9a24299de865", "1404ba900201", "ef8f841bcd1b"]
CHOICES = "low 3 high 4 pulse_epsilon 6 longest 4 wave_epsilon 3 goal 4 budget 8"
