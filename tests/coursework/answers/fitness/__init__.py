from . import clients, servers, wrong_clients, wrong_questions, wrong_servers

RIGHT = clients.RIGHT | servers.RIGHT
SLOW = clients.SLOW | servers.SLOW
WRONG = wrong_clients.WRONG | wrong_questions.WRONG | wrong_servers.WRONG
