"""Notation, option strings, bytes and whole games of ONDA under hypothesis."""

from __future__ import annotations

import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import uneri
from uneri import onda
from uneri.testing import SplitMix64

GAME = uneri.load_game("onda")
REFERENCE = uneri.load_game("onda", backend="reference")


@given(st.lists(st.sampled_from(onda.KIND_NAMES), max_size=40))
def test_hands_round_trip(cards: list[str]) -> None:
    text = " ".join(cards)
    if any(cards.count(card) > 2 for card in cards):
        with pytest.raises(ValueError, match="more than 2 times"):
            onda.parse_hand(text)
    else:
        counts = onda.parse_hand(text)
        assert [int(n) for n in counts] == [cards.count(card) for card in onda.KIND_NAMES]
        assert onda.parse_hand(onda.format_hand(counts)).tolist() == counts.tolist()


@given(st.integers(0, 583), st.data())
def test_actions_round_trip_in_any_spelling(action: int, data: st.DataObject) -> None:
    for game in (GAME, REFERENCE):
        name = game.action_to_string(0, action)
        assert game.parse_action(name) == action
    spelt = "".join(data.draw(st.sampled_from([c.lower(), c.upper()])) for c in name).replace(" ", "  ")
    assert GAME.parse_action(f" {spelt} ") == REFERENCE.parse_action(f" {spelt} ") == action


@given(st.text(alphabet=string.printable + "あ７\u202e\x00", max_size=30))
def test_any_text_is_parsed_alike_or_refused(text: str) -> None:
    results = []
    for game in (GAME, REFERENCE):
        try:
            results.append(game.parse_action(text))
        except ValueError:
            results.append(-1)
    assert results[0] == results[1]


@given(st.binary(max_size=300))
def test_random_bytes_are_refused(data: bytes) -> None:
    for game in (GAME, REFERENCE):
        with pytest.raises(ValueError, match="not a serialised state"):
            game.deserialize_state(data)


@given(st.integers(0, 2**32), st.integers(0, 10_000), st.integers(0, 7))
def test_a_flipped_bit_is_found(seed: int, at: int, bit: int) -> None:
    for game in (GAME, REFERENCE):
        data = bytearray(game.new_initial_state(seed).serialize())
        data[at % len(data)] ^= 1 << bit
        with pytest.raises(ValueError, match="not a serialised state"):
            game.deserialize_state(bytes(data))


def test_bytes_of_another_kind_are_refused_with_the_reason() -> None:
    ours, theirs = GAME.new_initial_state(1).serialize(), REFERENCE.new_initial_state(1).serialize()
    with pytest.raises(ValueError, match="another backend"):
        GAME.deserialize_state(theirs)
    with pytest.raises(ValueError, match="another backend"):
        REFERENCE.deserialize_state(ours)
    with pytest.raises(ValueError, match=r"belong to the game onda\(\), not to onda\(players=3\)"):
        uneri.load_game("onda", players=3).deserialize_state(ours)
    for wrong in (None, "text", 5, bytearray(ours)):
        with pytest.raises(TypeError):
            GAME.deserialize_state(wrong)  # type: ignore[arg-type]


@given(st.integers(0, 2**64 - 1))
def test_options_round_trip_through_the_text(seed: int) -> None:
    options = onda.random_options(SplitMix64(seed), {})
    game, reference = uneri.load_game("onda", **options), uneri.load_game("onda", backend="reference", **options)
    assert game.options == reference.options
    assert uneri.load_game("onda", **game.options) == game
    assert str(game) == str(reference)
    assert uneri.load_game(str(game)) == game


@given(st.text(alphabet="onda(),=[]{}\"' players0123456789truefalsenull_", max_size=40))
def test_any_game_text_loads_or_is_refused(text: str) -> None:
    try:
        game = uneri.load_game(text)
    except ValueError:
        return
    assert uneri.load_game(str(game)) == game


@pytest.mark.parametrize(
    "wrong", ["onda(players=3", "onda(players)", "onda(players=3,players=4)", "onda(=3)", "onda)", "", "5"]
)
def test_broken_game_texts_are_refused(wrong: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # each has its own message
        uneri.load_game(wrong)


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="'players' is given twice"):
        uneri.load_game("onda(players=3)", players=3)


def test_a_dial_from_a_file(tmp_path: Any) -> None:
    path = tmp_path / "dial.json"
    path.write_text("[2, 6, 1]")
    for backend in ("core", "reference"):
        game = uneri.load_game("onda", backend=backend, bomb_sequence=str(path))
        assert game.options["bomb_sequence"] == [2, 6, 1]
        for content in ("", "{", "[0]", "[7]", '"ladder"', "[1.0]", "[true]", "[]", str([1] * 17), "\xff"):
            path.write_text(content, encoding="latin-1")
            with pytest.raises(ValueError, match="bomb_sequence"):
                uneri.load_game("onda", backend=backend, bomb_sequence=str(path))
        path.write_text("[2, 6, 1]")


class TwoBackends(RuleBasedStateMachine):
    """Core and reference side by side under whatever hypothesis thinks of, shrunk when they part."""

    @initialize(seed=st.integers(0, 2**64 - 1), shown=st.booleans())
    def begin(self, seed: int, shown: bool) -> None:
        options = onda.random_options(SplitMix64(seed), {})
        start = None if shown else seed
        self.core = uneri.load_game("onda", **options).new_initial_state(start)
        self.reference = uneri.load_game("onda", backend="reference", **options).new_initial_state(start)

    @rule(choice=st.integers(0, 10**6))
    def act(self, choice: int) -> None:
        legal = self.core.legal_actions()
        if not legal:
            self.begin(choice, True)
            return
        action = legal[choice % len(legal)]
        self.core.apply_action(action)
        self.reference.apply_action(action)

    @rule(action=st.integers(-5, 700))
    def act_anyhow(self, action: int) -> None:
        outcomes = []
        for state in (self.core, self.reference):
            try:
                state.apply_action(action)
                outcomes.append("")
            except ValueError as error:
                outcomes.append(str(error))
        assert outcomes[0] == outcomes[1]

    @rule(seat=st.integers(0, 1), seed=st.integers(0, 2**64 - 1))
    def go_to_another_world(self, seat: int, seed: int) -> None:
        self.core = self.core.resample_from_infostate(seat, seed)
        self.reference = self.reference.resample_from_infostate(seat, seed)

    @rule()
    def copy(self) -> None:
        self.core = self.core.game.deserialize_state(self.core.serialize())
        self.reference = self.reference.game.state_from_dict(self.reference.to_dict())

    @invariant()
    def same(self) -> None:
        assert self.core.legal_actions() == self.reference.legal_actions()
        assert self.core.to_dict() == self.reference.to_dict()
        assert self.core.returns() == self.reference.returns()


TestTwoBackends = TwoBackends.TestCase
