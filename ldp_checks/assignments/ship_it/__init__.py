"""The assignment "Ship it or stop it": a small telemetry product is tested, mended and run."""
