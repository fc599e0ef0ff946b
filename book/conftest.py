"""For `pytest --nbval book/*.ipynb`: what of an output is not compared."""


def pytest_collectstart(collector) -> None:
    """Nbval does not compare PNG; SVG has the last digits of a machine, too."""
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += ("image/svg+xml",)
