# THE list of games: a further game is one more name here, its folder cpp/uneri/games/NAME and cpp/bindings/NAME.cpp.
set(UNERI_ALL_GAMES namima onda solo tacta tidal)

# Games whose core stands and whose binding does not yet: built and tested in C++ only.
set(UNERI_GAMES_AHEAD)

# Files of a game's folder that its loops (cpp/loops/GAME.cpp) call. They are built twice, too. They have no data of
# their own that is written at run time: each build would have a copy.
set(UNERI_HOT_namima calls.cpp encode.cpp greedy.cpp meld_index.cpp playout.cpp rules.cpp)
set(UNERI_HOT_onda analysis.cpp encode.cpp hidden.cpp plays_of_hand.cpp rules.cpp)
set(UNERI_HOT_solo analysis.cpp encode.cpp known_cards.cpp rules.cpp)
set(UNERI_HOT_tacta analysis.cpp encode.cpp geometry.cpp placement.cpp rules.cpp)
set(UNERI_HOT_tidal analysis.cpp encode.cpp hidden.cpp rules.cpp)
