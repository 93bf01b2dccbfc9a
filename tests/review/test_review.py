"""Reviews of recorded games: fair, repeatable, and right about mistakes."""

from __future__ import annotations

import _thread
import json
import math
from typing import Any

import jsonschema
import numpy as np
import pytest

import uneri
from _play import first_choice
from uneri import records, review
from uneri.review.searcher import find_searcher
from uneri.search.action_values import evaluate_in_worlds

SHORT = {"onda": "rounds=1", "solo": "max_rounds=1", "namima": "games=1"}


@pytest.fixture(scope="module")
def record() -> records.Record:
    return records.record("onda(players=2,rounds=1)", ["greedy", "random"], 7, views=False)


@pytest.fixture(scope="module")
def report(record: records.Record) -> review.Review:
    return review.review(record, "flat:sims=100", worlds=20, progress=False)


# --- losses -------------------------------------------------------------------------------------------------------------


def test_every_action_is_played_once_in_each_world(name: str) -> None:
    """The judgement rests on this: no action is favoured."""
    state = first_choice(name, players=2)
    values = evaluate_in_worlds(state, 4, 1, {})
    assert values.shape == (4, state.num_legal_actions())
    assert np.isfinite(values).all()
    assert ((values >= 0) & (values <= 1)).all()
    assert (values == evaluate_in_worlds(state, 4, 1, {})).all()
    assert (values != evaluate_in_worlds(state, 4, 2, {})).any()


def test_judgement_sees_what_the_seat_sees(name: str) -> None:
    state = first_choice(name, players=2)
    other = state.resample_from_infostate(state.current_player(), 5)
    assert (evaluate_in_worlds(state, 3, 1, {}) == evaluate_in_worlds(other, 3, 1, {})).all()


def test_loss_is_the_mean_difference_in_its_worlds(record: records.Record, report: review.Review) -> None:
    decision = next(d for d in report.decisions if d.legal > 1 and not d.is_best)
    values = {move.action: move.value for move in decision.moves}
    assert decision.loss == pytest.approx(values[decision.preferred] - values[decision.played])
    assert decision.value == values[decision.preferred]
    assert decision.stderr > 0


def test_the_move_preferred_costs_nothing(report: review.Review) -> None:
    best = [d for d in report.decisions if d.is_best]
    assert best
    assert all(d.loss == d.stderr == 0 and not d.is_mistake for d in best)


def test_luck_of_the_choice_is_no_loss() -> None:
    """Where all moves are worth the same, the search's favourite does no better in the worlds that judge."""
    game = uneri.load_game("onda", players=2, rounds=1)
    losses = []
    for seed in range(12):
        state = game.new_initial_state(seed)
        values = evaluate_in_worlds(state, 10, seed, {})
        again = evaluate_in_worlds(state, 10, seed + 100, {})
        flattered = values.mean(0).max() - values.mean()
        fair = again.mean(0)[values.mean(0).argmax()] - again.mean()
        losses.append((flattered, fair))
    flattered, fair = np.mean(losses, 0)
    assert flattered > fair  # the maximum of noisy means is too high; in fresh worlds it isn't


def test_a_thrown_win_is_the_worst_move() -> None:
    """A player who could go out passes instead, and the other seat goes out."""
    game = uneri.load_game("onda", players=2, rounds=1)
    state, actions, thrown = game.new_initial_state(11), [], -1
    bot, passing = uneri.bots.GreedyBot(), state.parse_action("PASS")
    while not state.is_terminal():
        action = bot.act(state)
        if thrown < 0 and state.child(action).is_terminal() and state.is_legal(passing):
            action, thrown = passing, len(actions)
        actions.append(action)
        state.apply_action(action)
    assert len(actions) == thrown + 2
    made = records.Record.from_actions(game, actions, seed=11, views=False)
    found = review.review(made, "flat:sims=100", made.moves[thrown].seat, worlds=30, progress=False)
    assert found.worst(1)[0].ply == thrown


# --- the report -----------------------------------------------------------------------------------------------------------


def test_every_decision_is_there(record: records.Record, report: review.Review) -> None:
    assert [(d.ply, d.seat, d.played, d.played_text) for d in report.decisions] == [
        (m.ply, m.seat, m.action, m.text) for m in record.moves
    ]
    for decision in report.decisions:
        state = record.replay(decision.ply)
        assert decision.legal == state.num_legal_actions()
        assert state.is_legal(decision.preferred)
        assert decision.preferred_text == state.action_to_string(decision.preferred)
        if decision.legal == 1:
            assert (decision.value, decision.moves, decision.loss) == (None, (), 0)
        else:
            assert {decision.played, decision.preferred} <= {move.action for move in decision.moves}


def test_summary(report: review.Review) -> None:
    for item in report.summary:
        losses = [d.loss for d in report.decisions if d.seat == item.seat and d.legal > 1]
        assert item.decisions == len(losses)
        assert item.mean_loss == pytest.approx(np.mean(losses))
        assert item.high - item.low == pytest.approx(4 * np.std(losses, ddof=1) / math.sqrt(len(losses)))
        assert len(report.curve(item.seat)) == item.decisions
        assert 0 <= item.best_share <= 1
    assert sum(item.mistakes for item in report.summary) == len(report.worst(100))
    losses = [d.loss for d in report.worst()]
    assert losses == sorted(losses, reverse=True)


def test_one_seat(record: records.Record, report: review.Review) -> None:
    alone = review.review(record, "flat:sims=100", 1, worlds=20, progress=False)
    assert alone.decisions == tuple(d for d in report.decisions if d.seat == 1)
    assert [item.seat for item in alone.summary] == [1]


def test_threads_change_nothing(record: records.Record, report: review.Review) -> None:
    shares: list[float] = []
    assert review.review(record, "flat:sims=100", worlds=20, threads=3, progress=shares.append) == report
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert review.review(record, "flat:sims=100", worlds=20, seed=1, progress=False) != report


def test_plain_data_fits_the_schema(report: review.Review) -> None:
    jsonschema.Draft202012Validator.check_schema(review.schema())
    data = json.loads(json.dumps(report.to_dict()))
    jsonschema.validate(data, review.schema())
    assert data["worst"] == [d.ply for d in report.worst()]


def test_every_game_is_reviewed(name: str) -> None:
    """The first decisions of a game: Ctrl-C comes after the third that was searched."""
    made = records.record(f"{name}(players=2,{SHORT.get(name, '')})".replace(",)", ")"), ["random"] * 2, 3, views=False)
    found = stopped_after(made, 3, bot="flat:sims=20", worlds=10)
    assert found.stopped
    assert len(found.decisions) >= 3
    jsonschema.validate(found.to_dict(), review.schema())
    assert "Stopped: this is a part" in str(found)


def stopped_after(record: records.Record, count: int, **settings: Any) -> review.Review:
    done = 0

    def stop(share: float) -> None:
        nonlocal done
        done += 1
        if done == count:
            raise KeyboardInterrupt

    return review.review(record, partial=True, progress=stop, **settings)


def test_ctrl_c_is_an_error_unless_asked(record: records.Record) -> None:
    for threads in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            review.review(
                record, "flat:sims=10", worlds=10, threads=threads, progress=lambda share: _thread.interrupt_main()
            )


def test_a_search_with_a_line() -> None:
    made = records.record("onda(players=2,rounds=1)", ["random"] * 2, 7, views=False)
    found = stopped_after(made, 2, bot="ismcts:sims=100", worlds=10)
    assert found.decisions[0].line[0] == f"{found.decisions[0].seat}: {found.decisions[0].preferred_text}"


def test_settings_of_the_bot_judge_too() -> None:
    settings = find_searcher("flat:sims=5,objective=win,rollout=uniform,margin=1").judged_by
    assert settings == {"objective": "win", "rollout": "uniform"}


@pytest.mark.parametrize(
    ("bot", "word"),
    [
        ("greedy", "a search"),
        ("ismcts:follow=true", "follow"),
        ("flat:cheat=true", "cheat"),
        ("flat:objective=utility", "objective"),
        ("nobody", "nobody"),
    ],
)
def test_bots_that_cannot_review(record: records.Record, bot: str, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        review.review(record, bot)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [({"worlds": 9}, ValueError), ({"seat": 2}, ValueError), ({"threads": 0}, ValueError), ({"bot": 3}, TypeError)],
)
def test_wrong_arguments(record: records.Record, wrong: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=next(iter(wrong))):
        review.review(record, **wrong)


def test_no_record() -> None:
    with pytest.raises(TypeError, match="a Record"):
        review.review("game.uneri.jsonl")  # type: ignore[arg-type]


def test_an_empty_record() -> None:
    made = records.Record.from_actions("onda(players=2,rounds=1)", [], seed=1)
    found = review.review(made)
    assert found.decisions == ()
    assert [item.mean_loss for item in found.summary] == [None, None]
    assert "no mistakes" in str(found)


# --- Namima -----------------------------------------------------------------------------------------------------------------


def test_discards_of_namima() -> None:
    state = uneri.load_game("namima").new_initial_state(seed=7)
    discards = [state.parse_action("D K2"), state.parse_action("D Y3"), state.parse_action("M K7.K7")]
    facts = uneri.namima.decision_facts(state, discards)
    assert facts is not None
    assert list(facts["after"]) == ["D K2", "D Y3"]
    view = state.to_dict(state.current_player())
    hand = np.array(view["hand"][state.current_player()], np.uint8)
    found = uneri.namima.analyse(hand, variant=state.game, drawn=True)
    told = {f"D {move.text}": (move.deficiency, [list(card) for card in move.cards]) for move in found.discards}
    for discard, after in facts["after"].items():
        assert (after["deficiency"], after["acceptance"]) == told[discard]
    hand[view["drawn"]] -= 1
    assert facts["before"]["deficiency"] == uneri.namima.deficiency(hand, variant=state.game)
    assert uneri.namima.decision_facts(state, [discards[2]]) is None
    assert len(uneri.namima.facts_text(facts)) == 3


def test_discards_are_told_by_what_the_seat_sees() -> None:
    state = uneri.load_game("namima", games=1).new_initial_state(seed=7)
    bot = uneri.bots.RandomBot(seed=3)
    while not state.is_terminal():
        seat = state.current_player()
        if seat >= 0:
            legal = state.legal_actions()
            facts = uneri.namima.decision_facts(state, legal[:2])
            assert facts == uneri.namima.decision_facts(state.resample_from_infostate(seat, 4), legal[:2])
        state.apply_action(bot.act(state))
