"""MINI, a small game of tricks, compiled in a package of its own."""

from .mini_core import TABLES as TABLES

RULES = """MINI. Win the most tricks. The highest card wins a trick; of equal ones the one played first.
--
PLAY 3          play a three"""
