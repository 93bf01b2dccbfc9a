"""Instruction counts of calls from Python, kept in counts.json: `python -m bench counts` compares, `--write` renews them."""
