"""Seeds, seats and counts: every public function that takes an integer refuses what is none, in words that name it.

So do those that take a bool, a state, a game or one of some words.

Which functions those are is read from their signatures, so that a new one cannot be left out.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import arena, batch, bots, data, namima, onda, records, review, search, solo, tacta, testing, tidal, train
from uneri._util.jobs import Storage
from uneri.data.shards import Run

MODULES = (
    *("", ".arena", ".batch", ".bots", ".data", ".records", ".review", ".search", ".testing", ".train"),
    *(f".{name}" for name in uneri.games()),
)
NO_INTEGERS = (
    1.0,
    1.5,
    float("nan"),
    "1",
    b"1",
    True,
    np.True_,
    np.float64(1),
    np.array([1]),
    np.array([1, 2]),
    [1],
    {},
)

STATES = {name: uneri.load_game(name).new_initial_state(seed=1) for name in uneri.games()}
STATE = STATES["solo"]
GAME = STATE.game
SHORT = uneri.load_game("onda", players=2, rounds=1)
HAND = "B123 R44 Y678 K12 W3"


NO_DATA = data.DataSet(Storage("nowhere"), Run({"seed": 1}, width=1, longest=1), ())


def lanes() -> uneri.BatchEnv:
    return uneri.BatchEnv("solo", 2)


def played() -> records.Record:
    return records.record(SHORT, ["random", "random"], 1)


PLAYED = played()
REVIEWED = review.Review(
    game=str(SHORT),
    players=("a", "b"),
    returns=(0.0, 0.0),
    bot="flat",
    seed=0,
    worlds=10,
    seat=None,
    plies=0,
    decisions=(),
    stopped=False,
)


def evaluated(*_: Any) -> Any:
    raise AssertionError("never asked")


# Function -> what it is called with; the integer under test replaces one argument.
CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "BatchEnv": (uneri.BatchEnv, {"game": "solo", "num_envs": 2, "opponents": "random"}),
    "BatchEnv.after": (lambda **given: lanes().after(**given), {}),
    "BatchEnv.reset": (lambda **given: lanes().reset(**given), {}),
    "BatchEnv.rollout": (lambda **given: lanes().rollout(**given), {"policy": "random"}),
    "BatchEnv.step_random": (lambda **given: lanes().step_random(**given), {}),
    "BatchEnv.get_state": (lambda **given: lanes().get_state(**given), {}),
    "BatchEnv.set_state": (lambda **given: lanes().set_state(**given), {"lane": 0, "state": STATE}),
    "BatchEnv.from_bytes": (uneri.BatchEnv.from_bytes, {"data": lanes().to_bytes()}),
    "Game.new_initial_state": (GAME.new_initial_state, {}),
    "Game.state_from_view": (GAME.state_from_view, {"view": STATE.to_dict(0), "seat": 0}),
    "Game.action_to_string": (GAME.action_to_string, {"player": 0, "action": 0}),
    "State.is_legal": (STATE.is_legal, {}),
    "State.apply_action": (STATE.apply_action, {}),
    "State.why_not": (STATE.why_not, {}),
    "State.sample_chance": (GAME.new_initial_state().sample_chance, {}),
    "State.to_dict": (STATE.to_dict, {}),
    "State.view": (STATE.view, {}),
    "SeatView.world": (STATE.view(0).world, {}),
    "State.observation_string": (STATE.observation_string, {}),
    "State.observation_tensor": (STATE.observation_tensor, {}),
    "State.resample_from_infostate": (STATE.resample_from_infostate, {"seat": 0, "seed": 1}),
    "State.to_svg": (STATE.to_svg, {}),
    "State.action_to_string": (STATE.action_to_string, {}),
    "perft": (uneri.perft, {"state": STATE, "depth": 1}),
    "perft_divide": (uneri.perft_divide, {"state": STATE, "depth": 1}),
    "playouts": (uneri.playouts, {"state_or_game": GAME, "n": 1}),
    "run": (arena.run, {"game": SHORT, "bots": ["random", "random"], "deals": 1}),
    "selfplay": (data.selfplay, {"game": SHORT, "bots": ["random"], "games": 1, "out": "nowhere"}),
    "DataSet.batches": (NO_DATA.batches, {}),
    "DataSet.game_seed": (NO_DATA.game_seed, {}),
    "DataSet.torch": (NO_DATA.torch, {}),
    "ExternalBot": (bots.ExternalBot, {"command": ["true"]}),
    "NetBot": (bots.NetBot, {}),
    "RandomBot": (bots.RandomBot, {}),
    "bot_maker": (bots.bot_maker, {"spec": "random"}),
    "make_bot": (bots.make_bot, {"spec": "random"}),
    "Record.contents": (lambda **given: played().contents(**given), {}),
    "Record.replay": (lambda **given: played().replay(**given), {}),
    "Record.view": (lambda **given: played().view(**given), {}),
    "Record.to_html": (lambda **given: played().to_html(**given), {}),
    "record": (records.record, {"game": SHORT, "bots": ["random", "random"], "seed": 1}),
    "Result.records": (lambda **given: arena.run(SHORT, ["random", "random"], 1).records(**given), {}),
    "Review.curve": (REVIEWED.curve, {}),
    "Review.worst": (REVIEWED.worst, {}),
    "SearchResult.best": (lambda **given: search.FlatMC(10).run(STATE).best(**given), {}),
    "Writer": (records.Writer, {"path": "nowhere"}),
    "read": (records.read, {"path": "nowhere"}),
    "write": (records.write, {"path": "nowhere", "records": []}),
    "review": (review.review, {"record": PLAYED}),
    "review_games": (review.review_games, {"games": [PLAYED]}),
    "review_page": (review.review_page, {"review": REVIEWED, "record": PLAYED}),
    "features": (train.features, {"state": STATE, "seat": 0}),
    "feature_layout": (train.feature_layout, {}),
    "action_features": (train.action_features, {}),
    "action_layout": (train.action_layout, {}),
    "has_features": (train.has_features, {}),
    "has_network": (train.has_network, {}),
    "train": (train.train, {"game": SHORT, "games": 1}),
    "Recipe": (train.Recipe, {}),
    "observation_grid": (batch.observation_grid, {}),
    "has_greedy": (bots.has_greedy, {}),
    "ExternalBot.act": (bots.ExternalBot(["true"]).act, {}),
    "ExternalBot.new_game": (bots.ExternalBot(["true"]).new_game, {"seat": 0, "seed": 1}),
    "GreedyBot.act": (bots.GreedyBot().act, {}),
    "NetBot.act": (bots.NetBot().act, {}),
    "NetBot.act_in_lanes": (bots.NetBot().act_in_lanes, {"lanes": None}),
    "NetBot.values": (bots.NetBot().values, {}),
    "RandomBot.act": (bots.RandomBot().act, {}),
    "checked_act": (bots.checked_act, {"bot": bots.RandomBot()}),
    "checked_action": (bots.checked_action, {"bot": bots.RandomBot(), "action": 0}),
    "tell": (bots.tell, {"bot": bots.RandomBot(), "seat": 0, "action": 0}),
    "FollowingISMCTS.act": (search.ISMCTS().follow().act, {}),
    "FollowingISMCTS.run": (search.ISMCTS().follow().run, {}),
    "FlatMC.act": (search.FlatMC().act, {}),
    "FlatMC.run": (search.FlatMC().run, {}),
    "ISMCTS.act": (search.ISMCTS().act, {}),
    "ISMCTS.run": (search.ISMCTS().run, {}),
    "PIMC.act": (search.PIMC().act, {}),
    "PIMC.run": (search.PIMC().run, {}),
    "PUCT.act": (search.PUCT(evaluated).act, {}),
    "PUCT.run": (search.PUCT(evaluated).run, {}),
    "Search.act": (search.Search().act, {}),
    "Search.of": (search.Search().of, {}),
    "Search.run": (search.Search().run, {}),
    "Search.text": (search.Search().text, {}),
    **{entry.search.__name__: (entry.search, {}) for entry in search.BY_NAME.values()},
    "PUCT": (search.PUCT, {"evaluator": evaluated}),
    "FollowingISMCTS.see": (search.ISMCTS().follow().see, {"state": STATE, "action": 0}),
    "check_bot": (testing.check_bot, {"bot": bots.RandomBot(1), "game": SHORT}),
    "check_program": (testing.check_program, {"command": ["true"], "game": SHORT}),
    "check_game": (testing.check_game, {"game": SHORT}),
    "lockstep": (testing.lockstep, {"game_a": SHORT, "game_b": SHORT, "seed": 1}),
    "lockstep_tree": (testing.lockstep_tree, {"game_a": SHORT, "game_b": SHORT}),
    "walk_digest": (testing.walk_digest, {"game": SHORT, "seed": 1}),
    "Record.from_actions": (records.Record.from_actions, {"game": SHORT, "actions": []}),
    "namima.acceptance": (namima.acceptance, {"hand": HAND}),
    "namima.analyse": (namima.analyse, {"hand": HAND}),
    "namima.arrangements": (namima.arrangements, {"hand": HAND}),
    "namima.best": (namima.best, {"hand": HAND}),
    "namima.call_acceptance": (namima.call_acceptance, {"hand": HAND}),
    "namima.call_table": (namima.call_table, {"hand": HAND, "discard": "B4"}),
    "namima.prospects": (namima.prospects, {"hand": HAND}),
    "namima.deficiency": (namima.deficiency, {"hand": HAND}),
    "namima.deficiency_drawn": (namima.deficiency_drawn, {"hand": HAND}),
    "namima.discard_table": (namima.discard_table, {"hand": HAND}),
    "namima.format_hand": (namima.format_hand, {"hand": namima.parse_hand(HAND)}),
    "namima.hand_svg": (namima.hand_svg, {"hand": HAND}),
    "namima.is_complete": (namima.is_complete, {"hand": HAND}),
    "namima.legal_melds": (namima.legal_melds, {"hand": HAND}),
    "namima.meld_key": (namima.meld_key, {"cards": "B123"}),
    "namima.meld_lists": (namima.meld_lists, {"lists": [["R123"]]}),
    "namima.min_penalty": (namima.min_penalty, {"hand": HAND}),
    "namima.need": (namima.need, {"hand": HAND, "size": 10}),
    "namima.parse_hand": (namima.parse_hand, {"text": HAND}),
    "namima.penalty": (namima.penalty, {"hand": HAND}),
    "namima.rule_set": (namima.rule_set, {}),
    "namima.to_svg": (namima.to_svg, {"state": STATES["namima"]}),
    "namima.waits": (namima.waits, {"hand": HAND}),
    "namima.unseen": (namima.unseen, {"state": STATES["namima"]}),
    "onda.all_combos": (onda.all_combos, {"hand": "b1 b2"}),
    "onda.min_plays": (onda.min_plays, {"hand": "b1 b2"}),
    "onda.penalty_if_ended": (onda.penalty_if_ended, {"state": STATES["onda"]}),
    "onda.replies": (onda.replies, {"state": STATES["onda"]}),
    "onda.to_svg": (onda.to_svg, {"state": STATES["onda"]}),
    "onda.unseen": (onda.unseen, {"state": STATES["onda"]}),
    "solo.to_svg": (solo.to_svg, {"state": STATE}),
    "solo.unseen": (solo.unseen, {"state": STATE}),
    "solo.known": (solo.known, {"state": STATE, "p": 0, "q": 1}),
    "solo.solo_threat": (solo.solo_threat, {"state": STATE}),
    "tacta.card_name": (tacta.card_name, {}),
    "tacta.cards_to_svg": (tacta.cards_to_svg, {"game": STATES["tacta"].game}),
    "tacta.decode": (tacta.decode, {"game": STATES["tacta"].game}),
    "tacta.placements": (tacta.placements, {"state": STATES["tacta"], "colour": 0, "card": 0}),
    "tacta.position": (tacta.position, {"game": uneri.load_game("tacta", players=2), "ends": ["c2 s3", "s3 c2"]}),
    "tacta.threats": (tacta.threats, {"state": STATES["tacta"], "seat": 0, "target": 0, "shape": 0}),
    "tacta.to_svg": (tacta.to_svg, {"state": STATES["tacta"]}),
    "tidal.ability_preview": (tidal.ability_preview, {"state": STATES["tidal"], "card": 0}),
    "tidal.resolve_bout": (tidal.resolve_bout, {"state": STATES["tidal"], "cards": [0, 1, 2, 3]}),
    "tidal.role_odds": (tidal.role_odds, {"game": STATES["tidal"].game, "q": 0, "card": 0, "U": [1, 2, 3], "k": 2}),
    "tidal.sail_preview": (tidal.sail_preview, {"state": STATES["tidal"], "steps": 1}),
    "tidal.to_svg": (tidal.to_svg, {"state": STATES["tidal"]}),
    "tidal.unknown": (tidal.unknown, {"state": STATES["tidal"]}),
}

for member in ("child", "legal_actions", "player_return", "player_reward"):
    if hasattr(STATE, member):
        CALLS[f"State.{member}"] = (getattr(STATE, member), {})


def declared(*kinds: str, modules: Iterable[str] = MODULES) -> Iterator[tuple[str, str]]:
    """Function and parameter, wherever one is declared as one of some kinds. Results are made by the library alone."""
    for suffix in modules:
        module = importlib.import_module(f"uneri{suffix}")
        where = f"{suffix[1:]}." if suffix[1:] in uneri.games() else ""
        for name in module.__all__ if hasattr(module, "__all__") else [word for word in vars(module) if word[0] != "_"]:
            value = getattr(module, name)
            if not callable(value) or not str(getattr(value, "__module__", "")).startswith("uneri"):
                continue
            members: dict[str, Any] = {} if isinstance(value, type) else {"__init__": value}
            for base in reversed(value.__mro__) if isinstance(value, type) else ():
                members |= vars(base) if base is value or base.__module__.startswith("uneri.search") else {}
            for member, function in members.items():
                function = getattr(function, "__func__", function)
                if (member[0] == "_" and member != "__init__") or not inspect.isfunction(function):
                    continue
                if member == "__init__" and dataclasses.is_dataclass(value) and value is not train.Recipe:
                    continue
                for parameter in inspect.signature(function).parameters.values():
                    if parameter.annotation in kinds:
                        yield where + (name if member == "__init__" else f"{name}.{member}"), parameter.name


PARAMETERS = sorted(set(declared("SupportsIndex", "SupportsIndex | None")))
OF_NO_GAME = [module for module in MODULES if module[1:] not in uneri.games()]  # tests/contract/test_other_games.py
FLAGS = sorted(pair for pair in {*declared("bool", "bool | None")} if not pair[0].endswith(".position"))
TAKE_STATES = sorted({*declared("State", "State | SeatView", modules=OF_NO_GAME)} - {("Bot.act", "state")})
TAKE_GAMES = sorted({*declared("Game", modules=OF_NO_GAME)})
TAKE_GAMES_OR_TEXTS = sorted({*declared("Game | str", modules=OF_NO_GAME)})


NAMED = {"p": "seat", "q": "seat", "coloured": "coloured card", "shuffle": "seed"}
"""How messages call parameters that have a letter for a name, or share a check."""


def refusal(function: str, parameter: str, value: object, kind: type[Exception] = ValueError) -> str:
    call, given = CALLS[function]
    with pytest.raises(kind) as caught:
        call(**{**given, parameter: value})
    return str(caught.value)


def test_functions_are_found() -> None:
    assert len(PARAMETERS) > 90
    assert len(FLAGS) > 22
    assert len(TAKE_STATES) > 18
    assert len(TAKE_GAMES) > 10
    assert len(TAKE_GAMES_OR_TEXTS) > 12
    every = (*PARAMETERS, *FLAGS, *TAKE_STATES, *TAKE_GAMES, *TAKE_GAMES_OR_TEXTS)
    assert {function for function, _ in every} <= CALLS.keys()


@pytest.mark.parametrize(("function", "parameter"), PARAMETERS)
def test_what_is_no_integer_is_named(function: str, parameter: str) -> None:
    for value in NO_INTEGERS:
        shown = f"{value!r} ({'bool' if value is np.True_ else type(value).__name__})"
        said = refusal(function, parameter, value, TypeError)
        assert said.endswith(f"{NAMED.get(parameter, parameter)} must be an integer, not {shown}")


@pytest.mark.parametrize(("function", "parameter"), PARAMETERS)
def test_integers_that_are_not_allowed_are_named(function: str, parameter: str) -> None:
    if function == "State.is_legal":
        assert not STATE.is_legal(2**70)
        return
    for value in (-(2**70), 2**70):
        said = refusal(function, parameter, value)
        assert NAMED.get(parameter, parameter) in said
        assert str(value) in said
        assert "allowed: " in said or "is not legal" in said


@pytest.mark.parametrize(("function", "parameter"), FLAGS)
def test_what_is_no_bool_is_named(function: str, parameter: str) -> None:
    for value in (1, 0, "true", None, np.True_, np.array([True])):
        if value is None and parameter in ("mo", "drawn"):
            continue  # the default
        said = refusal(function, parameter, value, TypeError)
        assert said == f"{parameter} must be True or False, not {value!r} ({type(value).__name__})"


@pytest.mark.parametrize(("function", "parameter"), TAKE_STATES)
def test_what_is_no_state_is_named(function: str, parameter: str) -> None:
    for value in (5, None, "x", GAME, lanes(), np.array([1, 2])):
        said = refusal(function, parameter, value, TypeError)
        assert "state must be " in said
        assert "must be a state" in said.lower()


@pytest.mark.parametrize(("function", "parameter"), [*TAKE_GAMES, *TAKE_GAMES_OR_TEXTS])
def test_what_is_no_game_is_named(function: str, parameter: str) -> None:
    for value in (5, None, b"solo", STATE, np.array([1, 2])):
        said = refusal(function, parameter, value, TypeError)
        assert said.startswith(f"{parameter} must be ")
        assert "must be a game" in said
        assert f"({type(value).__name__})" in said
    if (function, parameter) in TAKE_GAMES_OR_TEXTS:
        assert "no game 'chess'; games: " in refusal(function, parameter, "chess")


@pytest.mark.parametrize("value", [5, None, b"core", ["core"], np.array([1, 2])], ids=repr)
def test_what_is_no_word_is_named(value: Any) -> None:
    seats = {"game": SHORT, "bots": ["random", "random"], "deals": 1}
    for call, name in (
        (lambda **given: uneri.load_game("solo", **given), "backend"),
        (played().replay, "backend"),
        (STATE.to_svg, "theme"),
        (search.FlatMC, "rollout"),
        (lambda **given: search.FlatMC(net="default", **given), "rollout"),
        (search.ISMCTS, "final"),
        (search.FlatMC, "net"),
        (lambda **given: arena.run(**seats, **given), "pool"),
        (lambda **given: arena.run(**seats, **given), "seating"),
        (lambda **given: uneri.BatchEnv("solo", 2, **given), "observation"),
        (lambda **given: uneri.BatchEnv("solo", 2, **given), "mask"),
        (review.schema, "of"),
    ):
        if value is None and name in ("rollout", "net", "observation"):
            continue  # None means something there
        with pytest.raises((TypeError, records.RecordError)) as caught:
            call(**{name: value})
        said = str(caught.value)
        assert f"{'network' if name == 'net' else name} must be " in said
        assert said.endswith(f", not {value!r} ({type(value).__name__})")


@pytest.mark.parametrize("value", [-1, 2**64, np.int64(-1)])
def test_seeds_have_64_bits(value: Any) -> None:
    functions = [function for function, parameter in PARAMETERS if parameter == "seed"]
    assert len(functions) > 12
    for function in [*functions, "BatchEnv", "BatchEnv.reset"]:
        assert refusal(function, "seed", value).endswith(f"seed is {value}; allowed: 0 to 2^64 - 1")


def test_the_reference_says_the_same(name: str) -> None:
    """Of numbers of every kind that games and states take."""
    core, plain = (uneri.load_game(name, backend=backend) for backend in ("core", "reference"))
    for value in (*NO_INTEGERS, -1, 2**64):
        said = []
        for game in (core, plain):
            state = game.new_initial_state(1)
            calls = (
                game.new_initial_state,
                game.new_initial_state().sample_chance,
                state.observation_tensor,
                state.to_dict,
                lambda value, state=state: state.resample_from_infostate(0, value),
                state.apply_action,
            )
            texts = []
            for call in calls:
                with pytest.raises((TypeError, ValueError)) as caught:
                    call(value)
                texts.append(f"{caught.type.__name__}: {caught.value}")
            said.append(texts)
        assert said[0] == said[1]


@pytest.mark.parametrize("kind", [int, np.uint8, np.int64, np.uint64, np.array])
def test_integers_of_every_kind_are_taken(kind: Any, backend: str) -> None:
    game = uneri.load_game("solo", backend=backend)
    assert game.new_initial_state(kind(7)) == game.new_initial_state(7)
    assert len(game.new_initial_state(7).observation_tensor(kind(1))) == game.observation_tensor_shape[0]
    if backend == "core":
        env = uneri.BatchEnv(game, kind(2), seed=kind(3), threads=kind(1))
        assert np.array_equal(env.seeds, uneri.BatchEnv(game, 2, seed=3).seeds)


@pytest.mark.parametrize(
    "value",
    [
        np.array([1.0]),
        np.array(1.0),
        np.array([1]),
        "1",
        True,
        np.True_,
        1j,
        np.complex64(1),
        np.complex128(1),
        None,
        [1.0],
    ],
    ids=repr,
)
def test_what_is_no_number_is_named(value: Any) -> None:
    logits = np.zeros((2, GAME.num_distinct_actions), np.float32)
    for call, name in (
        (lambda temperature: lanes().step_logits(logits, temperature), "temperature"),
        (lambda weight: batch.Pool(["random", "random"], [1, weight]), "weight"),
        (search.ISMCTS, "c"),
        (search.ISMCTS, "widening"),
        (search.FlatMC, "epsilon"),
        (search.PIMC, "time_ms"),
    ):
        if value is None and name in ("epsilon", "time_ms"):
            continue  # the default
        with pytest.raises(TypeError) as caught:
            call(**{name: value})
        assert str(caught.value) == f"{name} must be a number, not {value!r} ({type(value).__name__})"
