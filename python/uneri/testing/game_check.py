"""The contract as a list of properties, tried on a game by playing it. Properties of one node are functions that take
the walk and the state, and leave the state unchanged.
"""

from __future__ import annotations

import copy
import json
import math
import pickle
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import SupportsIndex

import numpy as np

from uneri._util.checks import bounded, check_any_game, seed_of
from uneri._util.rng import SplitMix64, stream
from uneri.contract import CHANCE, TERMINAL, Game, State
from uneri.registry.in_process import draw_chance

from .probe import Probe

_SOME = 8
"""One node in this many gets the slow checks."""


@dataclass
class GameReport:
    """The extent of a game's trial."""

    games: int = 0
    nodes: int = 0
    decisions: int = 0
    longest: int = 0
    """Decisions of seats in the longest game."""
    most_legal: int = 0
    """Length of the longest list of legal actions of a seat."""


def check_game(game: Game, *, n_games: SupportsIndex = 10, seed: SupportsIndex = 0) -> GameReport:
    """Play random games, and check the contract's properties on the way.

    * Nodes: their kinds; termination.
    * Actions: legal ones ascending, unique, in range, equal to `is_legal` over the whole space and to the mask; illegal
      ones refused without any change.
    * States as values: copies, equality and hashes.
    * Chance: weights and probabilities; seeded play by R-3.
    * Forms: notation there and back; serialisation there and back, damaged bytes refused; plain data there and back.
    * Knowledge: observations equal in resampled worlds; resampling blind to what is hidden.
    * Results: returns, rewards and the proved bounds.

    Parameters
    ----------
    game
        The game.
    n_games
        The number of games, 1 to 1,000,000 (default 10).
    seed
        An integer from 0 (default) to 2^64 - 1. The games are derived from it.

    Raises
    ------
    ContractError
        At the first property that doesn't hold.
    ValueError
        If `n_games` or `seed` is out of range.

    Examples
    --------
    >>> import uneri
    >>> from uneri.testing import check_game
    >>> check_game(uneri.load_game("onda", players=2, rounds=1), n_games=1).games
    1
    """
    check_any_game(game)
    number = seed_of(seed)
    report = GameReport()
    for index in range(bounded(n_games, "n_games", 1, 1_000_000)):
        probe = Probe(game, stream(number, index))
        if index == 0:
            _check_facts(probe)
        _check_seeded(probe, index)
        state = game.new_initial_state()
        probe.check_same(state, game.new_initial_state(), "new_initial_state gives the same state again")
        decisions = chance = 0
        while True:
            report.nodes += 1
            thorough = probe.rng.below(_SOME) == 0 or state.is_terminal() or not probe.actions
            for prop in AT_EVERY_NODE + (AT_SOME_NODES if thorough else ()):
                prop(probe, state)
            if state.is_terminal():
                break
            at_chance = state.is_chance_node()
            decisions, chance = decisions + (not at_chance), chance + at_chance
            probe.check(decisions <= game.max_game_length, "max_game_length", f"decision number {decisions}")
            probe.check(chance <= game.max_chance_nodes, "max_chance_nodes", f"chance node number {chance}")
            if not at_chance:
                report.most_legal = max(report.most_legal, state.num_legal_actions())
            _step(probe, state)
        report.games += 1
        report.decisions += decisions
        report.longest = max(report.longest, decisions)
    return report


def _step(probe: Probe, state: State) -> None:
    """Play one random action, and check the properties across it."""
    legal = state.legal_actions()
    action = draw_chance(state, probe.rng) if state.is_chance_node() else legal[probe.rng.below(len(legal))]
    before, twin = state.returns(), state.clone()
    old = state.clone()
    state.apply_action(action)
    probe.actions.append(action)
    probe.check(twin == old, "clone", "an action changed an earlier clone")
    twin.apply_action(action)
    probe.check(twin == state and hash(twin) == hash(state), "apply_action", "the same action led to another state")
    gained = [now - then for now, then in zip(state.returns(), before, strict=True)]
    close = all(abs(a - b) < 1e-9 for a, b in zip(gained, state.rewards(), strict=True))
    probe.check(close, "rewards", f"{state.rewards()}, but the returns changed by {gained}")


def _check_seeded(probe: Probe, seed: int) -> None:
    """R-3: check that seeded play is explicit play with chance drawn from SplitMix64(seed)."""
    game, rng = probe.game, SplitMix64(seed)
    state, shown = game.new_initial_state(seed), game.new_initial_state()
    choices = SplitMix64(seed + 1)
    while True:
        while shown.is_chance_node():
            shown.apply_action(draw_chance(shown, rng))
        probe.check(not state.is_chance_node(), "seeded play", f"seed {seed}: chance is open")
        ours, theirs = ({k: v for k, v in s.to_dict().items() if k != "rng"} for s in (state, shown))
        probe.check_same(ours, theirs, f"seeded play, seed {seed}")
        if state.is_terminal():
            return
        legal = state.legal_actions()
        action = legal[choices.below(len(legal))]
        state.apply_action(action)
        shown.apply_action(action)


def _check_facts(probe: Probe) -> None:
    """Check properties of the game itself."""
    game = probe.game
    copy = pickle.loads(pickle.dumps(game))
    probe.check(copy == game and hash(copy) == hash(game), "pickle of the game", f"{copy} is not {game}")
    probe.check(str(game).startswith(f"{game.name}("), "str(game)", f"{game} doesn't begin with its name")
    probe.check(game.num_players >= 1, "num_players", game.num_players)
    probe.check(game.min_utility <= game.max_utility, "bounds", f"{game.min_utility} is above {game.max_utility}")
    offset = 0
    for name, start, shape in game.observation_layout:
        probe.check_same(start, offset, f"offset of {name} in observation_layout")
        offset += math.prod(shape)
    filled = "observation_layout fills observation_tensor_shape"
    probe.check_same((offset,), tuple(game.observation_tensor_shape), filled)
    probe.check_same((CHANCE, TERMINAL), (-1, -4), "constants")


Property = Callable[[Probe, State], None]


def check_node_kind(probe: Probe, state: State) -> None:
    """Check that a node belongs to a seat, to chance or to nobody."""
    player = state.current_player()
    probe.check(player in (CHANCE, TERMINAL) or 0 <= player < probe.game.num_players, "current_player", player)
    probe.check_same(state.is_chance_node(), player == CHANCE, "is_chance_node")
    probe.check_same(state.is_terminal(), player == TERMINAL, "is_terminal")


def check_legal_list(probe: Probe, state: State) -> None:
    """Check that legal actions ascend strictly, are in range, and exist unless the game is over."""
    legal = state.legal_actions()
    chance = state.is_chance_node()
    size = probe.game.max_chance_outcomes if chance else probe.game.num_distinct_actions
    probe.check(all(type(a) is int for a in legal), "legal_actions", f"not all are int: {legal}")
    probe.check(legal == sorted(set(legal)), "legal_actions", f"not ascending: {legal}")
    probe.check(all(0 <= a < size for a in legal), "legal_actions", f"not all in 0..{size - 1}: {legal}")
    probe.check(bool(legal) != state.is_terminal(), "legal_actions", f"{legal} at {state.current_player()}")
    probe.check_same(state.num_legal_actions(), len(legal), "num_legal_actions")
    probe.check(chance or len(legal) <= probe.game.max_legal_actions, "max_legal_actions", f"{len(legal)} are legal")


def check_chance_node(probe: Probe, state: State) -> None:
    """Check that legal outcomes have positive integer weights, and that probabilities are their shares."""
    weights, outcomes = state.chance_weights(), state.chance_outcomes()
    if not state.is_chance_node():
        probe.check_same((weights, outcomes), ([], []), "chance_weights and chance_outcomes where chance is not next")
        return
    total = sum(weight for _, weight in weights)
    probe.check_same([outcome for outcome, _ in weights], state.legal_actions(), "outcomes of chance_weights")
    probe.check(all(type(w) is int and w > 0 for _, w in weights), "chance_weights", weights)
    probe.check_same([outcome for outcome, _ in outcomes], state.legal_actions(), "outcomes of chance_outcomes")
    probe.check(abs(sum(p for _, p in outcomes) - 1) < 1e-12, "chance_outcomes", "probabilities don't sum to 1")
    shares = all(abs(p - w / total) < 1e-12 for (_, p), (_, w) in zip(outcomes, weights, strict=True))
    probe.check(shares, "chance_outcomes", f"{outcomes} are not the shares of {weights}")
    luck = probe.rng.next()
    drawn = state.sample_chance(luck)
    probe.check(drawn in state.legal_actions() and drawn == state.sample_chance(luck), "sample_chance", drawn)


def check_returns(probe: Probe, state: State) -> None:
    """Check the returns: one float per seat; at the end within the bounds, with the promised sum."""
    returns = state.returns()
    game = probe.game
    probe.check(len(returns) == game.num_players and all(type(x) is float for x in returns), "returns", returns)
    if state.is_terminal():
        slack = 1e-9
        good = all(game.min_utility - slack <= x <= game.max_utility + slack for x in returns)
        probe.check(good, "bounds", f"{returns} are not in {game.min_utility}..{game.max_utility}")
        if game.utility_sum is not None:
            probe.check(abs(sum(returns) - game.utility_sum) < 1e-9, "utility_sum", f"{returns}: {game.utility_sum}")


def check_legality(probe: Probe, state: State) -> None:
    """Check that `is_legal` and the mask agree with the list for all ids, and that illegal actions change nothing."""
    legal = set(state.legal_actions())
    size = max(probe.game.num_distinct_actions, probe.game.max_chance_outcomes)
    illegal = []
    for action in (-(1 << 70), -1, *range(size + 1), 1 << 70):
        probe.check_same(state.is_legal(action), action in legal, f"is_legal({action})")
        if action not in legal:
            illegal.append(action)
    mask = state.legal_actions_mask()
    wanted = np.zeros(probe.game.num_distinct_actions, np.uint8)
    if state.current_player() >= 0:
        wanted[sorted(legal)] = 1
    probe.check(mask.dtype == np.uint8 and np.array_equal(mask, wanted), "legal_actions_mask", mask)
    out = np.full_like(wanted, 7)
    probe.check(state.legal_actions_mask(out) is out and np.array_equal(out, wanted), "legal_actions_mask(out)", out)
    before = state.clone()
    for action in (*illegal[:2], illegal[probe.rng.below(len(illegal))], illegal[-1]):
        refused = _raises(ValueError, state.apply_action, action)
        probe.check(refused, "apply_action", f"{action} is illegal, but accepted")
    for wrong in (0.0, True, None, "0"):
        probe.check(_raises(TypeError, state.apply_action, wrong), "apply_action", f"{wrong!r} is accepted")
    probe.check(state == before, "apply_action", "a refused action changed the state")


def check_values(probe: Probe, state: State) -> None:
    """Check that copies are equal, hash alike and are independent."""
    for name, twin in (
        ("clone", state.clone()),
        ("copy.copy", copy.copy(state)),
        ("copy.deepcopy", copy.deepcopy(state)),
        ("pickle", pickle.loads(pickle.dumps(state))),
        ("serialize", probe.game.deserialize_state(state.serialize())),
    ):
        probe.check(twin == state and hash(twin) == hash(state), name, "the copy is not equal, or hashes otherwise")
        probe.check(twin is not state, name, "the copy is the state itself")
        probe.check_same(twin.to_dict(), state.to_dict(), f"to_dict after {name}")
        probe.check_same(twin.rewards(), state.rewards(), f"rewards after {name}")


def check_damage(probe: Probe, state: State) -> None:
    """Check that bytes that aren't a state's raise ValueError."""
    data = state.serialize()
    at, bit = probe.rng.below(len(data)), probe.rng.below(8)
    flipped = bytearray(data)
    flipped[at] ^= 1 << bit
    for name, wrong in (
        (f"bit {bit} of byte {at} flipped", bytes(flipped)),
        ("cut short", data[: probe.rng.below(len(data))]),
        ("a byte too many", data + b"\0"),
        ("no bytes", b""),
    ):
        refused = _raises(ValueError, probe.game.deserialize_state, wrong)
        probe.check(refused, "deserialize_state", f"damaged bytes are accepted: {name}")


def check_plain_data(probe: Probe, state: State) -> None:
    """Check that `to_dict` is JSON and leads back to the state."""
    data = state.to_dict()
    again = json.loads(json.dumps(data, allow_nan=False))
    probe.check_same(again, data, "to_dict through JSON")
    back = probe.game.state_from_dict(again)
    probe.check_same(again, data, "the mapping after state_from_dict")
    probe.check_same(back.to_dict(), data, "to_dict after state_from_dict")
    probe.check_same(back.legal_actions(), state.legal_actions(), "legal_actions after state_from_dict")
    for wrong in ({**data, "no such field": 0}, {k: v for k, v in data.items() if k != next(iter(data))}):
        refused = _raises(ValueError, probe.game.state_from_dict, wrong)
        probe.check(refused, "state_from_dict", "wrong fields are accepted")


def check_notation(probe: Probe, state: State) -> None:
    """Check that names of actions lead back to them and differ from one another."""
    names = [state.action_to_string(action) for action in state.legal_actions()]
    probe.check(len(set(names)) == len(names), "action_to_string", f"two actions have one name: {names}")
    for action, name in zip(state.legal_actions(), names, strict=True):
        probe.check_same(state.parse_action(name), action, f"parse_action({name!r})")
        if not state.is_chance_node():
            player = state.current_player()
            named = probe.game.action_to_string(player, action)
            probe.check_same(named, name, f"game.action_to_string({player}, {action})")
            probe.check_same(probe.game.parse_action(name), action, f"game.parse_action({name!r})")
    probe.check(_raises(ValueError, state.parse_action, "no such action"), "parse_action", "nonsense is accepted")
    probe.check(bool(str(state)) and bool(repr(state)), "str(state)", "empty")


def check_observations(probe: Probe, state: State) -> None:
    """Check that views are JSON of `to_dict(seat)`; tensors are finite and have the game's shape."""
    for seat in range(probe.game.num_players):
        view = state.to_dict(seat)
        text = json.dumps(view, separators=(",", ":"), ensure_ascii=False)
        probe.check_same(state.observation_string(seat), text, f"observation_string({seat})")
        probe.check("rng" not in view, f"to_dict({seat})", "shows the generator")
        tensor = state.observation_tensor(seat)
        good = tensor.dtype == np.float32 and tensor.shape == tuple(probe.game.observation_tensor_shape)
        probe.check(good and bool(np.isfinite(tensor).all()), f"observation_tensor({seat})", tensor)
        out = np.full_like(tensor, 7)
        filled = state.observation_tensor(seat, out) is out and np.array_equal(out, tensor)
        probe.check(filled, f"observation_tensor({seat}, out)", "differs from the one without out")


def check_resampling(probe: Probe, state: State) -> None:
    """Check that another world looks the same to the seat and is drawn blind to what the seat can't see."""
    seat, luck, other = probe.rng.below(probe.game.num_players), probe.rng.next(), probe.rng.next()
    name = f"resample_from_infostate({seat}, {luck})"
    world = state.resample_from_infostate(seat, luck)
    probe.check(world == state.resample_from_infostate(seat, luck), name, "gives another world the second time")
    seen, shown = state.observation_string(seat), world.observation_string(seat)
    probe.check_same(shown, seen, f"observation_string({seat}) after {name}")
    same = np.array_equal(world.observation_tensor(seat), state.observation_tensor(seat))
    probe.check(same, f"observation_tensor({seat}) after {name}", "differs")
    probe.check_same(world.is_terminal(), state.is_terminal(), f"is_terminal after {name}")
    probe.check_same(world.returns(), state.returns(), f"returns after {name}")
    if state.current_player() == seat:  # a question to another seat may be hidden, even that there is one
        probe.check_same(world.current_player(), seat, f"current_player after {name}")
        probe.check_same(world.legal_actions(), state.legal_actions(), f"legal_actions after {name}")
    probe.check(state.is_terminal() or bool(world.legal_actions()), name, "leaves no legal action")
    probe.check_same(probe.game.state_from_dict(world.to_dict()).to_dict(), world.to_dict(), f"to_dict after {name}")
    view = state.to_dict(seat)
    with suppress(NotImplementedError):  # a game from outside need not read views
        again_seen = probe.game.state_from_view(view, seat).to_dict(seat)
        probe.check_same(again_seen, view, f"to_dict({seat}) after state_from_view")
    again = world.resample_from_infostate(seat, other)
    blind = again == state.resample_from_infostate(seat, other)
    probe.check(blind, name, f"worlds from seed {other} differ between two states that look the same to the seat")


def check_seats(probe: Probe, state: State) -> None:
    """Check that a missing seat is refused everywhere."""
    for seat in (-1, probe.game.num_players):
        for name in ("to_dict", "observation_string", "observation_tensor"):
            probe.check(_raises(ValueError, getattr(state, name), seat), name, f"seat {seat} is accepted")
        refused = _raises(ValueError, state.resample_from_infostate, seat, 0)
        probe.check(refused, "resample_from_infostate", f"seat {seat}")


def _raises(kind: type[Exception], call: Callable[..., object], *arguments: object) -> bool:
    try:
        call(*arguments)
    except kind:
        return True
    return False


AT_EVERY_NODE: tuple[Property, ...] = (check_node_kind, check_legal_list, check_chance_node, check_returns)
AT_SOME_NODES: tuple[Property, ...] = (
    check_legality, check_values, check_damage, check_plain_data, check_notation, check_observations,
    check_resampling, check_seats,
)  # fmt: skip
