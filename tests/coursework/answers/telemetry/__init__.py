from . import clients, decoders, designs, wrong_clients, wrong_decoders, wrong_plans

RIGHT = designs.RIGHT | {"client": clients.named(clients.CLIENTS)} | decoders.RIGHT
SLOW = {"client": clients.named(clients.SLOW_CLIENTS)}
WRONG = wrong_plans.WRONG | wrong_clients.WRONG | wrong_decoders.WRONG
