"""The greedy bot's calls: what its documentation says (docs/games/namima_programs.md, 13), in all variants."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest
from tests._namima_hands import both

import uneri
from uneri import bots, namima
from uneri.namima.cards import tables_of

MORE_THAN_ALL = 1000


def is_given_up(view: dict[str, Any], seat: int, far: int) -> bool:
    """Too few draws are left, or the win is far and another seat is likely ready."""
    others = [other for other in range(len(view["hand"])) if other != seat]
    ready = any(view["declared"][other] or view["hand_total"][other] <= 4 for other in others)
    return far > 1 + view["wall_total"] // len(view["hand"]) or (far >= 3 and ready)


def best_call(state: Any, wider: bool) -> int | None:
    """The call by the definition; None where the bot plays for a small penalty."""
    view, game, tables = state.to_dict(), state.game, tables_of(state.game)
    seat, claim, legal = view["to_act"], view["claim"], state.legal_actions()
    if view["declared"][seat]:
        return int(legal[0])
    hand, exposed = np.array(view["hand"][seat], np.uint8), view["exposed"][seat]
    visible = np.array(view["lying"], np.uint8)
    for other, melds in enumerate(view["exposed"]):
        for meld in melds if other != seat else ():
            visible += tables.meld_cards(meld)

    def value_of(cards: Any, melds: Any) -> tuple[int, int]:
        how = {"visible": visible, "variant": game}
        copies = sum(number for _, number in namima.acceptance(cards, melds, **how))
        return -namima.deficiency(cards, melds, **how), copies

    best, chosen = value_of(hand, exposed), int(legal[0])
    far = -best[0]
    if is_given_up(view, seat, far):
        return None
    if not wider or far == 1:  # a ready hand keeps what it has
        best = (best[0], MORE_THAN_ALL)
    visible[claim] -= 1
    hand[claim] += 1
    for action in legal[1:]:
        meld = action - 2 - len(hand)  # after PASS, WIN and the discards
        value = value_of(hand - tables.meld_cards(meld), [*exposed, meld])
        if value > best:
            best, chosen = value, action
    return chosen


@pytest.mark.parametrize("variant", namima.VARIANTS)
def test_it_calls_as_documented(variant: str) -> None:
    wider = calls = 0
    for players in (2, 3, 4):
        numbers, (game, by_the_book) = random.Random(players), both(variant, players)
        for seed in range(4):
            state = game.new_initial_state(seed=seed)
            slow = by_the_book.new_initial_state(seed=seed)
            while not state.is_terminal() and state.to_dict()["game"] < 3:
                action = bots.GreedyBot().act(state)
                if state.to_dict()["phase"] == "ME":
                    nearer = bots.GreedyBot(calls="nearer").act(state)
                    assert best_call(state, wider=True) in (None, action), state.to_dict()
                    assert best_call(state, wider=False) in (None, nearer), state.to_dict()
                    wider += action != nearer
                    calls += 1
                    if numbers.random() < 0.05:
                        assert bots.GreedyBot().act(slow) == action
                        assert bots.GreedyBot(calls="nearer").act(slow) == nearer
                if numbers.random() < 0.1:
                    action = numbers.choice(state.legal_actions())
                state.apply_action(action)
                slow.apply_action(action)
    assert calls > 100
    assert wider > calls // 20


def test_a_call_that_widens() -> None:
    """R344 Y468 K123 lacks two cards. So does R344 Y48 K123 with Y6.Y6 exposed, but R1 helps it, too."""
    game = uneri.load_game("namima", variant="sazanami", players=2, games=1)
    state = game.new_initial_state(seed=367)
    for _ in range(27):
        state.apply_action(bots.GreedyBot().act(state))
    view = state.to_dict()
    assert (view["hand"][0], view["claim"]) == (
        namima.parse_hand("R344 Y468 K123", variant=game).tolist(),
        tables_of(game).kinds.index("Y6"),
    )
    assert state.action_to_string(bots.GreedyBot().act(state)) == "M Y6.Y6"
    assert state.action_to_string(bots.GreedyBot(calls="nearer").act(state)) == "PASS"
    exposed = ["B6.B7.B8", "R6.R7.R8", "Y1.Y2.Y3"]
    before, after = ("R344 Y468 K123", exposed), ("R344 Y48 K123", [*exposed, "Y6.Y6"])
    assert [namima.deficiency(*hand, variant=game) for hand in (before, after)] == [2, 2]
    help_before, help_after = ([kind for kind, _ in namima.acceptance(*hand, variant=game)] for hand in (before, after))
    assert help_after == ["R1", *help_before]


def test_the_setting() -> None:
    assert bots.GreedyBot().calls == bots.make_bot("greedy").calls == "wider"
    assert pickle.loads(pickle.dumps(bots.make_bot("greedy:calls=nearer"))).calls == "nearer"
    with pytest.raises(ValueError, match="bot greedy: calls is 'far'; allowed: wider, nearer"):
        bots.make_bot("greedy:calls=far")
    state = uneri.load_game("onda").new_initial_state(seed=1)
    with pytest.raises(ValueError, match="calls is 'nearer'; allowed in onda: wider"):
        bots.GreedyBot("nearer").act(state)
    env = uneri.BatchEnv("namima(variant=sazanami)", 8, seed=1)
    for _ in range(200):
        chosen = env.choose("greedy:calls=nearer")
        assert chosen.tolist() == [bots.GreedyBot("nearer").act(env.get_state(lane)) for lane in range(8)]
        env.step(chosen)
