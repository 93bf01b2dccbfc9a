"""Small tools that every part of the package uses. None of them knows a game, a bot or a file format of ours."""
