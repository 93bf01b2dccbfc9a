"""Decks of TACTA as data. Two hundred decks made from the built-in one by mutation are refused with a ValueError that names the
place, in the same words by both backends, or they load and play (a hundred games in the core); any valid deck comes back from its
mapping, its JSON file and the text of its game."""

from __future__ import annotations

import copy
import functools
import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import _mutations
import uneri
from _mutations import Data, Mutation, Route, at, backwards, named, of_kind, one_of, put, routes, swapped
from uneri import tacta
from uneri.testing import SplitMix64, lockstep, stream

MUTATIONS = 200

WRONG = (*_mutations.WRONG, "c", "T_TL ", "triangle", "Circle", [[0, 18], 0])
BACKENDS = ("core", "reference")


def load(backend: str, **options: Any) -> Any:
    return uneri.load_game("tacta", backend=backend, **options)


# Mutations: each changes the deck and returns the routes that it has touched.


def wrong_value(deck: Data, rng: SplitMix64) -> list[Route]:
    # Every key of the file is as likely as any other, not every corner of every polygon.
    kinds: dict[Route, list[Route]] = {}
    for route in routes(deck):
        kinds.setdefault(tuple(step for step in route if isinstance(step, str)), []).append(route)
    route = one_of(rng, kinds[one_of(rng, list(kinds))])
    put(deck, route, copy.copy(one_of(rng, WRONG)))
    return [route]


def other_number(deck: Data, rng: SplitMix64) -> list[Route]:
    route = one_of(rng, of_kind(deck, int))
    at(deck, route[:-1])[route[-1]] += one_of(rng, (-400, -18, -2, -1, 1, 2, 4, 18, 400))
    return [route]


def sizes(deck: Data, rng: SplitMix64) -> list[Route]:
    """Numbers of the box: legal ones among them, up to the bounds."""
    deck["margin"] = one_of(rng, (0, 1, 2, 3, 4, 5, 6, 8, 30, 256, 257))
    deck["free_grid"] = {
        "columns": one_of(rng, (1, 2, 3, 4, 12, 13)),
        "rows": one_of(rng, (1, 2, 3)),
        "pitch": one_of(rng, (13, 20, 64, 8192, 8193, 0)),
    }
    for tables in deck["tables"].values():
        tables["2"] = [one_of(rng, (90, 150, 300, 8192)), one_of(rng, (138, 200, 400, 8192))]
    return [("margin",), ("free_grid",), ("tables",)]


def corner(deck: Data, rng: SplitMix64) -> list[Route]:
    """A corner of a slot somewhere else."""
    slot = rng.below(len(deck["slots"]))
    polygon = deck["slots"][slot]["polygon"]
    point, axis = rng.below(len(polygon)), rng.below(2)
    value = polygon[point][axis]
    step = one_of(rng, (-8, -2, -1, 1, 2, 8))
    polygon[point][axis] = [value[0], value[1] + step] if isinstance(value, list) else value + step
    return [("slots", slot, "polygon")]


def whole_slot(deck: Data, rng: SplitMix64) -> list[Route]:
    """A slot moved as a whole, or turned to look elsewhere."""
    slot = rng.below(len(deck["slots"]))
    entry = deck["slots"][slot]
    if rng.below(3) == 0:
        entry["out"] = rng.below(8)
    step, axis = one_of(rng, (-4, -2, 2, 4)), rng.below(2)
    for point in [*entry["polygon"], entry["anchor"]]:
        value = point[axis]
        point[axis] = [value[0] + step, value[1]] if isinstance(value, list) else value + step
    return [("slots", slot)]


def other_card(deck: Data, rng: SplitMix64) -> list[Route]:
    """Other slots for the shapes of a card, dots that still add up."""
    card = one_of(rng, deck["cards"])
    slots = sorted({rng.below(18) for _ in range(1 + rng.below(4))})
    shapes = [{"slot": deck["slots"][slot]["name"], "dots": 0} for slot in slots]
    left = card["value"]
    for shape in shapes:
        room = len(next(slot for slot in deck["slots"] if slot["name"] == shape["slot"])["dots"])
        shape["dots"] = min(left, room)
        left -= shape["dots"]
    card["shapes"] = shapes
    return [("cards", card["id"])]


def missing(deck: Data, rng: SplitMix64) -> list[Route]:
    route = one_of(rng, [route for route in routes(deck) if len(route) < 5])
    del at(deck, route[:-1])[route[-1]]
    return [route, route[:-1]]


def surplus(deck: Data, rng: SplitMix64) -> list[Route]:
    route = one_of(rng, [(), *of_kind(deck, dict), *of_kind(deck, list)])
    place = at(deck, route)
    if isinstance(place, list):
        place.insert(rng.below(len(place) + 1), copy.deepcopy(one_of(rng, place)))
        return [route]
    key = one_of(rng, ("", "Format", "dots ", "2", "ü", "a.b"))
    place[key] = 1
    return [(*route, key)]


def renumbered(deck: Data, rng: SplitMix64) -> list[Route]:
    """Legal but for the order of shapes: the slots in another order."""
    slots = deck["slots"]
    one, two = rng.below(len(slots)), rng.below(len(slots))
    slots[one], slots[two] = slots[two], slots[one]
    for index, slot in enumerate(slots):
        slot["id"] = index
    return [("start",), ("cards",)]


def harmless(deck: Data, rng: SplitMix64) -> list[Route]:
    """Legal: words, drawing positions, tables, another grid for cards that are laid freely."""
    deck["name"], deck["note"], deck["start"]["name"] = "", "\0\n'\\\"", one_of(rng, ("", "Ü", "start"))
    one_of(rng, deck["slots"])["cls"] = one_of(rng, ("", "XX"))
    one_of(rng, deck["slots"])["dots"].append([[-4096, 4096], 4096])
    deck["free_grid"] |= {"columns": 1 + rng.below(4), "rows": 1 + rng.below(3), "pitch": one_of(rng, (19, 40, 8192))}
    deck["tables"]["one_suit"] = {str(n): [90 + 2 * rng.below(400), 138 + 2 * rng.below(400)] for n in range(2, 7)}
    return []


def spread_dots(deck: Data, rng: SplitMix64) -> list[Route]:
    """Legal: the dots of every card are spread over its shapes in another way."""
    for slot in deck["slots"]:
        slot["dots"] += [slot["dots"][0]] * (6 - len(slot["dots"]))
    for card in deck["cards"]:
        for shape in card["shapes"]:
            shape["dots"] = 0
        for _ in range(card["value"]):
            one_of(rng, card["shapes"])["dots"] += 1
    return []


def several(deck: Data, rng: SplitMix64) -> list[Route]:
    """A random deck, valid and far from the built-in one, with one more mutation or none."""
    deck.clear()
    deck.update(tacta.random_deck(rng))
    return one_of(rng, (wrong_value, missing, surplus, swapped, corner, sizes, lambda *_: [], lambda *_: []))(deck, rng)


MUTATORS: tuple[Mutation, ...] = (
    *(
        harmless,
        spread_dots,
        wrong_value,
        other_number,
        sizes,
        corner,
        whole_slot,
        other_card,
        missing,
        surplus,
        swapped,
    ),
    *(renumbered, several, harmless, several),
)

NAMES_A_PLACE = re.compile(r"tacta: deck(: ('[a-z_]+(\.\w+|\[\d+\])*' is |unknown key |no key )| is )")
CROSS_CHECK = re.compile(r"\(V[1-8]\)|a slot whose (only joint|joints)|slots in ascending order|the name of a slot")


def mutated(index: int) -> tuple[Data, list[Route]]:
    rng = stream(2027, index)
    deck = tacta.default_deck()
    return deck, MUTATORS[index % len(MUTATORS)](deck, rng)


@functools.cache
def by_reference(index: int) -> Any:
    """What the reference makes of a mutated deck."""
    return outcome("reference", mutated(index)[0])


def outcome(backend: str, deck: Any) -> Any:
    """The game, or the words of the refusal."""
    try:
        return load(backend, suits="c", deck=deck)
    except ValueError as error:
        return str(error)


def names_a_touched_place(message: str, touched: list[Route]) -> bool:
    """Is it about what was changed, or about something that no longer fits it?"""
    within = [f"'{named(route)}" for route in touched if route]
    around = [f"'{named(route[:size])}'" for route in touched for size in range(max(len(route) - 2, 1), len(route))]
    return bool(CROSS_CHECK.search(message)) or any(place in message for place in (*within, *around))


def play(game: Any, seed: int) -> None:
    """A random game to its end."""
    state, numbers = game.new_initial_state(), SplitMix64(seed)
    while not state.is_terminal():
        legal = state.legal_actions()
        assert len(legal) <= max(game.max_legal_actions, game.max_chance_outcomes)
        state.apply_action(legal[numbers.below(len(legal))])
    assert all(game.min_utility <= points <= game.max_utility for points in state.returns())


@pytest.mark.parametrize("index", range(MUTATIONS))
def test_a_mutated_deck_is_refused_by_place_or_plays(index: int, tmp_path: Path) -> None:
    deck, touched = mutated(index)
    found = {backend: by_reference(index) if backend == "reference" else outcome(backend, deck) for backend in BACKENDS}
    texts = {str(game) for game in found.values()}
    assert len(texts) == 1, texts
    refusals = [game for game in found.values() if isinstance(game, str)]
    if refusals:
        assert len(refusals) == len(found)
        assert NAMES_A_PLACE.match(refusals[0]), refusals[0]
        assert names_a_touched_place(refusals[0], touched), (refusals[0], touched)
    else:
        for seed in range(3):
            play(found["reference"], seed)
        played = uneri.playouts(found["core"], 100, seed=1)
        assert played.lengths.max() <= found["core"].max_game_length
        lockstep(found["core"], found["reference"], index)
    try:
        text = json.dumps(deck, allow_nan=False)
        text.encode()
    except (TypeError, ValueError):  # what JSON can't say
        return
    path = tmp_path / "deck.json"
    path.write_text(text, encoding="utf-8")
    for backend in BACKENDS:
        again = outcome(backend, str(path))
        named = (
            texts.copy().pop().replace("tacta: ", f"tacta: the file {str(path)!r}: ", 1)
        )  # a refusal, not a game's text
        assert str(again) == named


def test_mutations_are_of_both_sorts() -> None:
    refused = sum(isinstance(by_reference(index), str) for index in range(MUTATIONS))
    assert MUTATIONS // 5 < refused < 4 * MUTATIONS // 5


# ----------------------------------------------------------------------------------------------------------------
# Files
# ----------------------------------------------------------------------------------------------------------------

TEXT = json.dumps(tacta.default_deck())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (TEXT.replace('"name"', '"margin": 5, "name"', 1), "key '?margin'? occurs twice in one object"),
        (TEXT.replace('"w": 80', '"w": 80, "w": 80', 1), "key '?w'? occurs twice in one object"),
        (TEXT.replace('"margin": 5', '"margin": NaN', 1), "NaN|'margin' is nan"),
        (TEXT.replace('"margin": 5', '"margin": 5.0', 1), r"'margin' is 5.0 \(float\); allowed: 0 to 256"),
        (TEXT.replace('"margin": 5', '"margin": ' + "9" * 40, 1), "'margin' is 9{40}; allowed: 0 to 256"),
        (TEXT.replace('"margin": 5', '"margin": ' + "9" * 5000, 1), "is not JSON: .*digits"),
        (
            TEXT.replace('"margin": 5', '"margin": ' + "[" * 100_000 + "]" * 100_000, 1),
            "is not JSON|'margin' is a list of 1",
        ),
        (TEXT[:-1], "is not JSON"),
        (TEXT[:3000], "is not JSON"),
        (TEXT + TEXT, "is not JSON"),
        (TEXT.replace('"', "'"), "is not JSON"),
        ("", "is not JSON"),
        ("{}", "no key 'format'"),
    ],
)
def test_a_damaged_file_is_refused(content: str, message: str, backend: str, tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=f"^tacta: .*({message})"):
        load(backend, deck=str(path))


@pytest.mark.parametrize("content", [TEXT.encode("utf-16"), b"\xff\xfe{}", TEXT.encode()[:-1] + b"\xff}"])
def test_a_file_that_is_no_utf8_is_refused(content: bytes, backend: str, tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"tacta: option 'deck': the file '.*' cannot be read as UTF-8 text"):
        load(backend, deck=str(path))


# ----------------------------------------------------------------------------------------------------------------
# Any valid deck comes back
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(12))
def test_a_random_deck_comes_back(number: int, backend: str, tmp_path: Path) -> None:
    deck = tacta.random_deck(stream(7, number))
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(deck), encoding="utf-8")
    game = load(backend, players=3, suits="st", deck=deck)
    assert tacta.deck_of(game) == deck
    others = [load(backend, players=3, suits="st", deck=given) for given in (path, str(path), backwards(deck))]
    others.append(load(backend, **game.options))
    for other in others:
        assert other == game
        assert hash(other) == hash(game)
        assert str(other) == str(game)
    play(game, number)


def test_random_decks_differ_and_use_what_they_may() -> None:
    decks = [tacta.random_deck(stream(8, number)) for number in range(40)]
    assert len({json.dumps(deck) for deck in decks}) == len(decks)
    assert len({deck["margin"] for deck in decks}) >= 4
    assert len({(deck["frame"]["w"], deck["frame"]["h"]) for deck in decks}) >= 3
    shapes = {len(card["shapes"]) for deck in decks for card in deck["cards"]}
    assert shapes == {1, 2, 3, 4}
    slots = {shape["slot"] for deck in decks for card in deck["cards"] for shape in card["shapes"]}
    assert len(slots) == 18


def test_a_mapping_is_copied(backend: str) -> None:
    """What a caller does to a mapping afterwards changes nothing, nor what it does to one that it got."""
    deck = tacta.default_deck() | {"name": "mine"}
    game = load(backend, deck=deck)
    text = str(game)
    deck["cards"].clear()
    tacta.deck_of(game)["slots"].clear()
    game.options["deck"].clear()
    tacta.default_deck().clear()
    assert str(game) == text
    assert tacta.deck_of(game)["name"] == "mine"


@pytest.mark.parametrize("number", range(60))
def test_random_options_are_allowed(number: int) -> None:
    rng = stream(9, number)
    fixed: list[dict[str, Any]] = [
        *(
            {},
            {"players": 2},
            {"players": 10},
            {"mode": "sabotage"},
            {"suits": "c"},
            {"rounds": 5},
            {"target": 50, "rounds": 2},
        ),
        *(
            {"table": "400x300"},
            {"mode": "limited_space", "players": 3},
            {"deck": "default-18", "outer_cards": "owner"},
        ),
    ]
    chosen = fixed[number % len(fixed)]
    options = tacta.random_options(rng, chosen)
    game = load("reference", **options)
    assert {name: game.options[name] for name in chosen} == chosen


@pytest.mark.unsanitized
@pytest.mark.parametrize("tops", [{4: 26}, {4: 26, 9: 28, 12: 32, 14: 18}], ids=["four_ways", "many_ways"])
def test_side_bars_at_several_heights(tops: dict[int, int]) -> None:
    """They fit an end bar in as many ways: more than two footprints, and more than the core keeps up to date."""
    deck: Data = json.loads((resources.files(uneri) / "data" / "tacta_deck.json").read_text("utf-8"))
    for card, top in tops.items():
        shape = deck["cards"][card]["shapes"][-1]
        slot = copy.deepcopy(next(slot for slot in deck["slots"] if slot["name"] == shape["slot"]))
        slot |= {"id": len(deck["slots"]), "name": f"{slot['name']}{top}"}
        for i, corner in enumerate(slot["polygon"]):
            corner[1] = top if i < 2 else top + 80
        slot["anchor"][1] = top + 40
        shape["slot"] = slot["name"]
        deck["slots"].append(slot)
    core, reference = (uneri.load_game("tacta", backend=backend, deck=deck) for backend in ("core", "reference"))
    assert lockstep(core, reference, 1).moves > 50
