"""Plays games in lock-step: one lane of a batch each, and the next game when one is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..arena.schedule import derive_bot_seed
from ..batch import BatchEnv
from ..bots import BotSpec, spec_text
from ..bots.lifecycle import BotPool
from ..bots.players import OF_CORE, Seats, act_and_explain, draw_world, format_reason, to_failure
from ..contract import Game, State
from ..search import WITH_EVALUATOR
from .packing import Decisions, Packer, Thought, list_layout_parts

_LANES = 128
_STEPS = 16  # per rollout in the core: a lane whose game is over waits until its end


class ParallelGames:
    """Plays games, and collects their decisions; `returns` has a row for each game.

    `numbers` are the games' numbers in the whole run. In game g, seat s has bot s + g, counted around the list.
    """

    def __init__(self, game: Game, specs: Sequence[BotSpec], numbers: range, seeds: NDArray[np.uint64]) -> None:
        self.game, self.specs, self.numbers, self.seeds = game, specs, numbers, seeds
        self.decisions = Decisions(Packer(list_layout_parts(game)))
        self.returns = np.zeros((len(numbers), game.num_players), np.float32)
        lanes = min(_LANES, len(numbers))
        self.env = BatchEnv(game, lanes, seed=seeds[:lanes], autoreset=None, mask="bits")
        self.playing = np.arange(lanes)
        """Each lane's game, counted from the first of these; -1 if none is left."""
        self.ply = np.zeros(lanes, np.int32)
        """The decisions of each lane's game so far."""
        self._next = lanes

    def find_bot(self, game: int, seat: int) -> int:
        """Return the bot on a seat, as an index into the list of bots."""
        return (seat + self.numbers[game]) % len(self.specs)

    def play(self, timeout_ms: int) -> None:
        """Play all games."""
        policy = self.specs[0]
        if set(self.specs) <= {policy} and isinstance(policy, str) and policy in OF_CORE:
            self._play_in_core(policy)
        else:
            with BotPool(self.specs, timeout_ms) as pool:
                _Players(self, pool).play()

    def _play_in_core(self, policy: Any) -> None:
        rows = None
        while (self.playing >= 0).any():
            rows = self.env.rollout(_STEPS, policy, out=rows)
            steps, lanes = rows.actions.shape
            acted = rows.actions >= 0
            plies = self.ply + np.cumsum(acted, axis=0, dtype=np.int32) - 1
            self.decisions.add(
                rows.observation.reshape(steps * lanes, -1).astype(np.float32, copy=False),
                rows.mask.reshape(steps * lanes, -1),
                acted.ravel(),
                game=np.broadcast_to(self.playing, (steps, lanes)).ravel(),
                ply=plies.ravel(),
                seat=rows.current_player.ravel(),
                action=rows.actions.ravel(),
            )
            self.ply = plies[-1] + 1
            self.deal_again()

    def step(self, lanes: NDArray[np.int64], actions: NDArray[np.int32], thoughts: list[Thought | None]) -> None:
        """Play actions in all active lanes."""
        env = self.env
        self.decisions.add(
            env.observation[lanes].astype(np.float32, copy=False),
            env.mask[lanes],
            game=self.playing[lanes],
            ply=self.ply[lanes],
            seat=env.current_player[lanes],
            action=actions[lanes],
        )
        self.decisions.thoughts += thoughts
        env.step(actions)
        self.ply[lanes] += 1

    def deal_again(self) -> list[int]:
        """Record the finished games, and begin the next ones in their lanes. Return the lanes of the finished ones."""
        over = np.flatnonzero((self.playing >= 0) & (self.env.current_player < 0))
        self.returns[self.playing[over]] = self.env.final_returns[over]
        following = np.arange(self._next, min(self._next + len(over), len(self.numbers)))
        begun = over[: len(following)]
        self.playing[over], self.ply[over] = -1, 0
        if len(begun):
            self.env.reset(self.seeds[following], begun)
            self.playing[begun] = following
            self._next += len(following)
        return [int(lane) for lane in over]


class _Players:
    """Python bots at the tables. A network's search evaluates the positions of all tables together."""

    def __init__(self, tables: ParallelGames, pool: BotPool) -> None:
        self._tables, self._pool = tables, pool
        self._seats = tables.game.num_players
        self._seated: dict[int, Seats] = {}
        self._together: dict[int, Any] = {}
        for index in range(len(tables.specs)):
            bot = pool.make(index, derive_bot_seed(0, index))
            if isinstance(bot, WITH_EVALUATOR):
                self._together[index] = bot
            else:
                pool.end(bot)

    def play(self) -> None:
        """Play all games."""
        tables = self._tables
        for lane in range(len(tables.env)):
            self._sit_down(lane)
        while len(lanes := np.flatnonzero((tables.playing >= 0) & (tables.env.current_player >= 0))):
            actions = np.zeros(len(tables.env), np.int32)
            thoughts: dict[int, Thought | None] = {}
            asked: dict[int, list[tuple[int, State]]] = {}
            states = {lane: tables.env.get_state(lane) for lane in map(int, lanes)}
            for lane, state in states.items():
                index = tables.find_bot(int(tables.playing[lane]), state.current_player())
                if index not in self._together:
                    actions[lane], found = self._seated[lane].ask_with(state, tables.ply[lane].item(), act_and_explain)
                    thoughts[lane] = None if found is None else _to_thought(found)
                elif state.num_legal_actions() == 1:  # a network's search needs no search here
                    actions[lane], thoughts[lane] = state.legal_actions()[0], None
                else:
                    luck = self._seated[lane].draw_luck(tables.ply[lane].item())
                    asked.setdefault(index, []).append((lane, draw_world(self._together[index], state, luck)))
            for index, ones in asked.items():
                for (lane, _), found in zip(ones, self._together[index].run_many([s for _, s in ones]), strict=True):
                    actions[lane], thoughts[lane] = found.action, _to_thought(found)
            for lane, state in states.items():
                self._seated[lane].tell(state, int(actions[lane]))
            tables.step(lanes, actions, [thoughts[int(lane)] for lane in lanes])
            played = {lane: int(tables.playing[lane]) for lane in map(int, lanes)}
            for lane in tables.deal_again():
                self._stand_up(lane, played[lane])
                if int(tables.playing[lane]) >= 0:
                    self._sit_down(lane)

    def _sit_down(self, lane: int) -> None:
        tables = self._tables
        game = int(tables.playing[lane])
        seed = int(tables.seeds[game])
        seats = self._seated[lane] = Seats({}, seed, lambda seat, error: self._blame(lane, seat, error))
        for seat in range(self._seats):
            index = tables.find_bot(game, seat)
            if index in self._together:
                continue
            try:
                seats.bots[seat] = self._pool.take(
                    index, lane * self._seats + seat, tables.game, seat, derive_bot_seed(seed, seat)
                )
            except Exception as error:  # noqa: BLE001  # of a bot
                self._blame(lane, seat, error)

    def _stand_up(self, lane: int, game: int) -> None:
        for bot in self._seated.pop(lane).bots.values():
            if hasattr(bot, "end_game"):
                bot.end_game([float(value) for value in self._tables.returns[game]])
            elif not hasattr(bot, "new_game"):
                self._pool.end(bot)

    def _blame(self, lane: int, seat: int, error: Exception) -> NoReturn:
        """End the run: a bot has failed."""
        tables = self._tables
        game = int(tables.playing[lane])
        name = spec_text(tables.specs[tables.find_bot(game, seat)])
        where = f"game {tables.numbers[game]}, seat {seat}, decision {tables.ply[lane].item()}"
        raise ValueError(f"bot {name} failed in {where}: {format_reason(to_failure(error))}") from error


def _to_thought(found: Any) -> Thought:
    return [stats.visits for stats in found.stats], found.value
