"""How far drawn worlds may stray from their chances."""


def upper_chi2(degrees: int) -> float:
    """The value that chi-square exceeds with probability about 10^-6 (Wilson and Hilferty's approximation)."""
    part = 2 / (9 * degrees)
    return float(degrees * (1 - part + 4.753 * part**0.5) ** 3)
