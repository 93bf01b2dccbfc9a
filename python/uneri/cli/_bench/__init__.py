"""Measurements, shared by `uneri bench` and the suites in `bench/` of the repository.

`work`      works to measure, and their rates, taken in turn
`ours`      the works of every game, and those of one game alone
`report`    the table and the JSON
"""
