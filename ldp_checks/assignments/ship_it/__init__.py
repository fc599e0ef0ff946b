"""Assign "Ship it or stop it": a telemetry product is tested, mended and run."""
