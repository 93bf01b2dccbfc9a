"""A game record: what it holds, playing it again, and what a seat sees of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, SupportsIndex

from .. import _core
from .._util.checks import bounded, each, flag, integer, seed_of
from .._util.messages import brief, printable
from ..contract import Game, State
from ..registry import core_module, game_of, load_foreign_game
from .changes import applied, sort_changes
from .fields import add_notes, fields_of, notes_of, shown_notes
from .lines import FORMAT, RULES, RecordError, state_digest, written
from .walk import Deal, Dice, Move, Walk, told

if TYPE_CHECKING:
    from typing import Self

    from ..view.palette import Colors


@dataclass(frozen=True)
class Seen:
    """A seat's view of one event; what it may not know is None."""

    seat: int | None
    """The seat that moved; None for the deal and for events that only show by their changes."""
    action: int | None
    text: str | None
    view: dict[str, Any]
    """`State.to_dict(seat)` after the event, without the options."""


@dataclass(frozen=True, eq=False)
class Record:
    """One game. `read`, `record` and `Record.from_actions` make records.

    Two records are equal if their lines are. `len(record)` is the number of decisions.
    """

    game: str
    """Name of the game."""
    options: dict[str, Any]
    """Every option with its value."""
    players: tuple[str, ...]
    """Names of the players, by seat."""
    seed: int | None
    """The seed that the chance outcomes come from, if any."""
    views: bool
    """Whether events hold their changes of each seat's view."""
    deal: Deal
    """The outcomes of chance before the first decision."""
    moves: tuple[Move, ...]
    """The decisions."""
    over: bool
    """Whether the game came to its end."""
    returns: tuple[float, ...]
    """By seat, at the end or so far."""
    state: str
    """A digest of the last position."""
    rules: int = RULES
    """Version of the rules it was played by."""
    version: str = _core.__version__
    """Version of the library that wrote it."""
    path: str = "record"
    """The file it was read from."""
    line: int = 0
    """Its first line there; 0 if it comes from no file."""
    headers: dict[str, Any] = field(default_factory=dict)
    """People's words on the game: event, date, place and the like. `annotate` sets them and the notes of lines."""
    end_notes: dict[str, Any] = field(default_factory=dict)
    """People's words on the end of the game."""

    @classmethod
    def from_actions(
        cls,
        game: Game | str,
        actions: Iterable[SupportsIndex],
        *,
        seed: SupportsIndex | None = None,
        chance: Iterable[SupportsIndex] | None = None,
        players: Sequence[str] | None = None,
        views: bool = True,
    ) -> Self:
        """Make the record of a game from its decisions. The game need not be over.

        Parameters
        ----------
        game
            A game or its string form.
        actions
            The decisions in order, the first from `Game.new_initial_state(seed)`.
        seed
            The seed of the game, 0 to 2^64 - 1. None (default): `chance` says what happens at chance nodes.
        chance
            The outcomes of all chance nodes, in order. With a seed, too, they must agree. None (default): those of the
            seed.
        players
            Names, one per seat. None (default): `"seat 0"` and so on.
        views
            False leaves out what events changed for each seat, and says only who did what: about a tenth of the size,
            and faster. Default True.

        Raises
        ------
        ValueError
            If something cannot be played: an action or outcome isn't legal, is missing, or is one too many. Also if the
            seed is out of range or `players` has not one name per seat.
        TypeError
            If `game` is not a game, an action, outcome or seed is not an integer, or `views` is not a bool.

        Examples
        --------
        >>> import uneri
        >>> from uneri.records import Record
        >>> game = uneri.load_game("onda", players=2, rounds=1)
        >>> state = game.new_initial_state(seed=7)
        >>> action = state.legal_actions()[0]
        >>> record = Record.from_actions(game, [action], seed=7, players=["Ann", "Ben"])
        >>> len(record), record.over, record.moves[0].action == action
        (1, False, True)
        """
        played, kept = game_of(game), flag(views, "views")
        number = None if seed is None else seed_of(seed)
        ids = None if chance is None else each(chance, "chance", "a sequence of outcomes")
        outcomes = None if ids is None else iter([integer(outcome, "chance outcome") for outcome in ids])
        decisions = each(actions, "actions", "a sequence of decisions")
        walk = Walk(played, Dice(number, outcomes), views=kept)
        deal = walk.deal()
        moves = tuple(walk.play(integer(action, "action")) for action in decisions)
        if outcomes is not None and (left := next(outcomes, None)) is not None:
            raise ValueError(f"chance has outcome {left} beyond the last position")
        return cls._ended(walk.state, number, named_seats(players, played), kept, deal, moves)

    @classmethod
    def _ended(
        cls, state: State, seed: int | None, players: tuple[str, ...], views: bool, deal: Deal, moves: tuple[Move, ...]
    ) -> Self:
        game = state.game
        return cls(
            game=game.name,
            options=game.options,
            players=players,
            seed=seed,
            views=views,
            deal=deal,
            moves=moves,
            over=state.is_terminal(),
            returns=tuple(state.returns()),
            state=state_digest(state.to_dict()),
        )

    def ended_here(self) -> Self:
        """Return the same record, its end (`over`, `returns`, `state`) computed by playing it: for one that breaks off.

        RecordError if the record can't be played.
        """
        state = self.replay()
        digest = state_digest(state.to_dict())
        return replace(self, over=state.is_terminal(), returns=tuple(state.returns()), state=digest)

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.contents() == other.contents()

    def __hash__(self) -> int:
        return hash((self.game, self.players, self.state, len(self)))

    def __repr__(self) -> str:
        end = "" if self.over else ", unfinished"
        return printable(f"<uneri.records.Record of {self.game}, {len(self)} moves{end}, {' '.join(self.players)}>")

    def _repr_html_(self) -> str:
        from ..view.html import Html, block, details, paragraph, strong, table  # only notebooks need it

        end = "over" if self.over else "unfinished"
        parts = [paragraph(strong(self.game), f"{len(self)} moves, {end}")]
        parts += map(paragraph, shown_notes("game", self.headers))
        rows = [
            (seat, name, f"{value:g}")
            for seat, (name, value) in enumerate(zip(self.players, self.returns, strict=True))
        ]
        parts.append(table(("seat", "player", "return"), rows, right=(True, False, True)))
        last = (self.moves[-1].seat, self.moves[-1].action) if self.moves else None
        try:
            drawn = self.replay().to_svg(last=last, names=self.players)
        except RecordError as error:
            parts.append(paragraph(str(error)))
        else:
            parts.append(details("the last position", Html(drawn), opened=True))
        played = [(move.ply, self.players[move.seat], move.text) for move in self.moves[:500]]
        parts.append(details("moves", table(("ply", "player", "move"), played, right=(True, False, False))))
        return block(*parts)

    def to_html(self, seat: SupportsIndex | None = None, *, views: bool = True, colors: Colors | None = None) -> str:
        """Write the game as a page to step through: pictures, moves and points, in one HTML file that loads nothing.

        The same record gives the same text.

        Parameters
        ----------
        seat
            The seat that the page is for: nothing that it may not know is in the page. None (default): everything is
            shown.
        views
            Without a seat, True (default) lets the reader choose each seat's view, too. False takes a fraction of the
            time and the size.
        colors
            Colours in place of those of `uneri.view.PALETTE`, as for `state.to_svg`.

        Raises
        ------
        RecordError
            If the record can't be played.
        ValueError
            If there is no such seat or colour.
        TypeError
            If `seat` is not an integer, `views` not a bool, or a colour not a text.

        Examples
        --------
        >>> from uneri import records
        >>> record = records.record("tacta", ["greedy", "greedy"], seed=7)
        >>> record.to_html(0)[:15]
        '<!DOCTYPE html>'
        """
        from ..view.replay_page import replay_page  # only pages need it
        from .replay import story_of

        return replay_page([story_of(self, seat, views=flag(views, "views"), colors=colors)], colors)

    def contents(self, since: SupportsIndex = 0) -> list[dict[str, Any]]:
        """Return the lines as plain data, a mapping for each, without checksums.

        `since` is the first line that is wanted, 0 (default) to `len(record)` + 2, which is the last.

        Raises
        ------
        ValueError
            If there is no such line.
        TypeError
            If `since` is not an integer.
        """
        return list(self._contents(bounded(since, "since", 0, len(self) + 2)))

    def _contents(self, first: int = 0) -> Iterator[dict[str, Any]]:
        if first == 0:
            yield {
                "type": "game",
                "format": FORMAT,
                "rules": self.rules,
                "uneri": self.version,
                "game": self.game,
                "options": self.options,
                "seed": self.seed,
                "players": list(self.players),
                "views": self.views,
                **self.headers,
            }
        events: list[Deal | Move] = [self.deal, *self.moves]
        yield from (event.plain() | event.notes for event in events[max(0, first - 1) :])
        yield self._end() | self.end_notes

    def _end(self) -> dict[str, Any]:
        return {
            "type": "end",
            "plies": len(self.moves),
            "over": self.over,
            "returns": list(self.returns),
            "state": self.state,
        }

    def to_bytes(self) -> bytes:
        """Return the lines of the record as in a file: UTF-8 text, one JSON object per line, each with its checksum."""
        return written(self._contents())[0]

    def annotate(self, where: SupportsIndex | str = "game", /, **fields: Any) -> Self:
        """Return a new record with people's words added to one of its lines.

        Parameters
        ----------
        where
            `"game"` (default) for headers, `"deal"`, `"end"`, or the ply of a move.
        **fields
            The fields to set, by the names in docs/records.md. None removes a field.

        Raises
        ------
        ValueError
            If there is no such line or field, or a value is invalid.
        TypeError
            If `where` is neither an integer nor a text.

        Examples
        --------
        >>> from uneri import records
        >>> game = records.record("onda(players=2,rounds=1)", ["greedy", "greedy"], seed=7)
        >>> game = game.annotate(event="Club night", date="2026-11-27").annotate(3, marks=["?!"], comment="Too early.")
        >>> game.headers["event"], game.moves[3].notes["comment"]
        ('Club night', 'Too early.')
        """
        if not isinstance(where, str):
            moves = list(self.moves)
            move = moves[ply := bounded(where, "where", 0, len(self) - 1)]
            moves[ply] = replace(move, notes=add_notes("move", move.notes, fields))
            return replace(self, moves=tuple(moves))
        if where == "deal":
            return replace(self, deal=replace(self.deal, notes=add_notes(where, self.deal.notes, fields)))
        if where == "end":
            return replace(self, end_notes=add_notes(where, self.end_notes, fields))
        if where == "game":
            return replace(self, headers=add_notes(where, self.headers, fields))
        raise ValueError(f"where is {brief(where)}; allowed: 'game', 'deal', 'end' or a ply")

    @property
    def unknown(self) -> tuple[str, ...]:
        """Fields that this version doesn't know, as `line.field`. They are kept and written as they were read."""
        names = (
            f"{content['type']}.{name}"
            for content in self._contents()
            for name in notes_of(content)
            if name not in fields_of(content["type"]).optional
        )
        return tuple(dict.fromkeys(names))

    def load_game(self, *, backend: str = "core") -> Game:
        """Load the game that was played. No file is opened.

        RecordError if this library doesn't play the game, or plays it by other rules, or there is no such backend.

        The backend is `"core"` (default) or `"reference"`.
        """
        if self.rules != RULES:
            raise self._error(f"it was played by version {self.rules} of the rules; this library plays {RULES}", 0)
        try:
            return load_foreign_game(self.game, self.options, backend=backend)
        except (ValueError, TypeError) as error:
            raise self._error(str(error), 0) from None

    def replay(self, to_ply: SupportsIndex | None = None, *, backend: str = "core") -> State:
        """Play the game again, up to a ply, and return the position then, with the chance after it resolved.

        The position is unseeded: its chance is shown.

        Parameters
        ----------
        to_ply
            The number of decisions. None (default): all.
        backend
            `"core"` (default) or `"reference"`.

        Raises
        ------
        RecordError
            If the record can't be played so far.
        ValueError
            If `to_ply` is beyond the last.
        TypeError
            If `to_ply` is not an integer.

        Examples
        --------
        >>> from uneri import records
        >>> record = records.record("onda(players=2,rounds=1)", ["greedy", "greedy"], seed=7)
        >>> record.replay().is_terminal(), record.replay(to_ply=1).is_terminal()
        (True, False)
        """
        plies = len(self) if to_ply is None else bounded(to_ply, "to_ply", 0, len(self))
        state = self.load_game(backend=backend).new_initial_state()
        self._resolve(state, self.deal.chance, 1)
        for move in self.moves[:plies]:
            if state.current_player() != move.seat:
                raise self._error(f"seat {move.seat} is not to act", 2 + move.ply)
            self._apply(state, move.action, 2 + move.ply)
            self._resolve(state, move.chance, 2 + move.ply)
        return state

    def _resolve(self, state: State, chance: tuple[int, ...], offset: int) -> None:
        for outcome in chance:
            if not state.is_chance_node():
                raise self._error(f"chance outcome {outcome} where chance is not next", offset)
            self._apply(state, outcome, offset)

    def _apply(self, state: State, action: int, offset: int) -> None:
        try:
            state.apply_action(action)
        except ValueError as error:
            raise self._error(str(error), offset) from None

    def check(self, *, backend: str = "core") -> None:
        """Play the game again, and compare every event, what each seat sees of it, points and digests.

        RecordError if something differs. It names the line and the first thing that does.

        The backend is `"core"` (default) or `"reference"`.
        """
        game = self.load_game(backend=backend)
        if game.options != self.options:
            raise self._error("its options are not complete", 0)
        if len(self.players) != game.num_players:
            raise self._error(f"it has {len(self.players)} players; the game has {game.num_players}", 0)
        if not self._is_the_cores(game):  # an event differs, or is for Python to judge
            self._check_events(game)

    def _is_the_cores(self, game: Game) -> bool:
        """Return whether the core reproduces every event and the end. This takes a tenth of the time, but can't
        name differences."""
        if game.backend != "core" or not (self.seed is None or type(self.seed) is int):
            return False
        state = core_module(game.name).replay_same(game, self.seed, self.views, self.deal, tuple(self.moves))
        return state is not None and _is_same(self._end(), self._ended_at(state)._end())

    def _ended_at(self, state: State) -> Self:
        return self._ended(state, self.seed, self.players, self.views, self.deal, self.moves)

    def _check_events(self, game: Game) -> None:
        """RecordError at the first event that differs from the game's."""
        given = iter([*self.deal.chance, *(outcome for move in self.moves for outcome in move.chance)])
        walk = Walk(game, Dice(self.seed, given), views=self.views)
        offset = 1
        try:
            deal = walk.deal()
            self._compare(self.deal.plain(), deal.plain(), offset)
            for offset, move in enumerate(self.moves, 2):
                self._compare(move.plain(), walk.play(move.action).plain(), offset)
        except RecordError:
            raise
        except ValueError as error:
            raise self._error(str(error), offset) from None
        self._compare(self._end(), self._ended_at(walk.state)._end(), len(self) + 2)

    def _compare(self, mine: Any, played: Any, offset: int, where: str = "") -> None:
        """RecordError at the first difference."""
        if _is_same(mine, played):
            return
        if isinstance(mine, dict) and isinstance(played, dict):
            for key in sorted({*mine, *played}):
                name = f"{where}.{key}" if where else key
                self._compare(mine.get(key), played.get(key), offset, name)
        raise self._error(f"{where or 'the line'} is {brief(mine)}; the game gives {brief(played)}", offset)

    def view(self, seat: SupportsIndex) -> list[Seen]:
        """Return the game as a seat saw it: the deal, then every event that the seat noticed.

        Events that a seat cannot notice (a card kept in secret, a declined jump-in) are left out. It holds nothing that
        the seat may not know.

        Raises
        ------
        RecordError
            If the record can't be played, or its changes fit nothing.
        ValueError
            If there is no such seat.
        TypeError
            If `seat` is not an integer.
        """
        number = bounded(seat, "seat", 0, len(self.players) - 1)
        events: list[Deal | Move] = [self.deal, *self.moves]
        if not self.views:
            events = [event for event, _ in self._played(views=True)]
        seen: dict[str, Any] = {}
        found: list[Seen] = []
        for offset, event in enumerate(events, 1):
            known = told(event, number)
            if not known and found:
                continue
            try:
                seen = applied(seen, sort_changes(known.changes))
            except (ValueError, TypeError) as error:
                raise self._error(str(error), offset) from None
            found.append(Seen(known.seat, known.action, known.text, seen))
        return found

    def _played(self, *, views: bool) -> Iterator[tuple[Deal | Move, State]]:
        """Yield the events again, each with the position after it, which the next one changes."""
        given = iter([*self.deal.chance, *(outcome for move in self.moves for outcome in move.chance)])
        walk = Walk(self.load_game(), Dice(None, given), views=views)
        try:
            yield walk.deal(), walk.state
            for move in self.moves:
                yield replace(walk.play(move.action), notes=move.notes), walk.state
        except ValueError as error:
            raise self._error(str(error), walk.plies + 2) from None

    def _error(self, problem: str, offset: int) -> RecordError:
        """Return an error about the line `offset` lines after the first."""
        return RecordError(problem, path=self.path, line=self.line + offset if self.line else 0)


def named_seats(players: Any, game: Game) -> tuple[str, ...]:
    """Return the names of seats, one each."""
    if players is None:
        return tuple(f"seat {seat}" for seat in range(game.num_players))
    found = tuple(each(players, "players", f"{game.num_players} names, one per seat"))
    if isinstance(players, str) or len(found) != game.num_players or not all(isinstance(p, str) for p in found):
        raise ValueError(f"players must be {game.num_players} names, one per seat, not {brief(players)}")
    return found


def _is_same(mine: Any, played: Any) -> bool:
    """Equal plain data of the same types: true is not 1."""
    return bool(mine == played) and json.dumps(mine, sort_keys=True) == json.dumps(played, sort_keys=True)
