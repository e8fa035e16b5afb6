"""Whether counts of random draws may come from the chances they should have."""

from math import sqrt

SIGMAS = 5.5  # how far a frequency may be from its chance: a right solution never is
AGAIN = 40  # calls that are made once more, with the same random numbers


def plausible(count, n, chance, slack=1) -> bool:
    """Whether `count` of `n` draws may come from this chance."""
    return abs(count - n * chance) <= SIGMAS * sqrt(n * chance * max(0.0, 1 - chance)) + slack
