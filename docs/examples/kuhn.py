"""Kuhn poker as a game of one's own in plain Python: three cards, two seats, one bet."""

from __future__ import annotations

from typing import Any, NamedTuple

import uneri
from uneri.arena import run
from uneri.search import ISMCTS

LINES = ("", "P", "B", "PB", "PP", "BP", "BB", "PBP", "PBB")
SHOWN = ("PP", "BB", "PBB")  # both cards lie open


class State(NamedTuple):
    """A position. Rules never change it."""

    cards: tuple[int, ...] = ()  # by seat, as far as they are dealt
    bets: str = ""  # P and B in turn


class Rules:
    """The rules under their options."""

    name = "kuhn"
    defaults = {"utility": "score"}  # noqa: RUF012
    num_players, num_distinct_actions, max_chance_outcomes, max_legal_actions = 2, 2, 3, 2
    max_game_length, max_chance_nodes, min_score, max_score = 3, 2, -2, 2

    def __init__(self, utility: str = "score") -> None:
        self.options = {"utility": utility}

    def initial(self) -> State:
        return State()

    def player(self, s: State) -> int:
        if len(s.cards) < 2:
            return uneri.CHANCE
        return uneri.TERMINAL if s.bets in LINES[4:] else len(s.bets) % 2

    def legal(self, s: State) -> list[int]:
        if self.player(s) == uneri.TERMINAL:
            return []
        return [0, 1] if len(s.cards) == 2 else [card for card in range(3) if card not in s.cards]

    def is_legal(self, s: State, action: int) -> bool:
        return action in self.legal(s)

    def weights(self, s: State) -> list[tuple[int, int]]:
        return [(card, 1) for card in self.legal(s)]

    def apply(self, s: State, action: int) -> State:
        return s._replace(cards=(*s.cards, action)) if len(s.cards) < 2 else s._replace(bets=s.bets + "PB"[action])

    def points(self, s: State) -> list[int]:
        if self.player(s) != uneri.TERMINAL:
            return [0, 0]
        folded = {"PBP": 1, "BP": 0}.get(s.bets)  # who is left
        winner = int(s.cards[1] > s.cards[0]) if folded is None else folded
        won = 2 if s.bets.endswith("BB") else 1
        return [won if seat == winner else -won for seat in range(2)]

    def winners(self, s: State) -> list[int]:
        return [0] if self.points(s)[0] > 0 else [1]

    def resample(self, s: State, seat: int, rng: Any) -> State:
        if len(s.cards) < 2 or s.bets in SHOWN:
            return s
        others = [card for card in range(3) if card != s.cards[seat]]
        card = others[rng.below(2)]
        return s._replace(cards=(s.cards[0], card) if seat == 0 else (card, s.cards[1]))

    def layout(self) -> list[tuple[str, tuple[int, ...]]]:
        return [("card", (3,)), ("bets", (3, 2))]

    def observation(self, s: State, seat: int) -> list[float]:
        card = [float(s.cards[seat : seat + 1] == (kind,)) for kind in range(3)]
        return card + [float(s.bets[turn : turn + 1] == action) for turn in range(3) for action in "PB"]

    def to_dict(self, s: State, seat: int | None = None) -> dict[str, Any]:
        shown = [card if seat in (None, owner) or s.bets in SHOWN else None for owner, card in enumerate(s.cards)]
        return {"options": self.options, "cards": shown, "bets": s.bets}

    def from_dict(self, data: Any) -> State:
        s = State(tuple(data["cards"]), data["bets"])
        dealt = len(set(s.cards)) == len(s.cards) <= 2 and set(s.cards) <= {0, 1, 2}
        if not dealt or s.bets not in (LINES if len(s.cards) == 2 else ("",)) or dict(data) != self.to_dict(s):
            raise ValueError(f"kuhn: {dict(data)} is not a position; cards differ and are 0 to 2, bets one of {LINES}")
        return s

    def action_to_string(self, s: State | None, player: int, action: int) -> str:  # noqa: ARG002
        return f"CARD {action}" if player == uneri.CHANCE else ("PASS", "BET")[action]

    def parse_action(self, s: State | None, text: str) -> int:
        names = ["CARD 0", "CARD 1", "CARD 2"] if s is not None and len(s.cards) < 2 else ["PASS", "BET"]
        if text.upper() not in names:
            raise ValueError(f"kuhn: no action {text[:60]!r}; allowed: {', '.join(names)}")
        return names.index(text.upper())


uneri.register_game(Rules)


def main() -> None:
    """Plays, searches, and lets two bots meet."""
    game = uneri.load_game("kuhn")
    state = game.new_initial_state(seed=7)
    print(state)
    print(ISMCTS(sims=2000, seed=1, objective="utility").run(state))
    while not state.is_terminal():
        state.apply_action(ISMCTS(sims=200, seed=1).act(state))
    print(state.returns())

    env = uneri.BatchEnv(game, num_envs=8, seed=1)
    env.step_random(20)
    print(env.observation.shape)
    print(run(game, ["ismcts:sims=50", "random"], 50, seed=1))


if __name__ == "__main__":
    main()
