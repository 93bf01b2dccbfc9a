"""Rule sets of Namima as data. Three hundred made from the built-in ones by mutation are refused with a ValueError that names the
key, in the same words by both backends, or they load and play; random valid ones come back from their mapping, their JSON
file and the text of their game, and play alike on both backends."""

from __future__ import annotations

import copy
import itertools
import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import _mutations
import uneri
from _mutations import Data, Mutation, Route, at, backwards, named, of_kind, one_of, put, routes, swapped
from uneri.namima.options import random_options, random_own_rule_set, random_rule_set
from uneri.testing import SplitMix64, lockstep, stream, walk_digest

BACKENDS = ("core", "reference")
VARIANTS = ("sazanami", "shiranami", "shikinami", "aranami", "ayanami", "juuayanami")
COMBOS = (
    "PURE",
    "MIXED",
    "ALLSAME",
    "ALLRUN",
    "ALLSAI",
    "NOPAIR",
    "TWIN",
    "THROUGH",
    "SANJUN",
    "SANDOU",
    "FIVE",
    "CROSS",
)
MUTATIONS = 300

WRONG = (*_mutations.WRONG, 7, 17, "b", "Q", "BR", "SAME", {"B": 1}, b"B")
FACTS: Data = json.loads((resources.files(uneri) / "data" / "namima_rulesets.json").read_text("utf-8"))

# What an error may name when a key has changed: the key, or what is checked against it.
NAMED: dict[str, tuple[str, ...]] = {
    "colours": ("ranks", "copies", "copies_by_players", "melds", "honour", "wild", "cycle", "penalty", "points"),
    "ranks": ("copies", "copies_by_players", "melds", "points"),
    "copies": ("copies_by_players", "melds", "points"),
    "copies_by_players": ("copies", "melds", "points"),
    "melds": ("points", "cycle", "colours"),
    "honour": ("wild", "points", "melds"),
    "wild": ("points", "melds"),
    "cycle": ("melds",),
    "name": ("name",),
    "deal": ("copies", "copies_by_players"),
}


def load(backend: str, variant: Any, **options: Any) -> Any:
    """The game, or the words of the refusal."""
    try:
        return uneri.load_game("namima", backend=backend, variant=variant, **options)
    except ValueError as error:
        return str(error)


def short(refusal: str) -> str:
    """The core cuts long values."""
    return re.sub(r"'x{100,}('|\.\.\.)", "'xxx'", refusal)


def base(rng: SplitMix64) -> Data:
    """A built-in rule set, half of the time with all that may be left out."""
    entry: Data = copy.deepcopy(FACTS["variants"][one_of(rng, VARIANTS)])
    if rng.below(2):
        for key in ("ranks", "deal", "games_per_match", "switches"):
            entry[key] = copy.deepcopy(FACTS[key])
        entry["copies_by_players"] = {"3": dict.fromkeys(entry["colours"], 4), "5": dict.fromkeys(entry["colours"], 5)}
    return entry


# Mutations: each changes the rule set and returns the routes that it has touched.


def wrong_value(rules: Data, rng: SplitMix64) -> list[Route]:
    route = one_of(rng, routes(rules))
    put(rules, route, copy.copy(one_of(rng, WRONG)))
    return [route]


def other_number(rules: Data, rng: SplitMix64) -> list[Route]:
    """About where the bounds are."""
    route = one_of(rng, of_kind(rules, int))
    at(rules, route[:-1])[route[-1]] = one_of(
        rng, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 17, 99, 100, 199, 200, 201, 999, 1000, -1)
    )
    return [route]


def many_numbers(rules: Data, rng: SplitMix64) -> list[Route]:
    """Legal: points, combinations and penalties are anything, switches too."""
    for route in of_kind(rules, int, bool):
        if route[0] == "switches":
            put(rules, route, rng.below(2) == 1)
        elif route[0] in ("points", "penalty", "games_per_match") or (route[0] == "combos" and len(route) == 2):
            most = {"penalty": 10, "games_per_match": 99}.get(str(route[0]), 1000)
            put(rules, route, rng.below(most) + (route[0] == "games_per_match"))
    return []


def missing(rules: Data, rng: SplitMix64) -> list[Route]:
    route = one_of(rng, routes(rules))
    del at(rules, route[:-1])[route[-1]]
    return [route, route[:-1]]


def surplus(rules: Data, rng: SplitMix64) -> list[Route]:
    route = one_of(rng, [(), *of_kind(rules, dict), *of_kind(rules, list)])
    place = at(rules, route)
    if isinstance(place, list):
        place.insert(rng.below(len(place) + 1), copy.deepcopy(one_of(rng, place)))
        return [route, (*route, len(place) - 1)]
    key = one_of(rng, ("", "Colours", "copies ", "6", "ü", "a.b", "SAME5", "RUN6w", "SAI3", "CROSS", "G", "x" * 300))
    place[key] = one_of(rng, (1, [1, 2], [3]))
    return [(*route, key)]


def other_sizes(rules: Data, rng: SplitMix64) -> list[Route]:
    """Other melds, with points for all of them or for some."""
    sizes = {"SAME": range(2, 7), "RUN": range(2, 7), "SAI": range(2, 7), "AYA": range(2, 7), "JUU": (4, 6, 8)}
    chosen = [kind for kind in sizes if rng.below(2)]
    rules["melds"] = {kind: [size for size in sizes[kind] if rng.below(2)] for kind in chosen}
    for kind, suffix, size in itertools.product(chosen, ("", "h", "w"), range(2, 9)):
        suffixed = kind == "SAME" or (kind, suffix) == ("RUN", "w")
        if size in sizes[kind] and (suffix == "" or suffixed) and rng.below(20):
            rules["points"][f"{kind}{size}{suffix}"] = [rng.below(9), rng.below(9)]
    return [("melds",)]


def other_colours(rules: Data, rng: SplitMix64) -> list[Route]:
    """Wild, honour or cycle are set, mostly to something that fits."""
    colours = rules["colours"]
    what = one_of(rng, ("wild", "honour", "cycle"))
    if what == "wild":
        entry = {"colour": one_of(rng, colours), "max_per_meld": 1 + rng.below(4), "min_meld_size": 1 + rng.below(6)}
        rules["wild"] = entry
        for kind, size in itertools.product(("SAME", "RUN"), range(2, 7)):
            rules["points"].setdefault(f"{kind}{size}w", [1, 1])
    elif what == "honour":
        rules["honour"] = one_of(rng, colours)
        for size in range(2, 7):
            rules["points"].setdefault(f"SAME{size}h", [1, 1])
    else:
        rules["cycle"] = list(reversed(colours)) if rng.below(2) else [*colours[1:], one_of(rng, colours)]
    return [(what,)]


def several(rules: Data, rng: SplitMix64) -> list[Route]:
    """A random rule set, valid and far from the built-in ones, with one more mutation."""
    rules.clear()
    rules.update(random_own_rule_set(rng, 2))
    return list(one_of(rng, MUTATE[:-1])(rules, rng))


MUTATE: tuple[Mutation, ...] = (
    *(wrong_value, wrong_value, other_number, other_number, many_numbers),
    *(missing, surplus, swapped, other_sizes, other_colours, several),
)


def mutated(index: int) -> tuple[Data, list[Route], int]:
    """A rule set, what was touched, and a number of players."""
    rng = stream(2026, index)
    rules = base(rng)
    mutate = MUTATE[index % len(MUTATE)]
    touched = mutate(rules, rng)
    return rules, touched, 2 if mutate is several else 2 + rng.below(4)


def names(touched: list[Route]) -> list[str]:
    """What an error may name: what was touched, anything of the list that it is in, and what is checked against it."""
    found = [f"'{named(route)}" for route in touched]
    found += [f"'{named(route[:-1])}" for route in touched if isinstance(route[-1:] and route[-1], int)]
    return [*found, *(f"'{name}" for route in touched if route for name in NAMED.get(str(route[0]), ()))]


@pytest.mark.parametrize("index", range(MUTATIONS))
def test_a_mutated_rule_set_is_refused_by_name_or_plays(index: int) -> None:
    rules, touched, players = mutated(index)
    more = {"players": players, "games": 1, "riichi": True, "dora": True}
    core, reference = (load(backend, rules, **more) for backend in BACKENDS)
    if isinstance(core, str):
        assert isinstance(reference, str), core
        assert short(core) == short(reference)
        assert core.startswith("namima: variant: ")
        assert len(core) < 1000
        assert any(name in core for name in names(touched)), (core, touched)
        return
    assert not isinstance(reference, str), reference
    assert str(core) == str(reference)
    played = uneri.playouts(core, 20, seed=1)
    assert played.lengths.max() <= core.max_game_length
    assert played.returns.min() >= core.min_utility
    assert played.returns.max() <= core.max_utility
    lockstep(core, reference, index, max_moves=100, compare=("legal_actions", "returns"))


def test_mutations_are_of_both_sorts() -> None:
    refused = sum(
        isinstance(load("core", mutated(index)[0], players=mutated(index)[2]), str) for index in range(MUTATIONS)
    )
    assert MUTATIONS // 4 < refused < 3 * MUTATIONS // 4


# --- files -------------------------------------------------------------------------------------------------------------

TEXT = json.dumps(FACTS["variants"]["aranami"], ensure_ascii=False)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (TEXT.replace('"name"', '"honour": null, "name"', 1), "key '?honour'? occurs twice in one object"),
        (TEXT.replace('"B": 4', '"B": 4, "B": 4', 1), "key '?B'? occurs twice in one object"),
        (TEXT.replace('"B": 4', '"B": NaN', 1), "NaN|'copies.B' is nan"),
        (TEXT.replace('"B": 4', '"B": 4.0', 1), r"'copies.B' is 4.0 \(float\); allowed: 1 to 6"),
        (TEXT.replace('"B": 4', '"B": 1e999', 1), "'copies.B' is inf"),
        (TEXT.replace('"B": 4', '"B": ' + "9" * 40, 1), "'copies.B' is 9{40}; allowed: 1 to 6"),
        (TEXT.replace('"B": 4', '"B": ' + "9" * 5000, 1), "is not JSON: .*digits"),
        (TEXT.replace('"B": 4', '"B": 04', 1), "is not JSON"),
        (TEXT.replace('"B": 4', '"B": ' + "[" * 100_000 + "]" * 100_000, 1), "is not JSON|'copies.B' is a list of 1"),
        (TEXT[:-1], "is not JSON"),
        (TEXT[:300], "is not JSON"),
        (TEXT + TEXT, "is not JSON"),
        (TEXT.replace('"', "'"), "is not JSON"),
        ("// white\n" + TEXT, "is not JSON"),
        ("", "is not JSON"),
        ("3", "option 'variant' is 3; allowed: a built-in name|variant is 3; allowed: a mapping"),
        ("[]", r"option 'variant' is \[\]; allowed: a built-in name|variant is a list of 0; allowed: a mapping"),
        ('"sazanami"', "not only a string"),
        ("{}", "no key 'colours'"),
    ],
    ids=range(19),
)
def test_a_damaged_file_is_refused(backend: str, content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_text(content, encoding="utf-8")
    refusal = load(backend, str(path))
    assert isinstance(refusal, str)
    assert re.match(f"namima: .*({message})", refusal, re.DOTALL), refusal[:300]


@pytest.mark.parametrize("backend", BACKENDS)
def test_files_that_cannot_be_read(backend: str, tmp_path: Path) -> None:
    wide = tmp_path / "wide.json"
    wide.write_bytes(TEXT.encode("utf-16"))
    assert "cannot be read as UTF-8 text" in str(load(backend, str(wide)))
    for path in (tmp_path, tmp_path / "nothing.json", tmp_path / "a\0b", tmp_path / ("x" * 5000)):
        assert "cannot be read" in str(load(backend, str(path)))


# --- random rule sets ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", range(24))
def test_a_random_rule_set_comes_back_and_plays(index: int, tmp_path: Path) -> None:
    players = 2 + index % 4
    rules = random_rule_set(stream(71, index), players)
    path = tmp_path / "rules.json"
    path.write_text(json.dumps(rules, ensure_ascii=False), encoding="utf-8")
    more = {"players": players, "games": 1, "riichi": True, "dora": True, "first_seat": -1}
    games = []
    for backend in BACKENDS:
        game = load(backend, rules, **more)
        assert not isinstance(game, str), game
        listed = game.options["variant"]
        assert set(listed) - {"name"} == set(rules) - {"ja"}
        assert listed.get("name") == ({"ja": rules["ja"]} if rules["ja"] else None)
        assert listed["melds"] == {kind: sorted(sizes) for kind, sizes in rules["melds"].items()}
        for key in set(rules) - {"melds", "ja"}:
            assert listed[key] == rules[key]
        for other in (listed, backwards(rules), path, str(path)):
            assert load(backend, other, **more) == game
        state = game.new_initial_state(seed=1)
        assert game.state_from_dict(json.loads(json.dumps(state.to_dict()))) == state
        games.append(game)
    core, reference = games
    walk = walk_digest(core, seed=index)
    assert walk == walk_digest(reference, seed=index)
    assert sum(walk.returns) == 0
    assert all(core.min_utility <= points <= core.max_utility for points in walk.returns)
    lockstep(core, reference, index, max_moves=120)


@pytest.mark.parametrize("index", range(24))
def test_a_rule_set_of_ones_own_words_comes_back_and_plays(index: int) -> None:
    """N-2.4 to N-2.9"""
    players = 2 + index % 4
    rules = random_own_rule_set(stream(73, index), players)
    more = {"players": players, "games": 1, "riichi": True, "dora": True}
    core, reference = (load(backend, rules, **more) for backend in BACKENDS)
    assert not isinstance(core, str), core
    listed = core.options["variant"]
    assert json.dumps(listed) == json.dumps(reference.options["variant"])
    for other in (listed, backwards(rules), json.loads(json.dumps(listed))):
        assert load("core", other, **more) == core
    lockstep(core, reference, index, max_moves=80)


def test_random_rule_sets_of_ones_own_are_of_all_sorts() -> None:
    sets = [random_own_rule_set(stream(74, index), 2 + index % 4) for index in range(200)]
    assert any("OWN" in rules["melds"] for rules in sets)
    assert any(isinstance(points, dict) for rules in sets for points in rules["points"].values())
    assert any(isinstance(copies, list) for rules in sets for copies in rules["copies"].values())
    combos = [combo for rules in sets for combo in rules["combos"].values() if isinstance(combo, dict)]
    assert {key for combo in combos for key in combo} == {"points", "all", "some", "at_least", "number_of_colours"}
    assert any("payments" in rules for rules in sets)
    assert any(rules["switches"].get("riichi_row") is False for rules in sets)
    assert any("by_players" in rules["deal"] for rules in sets)


def test_random_rule_sets_are_of_all_sorts() -> None:
    sets = [random_rule_set(stream(72, index), 2 + index % 4) for index in range(400)]
    assert sets == [random_rule_set(stream(72, index), 2 + index % 4) for index in range(400)]
    for kind in ("SAME", "RUN", "SAI", "AYA", "JUU"):
        sizes = {size for rules in sets for size in rules["melds"].get(kind, ())}
        assert sizes == ({4, 6, 8} if kind == "JUU" else {2, 3, 4, 5, 6}), kind
    assert {len(rules["colours"]) for rules in sets} == {2, 3, 4, 5, 6}
    assert {len(rules["ranks"]) for rules in sets} == set(range(2, 13))
    assert {copies for rules in sets for copies in rules["copies"].values()} == {1, 2, 3, 4, 5, 6}
    assert {rules["deal"]["at_least"] for rules in sets} == set(range(5, 17))
    assert {name for rules in sets for name in rules["combos"]} == set(COMBOS)
    for what in ("wild", "honour", "cycle", "copies_by_players"):
        assert 40 < sum(bool(rules[what]) for rules in sets) < 360, what
    assert {rules["wild"]["max_per_meld"] for rules in sets if rules["wild"]} == {1, 2, 3}
    assert {rules["wild"]["min_meld_size"] for rules in sets if rules["wild"]} == {2, 3, 4, 5, 6}
    assert any(rules["ranks"][-1] > 9 for rules in sets)
    assert {tuple(rules["switches"].values()) for rules in sets} == set(itertools.product((False, True), repeat=3))


def test_random_options_are_allowed() -> None:
    for index in range(60):
        options = random_options(stream(73, index), {"players": 3} if index % 3 == 0 else {})
        game = load(BACKENDS[index % 2], **options)
        assert not isinstance(game, str), game
        assert game.num_players == options["players"]
        assert index % 3 or game.num_players == 3


# --- the largest tables -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("colours", "ranks"), [(6, 8), (5, 9), (4, 12), (3, 12), (2, 12)])
def test_the_largest_rule_sets(colours: int, ranks: int) -> None:
    """All melds there can be, three wild cards in each: the tables stay small, and the game is played."""
    letters = list("ABCDEF"[:colours])
    melds = {"SAME": [2, 3, 4, 5, 6], "RUN": [2, 3, 4, 5, 6], "SAI": [*range(3, colours + 1)]}
    if colours > 2:
        melds |= {"AYA": [3, 4, 5, 6], "JUU": [4, 6, 8]}
    keys = [f"{kind}{size}" for kind in ("SAME", "RUN", "SAI", "AYA") for size in range(2, 7)] + [
        "JUU4",
        "JUU6",
        "JUU8",
    ]
    rules = {
        "colours": letters,
        "ranks": [*range(ranks)],
        "copies": dict.fromkeys(letters, min(6, 200 // ranks // colours)),
        "melds": melds,
        "wild": {"colour": letters[-1], "max_per_meld": 3, "min_meld_size": 2},
        "cycle": letters,
        "points": {key + w: [1, 2] for key in keys for w in ("", "w") if not w or key[:3] in ("SAM", "RUN")},
        "combos": dict.fromkeys(COMBOS, 999),
        "penalty": dict.fromkeys(letters, 9),
    }
    games = [load(backend, rules, players=2, games=1) for backend in BACKENDS]
    for game in games:
        assert not isinstance(game, str), game
        assert game.num_distinct_actions <= 2 + 2 * 48 + 4096 + 8192
        state, rng = game.new_initial_state(seed=1), SplitMix64(5)
        for _ in range(4):
            legal = state.legal_actions()
            assert legal
            state.apply_action(legal[rng.below(len(legal))])
    lockstep(games[0], games[1], 1, max_moves=40, compare=("legal_actions",))


@pytest.mark.parametrize("backend", BACKENDS)
def test_keys_and_numbers_that_are_hard_to_print(backend: str) -> None:
    """{2: ...} is not {"2": ...}, half a surrogate pair is no text, and Python prints no number of so many digits."""
    for key, text in ((2, "2 (int)"), (None, "None (NoneType)"), ("\ud800", "'\\ud800' (str)"), ("a'b", "a'b")):
        rules = {**FACTS["variants"]["sazanami"], "deal": {**FACTS["deal"], key: 1}}
        refusal = f"namima: variant: unknown key 'deal.{text}'; keys: threshold, at_least, below, by_players"
        assert load(backend, rules) == refusal
    rules = {**FACTS["variants"]["sazanami"], "deal": {**FACTS["deal"], "below": 10**5000}}
    assert load(backend, rules) == "namima: variant: 'deal.below' is an int too long to print; allowed: 5 to 16"
