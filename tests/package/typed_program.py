"""A program as users write it, for test_typing.py."""

from pathlib import Path

import numpy as np

import uneri
from uneri import arena, namima, records, review
from uneri.bots import Bot, RandomBot, make_bot
from uneri.search import ISMCTS, FlatMC


class LastAction:
    """A bot that plays the last legal action."""

    def act(self, state: uneri.State) -> int:
        return state.legal_actions()[-1]


def play(game: uneri.Game, players: list[Bot], seed: int) -> list[float]:
    state = game.new_initial_state(seed=seed)
    while not state.is_terminal():
        state.apply_action(players[state.current_player()].act(state))
    return list(state.returns())


def main(folder: Path) -> None:
    onda = uneri.load_game("onda", players=3, rounds=1)
    scores = [play(onda, [LastAction(), RandomBot(seed=seed), make_bot("greedy")], seed) for seed in range(4)]
    print(np.array(scores).mean(axis=0))
    state = onda.new_initial_state(seed=7)
    found = FlatMC(sims=50, seed=1).run(state)
    print(state.action_to_string(found.action), ISMCTS(sims=50, seed=1).run(state).action)
    result = arena.run("onda(players=2,rounds=1)", {"last": LastAction, "random": "random"}, deals=4, progress=False)
    print(result.to_dict())
    record = records.record("onda(players=2,rounds=1)", ["greedy", "random"], seed=7)
    records.write(folder / "games.jsonl", [record])
    print(review.review(record, "flat:sims=20", worlds=20).to_dict()["summary"])
    print(namima.deficiency("B123 R44 Y678 K12 W3"))
    batch = uneri.BatchEnv("onda(players=3,rounds=1)", 8, seed=7)
    batch.reset()
    print(batch.observation.shape)
