"""Small tools for all parts of the package. None of them depends on a game, a bot or a file format of ours."""
