"""Each hand function of ONDA against brute force from its definition. Nothing here uses the library's tables: plays are
made from O-5.1 to O-5.8, and every way to split a hand is tried. UNERI_HANDS=100000 asks for the long comparison."""

from __future__ import annotations

import itertools
import os
from functools import cache
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import onda

HANDS = int(os.environ.get("UNERI_HANDS", "4000"))


# --- plays by definition: (shape, rank, natural cards as counts, joker) ------------------------------------------------


def natural_cards() -> list[tuple[str, int, tuple[int, ...]]]:
    """Every natural play as shape, rank and sorted kinds, in no order."""
    plays = [("SINGLE", k % 15 + 1, (k,)) for k in range(30)]
    for suit, length in itertools.product((0, 1), (2, 3, 4)):
        for low in range(1, 17 - length):
            plays.append((f"RUN{length}", low, tuple(15 * suit + low - 1 + i for i in range(length))))
    for number, size in itertools.product(range(1, 16), (2, 3, 4)):
        copies = [number - 1] * 2 + [14 + number] * 2
        plays += [(f"SET{size}", number, cards) for cards in set(itertools.combinations(copies, size))]
    return plays


def with_joker() -> set[tuple[str, int, tuple[int, ...]]]:
    """Joker plays: a natural play with one card left out, and the single that is only a joker. A set with a joker may
    in effect hold a fifth copy, so any cards of one number will do."""
    plays = set()
    for shape, rank, cards in natural_cards():
        if shape.startswith("RUN"):
            plays |= {(shape, rank, cards[:i] + cards[i + 1 :]) for i in range(len(cards))}
    for number, size in itertools.product(range(1, 16), (2, 3, 4)):
        copies = [number - 1] * 2 + [14 + number] * 2
        plays |= {(f"SET{size}", number, cards) for cards in itertools.combinations(copies, size - 1)}
    return plays | {("SINGLE", number, ()) for number in range(1, 16)}


NATURAL = natural_cards()
JOKER = sorted(with_joker())
NATURAL_PARTS = sorted({cards for _, _, cards in NATURAL})
JOKER_PARTS = sorted({cards for _, _, cards in JOKER if cards})


def fits(cards: tuple[int, ...], hand: Any) -> bool:
    return all(hand[k] >= cards.count(k) for k in cards)


def random_hands(count: int, size: int | None, seed: int) -> np.ndarray[Any, Any]:
    """`uint8[count, 30]`: hands of `size` cards (None: 0 to 20) out of the 60."""
    generator = np.random.default_rng(seed)
    deck = np.repeat(np.arange(30), 2)
    sizes = generator.integers(0, 21, count) if size is None else np.full(count, size)
    rows = [np.bincount(generator.permutation(deck)[:n], minlength=30) for n in sizes]
    return np.array(rows, np.uint8).reshape(count, 30)


def test_the_plays_are_548() -> None:
    assert len(NATURAL) == 198
    assert len(JOKER) == 350
    described = [onda.describe_play(a) for a in range(36, 584)]
    names = [onda.play_name(a) for a in range(36, 584)]
    assert len(set(names)) == 548
    assert [onda.play(name) for name in names] == list(range(36, 584))
    assert [a for a, p in enumerate(described, 36) if p.joker] == list(range(234, 584))


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_all_combos(jokers: int) -> None:
    hands = random_hands(300, None, 1)
    masks = onda.all_combos(hands, jokers)
    assert masks.shape == (300, 584)
    for hand, mask in zip(hands, masks, strict=True):
        ids = np.flatnonzero(mask)
        naturals = sum(fits(cards, hand) for _, _, cards in NATURAL)
        assert (ids < 234).sum() == naturals
        if jokers == 0:
            assert (ids >= 234).sum() == 0
        else:
            # A joker play is told apart by shape, rank, cards and, in a run, the joker's place: those are as many.
            assert (ids >= 234).sum() == sum(fits(cards, hand) for _, _, cards in JOKER)
        assert ids.tolist() == onda.all_combos(hand.tolist(), jokers) == onda.all_combos(onda.format_hand(hand), jokers)


# --- min_plays ---------------------------------------------------------------------------------------------------------


@cache
def fewest(hand: tuple[int, ...], jokers: int) -> int:
    """Some part must shed the lowest card: every part that can is tried."""
    if not any(hand):
        return 0
    lowest = next(k for k in range(30) if hand[k])
    best = 99
    for parts, cost in ((NATURAL_PARTS, 0), (JOKER_PARTS, 1)):
        if cost > jokers:
            continue
        for cards in parts:
            if cards[0] > lowest or lowest not in cards or not fits(cards, hand):
                continue
            rest = list(hand)
            for card in cards:
                rest[card] -= 1
            best = min(best, 1 + fewest(tuple(rest), jokers - cost))
    return best


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_min_plays(jokers: int) -> None:
    hands = random_hands(max(HANDS // (1 + 4 * jokers), 1), 13, 7 + jokers)
    plays = onda.min_plays(hands, jokers)
    assert (plays.dtype, plays.shape) == (np.uint8, (len(hands),))
    for hand, least in zip(hands, plays, strict=True):
        assert least == fewest(tuple(hand.tolist()), jokers)
        if fewest.cache_info().currsize > 2_000_000:
            fewest.cache_clear()


@pytest.mark.slow
@pytest.mark.unsanitized
def test_min_plays_exhaustively() -> None:
    """All 59,049 hands over the numbers 1 to 5 of both suits, by a table that grows from the empty hand."""
    kinds = [*range(5), *range(15, 20)]
    parts = [tuple(cards.count(k) for k in kinds) for cards in NATURAL_PARTS if set(cards) <= set(kinds)]
    steps = [(sum(n * 3**i for i, n in enumerate(part)), part) for part in parts]
    all_hands = np.array(list(itertools.product(range(3), repeat=10)), np.uint8)[:, ::-1]  # row number = base 3 value
    least = np.full(3**10, 99, np.int64)
    least[0] = 0
    for index in range(1, 3**10):
        hand = all_hands[index]
        least[index] = 1 + min(least[index - step] for step, part in steps if (hand >= part).all())
    wide = np.zeros((3**10, 30), np.uint8)
    wide[:, kinds] = all_hands
    assert np.array_equal(onda.min_plays(wide), least)
    # The same numbers at the upper end, and mirrored: a hand is as hard from either side.
    mirrored = np.zeros_like(wide)
    mirrored[:, [14 - k for k in range(5)] + [29 - k for k in range(5)]] = all_hands
    assert np.array_equal(onda.min_plays(mirrored), least)


def test_min_plays_of_long_blocks() -> None:
    """Hands whose cards all touch: the part of the kernel that no table serves."""
    generator = np.random.default_rng(3)
    for _ in range(150):
        low, high = sorted(generator.choice(np.arange(15), 2, replace=False))
        hand = np.zeros(30, np.uint8)
        hand[low : high + 1] = 1
        extra = generator.integers(0, 30, 6)
        for kind in extra:
            hand[kind] = min(2, hand[kind] + 1)
        assert onda.min_plays(hand) == fewest(tuple(hand.tolist()), 0)


def test_min_plays_falls_with_jokers() -> None:
    hands = random_hands(2000, 12, 11)
    results = [onda.min_plays(hands, j) for j in range(6)]
    for fewer, more in itertools.pairwise(results):
        assert (more <= fewer).all()
    assert (results[0] > results[2]).any()
    full = np.full((1, 30), 2, np.uint8)
    assert onda.min_plays(full)[0] == 15
    with pytest.raises(ValueError, match="more than 15 cards; allowed for j: 0 to 2"):
        onda.min_plays(full, 3)


# --- the rest ----------------------------------------------------------------------------------------------------------


def test_beats_is_a_table_of_its_definition() -> None:
    described = [onda.describe_play(a) for a in range(36, 584)]
    shapes = np.array([p.shape for p in described])
    ranks = np.array([p.rank for p in described])
    a, b = (x.ravel().astype(np.int32) for x in np.meshgrid(np.arange(36, 584), np.arange(36, 584), indexing="ij"))
    same = shapes[a - 36] == shapes[b - 36]
    assert np.array_equal(onda.beats(a, b, "high"), same & (ranks[a - 36] > ranks[b - 36]))
    assert np.array_equal(onda.beats(a, b, 1), same & (ranks[a - 36] < ranks[b - 36]))
    assert onda.beats("SET2 7 bb", "SET2 6 gg", 0) is True


@pytest.mark.parametrize("tide", [0, 1])
def test_beaters_and_bosses(tide: int) -> None:
    pools = random_hands(40, None, 5)
    for a in range(36, 584, 7):
        target = onda.describe_play(a)
        shape = onda.SHAPES[target.shape]
        masks, bosses = onda.beaters(a, tide, pools), onda.is_boss(a, tide, pools)
        for pool, mask, boss in zip(pools, masks, bosses, strict=True):
            better = [
                (s, r, c)
                for s, r, c in NATURAL
                if s == shape and (r > target.rank if tide == 0 else r < target.rank) and fits(c, pool)
            ]
            assert mask.sum() == len(better)
            assert mask[234:].sum() == 0
            assert boss == (not better)


def test_hand_points() -> None:
    dots = [3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3] * 2  # O-1.4
    hands = random_hands(500, None, 9)
    downs = np.random.default_rng(2).integers(0, 3, 500).astype(np.uint8)
    assert np.array_equal(onda.hand_points(hands, downs), hands.astype(int) @ np.array(dots) + 3 * downs.astype(int))
    assert onda.hand_points("b1 b5 g13", 2) == 3 + 1 + 2 + 6


def test_threads_change_nothing() -> None:
    hands = random_hands(3000, 13, 4)
    one = onda.min_plays(hands, 1)
    for threads in (2, 3, 8):
        assert np.array_equal(onda.min_plays(hands, 1, threads=threads), one)


def test_functions_of_states_agree_with_the_rules(backend: str) -> None:
    """is_bomb, replies, can_turn, unseen and penalty_if_ended along whole games, against what then happens."""
    game = uneri.load_game("onda", backend=backend, rounds=2, reveal_jokers="on_discard", lead_of_bomb_shape="plain")
    state = game.new_initial_state(seed=11)
    number = np.random.default_rng(1)
    while not state.is_terminal():
        data, legal = state.to_dict(), state.legal_actions()
        seat = state.current_player()
        assert onda.can_turn(state) == (data["phase"] == "ACT" and 1 in legal)
        for p in range(4):
            seen = np.array(data["played"]) + np.array(data["hand"][p])
            hidden = 2 - seen - np.bincount([*data["down"][p], *data["spent"][p]], minlength=30)
            for q in range(4):
                shown = [k for k in state.to_dict(p)["spent"][q] if q != p and k is not None]
                hidden = hidden - np.bincount(np.array(shown, int), minlength=30)
            assert np.array_equal(onda.unseen(state, p), hidden)
            assert onda.penalty_if_ended(state, p) == onda.hand_points(data["hand"][p], len(data["down"][p]))
        if (
            data["phase"] in ("ACT", "SLOT")
            and data["pending"] != "JOKER"
            and data["down"][seat]
            and data["status"] == 0
        ):
            for slot in range(len(data["down"][seat])):
                turned = state.clone()
                if data["phase"] == "ACT" and onda.can_turn(state):
                    turned.apply_action(onda.TURN)
                choice = 2 + slot
                if turned.to_dict()["phase"] == "SLOT" and turned.is_legal(choice):
                    turned.apply_action(choice)
                    assert onda.replies(state, slot) == turned.legal_actions()
        action = legal[int(number.integers(len(legal)))]
        if data["phase"] == "ACT" and action >= 36:
            after = state.clone()
            after.apply_action(action)
            if after.to_dict()["round"] == data["round"] and not after.is_terminal():
                assert after.to_dict()["bomb_used"] == (data["bomb_used"] or onda.is_bomb(state, action))
        state.apply_action(action)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (np.zeros((3, 30), np.int64), TypeError),
        (np.zeros((3, 30), np.float32), TypeError),
        (np.zeros((3, 29), np.uint8), ValueError),
        (np.zeros((3, 60), np.uint8)[:, ::2], ValueError),
        (np.asfortranarray(np.zeros((3, 30), np.uint8)), ValueError),
        (np.zeros((2, 3, 30), np.uint8), ValueError),
        (np.full((3, 30), 3, np.uint8), ValueError),
        ("b16", ValueError),
        ("b0", ValueError),
        ("b1 b1 b1", ValueError),
        ("four", ValueError),
        ([1] * 29, ValueError),
        ([3] * 30, ValueError),
        ([0.5] * 30, (TypeError, ValueError)),
        (None, TypeError),
        (7, TypeError),
    ],
    ids=lambda value: str(getattr(value, "shape", value))[:20],
)
def test_wrong_hands_are_refused(wrong: Any, error: type[Exception]) -> None:
    for call in (onda.min_plays, onda.all_combos, onda.hand_points, lambda h: onda.is_boss("SINGLE b4", 0, h)):
        with pytest.raises(error):
            call(wrong)


def test_no_hands_are_fine() -> None:
    none = np.zeros((0, 30), np.uint8)
    assert onda.min_plays(none).shape == (0,)
    assert onda.all_combos(none).shape == (0, 584)


@pytest.mark.parametrize("wrong", ["PASS", 35, 584, -1, "RUN5 b1", "SET2 7 bbb"])
def test_wrong_plays_are_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="allowed"):
        onda.beaters(wrong, 0, "b1")


@pytest.mark.parametrize("wrong", [2, -1, "up"])
def test_wrong_tides_are_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="tide"):
        onda.beats(36, 37, wrong)
