"""How fast the library is, beside others: `python -m bench` from the top of the repository.

`suites`     what is measured; each module has one function that lists its works
`strength`   experiments on how well bots play, which take hours
"""
