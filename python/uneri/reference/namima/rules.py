"""Namima by the book: the rules in plain Python, beside docs/games/namima.md. Tags such as N-5.9 name the rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..common import CHANCE, TERMINAL, Game, at, plus
from .melds import best as best_worth
from .melds import holds, minus, with_card
from .melds import is_complete as complete
from .melds import penalty as hand_penalty
from .need import Position
from .need import legal_melds as melds_to_expose
from .need import waits as hand_waits
from .options import Options
from .state import ACT, CHANCE_PHASES, DEAL, DRAW, FIRST_DISCARD, ME, NONE, OVER, PASS, SEAT, WIN, WON, State


class Rules(Options, Game):
    """The game with its options (0.2)."""

    codec_version = 2  # of saved states: since then, seats after `to_act` may still be asked WON (N-5.6)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        listed, n = self.options["variant"], self.num_players
        kinds, melds, layoffs = len(self.tables.cap), len(self.tables.melds), len(self.tables.layoffs)
        self.kinds = kinds
        self.first_meld = FIRST_DISCARD + kinds  # action ids (N-5.11)
        self.first_layoff = self.first_meld + melds
        self.first_riichi = self.first_layoff + layoffs
        self.num_distinct_actions = self.first_riichi + kinds
        self.max_chance_outcomes = max(kinds, n)
        discards = min(kinds, self.tables.deal + 1) * (2 if self.riichi else 1)
        self.max_legal_actions = 1 + discards + melds + layoffs
        cards = sum(self.tables.cap)
        wall = cards - n * self.tables.deal
        self.max_game_length = self.games * ((2 * n - 1) * wall + cards)  # N-8.4
        self.max_chance_nodes = self.games * cards + (1 if self.first_seat == -1 else 0)
        self.most_a_game = 3250 if isinstance(listed, str) else self.custom_bound()
        self.max_score = self.most_a_game * self.games
        self.min_score = -self.max_score

    def custom_bound(self) -> int:
        """Return the most by which a game of a custom rule set changes a score, the pot included (N-8.4)."""
        tables, n = self.tables, self.num_players
        dearest = max(tables.penalty) + 1
        meld_points = max(max(meld.open, meld.closed) for meld in tables.melds)
        rules, pays = tables.rules, tables.rules.payments
        combos = sum(rules.combos.values()) + sum(combo.points for combo in rules.own_combos.values())
        hand_points = pays["riichi"] * (tables.deal * (meld_points + combos) + 2 * tables.deal)
        return 2 * (pays["closed"] * (n - 1) * (tables.deal + 1) * dearest + (n - 2 + pays["deal_in"]) * hand_points)

    def next_seat(self, seat: int) -> int:
        """Clockwise (N-4.1)."""
        return (seat + 1) % self.num_players

    # --- Setup (4) ---

    def initial(self) -> State:
        """Return the state before the first dealer is drawn, or before the first card is dealt."""
        start = self.new_game(0, (0,) * self.num_players, 0, self.first_seat)
        return replace(start, phase=SEAT, to_act=NONE) if self.first_seat == -1 else start

    def new_game(self, game: int, score: tuple[int, ...], pot: int, dealer: int) -> State:
        """Return all cards to the deck; the scores and the pot stay (N-4.3)."""
        n, nothing = self.num_players, (0,) * self.kinds
        return State(
            game=game,
            score=score,
            pot=pot,
            dealer=dealer,
            turn=dealer,
            phase=DEAL,
            to_act=0,
            hand=(nothing,) * n,
            exposed=((),) * n,
            thrown=(nothing,) * n,
            lying=nothing,
            wall=self.tables.cap,
            declared=(False,) * n,
        )

    # --- Whose node it is, and what may be done (5.2 to 5.4) ---

    def player(self, s: State) -> int:
        """Return the seat to act, CHANCE or TERMINAL."""
        if s.phase in CHANCE_PHASES:
            return CHANCE
        return TERMINAL if s.phase == OVER else s.to_act

    def weights(self, s: State) -> list[tuple[int, int]]:
        """List the outcomes of a chance node (N-5.12)."""
        if s.phase == SEAT:
            return [(seat, 1) for seat in range(self.num_players)]
        return [(kind, count) for kind, count in enumerate(s.wall) if count > 0]

    def legal(self, s: State) -> list[int]:
        """List the legal actions, or the outcomes of a chance node, ascending."""
        if s.phase in CHANCE_PHASES:
            return [outcome for outcome, _ in self.weights(s)]
        if s.phase == ACT:
            return self.legal_in_act(s)
        if s.phase == WON:
            return [PASS, WIN] if self.can_win_with(s, s.to_act, s.claim) else [PASS]
        if s.phase == ME:
            return [PASS, *(self.first_meld + m for m in self.melds_with(s, s.to_act, s.claim))]  # N-5.5
        return []

    def legal_in_act(self, s: State) -> list[int]:
        """N-5.3, N-9.1, N-9.3."""
        seat = s.to_act
        hand, exposed = s.hand[seat], s.exposed[seat]
        actions = [WIN] if self.can_win(s, seat) else []
        if s.declared[seat]:
            return [*actions, FIRST_DISCARD + s.drawn]
        held = [kind for kind in range(self.kinds) if hand[kind] > 0]
        actions += [FIRST_DISCARD + kind for kind in held]
        actions += [self.first_meld + m for m in melds_to_expose(self.tables, hand, None)]
        if sum(hand) >= 3:
            for number, layoff in enumerate(self.tables.layoffs):
                if layoff.source in exposed and hand[layoff.kind] > 0:
                    actions.append(self.first_layoff + number)
        actions += [self.first_riichi + kind for kind in held if self.why_not_riichi(s, seat, kind) is None]
        return actions

    def why_not(self, s: State, a: int) -> str | None:
        """Return the rule that forbids an action or outcome, as a sentence with its tag; None if it is legal."""
        if s.phase == SEAT:
            return None if a < self.num_players else f"There is no seat {a}, only 0 to {self.num_players - 1} (N-5.12)"
        if s.phase in CHANCE_PHASES:
            return None if a < self.kinds and s.wall[a] > 0 else f"The wall has no {self.kind_text(a)} (N-5.12)"
        if s.phase == OVER:
            return "The match is over after its last game (N-8.1)"
        seat = s.to_act
        if a == PASS:
            return "A seat does not pass in its own turn (N-5.3)" if s.phase == ACT else None
        if a == WIN:
            return self.why_not_win(s, seat)
        if a < self.first_meld:
            return self.why_not_discard(s, seat, a - FIRST_DISCARD)
        if s.declared[seat] and a < self.first_riichi:
            return "A seat that has declared riichi makes no melds and lays nothing off (N-9.3)"
        if a < self.first_layoff:
            return self.why_not_meld(s, seat, a - self.first_meld)
        if s.phase != ACT:
            return f"Another seat's discard can be called for a win or a meld only ({'N-5.6' if s.phase == WON else 'N-5.8'})"
        if a < self.first_riichi:
            return self.why_not_layoff(s, seat, a - self.first_layoff)
        return self.why_not_riichi(s, seat, a - self.first_riichi)

    def kind_text(self, kind: int) -> str:
        """Return the name of a kind; for an outcome without a kind, its number."""
        return self.tables.names[kind] if kind < self.kinds else f"kind {kind}"

    def why_not_win(self, s: State, seat: int) -> str | None:
        """N-5.3, N-5.7, N-9.5."""
        if s.phase == ACT:
            lacking = "The hand is not complete: no arrangement takes every card (N-3.17)"
            return None if self.can_win(s, seat) else lacking
        if s.phase == ME:
            return "The seat is asked for a meld: it cannot win with this discard, or has passed that (N-5.6)"
        claim = self.kind_text(s.claim)
        if self.bars_row(s, seat, s.claim):
            return f"After riichi the seat cannot win with {claim}, which lies in its own pile (N-9.5)"
        return None if self.can_win_with(s, seat, s.claim) else f"The hand is not complete with {claim} (N-5.7)"

    def why_not_discard(self, s: State, seat: int, kind: int) -> str | None:
        """N-5.3, N-9.3."""
        if s.phase != ACT:
            return "A seat discards only in its own turn, after a draw (N-5.3)"
        if s.declared[seat] and kind != s.drawn:
            return f"After riichi the seat discards only what it has drawn, {self.kind_text(s.drawn)} (N-9.3)"
        return None if s.hand[seat][kind] > 0 else f"The seat has no concealed {self.kind_text(kind)} (N-5.3)"

    def why_not_meld(self, s: State, seat: int, meld: int) -> str | None:
        """N-5.3, N-5.8."""
        hand, cards, text = s.hand[seat], self.tables.counts[meld], self.tables.meld_text(meld)
        if s.phase == WON:
            return "The seat is asked whether it wins with the discard, not yet for a meld (N-5.6)"
        tag = "N-5.3"
        if s.phase == ME:
            tag = "N-5.8"
            if cards[s.claim] == 0:
                return f"The meld {text} does not hold the discard, {self.kind_text(s.claim)} (N-5.8)"
            cards = with_card(cards, s.claim, -1)
        if not holds(hand, cards):
            lacking = next(kind for kind in range(self.kinds) if hand[kind] < cards[kind])
            return f"The seat has {hand[lacking] or 'no'} concealed {self.kind_text(lacking)}, and {text} needs {cards[lacking]} ({tag})"
        return None if sum(hand) > sum(cards) else f"The meld {text} would leave the seat no concealed card ({tag})"

    def why_not_layoff(self, s: State, seat: int, number: int) -> str | None:
        """N-5.3."""
        layoff = self.tables.layoffs[number]
        if layoff.source not in s.exposed[seat]:
            return f"The seat has not exposed {self.tables.meld_text(layoff.source)} (N-5.3)"
        if s.hand[seat][layoff.kind] == 0:
            return f"The seat has no concealed {self.kind_text(layoff.kind)} (N-5.3)"
        return None if sum(s.hand[seat]) >= 3 else "A lay-off needs at least three concealed cards (N-5.3)"

    def why_not_riichi(self, s: State, seat: int, kind: int) -> str | None:
        """N-9.1."""
        if not self.riichi:
            return "The game is played without riichi, an option (N-9.1)"
        if s.declared[seat]:
            return "The seat has declared riichi already (N-9.1)"
        if s.hand[seat][kind] == 0:
            return f"The seat has no concealed {self.kind_text(kind)} (N-9.1)"
        if s.exposed[seat]:
            return "A seat that has exposed a meld cannot declare riichi (N-9.1)"
        if not any(s.wall):
            return "The wall has no cards left, so nobody can declare riichi (N-9.1)"
        rest = with_card(s.hand[seat], kind, -1)
        ready_for, _ = hand_waits(self.tables, Position(rest, (), None, (0,) * self.kinds))
        if not self.tables.rules.riichi_row:
            return None if ready_for else f"Without {self.kind_text(kind)} the hand waits for nothing (N-9.1)"
        if any(wait != kind and s.thrown[seat][wait] == 0 for wait in ready_for):
            return None
        return f"Without {self.kind_text(kind)} the hand waits for nothing outside its own pile (N-9.1)"

    def can_win(self, s: State, seat: int) -> bool:
        """N-5.3: return whether the concealed cards and the exposed melds are complete."""
        return complete(self.tables, s.hand[seat], tuple(sorted(s.exposed[seat])))

    def bars_row(self, s: State, seat: int, kind: int) -> bool:
        """N-9.5: return whether the own pile keeps the seat from winning with the discard."""
        return self.tables.rules.riichi_row and s.declared[seat] and s.thrown[seat][kind] > 0

    def can_win_with(self, s: State, seat: int, kind: int) -> bool:
        """N-5.7, and N-9.5: a seat in riichi cannot win with a kind of its own pile."""
        if self.bars_row(s, seat, kind):
            return False
        return complete(self.tables, with_card(s.hand[seat], kind), tuple(sorted(s.exposed[seat])), kind)

    def melds_with(self, s: State, seat: int, kind: int) -> list[int]:
        """List the melds that a seat can make with a discard (N-5.8); none after riichi."""
        return [] if s.declared[seat] else melds_to_expose(self.tables, s.hand[seat], kind)

    # --- The state machine (5) ---

    def apply(self, s: State, a: int) -> State:
        """Return the state after a legal action or a possible outcome."""
        if s.phase == SEAT:
            return self.new_game(0, s.score, s.pot, a)
        if s.phase == DEAL:
            return self.apply_deal(s, a)
        if s.phase == DRAW:
            return self.apply_draw(s, a)
        if a == WIN:
            return self.apply_win(s)
        if a == PASS:
            questions = self.questions(s)
            asked = questions.index((s.phase, s.to_act))
            return self.ask(s, questions[asked + 1 :])
        if a < self.first_meld:
            return self.apply_discard(s, a - FIRST_DISCARD)
        if a < self.first_layoff:
            return self.apply_meld(s, a - self.first_meld)
        if a < self.first_riichi:
            return self.apply_layoff(s, a - self.first_layoff)
        declared = at(s.declared, s.to_act, True)  # N-9.2
        return self.apply_discard(replace(s, declared=declared), a - self.first_riichi)

    def apply_deal(self, s: State, kind: int) -> State:
        """Deal one card to the seat whose turn it is; it gets all its cards before the next seat's (R-2)."""
        hand = with_card(s.hand[s.to_act], kind)
        s = replace(s, hand=at(s.hand, s.to_act, hand), wall=with_card(s.wall, kind, -1))
        if sum(hand) < self.tables.deal:
            return s
        if s.to_act + 1 < self.num_players:
            return replace(s, to_act=s.to_act + 1)
        return self.begin_turn(s, s.dealer)

    def begin_turn(self, s: State, seat: int) -> State:
        """N-5.2: begin a turn with a draw; with an empty wall the game is exhausted."""
        s = replace(s, turn=seat, phase=DRAW, to_act=NONE, drawn=NONE, claim=NONE)
        return s if any(s.wall) else self.exhausted(s)

    def apply_draw(self, s: State, kind: int) -> State:
        """Add the drawn card to the concealed cards of the seat whose turn it is (N-5.2)."""
        hand = with_card(s.hand[s.turn], kind)
        return replace(
            s, phase=ACT, to_act=s.turn, hand=at(s.hand, s.turn, hand), wall=with_card(s.wall, kind, -1), drawn=kind
        )

    def apply_discard(self, s: State, kind: int) -> State:
        """N-5.10; the dealer's first discard sets the dora suit (N-9.6). Then the others may call."""
        seat = s.to_act
        if self.dora and seat == s.dealer and s.dora == NONE:
            s = replace(s, dora=self.tables.colour(kind))  # N-9.7
        s = replace(
            s,
            hand=at(s.hand, seat, with_card(s.hand[seat], kind, -1)),
            thrown=at(s.thrown, seat, with_card(s.thrown[seat], kind)),
            lying=with_card(s.lying, kind),
            drawn=NONE,
            claim=kind,
        )
        return self.ask(s, self.questions(s))

    def questions(self, s: State) -> list[tuple[int, int]]:
        """List all questions of a call window, as (phase, seat), the strongest claim first (N-5.6).

        The nearest seat comes first, with `won` before its own `me`; the switch `won_first` puts every `won` first.
        """
        seats = [(s.turn + i) % self.num_players for i in range(1, self.num_players)]
        if self.tables.rules.won_first:
            return [(phase, seat) for phase in (WON, ME) for seat in seats]
        return [(phase, seat) for seat in seats for phase in (WON, ME)]

    def ask(self, s: State, questions: Sequence[tuple[int, int]]) -> State:
        """Ask the first seat that has such a call; without one the next turn begins (N-5.6)."""
        for phase, seat in questions:
            can_call = self.can_win_with(s, seat, s.claim) if phase == WON else self.melds_with(s, seat, s.claim)
            if can_call:
                return replace(s, phase=phase, to_act=seat)
        return self.begin_turn(s, self.next_seat(s.turn))

    def apply_meld(self, s: State, m: int) -> State:
        """Expose a meld: by a self-call (N-5.3), or with the discard, which leaves the pile (N-5.8, N-5.10). Nobody
        discards, and the next turn is that of the seat after the one whose turn it was (N-5.9)."""
        hand, lying = s.hand[s.to_act], s.lying
        if s.phase == ME:
            hand, lying = with_card(hand, s.claim), with_card(lying, s.claim, -1)
        s = replace(
            s,
            hand=at(s.hand, s.to_act, minus(hand, self.tables.counts[m])),
            exposed=at(s.exposed, s.to_act, (*s.exposed[s.to_act], m)),
            lying=lying,
        )
        return self.begin_turn(s, self.next_seat(s.turn))

    def apply_layoff(self, s: State, number: int) -> State:
        """Replace the first such exposed meld by the larger one; the seat acts again (N-5.3)."""
        layoff, seat = self.tables.layoffs[number], s.to_act
        place = s.exposed[seat].index(layoff.source)
        return replace(
            s,
            hand=at(s.hand, seat, with_card(s.hand[seat], layoff.kind, -1)),
            exposed=at(s.exposed, seat, at(s.exposed[seat], place, layoff.target)),
        )

    # --- The end of a game and the match (6 to 8) ---

    def penalty(self, s: State, seat: int) -> int:
        """N-7.1, N-9.8."""
        return hand_penalty(self.tables, s.hand[seat], None if s.dora == NONE else s.dora)

    def apply_win(self, s: State) -> State:
        """Make the others pay for a complete hand (N-6.1)."""
        winner, claimed = s.to_act, None if s.phase == ACT else s.claim
        dealt_in = None if claimed is None else s.turn
        if claimed is not None:
            hand = with_card(s.hand[winner], claimed)
            s = replace(s, hand=at(s.hand, winner, hand), lying=with_card(s.lying, claimed, -1))
        dora = None if s.dora == NONE else s.dora
        worth = best_worth(self.tables, s.hand[winner], tuple(sorted(s.exposed[winner])), claimed, dora)  # N-6.2, N-7.4
        assert worth is not None, "WIN is only legal with a complete hand"
        pays = self.tables.rules.payments
        points = worth.points * (pays["riichi"] if s.declared[winner] else 1)  # N-9.4
        factor = 1 if s.exposed[winner] else pays["closed"]  # N-7.6

        score = list(s.score)
        for seat in range(self.num_players):
            if seat != winner:
                payment = factor * self.penalty(s, seat) + points * (pays["deal_in"] if seat == dealt_in else 1)
                score[seat] -= payment
                score[winner] += payment
        score[winner] += s.pot  # N-7.7
        return self.end_game(replace(s, score=tuple(score), pot=0))

    def exhausted(self, s: State) -> State:
        """Let everybody pay into the pot (N-6.3, N-7.8)."""
        fees = [self.penalty(s, seat) for seat in range(self.num_players)]
        score = tuple(score - fee for score, fee in zip(s.score, fees, strict=True))
        return self.end_game(replace(s, score=score, pot=s.pot + sum(fees)))

    def end_game(self, s: State) -> State:
        """Begin the next game (N-6.4, N-8.1), or end the match: the best seat takes the pot (N-8.2)."""
        if s.game + 1 < self.games:
            return self.new_game(s.game + 1, s.score, s.pot, self.next_seat(s.dealer))
        n = self.num_players
        first_dealer = (s.dealer - s.game) % n
        clockwise = [(first_dealer + i) % n for i in range(n)]
        leader = next(seat for seat in clockwise if s.score[seat] == max(s.score))
        score = at(s.score, leader, s.score[leader] + s.pot)
        return replace(s, score=score, pot=0, phase=OVER, to_act=NONE, drawn=NONE, claim=NONE)

    def points(self, s: State) -> list[int]:
        """N-8.3; no score includes the pot."""
        return list(s.score)

    def winners(self, s: State) -> list[int]:
        """N-8.3"""
        return [seat for seat in range(self.num_players) if s.score[seat] == max(s.score)]

    # --- Functions of the other modules ---

    def unseen(self, s: State, seat: int) -> tuple[int, ...]:
        """Count the cards that a seat cannot place (N-10.5)."""
        exposed = self.tables.cards_of(m for melds in s.exposed for m in melds)
        return minus(self.tables.cap, plus(plus(s.hand[seat], s.lying), exposed))
