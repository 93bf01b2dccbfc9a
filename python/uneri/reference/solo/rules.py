"""SOLO, written from the rules text for reading.

Tags such as S-4.6 are those of the rules text, R-1 .. R-7 the rules that all games share.
"""

from __future__ import annotations

from dataclasses import replace

from ..common import CHANCE, TERMINAL, Game, at
from .cards import (
    ANY,
    COLOUR,
    COLOUR_WORDS,
    DRAW,
    EMPTY,
    GAME,
    JUMP,
    KEEP,
    KIND_NAMES,
    KINDS,
    NO_JUMP,
    PLAY_DRAWN,
    REVERSE,
    SIT,
    SKIP,
    SOLO_DECLARE,
    SOLO_SILENT,
    SWAP,
    TAKE,
    WD4,
    WILD,
    colour,
    extenders,
    held,
    is_black,
    is_draw2,
    is_number,
    is_swap,
    matches,
    playable,
    plus,
    symbol,
)
from .options import Options
from .state import CHANCE_PHASES, MOST_PENDING, State, size

CHAIN_NAMES = {"D2": "Draw2", "W4": "WD4", None: ""}


class Rules(Options, Game):
    """The game with its options (0.2)."""

    name = GAME

    # --- setup (section 2) ---

    def initial(self) -> State:
        """Return the state before the first chance node."""
        start = (self.start_points,) * self.num_players  # S-2.1
        if self.first_seat >= 0:  # S-2.5
            return self.new_round(1, start, self.first_seat)
        return replace(self.new_round(0, start, -1), phase="SEAT", to_act=-1, left=0)

    def new_round(self, number: int, points: tuple[int, ...], starter: int) -> State:
        """Return a round with all cards in the draw pile, the first about to be dealt to seat 0 (S-2.2, S-7.6)."""
        n = self.num_players
        return State(
            round=number,
            points=points,
            starter=starter,
            hand=(EMPTY,) * n,
            known=((EMPTY,) * n,) * n,
            draw_pile=self.pack.cards,
            discard=EMPTY,
            phase="DEAL",
            to_act=0,
            left=self.pack.deal,
        )

    def deal(self, s: State, k: int) -> State:
        """Deal to one seat after the other; then cards are turned over (S-2.2)."""
        s = self.give(s, s.to_act, k)
        if s.left > 1:
            return replace(s, left=s.left - 1)
        if s.to_act < self.num_players - 1:
            return replace(s, to_act=s.to_act + 1, left=self.pack.deal)
        return replace(s, phase="FLIP", to_act=-1, left=0)

    def flip(self, s: State, k: int) -> State:
        """Turn over a card; the first number card starts the play (S-2.3, S-2.4)."""
        s = replace(s, draw_pile=plus(s.draw_pile, k, -1), discard=plus(s.discard, k), top=k)
        if is_number(k):
            s = replace(s, active_colour=colour(k), turns=1 if self.turn_cap > 0 else 0)
            asked = self.asked(s, s.starter, -1) if self.jump_on_first_card else []
            s = self.act(s, s.starter)
            return replace(s, phase="JUMP", to_act=asked[0], next_turn=s.starter) if asked else s
        if sum(s.draw_pile) == 0:
            return self.new_round(s.round, s.points, s.starter)
        return s

    # --- whose turn, and what may be done (4.1) ---

    def player(self, s: State) -> int:
        """Return the seat to act, CHANCE or TERMINAL."""
        if s.phase in CHANCE_PHASES:
            return CHANCE
        return TERMINAL if s.phase == "OVER" else s.to_act

    def next(self, s: State, p: int, d: int) -> int:
        """Return the seat d places after p in the direction of play (section 3)."""
        return (p + s.dir * d) % self.num_players

    def legal(self, s: State) -> list[int]:
        """List the legal actions, or the outcomes of a chance node, ascending."""
        if s.phase in CHANCE_PHASES:
            return [outcome for outcome, _ in self.weights(s)]
        if s.phase == "TURN":
            return [*playable(s.hand[s.to_act], s.top, s.active_colour), DRAW]
        if s.phase == "RESPOND":
            return [*extenders(s.hand[s.to_act], s.top, s.active_colour, s.chain, self.extend_any_wild), TAKE]
        if s.phase == "SWAP":
            return [SWAP + offset for offset in range(1, self.num_players)]
        fixed = {
            "DRAWN": [PLAY_DRAWN, KEEP],
            "SOLO": [SOLO_DECLARE, SOLO_SILENT],
            "COLOUR": [COLOUR, COLOUR + 1, COLOUR + 2, COLOUR + 3],
            "JUMP": [JUMP, NO_JUMP],
            "OVER": [],
        }
        return fixed[s.phase]

    def weights(self, s: State) -> list[tuple[int, int]]:
        """List the outcomes of a chance node with their number of copies in the draw pile (S-2.6)."""
        if s.phase == "SEAT":
            return [(seat, 1) for seat in range(self.num_players)]
        return [(k, s.draw_pile[k]) for k in held(s.draw_pile)]

    def why_not(self, s: State, a: int) -> str | None:
        """Return the rule that forbids an action or outcome, as a sentence with its tag; None if it is legal."""
        if s.phase == "SEAT":
            return None if a < self.num_players else f"There is no seat {a}, only 0 to {self.num_players - 1} (S-2.6)"
        if s.phase in CHANCE_PHASES:
            return None if s.draw_pile[a] > 0 else f"The draw pile has no {KIND_NAMES[a]} (S-2.6)"
        if s.phase in ("TURN", "RESPOND"):
            return self.why_not_in_turn(s, a)
        if s.phase == "SWAP" and SWAP + self.num_players <= a < SOLO_DECLARE:
            return f"The {self.num_players} seats allow no SWAP above {self.num_players - 1} (S-5.5)"
        allowed, sentence = {
            "DRAWN": ((PLAY_DRAWN, KEEP), "The card just drawn is put down or kept: PLAY_DRAWN or KEEP (S-4.2)"),
            "SOLO": (
                (SOLO_DECLARE, SOLO_SILENT),
                "With two cards in hand the seat declares or stays silent: SOLO_DECLARE or SOLO_SILENT (S-4.5)",
            ),
            "COLOUR": (
                range(COLOUR, SWAP + 1),
                "The seat names a colour for its black card: COLOUR R, G, B or Y (S-5.5)",
            ),
            "SWAP": (
                range(SWAP + 1, SWAP + self.num_players),
                f"The seat exchanges hands with another one: SWAP 1 to SWAP {self.num_players - 1} (S-5.5)",
            ),
            "JUMP": ((JUMP, NO_JUMP), "The seat may jump in with the card on top or decline: JUMP or NO_JUMP (S-4.7)"),
            "OVER": ((), f"The game is over after its last round ({'S-7.4' if min(s.points) < 0 else 'S-7.5'})"),
        }[s.phase]
        return None if a in allowed else sentence

    def why_not_in_turn(self, s: State, a: int) -> str | None:
        """Do the same in a turn (S-4.1) or with cards pending (S-4.4)."""
        if a < KINDS:
            if s.hand[s.to_act][a] == 0:
                return f"The hand has no {KIND_NAMES[a]} ({'S-4.1' if s.phase == 'TURN' else 'S-4.4'})"
            if s.phase == "TURN":
                return None if self.is_playable(s, a) else self.no_match(s, a, "S-5.1")
            return None if self.is_extension(s, a) else self.no_extension(s, a)
        if a == DRAW:
            pending = f"{s.pending} cards are pending, so the seat extends or plays TAKE (S-4.4)"
            return None if s.phase == "TURN" else pending
        if a == TAKE:
            return None if s.phase == "RESPOND" else "No cards are pending, so there is nothing to take (S-4.4)"
        if a in (PLAY_DRAWN, KEEP):
            return "The seat has not just drawn a card that matches (S-4.2)"
        if a in (SOLO_DECLARE, SOLO_SILENT):
            return "A seat declares only when it puts down one of two cards (S-4.5)"
        if a in (JUMP, NO_JUMP):
            return "A seat whose turn it is does not jump in: it can put the card down (S-4.7)"
        what = "A colour is named" if a <= SWAP else "Hands are exchanged"
        return f"{what} only after a card that asks for it (S-5.5)"

    def no_match(self, s: State, k: int, tag: str) -> str:
        """Return the reason why a kind does not match."""
        asked = f"the active colour, {COLOUR_WORDS[s.active_colour]}"
        if is_black(s.top):
            return f"{KIND_NAMES[k]} does not have {asked} ({tag})"
        return f"{KIND_NAMES[k]} has neither {asked}, nor the symbol of {KIND_NAMES[s.top]} ({tag})"

    def no_extension(self, s: State, k: int) -> str:
        """Return the reason why a kind does not extend the chain."""
        if not self.extend_any_wild:
            return f"{KIND_NAMES[k]} does not extend the chain: only another {CHAIN_NAMES[s.chain]} does (S-5.7)"
        if is_draw2(k) and s.chain == "D2":
            return self.no_match(s, k, "S-5.8")
        return f"{KIND_NAMES[k]} does not extend the chain: only black cards and Draw2 on Draw2 do (S-5.8)"

    def is_playable(self, s: State, k: int) -> bool:
        """S-5.1, word by word."""
        black = k in (WILD, WD4, SIT)
        same_colour = not black and colour(k) == s.active_colour
        same_symbol = not black and 0 <= s.top < WILD and symbol(k) == symbol(s.top)
        return black or s.active_colour == ANY or same_colour or same_symbol

    def is_extension(self, s: State, k: int) -> bool:
        """S-5.7 and S-5.8, word by word."""
        draw2 = k in (11, 24, 37, 50)
        if self.extend_any_wild:
            return k >= WILD or (draw2 and s.chain == "D2" and self.is_playable(s, k))
        return (s.chain == "D2" and draw2) or (s.chain == "W4" and k == WD4)

    # --- the state machine (section 4) ---

    def apply(self, s: State, a: int) -> State:
        """Return the state after a legal action or a possible outcome."""
        p = s.to_act
        if s.phase == "SEAT":
            return self.new_round(1, s.points, a)
        if s.phase == "DEAL":
            return self.deal(s, a)
        if s.phase == "FLIP":
            return self.flip(s, a)
        if s.phase == "PULL":
            return self.pulled(s, a)
        if s.phase == "TURN" and a == DRAW:
            return self.draw(s, p)
        if s.phase == "RESPOND" and a == TAKE:  # S-4.4
            return self.pull(replace(s, pending=0, chain=None), p, s.pending, "take")
        if s.phase == "DRAWN":
            return self.choose(s, p, s.drawn, just_drawn=True) if a == PLAY_DRAWN else self.end_turn(s, p)
        if s.phase == "SOLO":
            return self.put(s, p, s.want, declared=a == SOLO_DECLARE)
        if s.phase == "COLOUR":
            return self.colour_named(s, a - COLOUR)
        if s.phase == "SWAP":
            return self.go_on(self.exchange(s, p, (p + a - SWAP) % self.num_players), 1)
        if s.phase == "JUMP":
            return self.choose(s, p, s.top) if a == JUMP else self.declined(s)
        return self.choose(s, p, a)  # S-5.9

    def act(self, s: State, p: int) -> State:
        """Begin seat p's turn: with cards pending it must answer them first."""
        s = replace(s, left=0, why=None, drawn=-1, want=-1, next_turn=-1, ended=-1)
        return replace(s, phase="RESPOND" if s.pending > 0 else "TURN", to_act=p)

    def pass_turn(self, s: State, t: int, ended: int) -> State:
        """Count the next turn, which is seat t's; the window comes before it (S-4.6 steps 6 and 7, S-7.3)."""
        if self.turn_cap > 0:
            s = replace(s, turns=s.turns + 1)
            if s.turns > self.turn_cap:
                return self.score(s, None)
        askable = self.asked(s, t, ended)  # S-5.12
        if not askable:
            return self.act(s, t)
        s = self.act(s, t)
        return replace(s, phase="JUMP", to_act=askable[0], next_turn=t, ended=ended)

    def end_turn(self, s: State, p: int) -> State:
        """End the turn of p, who put down no card (S-4.2, S-4.9)."""
        return self.pass_turn(s, self.next(s, p, 1), p)

    def asked(self, s: State, t: int, ended: int) -> list[int]:
        """List the seats that a window asks if nobody jumps, in order (S-2.4, S-4.7, S-4.9)."""
        if ended >= 0 and not (self.jump_every_turn and (s.last >= 0 or self.jump_on_first_card)):
            return []
        begin = ended if ended >= 0 else s.last if s.last >= 0 else t
        order = [self.next(s, begin, d) for d in range(1, self.num_players + 1)]
        return [q for q in order if q not in (t, ended) and self.may_jump(s, q)]

    def may_jump(self, s: State, q: int) -> bool:
        """S-4.7 except for T: return whether q holds a card that it may put on its twin."""
        if s.hand[q][s.top] == 0 or not self.jumpable(s.top):  # S-4.10
            return False
        if q == s.last and not self.self_jump_in:
            return False
        return self.jump_in_last_card or size(s, q) > 1

    def jumpable(self, k: int) -> bool:
        """Check the scope of the option `jump_in` (S-5.10)."""
        return {"all": True, "coloured": not is_black(k), "numbers": is_number(k), "none": False}[self.jump_in]

    def declined(self, s: State) -> State:
        """Apply NO_JUMP: the next seat is asked, or T acts (S-4.8)."""
        later = self.still_to_ask(s)[1:]
        return replace(s, to_act=later[0]) if later else self.act(s, s.next_turn)

    def still_to_ask(self, s: State) -> list[int]:
        """In JUMP, list the seat asked and those after it."""
        order = self.asked(s, s.next_turn, s.ended)
        return order[order.index(s.to_act) :]

    # --- drawing (5.5) ---

    def give(self, s: State, p: int, k: int) -> State:
        """Move a card from the draw pile to a hand."""
        return replace(s, draw_pile=plus(s.draw_pile, k, -1), hand=at(s.hand, p, plus(s.hand[p], k)))  # S-5.14

    def refill(self, s: State) -> State:
        """Once the draw pile is empty, turn all discards but the top card into the draw pile (S-5.13)."""
        if sum(s.draw_pile) > 0 or sum(s.discard) <= 1:
            return s
        s = replace(s, known=self.found_out(s))
        return replace(s, draw_pile=plus(s.discard, s.top, -1), discard=plus(EMPTY, s.top))

    def found_out(self, s: State) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """With an empty draw pile, let a seat that knows all other hands but one infer that one too (8.3)."""
        rows = list(s.known)
        for p in range(self.num_players):
            unsure = [q for q in range(self.num_players) if q != p and rows[p][q] != s.hand[q]]
            if len(unsure) == 1:
                rows[p] = at(rows[p], unsure[0], s.hand[unsure[0]])
        return tuple(rows)

    def draw(self, s: State, p: int) -> State:
        """DRAW (S-4.2, S-4.3, S-7.3)."""
        s = self.refill(s)
        if sum(s.draw_pile) > 0:
            return self.pull(s, p, 1, "draw")
        s = replace(s, dead=s.dead + 1)
        return self.score(s, None) if s.dead == self.num_players else self.end_turn(s, p)

    def pull(self, s: State, p: int, count: int, why: str) -> State:
        """Let seat p draw `count` cards, one chance node each; missing cards are forfeited (S-5.13)."""
        if count > 0:
            s = self.refill(s)
            if sum(s.draw_pile) > 0:
                return replace(s, phase="PULL", to_act=p, left=count, why=why)
        if why == "penalty":
            return self.after_debt(s)
        if why == "last":
            return self.score(s, s.last)
        return self.act(s, p)  # take: an ordinary turn follows (S-4.4)

    def pulled(self, s: State, k: int) -> State:
        """Take the drawn card."""
        p, why, left = s.to_act, s.why, s.left - 1
        s = self.give(s, p, k)
        if why != "draw":
            assert why is not None
            return self.pull(s, p, left, why)
        s = replace(s, dead=0)
        # In the last turn before the cap the card is not offered, so that the round's end reveals nothing (S-7.3).
        if matches(k, s.top, s.active_colour) and not 0 < self.turn_cap == s.turns:
            return replace(s, phase="DRAWN", drawn=k, left=0, why=None)
        return self.end_turn(s, p)

    # --- putting a card down (4.4) ---

    def choose(self, s: State, p: int, k: int, just_drawn: bool = False) -> State:
        """Show the card that seat p will put down; with two cards it may declare first (S-4.5)."""
        s = replace(self.act(s, p), known=self.now_known(s, p, k, just_drawn))
        if size(s, p) == 2 and self.solo_call == "manual":  # S-5.15
            return replace(s, phase="SOLO", want=k)
        return self.put(s, p, k, declared=True)

    def now_known(self, s: State, p: int, k: int, just_drawn: bool) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Record that all know p to hold k; a card just drawn comes on top of what they knew (8.3)."""

        def shown(row: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
            if just_drawn:
                return at(row, p, plus(row[p], k))
            return row if row[p][k] > 0 else at(row, p, plus(row[p], k))

        return tuple(row if o == p else shown(row) for o, row in enumerate(s.known))

    def put(self, s: State, p: int, k: int, declared: bool) -> State:
        """S-4.6 steps 1 to 3."""
        hand = plus(s.hand[p], k, -1)
        debtor = s.last if s.due and s.last != p else -1
        s = replace(
            s,
            hand=at(s.hand, p, hand),
            known=tuple(row if row[p][k] == 0 else at(row, p, plus(row[p], k, -1)) for row in s.known),
            discard=plus(s.discard, k),
            top=k,
            dead=0,
            last=p,
            due=sum(hand) == 1 and not declared,  # S-5.16
            want=-1,
        )
        if debtor >= 0:
            return self.pull(s, debtor, self.solo_penalty, "penalty")
        return self.after_debt(s)

    def after_debt(self, s: State) -> State:
        """S-4.6 steps 4 and 5: `last` has put down the top card, and the debt for the card before is void."""
        p, k = s.last, s.top
        if size(s, p) == 0:
            return self.went_out(s)
        s = replace(s, to_act=p, left=0, why=None)
        if k in (WILD, WD4):
            return replace(s, phase="COLOUR")
        if k == SIT:
            return self.go_on(replace(self.rotate(s), active_colour=ANY), 1)
        s = replace(s, active_colour=colour(k))
        if is_swap(k):
            return replace(s, phase="SWAP")
        if is_draw2(k):
            return self.go_on(self.add_pending(s, 2, "D2"), 1)  # S-5.6
        if symbol(k) == SKIP:  # S-5.4
            return self.go_on(s, 2)
        if symbol(k) == REVERSE:
            s = replace(s, dir=-s.dir)
            return self.go_on(s, 2 if self.num_players == 2 and self.reverse_two_player == "skip" else 1)
        return self.go_on(s, 1)

    def go_on(self, s: State, steps: int) -> State:
        """S-4.6 step 6: pass the turn to the seat `steps` places after the one that put down the top card."""
        return self.pass_turn(s, self.next(s, s.last, steps), -1)

    def colour_named(self, s: State, c: int) -> State:
        """Apply the effect of Wild and WD4 (S-5.5)."""
        s = replace(s, active_colour=c)
        return self.go_on(self.add_pending(s, 4, "W4") if s.top == WD4 else s, 1)

    def add_pending(self, s: State, cards: int, chain: str) -> State:
        """Add cards to the pending draw; beyond 112 they are not counted, as there are no more."""
        return replace(s, pending=min(s.pending + cards, MOST_PENDING), chain=chain)  # S-5.11

    def exchange(self, s: State, q: int, r: int) -> State:
        """Swap two hands; everybody follows where they went (S-5.5, S-8.3)."""
        rows = [at(at(row, q, row[r]), r, row[q]) for row in s.known]
        rows[q] = at(at(rows[q], r, s.hand[q]), q, EMPTY)
        rows[r] = at(at(rows[r], q, s.hand[r]), r, EMPTY)
        return replace(s, hand=at(at(s.hand, q, s.hand[r]), r, s.hand[q]), known=tuple(rows))

    def rotate(self, s: State) -> State:
        """Apply SIT: every hand moves to the next seat, and everybody knows the hand it gave away (S-5.5, S-8.3)."""
        n = self.num_players
        giver = [self.next(s, q, -1) for q in range(n)]
        rows = []
        for p in range(n):
            row = [s.known[p][giver[q]] for q in range(n)]
            row[self.next(s, p, 1)] = s.hand[p]
            row[p] = EMPTY
            rows.append(tuple(row))
        return replace(s, hand=tuple(s.hand[giver[q]] for q in range(n)), known=tuple(rows))

    # --- the end of a round and of the game (section 7) ---

    def went_out(self, s: State) -> State:
        """End the round after its last card; as an option it still makes the next seat draw (S-7.1)."""
        cards = 4 if s.top == WD4 else 2 if is_draw2(s.top) else 0
        if not self.last_card_draws or cards == 0:
            return self.score(s, s.last)
        count = min(s.pending + cards, MOST_PENDING)
        return self.pull(replace(s, pending=0, chain=None), self.next(s, s.last, 1), count, "last")

    def score(self, s: State, winner: int | None) -> State:
        """Score the hands; then the game is over or the next round begins (S-7.2 to S-7.6)."""
        seats = range(self.num_players)
        points = tuple(s.points[q] - (0 if q == winner else self.pack.worth(s.hand[q])) for q in seats)
        if min(points) < 0 or s.round == self.max_rounds > 0:
            return replace(self.act(s, -1), points=points, phase="OVER")
        starter = (s.starter + 1) % self.num_players
        if winner is not None and self.next_starter == "winner":
            starter = winner
        if winner is not None and self.next_starter == "left_of_winner":
            starter = (winner + 1) % self.num_players
        return self.new_round(s.round + 1, points, starter)

    def points(self, s: State) -> list[int]:
        """Return the points so far."""
        return list(s.points)

    def winners(self, s: State) -> list[int]:
        """List the seats with the most points (S-7.7)."""
        return [seat for seat, points in enumerate(s.points) if points == max(s.points)]
