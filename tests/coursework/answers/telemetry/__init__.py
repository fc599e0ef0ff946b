from . import clients, decoders, designs, wrong_clients, wrong_decoders, wrong_plans

RIGHT = designs.RIGHT | {"client": clients.named(clients.CLIENTS)} | decoders.RIGHT
SLOW: dict = {}
WRONG = wrong_plans.WRONG | wrong_clients.WRONG | wrong_decoders.WRONG
