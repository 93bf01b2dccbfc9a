"""Figures of a game for people who write players for it, measured when the pages are built."""

from __future__ import annotations

import statistics
from math import prod

import uneri
from uneri.bots import make_bot
from uneri.bots.players import stand_in
from uneri.contract import CHANCE
from uneri.testing import stream

_GAMES = 40
_SEATS = (2, 4)


def figures(name: str) -> str:
    """Return a table of a game with default options, played by its simple bot, as Markdown."""
    columns = [_measure(uneri.load_game(name, players=players)) for players in _SEATS]
    rows = [f"| {row} | {' | '.join(column[row] for column in columns)} |" for row in columns[0]]
    heads = " | ".join(f"{players} seats" for players in _SEATS)
    return "\n".join([f"| | {heads} |", f"|---|{'---|' * len(columns)}", *rows])


def _measure(game: uneri.Game) -> dict[str, str]:
    choices: list[int] = []
    chance = 0
    for seed in range(_GAMES):
        state = game.new_initial_state()
        player = make_bot(stand_in(game), seed=seed)
        luck = stream(seed, 0)
        while not state.is_terminal():
            if state.current_player() == CHANCE:
                chance += 1
                state.apply_action(state.sample_chance(luck.next()))
            else:
                choices.append(state.num_legal_actions())
                state.apply_action(player.act(state))
    free = [count for count in choices if count > 1]
    return {
        "decisions in a game": f"{len(choices) / _GAMES:.0f}",
        "of them with a choice": f"{100 * len(free) / len(choices):.0f} %",
        "moves to choose from: median, mean, most": (
            f"{statistics.median(free):.0f}, {statistics.mean(free):.1f}, {max(free)}"
        ),
        "draws of chance in a game": f"{chance / _GAMES:.0f}",
        "action ids": f"{game.num_distinct_actions:,}",
        "numbers of an observation": f"{prod(game.observation_tensor_shape):,}",
        "bytes of a state": f"{len(game.new_initial_state().serialize()):,}",
    }
