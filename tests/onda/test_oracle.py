"""ONDA once more, from the rules text alone, as tables of facts and functions on plain data: what is legal, what an
action does, what a seat sees and how that becomes numbers. Nothing is imported from either backend, so that a misreading
that both share would show. Compared at every node of random games and of games that start from odd positions."""

from __future__ import annotations

import copy
import itertools
import os
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import pytest

import uneri
from uneri import onda

GAMES = int(os.environ.get("UNERI_LOCKSTEP_GAMES", "24"))
Data = dict[str, Any]

# --- 6.2: the ids ------------------------------------------------------------------------------------------------------

SHAPES = ("SINGLE", "RUN2", "RUN3", "RUN4", "SET2", "SET3", "SET4")


class Play(NamedTuple):
    shape: int
    rank: int
    cards: tuple[int, ...]  # natural cards, by kind
    joker: int | None  # the number that the joker stands for
    name: str


def all_plays() -> list[Play]:
    """Every play in the order of the table in 6.2, the first being id 36."""
    plays = [Play(0, k % 15 + 1, (k,), None, f"SINGLE {'bg'[k // 15]}{k % 15 + 1}") for k in range(30)]

    def of_set(number: int, suits: str) -> tuple[int, ...]:
        return tuple("bg".index(suit) * 15 + number - 1 for suit in suits)

    def of_run(suit: int, low: int, length: int) -> tuple[int, ...]:
        return tuple(15 * suit + number - 1 for number in range(low, low + length))

    runs = [(n, s, low) for n in (2, 3, 4) for s in (0, 1) for low in range(1, 17 - n)]
    for n, s, low in runs:
        plays.append(Play(n - 1, low, of_run(s, low, n), None, f"RUN{n} {'bg'[s]}{low}"))
    for size, ways in ((2, ("bb", "bg", "gg")), (3, ("bbg", "bgg")), (4, ("bbgg",))):
        for v, suits in itertools.product(range(1, 16), ways):
            plays.append(Play(size + 2, v, of_set(v, suits), None, f"SET{size} {v} {suits}"))
    plays += [Play(0, v, (), v, f"SINGLE J={v}") for v in range(1, 16)]
    for n, s, low in runs:
        for j in range(n):
            cards = of_run(s, low, n)
            name = f"RUN{n} {'bg'[s]}{low} J@{low + j}"
            plays.append(Play(n - 1, low, cards[:j] + cards[j + 1 :], low + j, name))
    for size, ways in ((2, ("b", "g")), (3, ("bb", "bg", "gg")), (4, ("bbg", "bgg"))):
        for v, suits in itertools.product(range(1, 16), ways):
            plays.append(Play(size + 2, v, of_set(v, suits), v, f"SET{size} {v} {suits}+J"))
    return plays


PLAYS = dict(enumerate(all_plays(), 36))
NATURAL = {a: play for a, play in PLAYS.items() if play.joker is None}
PASS, TURN, LOW, HIGH_SLOT, KEEP, ADVANCE, HIDE = 0, 1, 2, 3, 4, 5, 6
LADDER, RUNS_FIRST = [1, 4, 2, 5, 3, 6], [1, 2, 3, 4, 5, 6]
PHASES = ["FIRST", "DEAL", "DIAL", "HIDE", "ACT", "SLOT", "REPLY", "OVER"]


def dots(kind: int) -> int:
    """O-1.4"""
    number = kind % 15 + 1
    return 3 if number in (1, 15) else 2 if number in (2, 3, 4, 12, 13, 14) else 1


def cards_fit(play: Play, hand: list[int]) -> bool:
    return all(hand[kind] >= play.cards.count(kind) for kind in play.cards)


def better(a: Play, b: Play, tide: int) -> bool:
    """O-5.9"""
    return a.shape == b.shape and (a.rank < b.rank if tide else a.rank > b.rank)


# --- 4 and 5: what is legal --------------------------------------------------------------------------------------------


class Rules:
    def __init__(self, options: Data) -> None:
        self.o = options
        self.n: int = options["players"]
        self.dealt = 12 if self.n == 5 else 15
        sequence = options["bomb_sequence"]
        built_in = {"ladder": LADDER, "runs_first": RUNS_FIRST}
        self.dial: list[int] = built_in[sequence] if isinstance(sequence, str) else sequence

    def dial_shape(self, d: Data) -> int:
        return self.dial[d["dial"]]

    def answers(self, d: Data, hand: list[int], tide: int) -> list[int]:
        """O-4.10"""
        if d["table"] is not None:
            on_table = PLAYS[d["table"]["play"]]
            return [a for a, p in NATURAL.items() if cards_fit(p, hand) and better(p, on_table, tide)]
        banned = None if self.o["lead_of_bomb_shape"] == "plain" else self.dial_shape(d)
        return [a for a, p in NATURAL.items() if cards_fit(p, hand) and p.shape != banned]

    def answers_after(self, d: Data, slot: int) -> list[int]:
        hand = list(d["hand"][d["to_act"]])
        hand[d["down"][d["to_act"]][slot]] += 1
        return self.answers(d, hand, 1 - d["tide"])

    def legal(self, d: Data) -> list[int]:
        phase, p = d["phase"], d["to_act"]
        if phase == "FIRST":
            return list(range(self.n))
        if phase == "DEAL":
            return [k for k in range(30) if d["deck"][k]]
        if phase == "DIAL":
            return [KEEP, ADVANCE]
        if phase == "OVER":
            return []
        hand, down = d["hand"][p], d["down"][p]
        if phase == "HIDE":
            if down:
                return [HIDE + k for k in range(down[0], 30) if hand[k]]
            return [HIDE + k for k in range(30) if hand[k] == 2 or (hand[k] and any(hand[k + 1 :]))]
        if phase == "REPLY":
            return self.answers(d, hand, d["tide"])
        if phase == "SLOT":
            slots = [0] if down[0] == down[1] else [0, 1]
            return [LOW + x for x in slots if d["pending"] == "JOKER" or self.answers_after(d, x)]
        table = d["table"]
        found = [] if table is None else [PASS]
        may_turn = table is not None or self.o["leader_may_turn"]
        if d["status"] == 0 and may_turn and any(self.answers_after(d, x) for x in range(len(down))):
            found.append(TURN)
        for a, play in PLAYS.items():
            if not cards_fit(play, hand) or (play.joker is not None and not down):
                continue
            free = not d["bomb_used"] and play.shape == self.dial_shape(d)
            if table is None or better(play, PLAYS[table["play"]], d["tide"]) or free:
                found.append(a)
        return found

    # --- 4.4 to 4.7 and 7: what an action does ----------------------------------------------------------------------------

    def apply(self, d: Data, a: int) -> Data:
        d = copy.deepcopy(d)
        phase, p = d["phase"], d["to_act"]
        if phase == "FIRST":
            d.update(starter=a, leader=a, phase="DEAL")
        elif phase == "DEAL":
            d["deck"][a] -= 1
            seat = next(q for q in range(self.n) if sum(d["hand"][q]) < self.dealt)
            d["hand"][seat][a] += 1
            if sum(map(sum, d["hand"])) == self.n * self.dealt:
                d.update(to_act=d["starter"], phase="HIDE" if d["round"] == 1 else "DIAL")
        elif phase == "DIAL":
            self.turn_dial(d, a == ADVANCE)
            d["phase"] = "HIDE"
        elif phase == "HIDE":
            d["hand"][p][a - HIDE] -= 1
            d["down"][p] = sorted([*d["down"][p], a - HIDE])
            if len(d["down"][p]) == 2:
                d["to_act"] = (p + 1) % self.n
                if all(len(cards) == 2 for cards in d["down"]):
                    d.update(phase="ACT", to_act=d["starter"], leader=d["starter"])
        elif phase == "SLOT":
            pending, d["pending"] = d["pending"], None
            if pending == "TURN":
                self.turn(d, a - LOW)
            else:
                self.spend(d, a - LOW)
                self.finish(d)
        elif phase == "REPLY":
            self.put(d, a)
            self.finish(d)
        elif a == PASS:
            d["passed"][p] = True
            if d["passed"].count(False) == 1:
                self.end_trick(d)
            else:
                self.next_seat(d)
        elif a == TURN:
            if len(d["down"][p]) == 2:
                d.update(pending="TURN", phase="SLOT")
            else:
                self.turn(d, 0)
        else:
            shape_is_free = not d["bomb_used"] and PLAYS[a].shape == self.dial_shape(d)
            if self.o["lead_of_bomb_shape"] == "bomb":
                bomb = shape_is_free
            else:
                table = d["table"]
                bomb = shape_is_free and table is not None and not better(PLAYS[a], PLAYS[table["play"]], d["tide"])
            self.put(d, a)
            d["bomb_used"] = d["bomb_used"] or bomb
            if PLAYS[a].joker is not None:
                if len(d["down"][p]) == 2 and any(d["hand"][p]):
                    d.update(pending="JOKER", phase="SLOT")
                    return self.totalled(d)
                self.spend(d, 0)
            self.finish(d)
        return self.totalled(d)

    def totalled(self, d: Data) -> Data:
        d["hand_total"] = [sum(hand) for hand in d["hand"]]
        return d

    def turn_dial(self, d: Data, steps: int) -> None:
        d["dial"] = (d["dial"] + steps) % len(self.dial)

    def put(self, d: Data, a: int) -> None:
        p = d["to_act"]
        for kind in PLAYS[a].cards:
            d["hand"][p][kind] -= 1
            d["played"][kind] += 1
            if kind in d["known"][p]:
                d["known"][p].remove(kind)  # O-8.4
        d["table"] = {"play": a, "owner": p, "face": -1}

    def spend(self, d: Data, slot: int) -> None:
        p = d["to_act"]
        kind = d["down"][p].pop(slot)
        d["spent"][p] = sorted([*d["spent"][p], kind])
        d["table"]["face"] = kind

    def turn(self, d: Data, slot: int) -> None:
        p = d["to_act"]
        kind = d["down"][p].pop(slot)
        d["hand"][p][kind] += 1
        if self.o["reveal_returned"]:
            d["known"][p] = sorted([*d["known"][p], kind])
        d.update(tide=1 - d["tide"], status=1, phase="REPLY")

    def next_seat(self, d: Data) -> None:
        order = [(d["to_act"] + i) % self.n for i in range(1, self.n)]
        d["to_act"] = next(q for q in order if not d["passed"][q])

    def finish(self, d: Data) -> None:
        if any(d["hand"][d["to_act"]]):
            d["phase"] = "ACT"
            self.next_seat(d)
        else:
            self.end_round(d)

    def new_trick(self, d: Data) -> None:
        self.turn_dial(d, int(d["bomb_used"]))
        d.update(passed=[False] * self.n, status=0, bomb_used=False, table=None, phase="ACT", pending=None)

    def end_trick(self, d: Data) -> None:
        winner = d["passed"].index(False)
        self.new_trick(d)
        d.update(to_act=winner, leader=winner)
        if self.o["tide_reset"] == "trick":
            d["tide"] = int(self.o["tide_start"] == "low")

    def end_round(self, d: Data) -> None:
        winner = d["to_act"]
        for q in range(self.n):
            left = [k for k in range(30) for _ in range(d["hand"][q][k])]
            d["scores"][q] += 3 if q == winner else -sum(map(dots, left)) - 3 * len(d["down"][q])
        d["round_wins"][winner] += 1
        d["prev_winner"] = winner
        if d["round"] == self.o["rounds"]:
            d.update(phase="OVER", to_act=-1)
            return
        self.new_trick(d)
        if self.o["tide_reset"] != "never":
            d["tide"] = int(self.o["tide_start"] == "low")
        lowest = min(d["scores"])
        tied = [q for q in range(self.n) if d["scores"][q] == lowest]
        starter = min(tied, key=lambda q: (q - winner - 1) % self.n)
        d.update(round=d["round"] + 1, starter=starter, leader=starter, to_act=-1, phase="DEAL")
        d.update(deck=[2] * 30, played=[0] * 30, hand=[[0] * 30 for _ in range(self.n)])
        d.update({name: [[] for _ in range(self.n)] for name in ("down", "spent", "known")})

    # --- 3 and 8: what a seat sees ------------------------------------------------------------------------------------------

    def shown(self, d: Data, q: int) -> list[int]:
        """O-8.3: the jokers of seat q that everybody has seen."""
        if self.o["reveal_jokers"] == "never":
            return []
        shown = list(d["spent"][q])
        if self.o["reveal_jokers"] == "on_discard" and d["phase"] != "OVER":
            table = d["table"]
            if table is not None and table["owner"] == q and table["face"] >= 0:
                shown.remove(table["face"])
        return shown

    def face_seen(self, d: Data, p: int) -> int | None:
        table = d["table"]
        if table["owner"] == p or table["face"] < 0 or self.o["reveal_jokers"] == "on_play":
            return int(table["face"])
        over = d["phase"] == "OVER" and self.o["reveal_jokers"] == "on_discard"
        return int(table["face"]) if over else None

    def view(self, d: Data, p: int) -> Data:
        seen = copy.deepcopy(d)
        seen.pop("rng", None)
        seen["deck"] = None
        for q in range(self.n):
            if q == p:
                continue
            if d["phase"] != "OVER":
                seen["hand"][q] = None
            seen["down"][q] = [None] * len(d["down"][q])
            shown = self.shown(d, q)
            seen["spent"][q] = shown + [None] * (len(d["spent"][q]) - len(shown))
        if d["table"] is not None:
            seen["table"]["face"] = self.face_seen(d, p)
        return seen

    def tensor(self, d: Data, p: int) -> dict[str, list[float]]:
        """The segments of the layout, each flat."""
        n = self.n
        seats = [(p + i) % n for i in range(n)]
        over = d["phase"] == "OVER"

        def counts(kinds: Any) -> list[float]:
            return [list(kinds).count(k) / 2 for k in range(30)]

        def joined(rows: Iterable[list[float]]) -> list[float]:
            return list(itertools.chain.from_iterable(rows))

        def one_hot(index: int, size: int) -> list[float]:
            return [float(i == index) for i in range(size)]

        def seat_hot(seat: int) -> list[float]:
            return [float(q == seat) for q in seats]

        hands, spent = [], []
        for q in seats:
            hands.append([k / 2 for k in d["hand"][q]] if q == p or over else counts(d["known"][q]))
            spent.append(counts(d["spent"][q] if q == p else self.shown(d, q)))
        table = d["table"]
        play = PLAYS[table["play"]] if table else None
        face = self.face_seen(d, p) if table else None
        return {
            "hand": joined(hands),
            "known": joined(counts(d["known"][q]) for q in seats),
            "down": counts(d["down"][p]),
            "spent": joined(spent),
            "played": [k / 2 for k in d["played"]],
            "hand_total": [sum(d["hand"][q]) / 15 for q in seats],
            "down_total": [len(d["down"][q]) / 2 for q in seats],
            "spent_total": [len(d["spent"][q]) / 2 for q in seats],
            "scores": [d["scores"][q] / 40 for q in seats],
            "round_wins": [d["round_wins"][q] / 6 for q in seats],
            "passed": [float(d["passed"][q]) for q in seats],
            "prev_winner": seat_hot(d["prev_winner"]),
            "starter": seat_hot(d["starter"]),
            "leader": seat_hot(d["leader"]),
            "to_act": seat_hot(d["to_act"]),
            "round": one_hot(d["round"] - 1, 6),
            "phase": one_hot(PHASES.index(d["phase"]), 8),
            "pending": [float(d["pending"] == "JOKER"), float(d["pending"] == "TURN")],
            "tide": [float(d["tide"])],
            "status": [float(d["status"])],
            "bomb_used": [float(d["bomb_used"])],
            "dial": one_hot(d["dial"], 16),
            "dial_shape": one_hot(self.dial_shape(d), 7),
            "table_owner": seat_hot(table["owner"]) if table else [0.0] * n,
            "table_shape": one_hot(play.shape if play else -1, 7),
            "table_rank": one_hot(play.rank - 1 if play else -1, 15),
            "table_joker": one_hot(play.joker - 1 if play and play.joker is not None else -1, 15),
            "table_cards": counts(play.cards if play else ()),
            "table_face": one_hot(-1 if face is None else face, 30),
        }


# --- the comparison ----------------------------------------------------------------------------------------------------


def bare(state: Any) -> Data:
    """The state's plain data but for what is no rule: the generator."""
    data: Data = state.to_dict()
    data.pop("rng")
    return data


def compare(state: Any, expected: Data, rules: Rules, seats: list[int]) -> None:
    """Everything that the rules say about one node."""
    assert bare(state) == expected
    assert state.legal_actions() == rules.legal(expected)
    layout = state.game.observation_layout
    for p in seats:
        seen = rules.view(expected, p)
        assert state.to_dict(p) == seen
        tensor, wanted = state.observation_tensor(p), rules.tensor(expected, p)
        assert [name for name, _, _ in layout] == list(wanted)
        for name, offset, shape in layout:
            values = np.array(wanted[name], np.float32)
            assert values.size == np.prod(shape), name
            assert np.array_equal(tensor[offset : offset + values.size], values), (name, p)


def play_on(state: Any, numbers: random.Random, *, nodes: int = 2000) -> int:
    """Plays at random to the end, or for so many nodes, beside the functions above."""
    options = state.game.options
    rules, expected = Rules(options), bare(state)
    for count in range(nodes):
        in_play = expected["phase"] not in ("FIRST", "DEAL") or numbers.random() < 0.05
        compare(state, expected, rules, [numbers.randrange(rules.n)] if in_play else [])
        if state.is_terminal():
            compare(state, expected, rules, list(range(rules.n)))
            return count
        assert state.current_player() == expected["to_act"]
        legal = rules.legal(expected)
        action = numbers.choice(legal)
        if legal[0] == PASS and action == PASS and len(legal) > 1:
            action = numbers.choice(legal)  # pass less often: longer tricks, more turns of the tide
        before = expected["scores"]
        expected = rules.apply(expected, action)
        state.apply_action(action)
        assert state.returns() == expected["scores"]
        assert state.rewards() == [now - then for now, then in zip(expected["scores"], before, strict=True)]
    return nodes


def some_options(numbers: random.Random) -> Data:
    n = numbers.randint(2, 5)
    return {
        "players": n,
        "rounds": numbers.randint(1, 3),
        "first_seat": numbers.randint(-1, n - 1),
        "bomb_sequence": numbers.choice(
            ["ladder", "runs_first", [numbers.randint(1, 6) for _ in range(numbers.randint(1, 16))]]
        ),
        "tide_start": numbers.choice(["high", "low"]),
        "tide_reset": numbers.choice(["never", "round", "trick"]),
        "lead_of_bomb_shape": numbers.choice(["bomb", "plain"]),
        "leader_may_turn": numbers.random() < 0.6,
        "reveal_jokers": numbers.choice(["never", "on_discard", "on_play"]),
        "reveal_returned": numbers.random() < 0.5,
    }


@pytest.mark.unsanitized
@pytest.mark.parametrize("index", range(GAMES))
def test_games_follow_the_text(index: int) -> None:
    numbers = random.Random(index)
    state = uneri.load_game("onda", **some_options(numbers)).new_initial_state()
    assert play_on(state, numbers) > 34  # two seats: 30 cards dealt, four hidden


def odd_position(numbers: random.Random, options: Data) -> Data:
    """A position that random play seldom meets: few cards, close numbers, any dial, tide, pass tiles and scores."""
    rules = Rules(options)
    n = rules.n
    centre = numbers.choice([None, numbers.randint(0, 14)])
    cards = numbers.sample([k for k in range(30) for _ in range(2)], 60)
    if centre is not None:
        cards.sort(key=lambda k: abs(k % 15 - centre) + 3 * numbers.random())
    hands = [[cards.pop(0) for _ in range(numbers.randint(1, 6))] for _ in range(n)]
    down: list[list[int]] = [[] for _ in range(n)]
    spent: list[list[int]] = [[] for _ in range(n)]
    known: list[list[int]] = [[] for _ in range(n)]
    for q, _ in itertools.product(range(n), range(2)):
        where = numbers.choice([down, down, spent, hands])  # hands: taken back in an earlier turn
        where[q].append(cards[0])
        if where is hands and options["reveal_returned"]:
            known[q].append(cards[0])
        del cards[0]
    deck = [cards.pop() for _ in range(60 - n * rules.dealt)]
    table = None
    if numbers.random() < 0.8:
        owner, face = numbers.randrange(n), -1
        if spent[owner] and numbers.random() < 0.6:
            face = numbers.choice(spent[owner])
        fitting = [
            a for a, p in PLAYS.items() if (p.joker is None) == (face < 0) and not Counter(p.cards) - Counter(cards)
        ]
        table = {"play": numbers.choice(fitting), "owner": owner, "face": face}
    passed = [table is not None and q != table["owner"] and numbers.random() < 0.4 for q in range(n)]
    if table is None:
        to_act = numbers.randrange(n)
    else:
        if passed.count(False) == 1:
            passed[(table["owner"] + numbers.randint(1, n - 1)) % n] = False
        # Whoever comes next after the owner: no other seat can be to act.
        to_act = next(q % n for q in range(table["owner"] + 1, table["owner"] + n) if not passed[q % n])
    number = numbers.randint(1, options["rounds"])
    wins = Counter(numbers.randrange(n) for _ in range(number - 1))
    first = options["first_seat"] if number == 1 and options["first_seat"] >= 0 else numbers.randrange(n)
    dial = numbers.randrange(len(rules.dial))
    is_bomb = table is not None and rules.dial[dial] == PLAYS[table["play"]].shape
    return {
        "options": options,
        "round": number,
        "scores": [3 * wins[q] - numbers.randint(1, 4) * (number - 1 - wins[q]) for q in range(n)],
        "round_wins": [wins[q] for q in range(n)],
        "prev_winner": numbers.choice(list(wins)) if wins else -1,
        "starter": first,
        "deck": [deck.count(k) for k in range(30)],
        "hand": [[hand.count(k) for k in range(30)] for hand in hands],
        "hand_total": [len(hand) for hand in hands],
        "down": [sorted(kinds) for kinds in down],
        "spent": [sorted(kinds) for kinds in spent],
        "known": [sorted(kinds) for kinds in known],
        "played": [cards.count(k) for k in range(30)],
        "dial": dial,
        "bomb_used": is_bomb and numbers.random() < 0.8,
        "tide": numbers.randint(0, 1),
        "status": numbers.randint(0, 1) if table else 0,
        "passed": passed,
        "leader": numbers.randrange(n) if table else to_act,
        "table": table,
        "phase": "ACT",
        "to_act": to_act,
        "pending": None,
        "rng": None,
    }


@pytest.mark.unsanitized
@pytest.mark.parametrize("index", range(GAMES))
def test_odd_positions_follow_the_text(index: int) -> None:
    numbers = random.Random(1000 + index)
    for _ in range(12):
        game = uneri.load_game("onda", **some_options(numbers))
        state = game.state_from_dict(odd_position(numbers, game.options))
        assert play_on(state, numbers, nodes=120) > 0


def winners(d: Data) -> list[int]:
    """O-7.9"""
    results = list(zip(d["scores"], d["round_wins"], strict=True))
    return [q for q, result in enumerate(results) if result == max(results)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_utilities_follow_from_the_points(players: int, backend: str) -> None:
    """R-4: one game under the three utilities, at every node."""
    games = {
        u: uneri.load_game("onda", backend=backend, players=players, utility=u) for u in ("score", "margin", "win")
    }
    for seed in range(3):
        states = {u: game.new_initial_state(seed) for u, game in games.items()}
        numbers = random.Random(seed)
        while True:
            points = states["score"].returns()
            data = bare(states["score"])
            assert points == data["scores"]
            mean = sum(points) / players
            assert states["margin"].returns() == pytest.approx([x - mean for x in points], abs=1e-12)
            assert sum(states["margin"].returns()) == pytest.approx(0, abs=1e-9)
            best = winners(data) if data["phase"] == "OVER" else []
            assert states["win"].returns() == [1 / len(best) if q in best else 0 for q in range(players)]
            if data["phase"] == "OVER":
                break
            action = numbers.choice(states["score"].legal_actions())
            for state in states.values():
                state.apply_action(action)
    low, high = (-34 if players == 5 else -40) * 4, 3 * 4
    spread = (players - 1) / players * (high - low)
    bounds = {u: (game.min_utility, game.max_utility) for u, game in games.items()}
    assert bounds == {"score": (low, high), "margin": (pytest.approx(-spread), pytest.approx(spread)), "win": (0, 1)}
    assert [game.utility_sum for game in games.values()] == [None, 0, 1]


# --- single rules with few cases: all of them --------------------------------------------------------------------------


def last_card(game: Any, winner: int, **more: Any) -> Any:
    """Seat `winner` leads its last card; every other seat has one card of one dot."""
    hands = [f"b{5 + seat}" for seat in range(game.num_players)]
    return onda.position(game, hands=hands, to_act=winner, **more)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_next_starter_among_all_sets_of_lowest_seats(players: int, backend: str) -> None:
    """O-7.8: clockwise from the winner's left, the winner itself last."""
    game = uneri.load_game("onda", backend=backend, players=players)
    for winner in range(players):
        for size in range(1, players + 1):
            for lowest in itertools.combinations(range(players), size):
                totals = [-20 if seat in lowest else -15 for seat in range(players)]
                before = [total - (3 if seat == winner else -1) for seat, total in enumerate(totals)]
                state = last_card(game, winner, scores=before)
                state.apply_action(state.legal_actions()[-1])
                data = state.to_dict()
                assert data["scores"] == totals
                wanted = next(q % players for q in range(winner + 1, winner + 1 + players) if q % players in lowest)
                assert (data["starter"], data["leader"], data["prev_winner"]) == (wanted, wanted, winner)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_who_wins_the_game(players: int, backend: str) -> None:
    """O-7.9: points, then round wins, then shared."""
    game = uneri.load_game("onda", backend=backend, players=players, utility="win", rounds=4)
    numbers, shared = random.Random(players), 0
    for _ in range(60):
        last, wins = numbers.randrange(players), [0] * players
        for _ in range(3):
            wins[numbers.randrange(players)] += 1
        previous = numbers.choice([q for q in range(players) if wins[q]])
        totals = [numbers.choice([1, 2]) for _ in range(players)]
        before = [total - (3 if seat == last else -1) for seat, total in enumerate(totals)]
        state = last_card(game, last, round=4, scores=before, round_wins=wins, prev_winner=previous)
        state.apply_action(state.legal_actions()[-1])
        assert state.is_terminal()
        wins[last] += 1
        best = [q for q in range(players) if totals[q] == max(totals)]
        best = [q for q in best if wins[q] == max(wins[r] for r in best)]
        shared += len(best) > 1
        assert state.returns() == [1 / len(best) if q in best else 0 for q in range(players)]
    assert shared > 3


def test_one_known_card_goes_for_each_card_played(backend: str) -> None:
    """O-8.4 with two equal cards taken back: each card of that kind played face up takes one entry with it."""
    game = uneri.load_game("onda", backend=backend, reveal_returned=True)
    state = onda.position(game, hands=["b9 b9 g2", "b5", "b6", "b7"], known=["b9 b9", "", "", ""])
    one, both, other = state.clone(), state.clone(), state.clone()
    one.apply_action(one.parse_action("SINGLE b9"))
    both.apply_action(both.parse_action("SET2 9 bb"))
    other.apply_action(other.parse_action("SINGLE g2"))
    assert [x.to_dict()["known"][0] for x in (one, both, other)] == [[8], [], [8, 8]]


# --- the tables of 6.2 against the library's --------------------------------------------------------------------------


def test_every_id_is_that_of_the_table(backend: str) -> None:
    """O-1.2, O-6.2"""
    assert list(PLAYS) == list(range(36, 584))
    game = uneri.load_game("onda", backend=backend)
    assert game.num_distinct_actions == 584
    fixed = ["PASS", "TURN", "SLOT_LOW", "SLOT_HIGH", "DIAL_KEEP", "DIAL_ADVANCE"]
    names = fixed + [f"HIDE {'bg'[k // 15]}{k % 15 + 1}" for k in range(30)] + [p.name for p in PLAYS.values()]
    assert [game.action_to_string(0, a) for a in range(584)] == names
    assert [game.parse_action(name) for name in names] == list(range(584))
    assert [game.action_to_string(-1, k) for k in range(30)] == [f"{'bg'[k // 15]}{k % 15 + 1}" for k in range(30)]


def test_plays_are_described_as_in_the_table() -> None:
    for a, play in PLAYS.items():
        described = onda.describe_play(a)
        assert (described.shape, described.rank) == (play.shape, play.rank)
        assert onda.play_name(a) == play.name
        assert onda.SHAPES[play.shape] == SHAPES[play.shape]


@pytest.mark.parametrize("tide", [0, 1])
def test_beats_is_the_definition_for_every_pair_of_ids(tide: int) -> None:
    ids = np.arange(36, 584, dtype=np.int32)
    for a, play in PLAYS.items():
        wanted = [better(play, other, tide) for other in PLAYS.values()]
        assert onda.beats(np.full(548, a, np.int32), ids, tide).tolist() == wanted


def test_lists_of_plays_are_the_definition() -> None:
    """all_combos, beaters and is_boss give the very ids of the table, not only as many."""
    numbers = random.Random(5)
    deck = [k for k in range(30) for _ in range(2)]
    for size in [0, 1, 2, *(numbers.randint(3, 30) for _ in range(60))]:
        cards = numbers.sample(deck, size)
        hand = [cards.count(k) for k in range(30)]
        natural = [a for a, p in NATURAL.items() if cards_fit(p, hand)]
        every = [a for a, p in PLAYS.items() if cards_fit(p, hand)]
        assert onda.all_combos(hand) == natural
        assert onda.all_combos(hand, 1) == onda.all_combos(hand, 2) == every
        a, tide = numbers.choice(list(PLAYS)), numbers.randint(0, 1)
        wanted = [b for b in natural if better(PLAYS[b], PLAYS[a], tide)]
        assert onda.beaters(a, tide, hand) == wanted
        assert onda.is_boss(a, tide, hand) == (not wanted)
