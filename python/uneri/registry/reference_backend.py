"""Implements the contract on top of a reference module (`uneri.reference.NAME`): chance, utilities, numpy, bytes.

Generic over games; the rules are all in `uneri.reference`. `uneri.contract` documents the members.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from uneri._util.messages import brief, cut, shown
from uneri.reference.common import CHANCE, TERMINAL, SplitMix64
from uneri.reference.reader import is_int

from .. import _core, contract
from .._util.call_syntax import text_of
from .._util.checks import bounded as to_bounded
from .._util.checks import check_text
from .._util.checks import integer as to_integer
from .._util.checks import seed_of as to_seed
from .._util.plain_data import plain
from .._util.public import documented
from .._util.strict_json import read_json
from .in_process import draw_chance
from .outside import game_module, reference_module
from .reasons import why_not
from .views import DrawnBy, state_from_view, view

_MASK = (1 << 64) - 1
_MAGIC = b"UNRI"
_VERSION = 1
_BACKEND = ord("R")
_LONGEST = 1 << 20  # bytes of a state: far above any, as in the core


def load_reference(name: str, options: Mapping[str, Any]) -> ReferenceGame:
    """Load the game `name` with its options, played by the reference."""
    return ReferenceGame(reference_module(name).Rules(**options))


def out_array(out: Any, dtype: type[np.generic], size: int) -> NDArray[Any]:
    """Return `out` if it fits, a new array for None."""
    if out is None:
        return np.zeros(size, dtype)
    name = np.dtype(dtype).name
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be a numpy array of {name}, not a {type(out).__name__}")
    if out.dtype != dtype:
        raise TypeError(f"out must be a numpy array of {name}, not of {out.dtype}")
    if out.shape != (size,):
        raise ValueError(f"out must have shape ({size},), not {out.shape}")
    if not out.flags.c_contiguous:
        raise ValueError("out is not C-contiguous")
    if not out.flags.writeable:
        raise ValueError("out is read-only")
    return out


def fnv1a(data: bytes, value: int = 0xCBF29CE484222325) -> int:
    """Return the FNV-1a hash of 64 bits, of the bytes so far (`value`) and these."""
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & _MASK
    return value


def _integer_of_rules(name: str) -> Any:
    """Make a property that is a number of the rules."""
    return property(lambda game: int(getattr(game.rules, name)))


@documented(contract.Game)
class ReferenceGame:
    state_from_view = state_from_view

    def __init__(self, rules: Any) -> None:
        """Wrap the `Rules` of a reference module."""
        self.rules = rules
        self.codec_version = int(getattr(rules, "codec_version", 1))
        layout = rules.layout()
        self._layout: list[tuple[str, int, tuple[int, ...]]] = []
        offset = 0
        for name, shape in layout:
            self._layout.append((name, offset, tuple(shape)))
            offset += int(np.prod(shape))
        self.tensor_size = offset

    @property
    def name(self) -> str:
        return str(self.rules.name)

    @property
    def backend(self) -> str:
        return "reference"

    @property
    def options(self) -> dict[str, Any]:
        copied: dict[str, Any] = json.loads(json.dumps(self.rules.options))
        return copied

    num_players = _integer_of_rules("num_players")
    num_distinct_actions = _integer_of_rules("num_distinct_actions")
    max_chance_outcomes = _integer_of_rules("max_chance_outcomes")
    max_legal_actions = _integer_of_rules("max_legal_actions")
    max_game_length = _integer_of_rules("max_game_length")
    max_chance_nodes = _integer_of_rules("max_chance_nodes")

    def _bounds(self) -> tuple[float, float]:
        utility = self.rules.options["utility"]
        if utility == "win":
            return 0.0, 1.0
        if utility == "score":
            return float(self.rules.min_score), float(self.rules.max_score)
        # Furthest from the mean: one seat at one bound, all others at the other.
        widest = (self.num_players - 1) * (self.rules.max_score - self.rules.min_score) / self.num_players
        return -widest, widest

    @property
    def min_utility(self) -> float:
        return self._bounds()[0]

    @property
    def max_utility(self) -> float:
        return self._bounds()[1]

    @property
    def utility_sum(self) -> float | None:
        return {"score": None, "margin": 0.0, "win": 1.0}[self.rules.options["utility"]]

    @property
    def observation_tensor_shape(self) -> tuple[int]:
        return (self.tensor_size,)

    @property
    def observation_layout(self) -> list[tuple[str, int, tuple[int, ...]]]:
        return list(self._layout)

    def _in_core(self) -> Any:
        """Return the same game in the core, which writes features; None if the core doesn't have it."""
        return getattr(_core, self.name).Game(self.options) if hasattr(_core, self.name) else None

    @property
    def features(self) -> list[contract.FeatureBlock]:
        return list(getattr(self._in_core(), "features", ()))

    @property
    def action_features(self) -> NDArray[np.float32]:
        empty = np.zeros((self.num_distinct_actions, 0), np.float32)
        found: NDArray[np.float32] = getattr(self._in_core(), "action_features", empty)
        return found

    def new_initial_state(self, seed: SupportsIndex | None = None) -> ReferenceState:
        generator = None if seed is None else SplitMix64(to_seed(seed))
        state = ReferenceState(self, self.rules.initial(), generator)
        state.resolve_chance()
        return state

    def action_to_string(self, player: SupportsIndex, action: SupportsIndex) -> str:
        seat = to_bounded(player, "player", CHANCE, self.num_players - 1)
        count = self.max_chance_outcomes if seat == CHANCE else self.num_distinct_actions
        return str(self.rules.action_to_string(None, seat, to_bounded(action, "action", 0, count - 1)))

    def parse_action(self, text: str) -> int:
        return int(self.rules.parse_action(None, check_text(text)))

    def state_from_dict(self, data: Mapping[str, Any]) -> ReferenceState:
        if not isinstance(data, Mapping):
            raise TypeError(f"{self.name}: the state is not a mapping of field names to values")
        fields = plain(data)
        rng = fields.pop("rng", None)
        generator = None
        if rng is not None:
            if not is_int(rng) or not 0 <= rng <= _MASK:
                raise ValueError(f"{self.name}: field 'rng' is {shown(rng)}; allowed: None, 0 to 2^64 - 1")
            generator = SplitMix64(rng)
        state = ReferenceState(self, self.rules.from_dict(fields), generator)
        if generator is not None and state.is_chance_node():
            raise ValueError(f"{self.name}: field 'rng' is set, but chance is open: a seeded state has resolved it")
        state.before = self.rules.points(state.state)
        return state

    def deserialize_state(self, data: bytes) -> ReferenceState:
        if not isinstance(data, bytes):
            raise TypeError(f"data must be bytes, not a {type(data).__name__}")
        problem = f"{self.name}: bytes are not a serialised state: "
        if len(data) > _LONGEST:
            raise ValueError(f"{problem}their length is {len(data)}")
        if data[:4] != _MAGIC:
            raise ValueError(problem + "they do not begin with UNRI")
        if len(data) < 14 or fnv1a(data[:-8]) != int.from_bytes(data[-8:], "little"):
            raise ValueError(problem + "the checksum is wrong, so they are damaged or cut short")
        if data[4] != _VERSION:
            raise ValueError(problem + f"their format is version {data[4]}, this one reads version {_VERSION}")
        if data[5] != _BACKEND:
            raise ValueError(problem + 'they were written by another backend; load them with backend="core"')
        try:
            content = read_json(data[6:-8])
            text, fields, before = content["game"], content["state"], content["before"]
            codec = content.get("codec", 1)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(problem + cut(str(error))) from None
        if codec != self.codec_version:
            raise ValueError(f"{problem}the state's layout is version {brief(codec)}")
        if text != str(self):
            raise ValueError(problem + f"they belong to the game {brief(text)}, not to {cut(str(self))}")
        if not isinstance(fields, dict):
            raise ValueError(f"{problem}the state must be a mapping, not {shown(fields)}")  # noqa: TRY004
        state = self.state_from_dict(fields)
        good = isinstance(before, list) and len(before) == self.num_players and all(type(p) is int for p in before)
        if not good or not all(self.rules.min_score <= p <= self.rules.max_score for p in before):
            raise ValueError(problem + "points before the last action are out of bounds")
        state.before = before
        return state

    def __str__(self) -> str:
        defaults = self.rules.defaults
        chosen = [f"{k}={text_of(v)}" for k, v in self.rules.options.items() if k not in defaults or defaults[k] != v]
        return f"{self.name}({','.join(chosen)})"

    def __repr__(self) -> str:
        return f'uneri.load_game({str(self)!r}, backend="reference")'

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ReferenceGame) and self.name == other.name and self.rules.options == other.rules.options
        )

    def __hash__(self) -> int:
        return hash(str(self))

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> ReferenceGame:
        """Return the game itself: it never changes."""
        return self

    __copy__ = __deepcopy__

    def __reduce__(self) -> tuple[Any, ...]:
        return load_reference, (self.name, self.options)


@documented(contract.State)
class ReferenceState:
    __slots__ = ("before", "generator", "owner", "state")

    to_svg = DrawnBy("to_svg")
    _repr_svg_ = DrawnBy("_repr_svg_")
    view = view

    def __init__(self, owner: ReferenceGame, state: Any, generator: SplitMix64 | None) -> None:
        """Wrap a state of the reference module; `generator` is None for an unseeded state."""
        self.owner = owner
        self.state = state
        self.generator = generator
        self.before: list[int] = owner.rules.points(state)

    @property
    def game(self) -> ReferenceGame:
        return self.owner

    @property
    def seeded(self) -> bool:
        return self.generator is not None

    @property
    def _rules(self) -> Any:
        return self.owner.rules

    def _seat(self, seat: SupportsIndex) -> int:
        number = to_integer(seat, "seat")
        if not 0 <= number < self.owner.num_players:
            raise ValueError(f"{self.owner.name}: seat is {number}; allowed: 0 to {self.owner.num_players - 1}")
        return number

    def resolve_chance(self) -> None:
        """R-3: in a seeded state chance resolves by itself."""
        while self.generator is not None and self.is_chance_node():
            self.state = self._rules.apply(self.state, draw_chance(self, self.generator))

    def current_player(self) -> int:
        return int(self._rules.player(self.state))

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: SupportsIndex | None = None) -> list[int]:
        if player is not None:
            asked = to_bounded(player, "player", TERMINAL, self.owner.num_players - 1)
            if asked < 0 and asked not in (CHANCE, TERMINAL):
                raise ValueError(f"player is {asked}; allowed: 0 to {self.owner.num_players - 1}, -1, -4")
            if asked != self.current_player():
                return []
        return list(self._rules.legal(self.state))

    def num_legal_actions(self) -> int:
        return len(self.legal_actions())

    def is_legal(self, action: SupportsIndex) -> bool:
        return bool(self._rules.is_legal(self.state, to_integer(action, "action")))

    def why_not(self, action: SupportsIndex) -> str | None:
        return why_not(self, action)

    def legal_actions_mask(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        mask = out_array(out, np.uint8, self.owner.num_distinct_actions)
        mask[:] = 0
        if self.current_player() >= 0:
            mask[self.legal_actions()] = 1
        return mask

    def chance_weights(self) -> list[tuple[int, int]]:
        return list(self._rules.weights(self.state)) if self.is_chance_node() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.chance_weights()
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def sample_chance(self, seed: SupportsIndex) -> int:
        if not self.is_chance_node():
            raise ValueError(f"{self.owner.name}: sample_chance needs a chance node")
        return draw_chance(self, SplitMix64(to_seed(seed)))

    def apply_action(self, action: SupportsIndex) -> None:
        number = to_integer(action, "action")
        if not self._rules.is_legal(self.state, number):
            raise self._illegal(number)
        self.before = self._rules.points(self.state)
        self.state = self._rules.apply(self.state, number)
        self.resolve_chance()

    def child(self, action: SupportsIndex) -> ReferenceState:
        after = self.clone()
        after.apply_action(action)
        return after

    def _illegal(self, action: int) -> ValueError:
        prefix = f"{self.owner.name}: action {action}"
        if self.is_terminal():
            return ValueError(f"{prefix} is not legal here; the game is over")
        if not self.is_chance_node() and 0 <= action < self.owner.num_distinct_actions:
            prefix += f" ({self.action_to_string(action)})"
        legal = self.legal_actions()
        named = ", ".join(f"{a} {self.action_to_string(a)}" for a in legal[:10])
        more = f", ... ({len(legal)} in all)" if len(legal) > 10 else ""
        return ValueError(f"{prefix} is not legal here; legal: {named}{more}")

    def clone(self) -> ReferenceState:
        generator = None if self.generator is None else SplitMix64(self.generator.state)
        copy = ReferenceState(self.owner, self.state, generator)
        copy.before = self.before
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> ReferenceState:
        """Return an independent copy, as from `clone`."""
        return self.clone()

    def _utilities(self, points: list[int], over: bool) -> list[float]:
        """R-4."""
        utility = self._rules.options["utility"]
        if utility == "score":
            return [float(p) for p in points]
        if utility == "margin":
            return [(p * len(points) - sum(points)) / len(points) for p in points]
        winners = self._rules.winners(self.state) if over else []
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(points))]

    def returns(self) -> list[float]:
        return self._utilities(self._rules.points(self.state), self.is_terminal())

    def rewards(self) -> list[float]:
        earlier = self._utilities(self.before, False)
        return [now - before for now, before in zip(self.returns(), earlier, strict=True)]

    def player_return(self, seat: SupportsIndex) -> float:
        return self.returns()[self._seat(seat)]

    def player_reward(self, seat: SupportsIndex) -> float:
        return self.rewards()[self._seat(seat)]

    def to_dict(self, seat: SupportsIndex | None = None) -> dict[str, Any]:
        data: dict[str, Any] = self._rules.to_dict(self.state, None if seat is None else self._seat(seat))
        if seat is None:
            data["rng"] = None if self.generator is None else self.generator.state
        return data

    def observation_string(self, seat: SupportsIndex) -> str:
        return json.dumps(self.to_dict(self._seat(seat)), separators=(",", ":"), ensure_ascii=False)

    def observation_tensor(self, seat: SupportsIndex, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        viewer = self._seat(seat)
        tensor = out_array(out, np.float32, self.owner.tensor_size)
        tensor[:] = self._rules.observation(self.state, viewer)
        return tensor

    def resample_from_infostate(self, seat: SupportsIndex, seed: SupportsIndex) -> ReferenceState:
        generator = SplitMix64(to_seed(seed))
        world = ReferenceState(self.owner, self._rules.resample(self.state, self._seat(seat), generator), None)
        world.before = self.before
        if self.generator is not None:
            world.generator = SplitMix64(generator.next())
        return world

    def serialize(self) -> bytes:
        content: dict[str, Any] = {"game": str(self.owner), "state": self.to_dict(), "before": self.before}
        if self.owner.codec_version > 1:  # the first one is not written
            content["codec"] = self.owner.codec_version
        text = json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()
        data = _MAGIC + bytes([_VERSION, _BACKEND]) + text
        return data + fnv1a(data).to_bytes(8, "little")

    def __reduce__(self) -> tuple[Any, ...]:
        return operator.methodcaller("deserialize_state", self.serialize()), (self.owner,)

    def action_to_string(self, action: SupportsIndex) -> str:
        player = self.current_player()
        count = self.owner.max_chance_outcomes if player == CHANCE else self.owner.num_distinct_actions
        number = to_bounded(action, "action", 0, count - 1)
        return str(self._rules.action_to_string(self.state, player, number))

    def parse_action(self, text: str) -> int:
        return int(self._rules.parse_action(self.state, check_text(text)))

    def _value(self) -> tuple[Any, ...]:
        """Return the key for equality: everything that affects future play. Rewards of the last action are left out."""
        return self.owner, self.state, None if self.generator is None else self.generator.state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReferenceState) and self._value() == other._value()

    def __hash__(self) -> int:
        return fnv1a(json.dumps([str(self.owner), self.to_dict()]).encode())

    def __str__(self) -> str:
        return game_module(self.owner.name).render(self.to_dict())

    def __repr__(self) -> str:
        player = self.current_player()
        who = {CHANCE: "chance", TERMINAL: "the end"}.get(player, f"seat {player}")
        return f"<uneri.{self.owner.name}.State of {self.owner} (reference), {who}>"
