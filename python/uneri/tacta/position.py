"""Positions of TACTA set up by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from .._util.checks import bounded, check_game
from .._util.messages import brief
from ..registry.hooks import hook
from ..registry.views import View, per_game
from .cards import DECK_SIZE, card, names_of, num_colours, shared_deck, suits_in_play

if TYPE_CHECKING:
    from .. import contract
    from .cards import CardLike

    Cards = str | Sequence[CardLike]


def position(
    game: contract.Game,
    *,
    ends: Sequence[Cards] | None = None,
    decks: Sequence[Cards] | None = None,
    starter: SupportsIndex | None = None,
    moves: Sequence[str | SupportsIndex] = (),
) -> contract.State:
    """Set up a state, on the game's backend, from the cards of the seats.

    Sabotage, where suits change hands first, is not supported. Give either `ends` or `decks`: a list with an entry per
    seat, cards as text or list, top first. A card is a name or an id of the seat's own colour, or a name with the
    colour before it: `"1c2"`.

    Parameters
    ----------
    game
        A loaded game of either backend.
    ends
        The two outermost cards of each seat. All other cards of the decks are still hidden.
    decks
        All cards of each seat. Those after the second are hidden, in no particular order.
    starter
        The seat that begins. None: the lowest outermost values decide (2.2), in free play a draw.
    moves
        Actions and outcomes to apply then, as text or numbers.

    Raises
    ------
    TypeError
        If this is not a game of TACTA, or an argument has the wrong type.
    ValueError
        If no such state is possible, or a move is not legal.

    Examples
    --------
    >>> import uneri
    >>> game = uneri.load_game("tacta")
    >>> state = uneri.tacta.position(game, ends=["c2 s3", "s3 c2"], moves=["top on 0.8 with 2 front"])
    >>> len(state.to_dict()["placed"])  # the start card and the one laid
    2
    """
    check_game(game, "tacta")
    options = game.options
    if options["mode"] == "sabotage":
        raise ValueError("the mode must not be sabotage, where suits change hands first")
    if (ends is None) == (decks is None):
        raise ValueError("exactly one of ends and decks must be given")
    what = "ends" if decks is None else "decks"
    held = _read(game, what, ends if decks is None else decks)
    for seat, cards in enumerate(held):
        if not cards:
            raise ValueError(f"{what} must have at least one card for seat {seat}")
    data = game.new_initial_state().to_dict()
    if ends is not None:
        pools = data["pools"]
        for seat, cards in enumerate(held):
            if len(cards) != 2:
                raise ValueError(f"ends must have 2 cards for seat {seat}, not {len(cards)}")
            pool = pools[seat % len(pools)]
            for coloured in cards:
                if coloured not in pool:
                    number, colour = coloured % DECK_SIZE, coloured // DECK_SIZE
                    raise ValueError(f"card {number} of colour {colour} is not in that deck")
                pool.remove(coloured)
            data["hidden"][seat] -= 2
    else:
        data["pools"] = [[] for _ in data["pools"]]
        for seat, cards in enumerate(held):
            data["pools"][seat % len(data["pools"])] += cards[2:]
            data["hidden"][seat] = len(cards[2:])
        data["pools"] = [sorted(pool) for pool in data["pools"]]
    data["ends"] = [[*cards, -1, -1][:2] for cards in held]
    data["pending"] = []
    values = [[_values(game)[0][end % DECK_SIZE] for end in ends if end >= 0] for ends in data["ends"]]
    if options["mode"] in ("free_play", "team_free_play"):
        if starter is not None:
            raise ValueError("starter must be None in a mode without one")
        data["phase"] = "MOVER"
    else:
        first = min((min(pair), sum(pair), seat) for seat, pair in enumerate(values))[2]
        begins = first if starter is None else bounded(starter, "starter", 0, game.num_players - 1)
        data |= {"phase": "PLAY", "turn": begins, "starter": begins}
        if options["outer_cards"] == "owner":
            data["first"] = [[end >= 0 for end in pair] for pair in data["ends"]]
            data["told"] = [sorted(pair) for pair in values]
    state = game.state_from_dict(data)
    for move in moves:
        state.apply_action(state.parse_action(move) if isinstance(move, str) else move)
    return state


def _read(game: contract.Game, what: str, given: Any) -> list[list[int]]:
    """Read coloured cards, one list per seat."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise TypeError(f"{what} must be cards for each seat, not {brief(given)}")
    if len(given) != game.num_players:
        raise ValueError(f"{what} must have {game.num_players} entries, one per seat, not {len(given)}")
    held = []
    for seat, cards in enumerate(given):
        listed = cards.replace(",", " ").split() if isinstance(cards, str) else list(cards)
        held.append([_coloured(game, seat, each) for each in listed])
    every = [coloured for cards in held for coloured in cards]
    for index, coloured in enumerate(every):
        if coloured in every[:index]:
            raise ValueError(f"{what} has card {coloured % DECK_SIZE} of colour {coloured // DECK_SIZE} twice")
    return held


def _coloured(game: contract.Game, seat: int, text_or_id: Any) -> int:
    """Read a coloured card, of the seat's own colour if none is named."""
    options, deck = game.options, shared_deck(game.options)
    names, colours = names_of(deck), num_colours(options)
    colour = seat % colours
    if isinstance(text_or_id, str) and text_or_id[:1].isdecimal():
        colour = bounded(int(text_or_id[0]), "colour", 0, colours - 1)
        text_or_id = text_or_id[1:]
    number = card(text_or_id, names)
    if deck["cards"][number]["suit"] not in suits_in_play(options, 0):
        raise ValueError(f"card is {names[number]}, but only the suits {options['suits']} are in play")
    if deck["cards"][number]["value"] > options["values"]:
        raise ValueError(f"card is {names[number]}, but only the values 1 to {options['values']} are in play")
    return colour * DECK_SIZE + number


@hook
def complete_view(game: contract.Game, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
    seen = View("tacta", game, view, seat)
    fields = seen.fields
    if fields.get("phase") == "CHOOSE_SUIT":
        handed = seen.by_seat("handed")
        fields["handed"] = [0 if suit is None and q != seat else suit for q, suit in enumerate(handed)]
    ends = [list(pair) if isinstance(pair, list | tuple) else [] for pair in seen.by_seat("ends")]
    gaps = [(q, end) for q, pair in enumerate(ends) for end, held in enumerate(pair[:2]) if held is None and q != seat]
    if not gaps:
        return fields
    barred, first, told = (_rows(seen, field) for field in ("barred", "first", "told"))
    if not all(isinstance(cards, list | tuple) for pair in barred for cards in pair):
        raise seen.bad("barred", "two lists of cards for every seat")
    values, coloured_cards = _values(game)

    def assign(places: list[tuple[int, int]], cards: list[int]) -> Iterator[list[int]]:
        """Find cards for some ends that are not barred there and have the values that everybody knows (9)."""
        if not places:
            yield []
            return
        (q, end), *others = places
        for coloured in cards:
            value = values[coloured % DECK_SIZE]
            if coloured % DECK_SIZE in barred[q][end] or (first[q][end] and value not in told[q]):
                continue
            if first[q][end]:
                told[q].remove(value)
            yield from ([coloured, *more] for more in assign(others, [each for each in cards if each != coloured]))
            if first[q][end]:
                told[q].append(value)

    pools = fields["pools"] = _pools(seen, coloured_cards)
    for number, pool in enumerate(pools):
        places = [place for place in gaps if place[0] % len(pools) == number]
        found = next(assign(places, pool), None)
        if found is None:
            raise seen.bad("pools", "cards that can be at the ends which the seat does not see")
        for (q, end), coloured in zip(places, found, strict=True):
            ends[q][end] = coloured
            pool.remove(coloured)
    return fields | {"ends": ends}


def _rows(seen: View, field: str) -> list[list[Any]]:
    """Copy a field's entries for every seat: two, or for `told` one for each card that everybody knows."""
    rows = seen.by_seat(field)
    if not all(isinstance(row, list | tuple) and (len(row) == 2 or field == "told") for row in rows):
        raise seen.bad(field, "a list for every seat" if field == "told" else "a pair for every seat")
    return [list(row) for row in rows]


def _pools(seen: View, cards: range) -> list[list[int]]:
    """Copy the pools."""
    pools = seen.fields.get("pools")
    if isinstance(pools, list | tuple) and pools:
        lists = [list(pool) for pool in pools if isinstance(pool, list | tuple)]
        if len(lists) == len(pools) and all(type(each) is int and each in cards for pool in lists for each in pool):
            return lists
    raise seen.bad("pools", f"lists of cards, 0 to {cards[-1]}")


@per_game
def _values(game: contract.Game) -> tuple[list[int], range]:
    """Return the values of a deck's cards, and the coloured cards of all decks."""
    values = [int(entry["value"]) for entry in shared_deck(game.options)["cards"]]
    return values, range(DECK_SIZE * num_colours(game.options))
