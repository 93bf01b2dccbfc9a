"""Measuring: shared by `uneri bench` and the suites in `bench/` of the repository.

`work`      a work to measure, and the one it is compared with
`measure`   rates of several works, taken in turn
`ours`      the works of every game
`games`     those of one game alone, and the nearest games of other libraries
`open_spiel`, `peers`   the same work in other libraries
`report`    the table and the JSON
"""
