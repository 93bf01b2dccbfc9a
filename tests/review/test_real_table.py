"""A real table followed by what one seat sees: each game's records, event by event, give the record's views."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import uneri
from uneri import records
from uneri.bots.players import SEES_ACTION, SEES_NOTHING, make_sight
from uneri.contract import CHANCE, SeatView
from uneri.review.real_table import Event, RealTable

ASKED: dict[str, set[str]] = {
    "onda": {"scores", "starter", "leader", "hand"},  # the cards that are left in hands when a round ends
    "solo": {"hand", "known", "phase", "to_act", "next_turn", "points"},  # an exchanged hand, cards left at the end
    "namima": {"score"},  # of a hand that wins
    "tidal": set(),
    "tacta": set(),
}
"""The fields that events don't tell."""
LONGEST = 250  # events of a game


class Feed:
    """A record's events as a seat sees them, and its answers to what is asked."""

    def __init__(self, record: records.Record, seat: int) -> None:
        self.game, self.seat, self.sight = record.load_game(), seat, make_sight(record.load_game())
        self.events: list[tuple[Any, int, int]] = []  # with the state before each
        self.fields: set[str] = set()
        self.told: Counter[tuple[int, int]] = Counter()
        state = self.game.new_initial_state()
        chance = [(CHANCE, outcome) for outcome in record.deal.chance]
        for move in record.moves:
            chance += [(move.seat, move.action), *((CHANCE, outcome) for outcome in move.chance)]
        for player, action in chance[:LONGEST]:
            self.events.append((state, player, action))
            state = state.child(action)
        self.end = state
        self.at = 0
        self.table = RealTable(self.events[0][0].view(seat), self.tell_secret, self.tell_fields)

    def sees(self, state: Any, player: int, action: int) -> bool:
        if player == CHANCE:
            return len({str(state.child(outcome).view(self.seat)) for outcome in state.legal_actions()}) > 1
        if player == self.seat:
            return True
        seen = self.sight(state, action, self.seat)
        free = any(self.sight(state, other, self.seat) == SEES_NOTHING for other in state.legal_actions())
        return bool(seen == SEES_ACTION or (seen != SEES_NOTHING and free))

    def tell_secret(self, event: Event) -> int | None:
        until = self.at + 1
        while until < len(self.events) and not self.sees(*self.events[until]):
            until += 1
        hidden = [
            action
            for state, player, action in self.events[:until]
            if player == event.player and not self.sees(state, player, action)
        ]
        self.told[self.at, event.player] += 1  # asked from the last to the first
        place = -self.told[self.at, event.player]
        return hidden[place] if len(hidden) >= -place else None

    def tell_fields(self, view: SeatView, names: list[str]) -> dict[str, Any]:
        true = self.after(self.at).view(self.seat).fields
        wrong = [name for name in names or view.fields if view.fields[name] != true[name]]
        self.fields.update(wrong)
        return {name: true[name] for name in wrong}

    def after(self, index: int) -> Any:
        return self.events[index + 1][0] if index + 1 < len(self.events) else self.end

    def run(self, most: int = LONGEST) -> int:
        """Feed events; return how many views were compared."""
        compared = 0
        for index, (state, player, action) in enumerate(self.events[:most]):
            self.at = index
            if self.sees(state, player, action):
                last = self.table.events[-1] if self.table.events else None
                drew = last is not None and last.action is None and last.player == CHANCE
                while index and self.events[index - 1][1] != CHANCE and not self.sees(*self.events[index - 1]):
                    index -= 1
                at_once = drew and player != CHANCE and self.events[index - 1][1] != CHANCE
                self.table.add(player, action, at_once=at_once)
            after = self.after(self.at)
            if after.current_player() == self.seat:
                assert self.table.view == after.view(self.seat), self.at
                compared += 1
        return compared


@pytest.mark.parametrize("seed", [1, 2])
def test_a_record_gives_its_views(name: str, seed: int) -> None:
    game = uneri.load_game(name, **{"players": 2} if name == "namima" else {})
    record = records.record(game, ["greedy"] * game.num_players, seed=seed)
    feed = Feed(record, seed % game.num_players)
    assert feed.run() > 5
    assert feed.fields <= ASKED[name]


def test_undo_and_what_if(name: str) -> None:
    game = uneri.load_game(name)
    record = records.record(game, ["greedy"] * game.num_players, seed=3)
    feed = Feed(record, 0)
    feed.run(60)
    table = feed.table
    view = table.view
    assert table.corrected({}) == view
    with pytest.raises(ValueError, match="phase"):
        table.corrected({"phase": "NONE"})
    assert table.view == view
    events = list(table.events)
    last = max(index for index, event in enumerate(events) if event.action is not None)
    assert table.undo()
    assert table.events == events[:last]
    assert table.view == (events[last - 1].after if last else game.new_initial_state().view(0))
    while table.undo():
        pass
    assert table.events == [event for event in table.events if event.action is None]
