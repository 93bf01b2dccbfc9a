"""What a seat of ONDA may know (section 8): worlds drawn by `resample_from_infostate` are exactly the consistent ones, each
as likely as it should be."""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from typing import Any

import pytest

import uneri
from uneri import onda

DRAWS = 6000


def world_of(state: Any, seat: int) -> tuple[Any, ...]:
    """What differs between worlds: hands, face-down cards, spent jokers, face and deck."""
    data = state.to_dict()
    face = data["table"]["face"] if data["table"] else None
    return (str(data["hand"]), str(data["down"]), str(data["spent"]), face, str(data["deck"]))


def all_worlds(state: Any, seat: int) -> Counter[tuple[Any, ...]]:
    """Every world by brute force, weighted: the unseen cards in every order into the unseen places. (Orders that only
    swap equal cards are left out: each arrangement has as many of them.)"""
    game, data = state.game, state.to_dict()
    cards = [k for k, n in enumerate(onda.unseen(state, seat)) for _ in range(n)]
    view = state.to_dict(seat)
    worlds: Counter[tuple[Any, ...]] = Counter()
    for order in set(itertools.permutations(cards)):
        left = list(order)
        trial = copy.deepcopy(data)
        hidden_face = data["table"] is not None and view["table"]["face"] is None
        for q in range(game.num_players):
            if q == seat:
                continue
            known = list(data["known"][q])
            hand = known + [left.pop() for _ in range(data["hand_total"][q] - len(known))]
            trial["hand"][q] = [hand.count(k) for k in range(30)]
            trial["down"][q] = sorted(left.pop() for _ in data["down"][q])
            shown = [k for k in view["spent"][q] if k is not None]
            hidden = [left.pop() for _ in range(len(data["spent"][q]) - len(shown))]
            trial["spent"][q] = sorted(shown + hidden)
            if hidden_face and data["table"]["owner"] == q:
                trial["table"]["face"] = hidden[0]
        trial["deck"] = [left.count(k) for k in range(30)]
        try:
            worlds[world_of(game.state_from_dict(trial), seat)] += 1
        except ValueError:
            continue  # 8.3: the seat to act would have no legal action
    return worlds


def positions(backend: str) -> dict[str, Any]:
    """Small positions with few unseen cards: a plain one and the three cases in which worlds are excluded."""

    def game(**options: Any) -> Any:
        return uneri.load_game("onda", backend=backend, **options)

    found = {
        "hands": onda.position(game(), hands=["b1 g9", "b5 b5", "g7", "b12"], down=["", "g3", "", ""]),
        "jokers": onda.position(
            game(), hands=["b1 g9", "b5", "g7", "b12"], spent=["", "", "", "b3 g4"], table="SINGLE J=4", table_owner=3,
            table_face="g4",
        ),
        "discarded": onda.position(
            game(reveal_jokers="on_discard"), hands=["b1 g9", "b5", "g7", "b12"], spent=["", "", "", "b3 g4"],
            table="SINGLE J=4", table_owner=3, table_face="g4",
        ),
        "hiding": onda.position(
            game(first_seat=3), hands=["b9", "g1 g2 g3", "b10 g9", "b9"], down=["b10 g12", "b4 b5", "g9", "b12 g12"],
            phase="HIDE", to_act=2, starter=3, leader=3,
        ),
        "turning": onda.position(
            game(), hands=["b3 b9", "b5", "g7", "b12"], down=["g3 g9", "", "", ""], table="SET2 8 bb", table_owner=3,
            phase="SLOT", pending="TURN",
        ),
        "known": onda.position(
            game(reveal_returned=True), hands=["b3 g9", "b5 g5", "g7", "b12"], known=["b3", "", "", ""],
            table="SINGLE b4", table_owner=1, to_act=2,
        ),
    }  # fmt: skip
    reply = onda.position(
        game(), hands=["b2 g9", "b5", "g7", "b12"], down=["g3", "", "", ""], table="SINGLE b5", table_owner=3
    )
    reply.apply_action(onda.TURN)
    return {**found, "reply": reply}


NAMES = ("hands", "jokers", "discarded", "hiding", "turning", "known", "reply")


@pytest.mark.unsanitized
@pytest.mark.parametrize("name", NAMES)
def test_worlds_are_the_consistent_ones_and_uniform(name: str) -> None:
    state = positions("core")[name]
    seat = 1
    worlds = all_worlds(state, seat)
    total = sum(worlds.values())
    drawn = Counter(world_of(state.resample_from_infostate(seat, seed), seat) for seed in range(DRAWS))
    assert set(drawn) <= set(worlds), "a world that cannot be"
    rare = [world for world, weight in worlds.items() if DRAWS * weight / total > 20 and world not in drawn]
    assert not rare, "a world that is never drawn"
    expected = {world: DRAWS * weight / total for world, weight in worlds.items()}
    chi2 = sum((drawn[world] - mean) ** 2 / mean for world, mean in expected.items())
    degrees = len(worlds) - 1
    # The statistic has mean `degrees` and variance 2 * degrees: five standard deviations, and the seeds are fixed.
    assert chi2 < degrees + 5 * (2 * max(degrees, 1)) ** 0.5 + 5
    assert len(worlds) > 1


@pytest.mark.parametrize("name", NAMES)
def test_both_backends_draw_the_same_world(name: str) -> None:
    core, reference = positions("core")[name], positions("reference")[name]
    for seat in range(4):
        for seed in range(40):
            ours, theirs = (s.resample_from_infostate(seat, seed) for s in (core, reference))
            assert ours.to_dict() == theirs.to_dict()


@pytest.mark.parametrize("name", NAMES)
def test_the_true_world_is_not_read(name: str, backend: str) -> None:
    """Two states that look the same to the seat give the same world for a seed, and the same greedy move."""
    state = positions(backend)[name]
    for seat in range(4):
        other = state.resample_from_infostate(seat, 999)
        for seed in range(25):
            assert state.resample_from_infostate(seat, seed) == other.resample_from_infostate(seat, seed)


def test_a_seeded_state_leaks_no_generator() -> None:
    state = uneri.load_game("onda").new_initial_state(seed=5)
    world = state.resample_from_infostate(0, 7)
    assert world.seeded
    assert world.to_dict()["rng"] != state.to_dict()["rng"]
    reference = uneri.load_game("onda", backend="reference").new_initial_state(seed=5)
    assert reference.resample_from_infostate(0, 7).to_dict() == world.to_dict()
    assert "rng" not in state.to_dict(0)
