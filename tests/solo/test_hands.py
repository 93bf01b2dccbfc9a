"""Each analysis function of SOLO against its definition (section 9), written out here from the rules. Nothing here uses
the library's tables. UNERI_HANDS=100000 asks for the long comparison."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import uneri
from uneri import solo
from uneri.testing import stream

HANDS = int(os.environ.get("UNERI_HANDS", "4000"))
GAMES = int(os.environ.get("UNERI_LOCKSTEP_GAMES", "24"))
REFERENCE = importlib.import_module("uneri.reference.solo")

# --- the cards by name ------------------------------------------------------------------------------------------------

SYMBOLS = (*"123456789", "Sk", "Rv", "D2", "Sw")
NAMES = [*(colour + symbol for colour in "RGBY" for symbol in SYMBOLS), "Wi", "W4", "ST"]
BLACK = ("Wi", "W4", "ST")
MOST = [3] * 52 + [7] * 3
VALUES = {"Rv": 10, "Sk": 20, "D2": 30, "Sw": 30, "ST": 40, "Wi": 40, "W4": 50}  # S-7.2
COLOURS = range(5)
CHAINS = (None, "D2", "W4")


def value(name: str) -> int:
    return VALUES.get(name) or VALUES.get(name[1:]) or int(name[1:])


def fits(name: str, top: str | None, colour: int) -> bool:
    """S-5.1"""
    if name in BLACK or colour == 4 or name[0] == "RGBY"[colour]:
        return True
    return top is not None and top not in BLACK and name[1:] == top[1:]


def extends(name: str, top: str | None, colour: int, chain: str | None, any_wild: bool) -> bool:
    """S-5.7, S-5.8"""
    if any_wild and name in BLACK:
        return True
    if name.endswith("D2"):
        return chain == "D2" and (not any_wild or fits(name, top, colour))
    return name == "W4" and chain == "W4"


def top_name(top: int) -> str | None:
    return None if top < 0 else NAMES[top]


def random_hands(count: int, seed: int) -> np.ndarray[Any, Any]:
    """`uint8[count, 55]`: hands of 0 to 30 cards out of three of each coloured and seven of each black kind."""
    generator = np.random.default_rng(seed)
    bag = np.repeat(np.arange(55), MOST)
    rows = [np.bincount(generator.permutation(bag)[: generator.integers(31)], minlength=55) for _ in range(count)]
    return np.array(rows, np.uint8).reshape(count, 55)


def random_piles(count: int, seed: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Tops -1 to 54 and colours 0 to 4, `int32[count]` each."""
    generator = np.random.default_rng(seed)
    return generator.integers(-1, 55, count).astype(np.int32), generator.integers(0, 5, count).astype(np.int32)


# --- cards ------------------------------------------------------------------------------------------------------------


def test_names() -> None:
    """S-1.2, S-1.3"""
    assert list(solo.KIND_NAMES) == NAMES
    for k, name in enumerate(NAMES):
        assert solo.kind(name) == solo.kind(name.lower()) == solo.kind(np.int64(k)) == k
        hand = solo.parse_hand(name)
        assert hand.dtype == np.uint8
        assert hand.tolist() == [int(i == k) for i in range(55)]
        assert solo.format_hand(hand) == name


@given(st.lists(st.sampled_from(range(55)), max_size=40).filter(lambda h: all(h.count(k) <= MOST[k] for k in h)))
def test_notation_there_and_back(kinds: list[int]) -> None:
    """S-1.6: a hand is its counts, in whatever order its cards are named."""
    for separator in (" ", ", ", "\t\n"):
        hand = solo.parse_hand(separator.join(NAMES[k] for k in kinds))
        assert hand.tolist() == [kinds.count(k) for k in range(55)]
    assert solo.format_hand(hand) == " ".join(NAMES[k] for k in sorted(kinds))
    assert solo.format_hand(hand.tolist()) == solo.format_hand(hand)
    assert np.array_equal(solo.parse_hand(solo.format_hand(hand).upper()), hand)


def test_matches_is_a_table_of_its_definition() -> None:
    """All kinds on all tops under all colours, also those that no game meets."""
    grid = np.meshgrid(np.arange(55), np.arange(-1, 55), np.arange(5), indexing="ij")
    kinds, tops, colours = (axis.ravel().astype(np.int32) for axis in grid)
    flags = solo.matches(kinds, tops, colours)
    assert (flags.dtype, flags.shape) == (np.bool_, (55 * 56 * 5,))
    for k, top, colour, flag in zip(kinds.tolist(), tops.tolist(), colours.tolist(), flags.tolist(), strict=True):
        assert flag is fits(NAMES[k], top_name(top), colour)
        assert flag is REFERENCE.matches(k, top, colour)
    for k in range(0, 55, 6):
        for pile, name in ((None, None), ("R9", "R9"), ("bsk", "BSk"), (53, "W4")):
            for colour, word in enumerate(("R", "green", "b", "Yellow", "any")):
                assert (
                    solo.matches(k, pile, colour) is solo.matches(NAMES[k], pile, word) is fits(NAMES[k], name, colour)
                )
    assert solo.matches(kinds[:9], "R9", 4).all()


def test_card_values() -> None:
    values = solo.card_value(np.arange(55, dtype=np.int32))
    assert values.dtype == np.int32
    assert values.tolist() == [value(name) for name in NAMES] == [REFERENCE.card_value(k) for k in range(55)]
    assert [solo.card_value(name) for name in NAMES] == [solo.card_value(k) for k in range(55)] == values.tolist()


def test_reference_values() -> None:
    """The figures of section 9."""
    assert solo.hand_penalty("R7 GRv BSk YD2 RSw ST Wi W4") == 7 + 10 + 20 + 30 + 30 + 40 + 40 + 50 == 227
    playable = solo.playable("R1 RSk B9 G3 Wi W4 ST BRv", "R9", "R")
    assert [NAMES[k] for k in playable] == ["R1", "RSk", "B9", "Wi", "W4", "ST"]
    deck = [weight for _, weight in uneri.load_game("solo").new_initial_state().chance_weights()]
    assert deck == [*([2] * 12 + [1]) * 4, 4, 4, 4]
    assert sum(weight * solo.card_value(k) for k, weight in enumerate(deck)) == 1480
    assert REFERENCE.hand_penalty(deck) == 1480


# --- hands ------------------------------------------------------------------------------------------------------------


def test_playable() -> None:
    hands, (tops, colours) = random_hands(HANDS, 1), random_piles(HANDS, 2)
    masks = solo.playable(hands, tops, colours)
    assert (masks.dtype, masks.shape) == (np.uint8, hands.shape)
    assert masks.max() == 1
    for hand, top, colour, mask in zip(hands, tops.tolist(), colours.tolist(), masks, strict=True):
        kinds = [k for k in range(55) if hand[k] and fits(NAMES[k], top_name(top), colour)]
        assert np.flatnonzero(mask).tolist() == kinds == REFERENCE.playable(hand.tolist(), top, colour)
    for hand, top, colour, mask in zip(hands[:300], tops.tolist(), colours.tolist(), masks, strict=False):
        kinds, pile = np.flatnonzero(mask).tolist(), None if top < 0 else top
        for given_as in (hand, hand.tolist(), tuple(hand.tolist()), solo.format_hand(hand)):
            assert solo.playable(given_as, pile, colour) == kinds
    for top, colour in ((None, "any"), ("R9", "R"), (53, 2)):
        column = np.full(len(hands), -1 if top is None else solo.kind(top), np.int32)
        shade = np.full(len(hands), {"any": 4, "R": 0}.get(str(colour), 2), np.int32)
        assert np.array_equal(solo.playable(hands, top, colour), solo.playable(hands, column, shade))


@pytest.mark.parametrize("any_wild", [False, True])
@pytest.mark.parametrize("chain", CHAINS)
def test_extenders(chain: str | None, any_wild: bool) -> None:
    count = HANDS // 4
    hands, (tops, colours) = random_hands(count, 3), random_piles(count, 4)
    masks = solo.extenders(hands, tops, colours, chain, any_wild)
    assert (masks.dtype, masks.shape) == (np.uint8, hands.shape)
    for index, (hand, top, colour) in enumerate(zip(hands, tops.tolist(), colours.tolist(), strict=True)):
        kinds = [k for k in range(55) if hand[k] and extends(NAMES[k], top_name(top), colour, chain, any_wild)]
        assert np.flatnonzero(masks[index]).tolist() == kinds
        assert REFERENCE.extenders(hand.tolist(), top, colour, chain, any_wild) == kinds
        if index < 100:
            pile = None if top < 0 else NAMES[top]
            assert solo.extenders(solo.format_hand(hand), pile, colour, chain, any_wild) == kinds
    if not any_wild:
        assert np.array_equal(solo.extenders(hands, tops, colours, chain), masks)
        assert masks.any() == (chain is not None)


def test_hand_penalty_and_colour_counts() -> None:
    hands = random_hands(HANDS, 5)
    penalties, counts = solo.hand_penalty(hands), solo.colour_counts(hands)
    assert (penalties.dtype, penalties.shape) == (np.int32, (HANDS,))
    assert (counts.dtype, counts.shape) == (np.int32, (HANDS, 5))
    for hand, penalty, row in zip(hands.tolist(), penalties.tolist(), counts.tolist(), strict=True):
        names = [name for name, count in zip(NAMES, hand, strict=True) for _ in range(count)]
        assert penalty == sum(map(value, names)) == REFERENCE.hand_penalty(hand) == solo.hand_penalty(hand)
        black = sum(name in BLACK for name in names)
        by_colour = [sum(name[0] == colour and name not in BLACK for name in names) for colour in "RGBY"]
        assert row == [*by_colour, black] == REFERENCE.colour_counts(hand) == solo.colour_counts(hand)
    full = np.array([MOST], np.uint8)
    assert solo.hand_penalty(full)[0] == sum(most * value(name) for most, name in zip(MOST, NAMES, strict=True))
    assert solo.colour_counts(full)[0].tolist() == [39, 39, 39, 39, 21]


hands_of_cards = st.lists(st.sampled_from(range(55)), max_size=25).map(
    lambda kinds: [min(kinds.count(k), MOST[k]) for k in range(55)]
)
tops_or_none = st.one_of(st.none(), st.sampled_from(range(55)))


@given(hands_of_cards, tops_or_none, st.sampled_from(COLOURS), st.sampled_from(CHAINS), st.booleans())
def test_properties(hand: list[int], top: int | None, colour: int, chain: str | None, any_wild: bool) -> None:
    playable = solo.playable(hand, top, colour)
    extenders = solo.extenders(hand, top, colour, chain, any_wild)
    for kinds in (playable, extenders):
        assert kinds == sorted(set(kinds))
        assert all(hand[k] for k in kinds)
    assert playable == [k for k in range(55) if hand[k] and solo.matches(k, top, colour)]
    if colour == 4:
        assert playable == [k for k in range(55) if hand[k]]
    assert {k for k in (52, 53, 54) if hand[k]} <= set(playable)
    assert solo.hand_penalty(hand) == sum(hand[k] * solo.card_value(k) for k in range(55))
    assert sum(solo.colour_counts(hand)) == sum(hand)
    # A hand is as good as its copy, however it is written, alone or among others.
    batch = np.array([hand, [0] * 55, hand], np.uint8)
    assert [np.flatnonzero(row).tolist() for row in solo.playable(batch, top, colour)] == [playable, [], playable]
    rows = solo.extenders(batch, top, colour, chain, any_wild)
    assert [np.flatnonzero(row).tolist() for row in rows] == [extenders, [], extenders]
    assert solo.hand_penalty(batch).tolist() == [solo.hand_penalty(solo.format_hand(hand)), 0, solo.hand_penalty(hand)]


def test_no_hands_are_fine() -> None:
    none, numbers = np.zeros((0, 55), np.uint8), np.zeros(0, np.int32)
    assert solo.playable(none, numbers, numbers).shape == solo.playable(none, None, "R").shape == (0, 55)
    assert solo.extenders(none, numbers, numbers, "D2").shape == (0, 55)
    assert solo.hand_penalty(none).shape == (0,)
    assert solo.colour_counts(none).shape == (0, 5)
    assert solo.matches(numbers, numbers, numbers).shape == solo.card_value(numbers).shape == (0,)
    for nothing in ("", [0] * 55, np.zeros(55, np.uint8)):
        assert solo.playable(nothing, "R9", "any") == []
        assert solo.hand_penalty(nothing) == 0


# --- bad input --------------------------------------------------------------------------------------------------------

CALLS: dict[str, Callable[[Any], Any]] = {
    "playable": lambda hand: solo.playable(hand, "R9", "R"),
    "extenders": lambda hand: solo.extenders(hand, "R9", "R", "D2"),
    "hand_penalty": solo.hand_penalty,
    "colour_counts": solo.colour_counts,
    "format_hand": solo.format_hand,
}
FOUR_REDS = np.zeros((3, 55), np.uint8)
FOUR_REDS[2, 4] = 4
EIGHT_WILDS = np.zeros((3, 55), np.uint8)
EIGHT_WILDS[0, 52] = 8


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("wrong", "error", "named"),
    [
        (np.zeros((3, 55), np.int64), TypeError, "int64"),
        (np.zeros((3, 55), np.int8), TypeError, "int8"),
        (np.zeros((3, 55), np.float32), TypeError, "float32"),
        (np.zeros((3, 55), bool), TypeError, "bool"),
        (np.zeros(55, np.float64), TypeError, "float64"),
        (np.zeros((3, 54), np.uint8), ValueError, r"\(3, 54\)"),
        (np.zeros((3, 56), np.uint8), ValueError, r"\(3, 56\)"),
        (np.zeros((3, 110), np.uint8)[:, ::2], ValueError, "contiguous"),
        (np.asfortranarray(np.zeros((3, 55), np.uint8)), ValueError, "contiguous"),
        (np.zeros((2, 3, 55), np.uint8), ValueError, r"\(2, 3, 55\)"),
        (np.zeros(54, np.uint8), ValueError, "must have (55 counts|shape .*), not .*54"),
        (FOUR_REDS, ValueError, r"\[2\] has 4 of R5; allowed: 0 to 3"),
        (EIGHT_WILDS, ValueError, r"\[0\] has 8 of Wi; allowed: 0 to 7"),
        (FOUR_REDS[2], ValueError, r"4\W* of R5; allowed: 0 to 3"),
        ("R5 r5 R5, R5", ValueError, "'R5'"),
        ("R10", ValueError, "'R10'"),
        ("R0", ValueError, "'R0'"),
        ("Wild", ValueError, "'Wild'"),
        ("R1;R2", ValueError, "'R1;R2'"),
        ("Ｒ１", ValueError, "'Ｒ１'"),
        ([1] * 54, ValueError, "must have (55 counts|shape .*), not .*54"),
        ([4] * 55, ValueError, "4 of R1"),
        ([-1] * 55, ValueError, "-1 of R1"),
        ([True] * 55, ValueError, "True of R1"),
        ([0.5] * 55, ValueError, "0.5 of R1"),
        (["R1"] * 55, ValueError, "'R1' of R1"),
        ([10**30] * 55, ValueError, "of R1"),
        (None, TypeError, "NoneType"),
        (7, TypeError, "int"),
        (b"R1", TypeError, "bytes"),
    ],
    ids=lambda thing: str(getattr(thing, "shape", thing))[:24],
)
def test_wrong_hands_are_refused(call: str, wrong: Any, error: type[Exception], named: str) -> None:
    with pytest.raises(error, match=named):
        CALLS[call](wrong)


ONE = np.zeros((2, 55), np.uint8)
INTS = np.zeros(2, np.int32)


@pytest.mark.parametrize(
    ("call", "error", "named"),
    [
        (lambda: solo.matches("R10", "R9", "R"), ValueError, "'R10'"),
        (lambda: solo.matches(55, "R9", "R"), ValueError, "kind is 55"),
        (lambda: solo.matches(-1, "R9", "R"), ValueError, "kind is -1"),
        (lambda: solo.matches("R1", "R", "R"), ValueError, "'R'"),
        (lambda: solo.matches("R1", 55, "R"), ValueError, "55"),
        (lambda: solo.matches("R1", -1, "R"), ValueError, "-1"),
        (lambda: solo.matches("R1", "R9", "purple"), ValueError, "'purple'"),
        (lambda: solo.matches("R1", "R9", 5), ValueError, "active_colour is 5"),
        (lambda: solo.matches("R1", "R9", -1), ValueError, "active_colour is -1"),
        (lambda: solo.matches("R1", "R9", ""), ValueError, "active_colour"),
        (lambda: solo.matches("R1", "R9", None), TypeError, "active_colour must be .*, not None"),
        (lambda: solo.matches(1.5, "R9", 0), TypeError, "kind must be .*, not 1.5"),
        (lambda: solo.matches(np.zeros(2, np.int64), INTS, INTS), TypeError, "int64"),
        (lambda: solo.matches(INTS, np.zeros(2, np.int16), INTS), TypeError, "int16"),
        (lambda: solo.matches(INTS, INTS, np.zeros(2, np.float32)), TypeError, "float32"),
        (lambda: solo.matches(INTS, np.zeros(3, np.int32), INTS), ValueError, r"top must have shape .*, not \(3,\)"),
        (
            lambda: solo.matches(INTS, INTS, np.zeros(1, np.int32)),
            ValueError,
            r"active_colour must have shape .*, not \(1,\)",
        ),
        (lambda: solo.matches(INTS + 55, INTS, INTS), ValueError, "k is 55"),
        (lambda: solo.matches(INTS - 1, INTS, INTS), ValueError, "k is -1"),
        (lambda: solo.matches(INTS, INTS - 2, INTS), ValueError, "top is -2"),
        (lambda: solo.matches(INTS, INTS + 55, INTS), ValueError, "top is 55"),
        (lambda: solo.matches(INTS, INTS, INTS + 5), ValueError, "active_colour is 5"),
        (lambda: solo.matches(INTS, INTS, INTS - 1), ValueError, "active_colour is -1"),
        (lambda: solo.matches(np.zeros((2, 2), np.int32), 0, 0), ValueError, r"k must have shape .*, not \(2, 2\)"),
        (lambda: solo.playable(ONE, np.zeros(3, np.int32), INTS), ValueError, r"top must have shape .*, not \(3,\)"),
        (
            lambda: solo.playable(ONE, INTS, np.zeros((2, 1), np.int32)),
            ValueError,
            r"active_colour must have shape .*, not \(2, 1\)",
        ),
        (lambda: solo.playable(ONE, INTS.astype(np.int64), INTS), TypeError, "int64"),
        (lambda: solo.playable(ONE, INTS, INTS + 5), ValueError, "active_colour is 5"),
        (lambda: solo.playable(ONE, INTS - 2, INTS), ValueError, "top is -2"),
        (lambda: solo.playable("R1", "R99", 0), ValueError, "'R99'"),
        (lambda: solo.extenders(ONE, INTS, INTS + 5, "D2"), ValueError, "active_colour is 5"),
        (lambda: solo.extenders("R1", "R9", "R", "d2"), ValueError, "chain is 'd2'"),
        (lambda: solo.extenders("R1", "R9", "R", 1), ValueError, "chain is 1"),
        (lambda: solo.extenders("R1", "R9", "R", "D2", 1), TypeError, "extend_any_wild must be .*, not 1"),
        (lambda: solo.card_value("Q"), ValueError, "'Q'"),
        (lambda: solo.card_value(55), ValueError, "kind is 55"),
        (lambda: solo.card_value(True), TypeError, "kind must be .*, not True"),
        (lambda: solo.card_value(INTS + 55), ValueError, "k is 55"),
        (lambda: solo.card_value(INTS.astype(np.uint8)), TypeError, "uint8"),
        (lambda: solo.format_hand(ONE), ValueError, "one hand"),
        (lambda: solo.kind("R1 R2"), ValueError, "'R1 R2'"),
        (lambda: solo.parse_hand("R1 XX"), ValueError, "'XX'"),
    ],
)
def test_wrong_cards_and_colours_are_refused(call: Callable[[], Any], error: type[Exception], named: str) -> None:
    with pytest.raises(error, match=named):
        call()


# --- states -----------------------------------------------------------------------------------------------------------


@cache
def positions() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Options and states of random play, as plain data: all questions and offers, some of the other nodes."""
    found = []
    for index in range(GAMES * 2):
        generator = stream(41, index)
        options = solo.random_options(generator, {"players": 2 + index % 9, "pack": "full"})
        state = uneri.load_game("solo", **options).new_initial_state(seed=index if index % 2 else None)
        for _ in range(200):
            data, legal = state.to_dict(), state.legal_actions()
            if data["phase"] in ("JUMP", "SOLO") or generator.below(12) == 0:
                found.append((options, data))
            if not legal:
                break
            if len(legal) > 1 and legal[-1] in (solo.DRAW, solo.TAKE, solo.NO_JUMP) and generator.below(4):
                legal.pop()
            state.apply_action(legal[generator.below(len(legal))])
    return found


def in_scope(data: dict[str, Any]) -> bool:
    """S-5.10"""
    top, scope = data["top"], data["options"]["jump_in"]
    if top < 0 or scope == "none" or (scope != "all" and NAMES[top] in BLACK):
        return False
    return scope != "numbers" or NAMES[top][1:].isdigit()


def still_asked(data: dict[str, Any]) -> list[int]:
    """S-4.7, S-4.9: in a window the seats from the one that is asked on."""
    if data["phase"] != "JUMP":
        return []
    n, options = len(data["hand"]), data["options"]
    start = data["last"] if data["ended"] < 0 else data["ended"]
    turn_order = [(start + data["dir"] * (1 + i)) % n for i in range(n)]
    never = {data["next_turn"], data["ended"]}
    if not options["self_jump_in"]:
        never.add(data["last"])
    able = [
        q
        for q in turn_order
        if q not in never
        and data["hand"][q][data["top"]]
        and (options["jump_in_last_card"] or data["hand_total"][q] > 1)
        and in_scope(data)
    ]
    return able[able.index(data["to_act"]) :]


def test_functions_of_states(backend: str) -> None:
    """Each against its definition, at nodes of all phases."""
    told = {"jump_matches": 0, "jump_candidates": 0, "would_declare": 0, "solo_threat": 0, "known": 0}
    for options, data in positions():
        state = uneri.load_game("solo", backend=backend, **options).state_from_dict(data)
        n, hands = len(data["hand"]), data["hand"]
        matching = [q for q in range(n) if in_scope(data) and hands[q][data["top"]]]
        assert solo.jump_matches(state) == matching
        assert solo.jump_candidates(state) == still_asked(data)
        assert solo.legal_actions(state) == state.legal_actions()
        legal = [] if state.is_chance_node() else state.legal_actions()
        down = {*range(55), solo.PLAY_DRAWN, solo.JUMP}  # the ways to put down a card
        two_left = data["options"]["solo_call"] == "manual" and data["hand_total"][data["to_act"]] == 2
        declaring = [a for a in legal if a in down and two_left]
        assert [a for a in range(76) if solo.would_declare(state, a)] == declaring
        for a in declaring[:2] + [a for a in legal if a not in declaring][:2]:
            after = state.clone()
            after.apply_action(a)
            assert solo.would_declare(state, state.game.action_to_string(0, a)) == (a in declaring)
            assert (after.to_dict()["phase"] == "SOLO") == (a in declaring)
        for p in range(n):
            others = [q for q in range(n) if q != p]
            pile = [*(hands[q] for q in others), data["draw_pile"]]
            unseen = solo.unseen(state, p)
            assert unseen.dtype == np.uint8
            assert unseen.tolist() == [sum(counts) for counts in zip(*pile, strict=True)]
            whole = [*([2] * 12 + [1]) * 4, 4, 4, 4]
            seen = [a + b for a, b in zip(hands[p], data["discard"], strict=True)]
            assert unseen.tolist() == [a - b for a, b in zip(whole, seen, strict=True)]
            threats = [q for q in others if sum(hands[q]) == 1]
            assert solo.solo_threat(state, p) == threats
            told["solo_threat"] += bool(threats)
            for q in range(n):
                known = solo.known(state, p, q)
                assert known.dtype == np.uint8
                assert known.tolist() == (data["known"][p][q] if p != q else [0] * 55)
                told["known"] += bool(known.any())
        told["jump_matches"] += bool(matching)
        told["jump_candidates"] += len(still_asked(data)) > 1
        told["would_declare"] += bool(declaring)
        assert state.to_dict() == data
    assert min(told.values()) >= GAMES // 4, told


def test_hands_of_states_are_read_as_they_are_played(backend: str) -> None:
    """What playable and extenders say of the hand to act is what is legal."""
    turns = responses = 0
    for options, data in positions():
        state = uneri.load_game("solo", backend=backend, **options).state_from_dict(data)
        if data["phase"] not in ("TURN", "RESPOND"):
            continue
        hand, top, colour = data["hand"][data["to_act"]], data["top"], data["active_colour"]
        if data["phase"] == "TURN":
            assert [*solo.playable(hand, top, colour), solo.DRAW] == state.legal_actions()
            turns += 1
        else:
            kinds = solo.extenders(hand, top, colour, data["chain"], options["extend_any_wild"])
            assert [*kinds, solo.TAKE] == state.legal_actions()
            responses += 1
    assert min(turns, responses) > GAMES // 2


def test_a_position_of_every_question(backend: str) -> None:
    """The order of S-4.7 and the loose list of all holders side by side."""
    game = uneri.load_game("solo", backend=backend, players=5, self_jump_in=True)
    hands = ["G1 G2 G3", "B4", "B4 R1", "Wi W4", "R2 R3"]
    window: dict[str, Any] = {"phase": "JUMP", "last": 2, "to_act": 1, "next_turn": 3}
    state = solo.position(game, hands=hands, discard="B4", draw_pile="Y1", known={(3, 1): "B4"}, **window)
    assert solo.jump_matches(state) == [1, 2]
    assert solo.jump_candidates(state) == [1, 2]
    assert solo.solo_threat(state, 0) == [1]
    assert solo.solo_threat(state, 1) == []
    assert not solo.would_declare(state, "JUMP")
    assert solo.format_hand(solo.known(state, 3, 1)) == "B4"
    assert solo.format_hand(solo.unseen(state, 1)) == "R1 R2 R3 G1 G2 G3 B4 Y1 Wi W4"
    state.apply_action(solo.NO_JUMP)
    assert solo.jump_candidates(state) == [2]
    assert solo.would_declare(state, "jump")
    state.apply_action(solo.NO_JUMP)
    assert solo.jump_candidates(state) == []
    assert solo.jump_matches(state) == [1, 2]


@pytest.mark.parametrize("seat", [-1, 4, 10**30, 1.0, "0", None, True])
def test_wrong_seats_are_refused(backend: str, seat: Any) -> None:
    state = uneri.load_game("solo", backend=backend).new_initial_state(seed=1)
    error = ValueError if isinstance(seat, int) and not isinstance(seat, bool) else TypeError
    for call in (solo.unseen, solo.solo_threat, lambda s, p: solo.known(s, p, 0), lambda s, q: solo.known(s, 0, q)):
        with pytest.raises(error, match="seat"):
            call(state, seat)


@pytest.mark.parametrize("wrong", [76, -1, "R10", "PASS", ""])
def test_wrong_actions_are_refused(backend: str, wrong: Any) -> None:
    state = uneri.load_game("solo", backend=backend).new_initial_state(seed=1)
    with pytest.raises(ValueError, match="allowed"):
        solo.would_declare(state, wrong)


@pytest.mark.parametrize("wrong", [None, "solo", 7, {}])
def test_only_states_of_solo(wrong: Any) -> None:
    for call in (
        solo.jump_matches,
        solo.jump_candidates,
        lambda s: solo.unseen(s, 0),
        lambda s: solo.known(s, 0, 1),
        lambda s: solo.solo_threat(s, 0),
        lambda s: solo.would_declare(s, 0),
    ):
        for thing in (wrong, uneri.load_game("onda").new_initial_state(seed=1)):
            with pytest.raises(TypeError, match="state must be"):
                call(thing)
