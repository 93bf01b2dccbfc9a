"""A real table followed by what one seat sees: each game's records, event by event, give the record's views."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import uneri
from uneri import records
from uneri.bots.players import SEES_ACTION, SEES_NOTHING, make_sight
from uneri.contract import CHANCE, SeatView
from uneri.review.real_table import Event, RealTable
from uneri.review.table_entries import Question, TableEntries
from uneri.serve.advice import Advisers

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
        self.table: Any = RealTable(self.events[0][0].view(seat), self.tell_secret, self.tell_fields)

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


class Lines:
    """A table that gets a record's events as lines of text."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self.entries = TableEntries(feed.game, feed.seat, self.answer)
        self.said: list[list[str]] = []
        self.fields: list[str] | None = None

    @property
    def events(self) -> list[Event]:
        return self.entries.table.events

    @property
    def view(self) -> SeatView:
        return self.entries.table.view

    def add(self, player: int, action: int, *, at_once: bool) -> None:
        state = self.feed.events[self.feed.at][0]
        text = state.action_to_string(action)
        known = self.entries.table.state.current_player() == player and not at_once
        self.said.append([text if player == CHANCE or known else f"{player}: {text}"])
        self.entries.enter(self.said[-1][0])

    def answer(self, question: Question) -> str:
        assert not question.error
        if question.words.endswith("it isn't)"):
            player = CHANCE if question.words.startswith("the card") else int(question.words.split()[1])
            action = self.feed.tell_secret(Event(self.feed.end, player, None, self.view))
            where = (state for state, who, each in self.feed.events if (who, each) == (player, action))
            text = "" if action is None else next(where).action_to_string(action)
        else:
            if self.fields is None:
                assert question.view is not None
                true = self.feed.tell_fields(question.view, list(question.names))
                self.fields = [f"{name} {json.dumps(value)}" for name, value in true.items()]
            text = self.fields.pop(0) if self.fields else ""
            self.fields = self.fields if text else None
        self.said[-1].append(text)
        return text


def test_lines_give_the_views_and_a_request_has_them_all(name: str) -> None:
    options = {"players": 2} if name in ("namima", "onda") else {}
    game = uneri.load_game(name, **options)
    feed = Feed(records.record(game, ["greedy"] * game.num_players, seed=4), 0)
    lines = feed.table = Lines(feed)
    assert feed.run(120) > 2
    advisers = Advisers(60)
    asked = {"game": name, "options": options, "seat": 0, "entries": lines.said}
    found = advisers.advise(asked)
    assert found["accepted"] == len(lines.said), (lines.said[found["accepted"]], found.get("question"))
    assert found["view"] == str(lines.view)
    assert advisers.advise(asked) == found
    fewer = {**asked, "entries": lines.said[:-1]}
    assert advisers.advise(fewer) == Advisers(60).advise(fewer)


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
