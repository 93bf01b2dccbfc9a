# THE list of games: a further game is one more name here, its folder cpp/uneri/games/NAME and cpp/bindings/NAME.cpp.
# (A cache entry, so that a build for one game's development can leave the others out: -DUNERI_GAMES=NAME.)
set(UNERI_GAMES namima onda solo tacta tidal CACHE STRING "Games to build")

# Games whose core stands and whose binding does not yet: built and tested in C++ only.
set(UNERI_GAMES_AHEAD)
