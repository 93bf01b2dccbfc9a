"""A running game: its moves, each viewer's view of them, and its bots. Independent of the web."""

from __future__ import annotations

import dataclasses
import hashlib
import secrets
import time
import weakref
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import uneri
from uneri._util.rng import stream
from uneri.bots import Bot
from uneri.bots.players import Seats
from uneri.records import Move, Part, Record
from uneri.records.replay import last_seen
from uneri.records.telling import ROUNDS, tell_move, tell_scores
from uneri.records.walk import Dice, SystemDice, Walk, told

from .bot_policy import HUMAN, make_seat_bot, name_bot, stand_in
from .requests import Refused

_STRIDE: Final = 128
"""Decisions between stored positions, so that earlier ones are found without playing the whole game again."""
_TRIES: Final = 16
"""Worlds in which a seat may be to act. The rules hide from a seat that another one is deciding only where such worlds are
common."""
_MOST_BACK: Final = 2000
"""Decisions of a game in which moves are taken back: the others are played again."""
_SECRET_BITS: Final = 128
SEEDED: Final = "This game was dealt from a seed that its owner knows."
"""Anybody who knows the seed knows all cards."""
ALL: Final = None
"""The viewer who sees everything."""


class Event(NamedTuple):
    """A decision as a viewer saw it."""

    ply: int
    """Decisions of the table up to and with this one."""
    seat: int | None
    text: str | None
    words: str
    """The sentences about what happened."""
    sheet: str
    """The score sheet of the round or game that ended with it, or nothing."""


@dataclasses.dataclass(frozen=True)
class Past:
    """The state of a game that an earlier server began."""

    seed: int
    chance: tuple[int, ...]
    """The outcomes so far."""
    replaced: frozenset[int]
    notes: tuple[str, ...]
    headers: dict[str, Any]
    """The headers of its record."""


class Table:
    """A game with its seats: `"human"` or the text of a bot for each. A seat without a name has an empty one.

    Without a `seed` the operating system deals. If there is a `past`, the caller plays the game's moves again.
    """

    def __init__(
        self,
        game: uneri.Game,
        seed: int | None,
        seats: Sequence[str],
        names: Sequence[str] = (),
        *,
        hints: bool = True,
        past: Past | None = None,
    ) -> None:
        self.game, self.seats, self.hints = game, tuple(seats), hints
        if past is None:
            told = () if seed is None else (SEEDED,)
            past = Past(secrets.randbits(_SECRET_BITS), (), frozenset(), told, {"date": time.strftime("%Y-%m-%d")})
        self.dealt_from = seed
        """The seed of the deal, if one was given: anybody who knows it knows all cards."""
        self.seed = past.seed if seed is None else seed
        """The seed of bots that name none. Unless the game was dealt from it, it is a secret of 128 bits, independent of the deal."""
        self.headers = past.headers
        self.notes = list(past.notes)
        """Facts for all: the origin of the deal, and the bots that failed."""
        self.replaced: set[int] = set()
        """Seats whose bots have failed."""
        self.bots: dict[int, Bot] = {}
        for seat, spec in enumerate(seats):
            if seat in past.replaced:
                self._seat_stand_in(seat)
            elif spec != HUMAN:
                number = self._number(seat)
                bot = self.bots[seat] = make_seat_bot(spec, number)
                if hasattr(bot, "new_game"):
                    bot.new_game(game, seat, number)
        table = weakref.proxy(self)  # no cycle, so that a dropped game frees its memory at once
        self.players = Seats(self.bots, self.seed, lambda seat, _: table.replace(seat, "it failed"))
        named = names or [""] * len(seats)
        unnamed = [(f"{spec} {seat}", f"seat {seat}") for seat, spec in enumerate(seats)]  # in a record
        self._given = ["" if name in made else name for name, made in zip(named, unnamed, strict=True)]
        given = list(zip(self._given, seats, strict=True))
        self.names = tuple(
            name or (f"seat {seat}" if spec == HUMAN else f"{name_bot(spec, game.name)} {seat}")
            for seat, (name, spec) in enumerate(given)
        )
        self._recorded = tuple(
            f"{spec} {seat}" if not name and spec != HUMAN else self.names[seat]
            for seat, (name, spec) in enumerate(given)
        )
        """The names in a record, which say how a bot plays."""
        self.walk = Walk(game, SystemDice(past.chance) if seed is None else Dice(seed), views=True)
        # Without the changes of views, which would fill the memory; so in each move.
        self.deal = dataclasses.replace(self.walk.deal(), public=Part(), private={})
        self._kept = [self.state.clone()]
        self.moves: list[Move] = []
        self.seen: dict[int | None, list[Event]] = {viewer: [] for viewer in (ALL, *range(game.num_players))}

    @property
    def state(self) -> uneri.State:
        """The position. Only `play` changes it."""
        return self.walk.state

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.is_terminal()

    @property
    def mover(self) -> int:
        """The seat to act, or a negative number."""
        return self.state.current_player()

    def turn_of(self, seat: int) -> uneri.State | None:
        """Return a position that looks the same to the seat and in which it is to act, or None if it knows of no turn.

        If another seat may be deciding in secret, as on a jump-in, the turn itself would reveal that. So this depends
        only on what the seat knows, but for a negligible chance.
        """
        if self.over:
            return None
        for number in range(_TRIES):
            world = self.state.resample_from_infostate(seat, number)
            if world.current_player() == seat:
                return world
        return self.state if self.mover == seat else None

    def play(self, action: int) -> None:
        """Play an action of the seat to act. Refused if it isn't legal."""
        if self.over or not self.state.is_legal(action):
            raise Refused(f"move {action} is not legal here; choose a listed move", 409)
        self.players.tell(self.state, action)
        earlier, before = self.state.clone(), self._list_views()
        move = self.walk.play(action)
        after = self._list_views()
        ended = self.state.is_terminal() or any(before[ALL].get(name) != after[ALL].get(name) for name in ROUNDS)
        sheet = "\n".join(tell_scores(earlier, action, self.state, self.names)) if ended else ""
        shared: dict[str, str] = {}  # most viewers read the same words
        for viewer, events in self.seen.items():
            known = move if viewer is ALL else told(move, viewer)
            if known:
                views, made = (before[viewer], after[viewer]), (move.seat, action)
                words = "\n".join(tell_move(self.game.name, *views, made, viewer, self.names))
                events.append(
                    Event(len(self.moves) + 1, known.seat, known.text, shared.setdefault(words, words), sheet)
                )
        self.moves.append(_small_move(move))
        if len(self.moves) % _STRIDE == 0:
            self._kept.append(self.state.clone())

    def _list_views(self) -> dict[int | None, dict[str, Any]]:
        """Return what each viewer sees now."""
        everything = self.state.to_dict()
        options = {"options": everything["options"]}
        return {ALL: everything, **{seat: options | view for seat, view in enumerate(self.walk.views())}}

    def make_next(self) -> Table:
        """Deal the next game to the same people and bots; the first seat moves on by one."""
        seats, names = self.seats, self._given
        return Table(self.game, None, (*seats[1:], seats[0]), (*names[1:], names[0]), hints=self.hints)

    def find_slip(self, seat: int) -> int:
        """Return the ply of a person's last choice, to take it back; -1 if there is none."""
        if self.over or len(self.moves) > _MOST_BACK:
            return -1
        own = (move.ply for move in reversed(self.moves) if move.seat == seat)
        return next((ply for ply in own if self.state_at(ply).num_legal_actions() > 1), -1)

    def rewind(self, ply: int, note: str) -> Table:
        """Return the game as it was after `ply` decisions. Bots start again and see the same moves."""
        kept = self.moves[:ply]
        chance = (*self.deal.chance, *(outcome for move in kept for outcome in move.chance))
        notes = tuple(dict.fromkeys((*self.notes, note)))
        past = Past(self.seed, chance, frozenset(self.replaced), notes, self.headers)
        table = Table(self.game, self.dealt_from, self.seats, self._given, hints=self.hints, past=past)
        for move in kept:
            table.play(move.action)
        return table

    def replace(self, seat: int, why: str) -> None:
        """Let a simple bot play on for one that failed."""
        self._seat_stand_in(seat)
        self.notes.append(f"Seat {seat}: {why}. A simple bot plays on.")

    def _seat_stand_in(self, seat: int) -> None:
        self.bots[seat] = stand_in(self.game.name, self._number(seat))
        self.replaced.add(seat)

    def _number(self, seat: int) -> int:
        """Return the seed of a seat's bot. It reveals neither the secret nor another seat's seed."""
        if self.dealt_from is not None:
            return stream(self.dealt_from, seat).next()
        return int.from_bytes(hashlib.blake2b(f"{self.seed} {seat}".encode(), digest_size=8).digest())

    def state_at(self, ply: int) -> uneri.State:
        """Return the position after `ply` decisions."""
        if ply >= len(self.moves):
            return self.state
        state = self._kept[ply // _STRIDE].clone()
        for move in self.moves[ply // _STRIDE * _STRIDE : ply]:
            for action in (move.action, *move.chance):
                state.apply_action(action)
        return state

    def last_at(self, ply: int, viewer: int | None) -> tuple[int, int] | None:
        """Return seat and action of the last decision, if the viewer learns whose it was."""
        return last_seen(self.moves[ply - 1], viewer) if ply else None

    def record(self) -> Record:
        """Return the game so far, without each event's changes of the views."""
        end = {"comment": "\n".join(self.notes)} if self.notes else {}
        made = Record._ended(self.state, self.dealt_from, self._recorded, False, self.deal, tuple(self.moves))
        return dataclasses.replace(made, headers=self.headers, end_notes=end)


def _small_move(move: Move) -> Move:
    """Return a move without the changes of views."""
    private = {seat: dataclasses.replace(part, changes=()) for seat, part in move.private.items()}
    return dataclasses.replace(
        move,
        public=dataclasses.replace(move.public, changes=()),
        private={seat: part for seat, part in private.items() if part},
    )
