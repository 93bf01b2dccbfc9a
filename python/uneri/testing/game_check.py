"""The contract as a list of properties, tried on a game by playing it."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import SupportsIndex

from uneri._util.checks import bounded, check_any_game, seed_of
from uneri._util.rng import SplitMix64, stream
from uneri.contract import CHANCE, TERMINAL, Game, State
from uneri.registry.in_process import draw_chance

from .probe import Probe
from .properties import AT_EVERY_NODE, AT_SOME_NODES

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
      ones refused without a trace.
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
        size = 1
        for extent in shape:
            size *= extent
        offset += size
    probe.check_same(
        (offset,), tuple(game.observation_tensor_shape), "observation_layout fills observation_tensor_shape"
    )
    probe.check_same((CHANCE, TERMINAL), (-1, -4), "constants")
