"""Short games of every kind, as their string forms."""

from __future__ import annotations

import pytest

SHORT = {
    "namima": ["namima(players=2,games=1)", "namima(players=4,variant=sazanami,games=1,riichi=true,dora=true)"],
    "onda": ["onda(players=2,rounds=1)", "onda(players=5,rounds=2,reveal_jokers=on_play)"],
    "solo": ["solo(players=2,max_rounds=1)", "solo(players=4,max_rounds=1,jump_in=none,solo_call=auto)"],
    "tacta": ["tacta(players=2)", "tacta(players=4,mode=team_up)"],
    "tidal": ["tidal(players=2,rounds=1)", "tidal(players=5)"],
}


@pytest.fixture(params=[text for texts in SHORT.values() for text in texts])
def text(request: pytest.FixtureRequest) -> str:
    """Each test that takes it runs for two sets of options of every game."""
    chosen: str = request.param
    return chosen
