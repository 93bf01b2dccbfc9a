"""The rules again, in plain Python, one package per game.

Each module is written from the rules text for reading, not for speed. It is the oracle that the C++ core is compared
with move by move, never a fallback: the two share no code.
"""
