// Checks that the fields of a foreign state agree (rules, section 3) and builds the State. Cards may be missing, so
// that small positions can be set up by hand. Positions reached from an accepted one are accepted, too.
#include <algorithm>
#include <set>

#include "uneri/games/tacta/plain_state.hpp"
#include "uneri/games/tacta/rules.hpp"

namespace uneri::tacta {
namespace {

// Walks through the record and fills the state. Each function returns whether all was good so far.
class Builder {
public:
    Builder(const Options& o, const Record& r, bool derived) : o_(o), r_(r), derived_(derived), s_(empty_table(o)) {}

    Result<State> run() {
        const bool good = check_phase() && check_handed() && check_placed() && check_cards() && check_hidden() &&
                          check_pending() && check_turn() && check_passed() && check_finish_order() &&
                          check_knowledge() && check_scores();
        if (!good) return *error_;
        return s_;
    }

private:
    bool fail(std::string_view name, const PlainData& value, const std::string& allowed) {
        error_ = bad_field(name, value, allowed);
        return false;
    }
    std::string_view phase() const { return kPhaseNames[at(r_.phase)]; }
    bool setup() const { return r_.phase == kChooseSuit || (r_.phase == kReveal && r_.turn == kNone); }
    int size_of_deck(int seat) const {
        const auto& pair = r_.ends[at(seat)];
        return r_.hidden[at(seat)] + (pair[0] != kNone) + (pair[1] != kNone);
    }
    static std::string text(int number) { return std::to_string(number); }

    bool check_phase() {
        const bool fits = r_.phase == kChooseSuit ? o_.mode == kSabotage : r_.phase != kMover || o_.free_play;
        if (!fits) return fail("phase", phase(), "a phase of " + std::string(kModeNames[o_.mode]));
        if (r_.phase == kOver && r_.round == 0)
            return fail("round", r_.round, "1 to " + text(o_.most_rounds) + " in OVER");
        if (r_.phase != kOver && r_.round == o_.most_rounds)
            return fail("round", r_.round, "0 to " + text(o_.most_rounds - 1) + " before OVER");
        s_.phase = static_cast<Phase>(r_.phase);
        s_.round = static_cast<std::uint8_t>(r_.round);
        return true;
    }

    bool check_handed() {
        for (int seat = 0; seat < o_.players; ++seat) {
            const bool chosen = o_.mode == kSabotage && (r_.phase != kChooseSuit || seat < r_.turn);
            if ((r_.handed[at(seat)] != kNone) != chosen)
                return fail("handed", list_of(r_.handed), (chosen ? "0 or 1 for seat " : "-1 for seat ") + text(seat));
            s_.handed[at(seat)] = static_cast<std::int8_t>(r_.handed[at(seat)]);
        }
        return true;
    }

    // The pool of a coloured card in the current round, or none if its suit is not in play.
    int holder(int coloured) const {
        for (int pool = 0; pool < o_.pools(); ++pool) {
            if ((dealt(o_, s_, pool, colour_of(coloured)) >> card_of(coloured) & 1) != 0) return pool;
        }
        return kNone;
    }

    // Checks card by card that each was legal when it was placed.
    bool check_placed() {
        const auto entry = [](std::size_t i) { return PlainData("entry " + std::to_string(i)); };
        if (r_.placed[0].placed != s_.placed[0] || r_.placed[0].parent_shape != kNone)
            return fail("placed", entry(0), "the start card in the middle of the table first");
        if (setup() && r_.placed.size() > 1)
            return fail("placed", entry(1), "only the start card before the first turn");
        for (std::size_t i = 1; i < r_.placed.size(); ++i) {
            const Placed& p = r_.placed[i].placed;
            if (p.colour == kNone || p.card == kNone || p.seat == kNone)
                return fail("placed", entry(i), "a card with colour, seat and card id");
            const int coloured = kDeckSize * p.colour + p.card;
            const int pool = holder(coloured);
            if (pool == kNone || o_.pool_of(p.seat) != pool || !seen_.insert(coloured).second)
                return fail("placed", entry(i), "every card in play once, laid by a seat that has it");
            if (!check_pose(r_.placed[i], entry(i))) return false;
            lay(o_, s_, p);
        }
        for (std::size_t i = 0; i < r_.placed.size() && derived_; ++i) {
            std::vector<int> expected;
            for (int j = 0; j < o_.t().shapes_on(s_.placed[i].card); ++j)
                expected.push_back(status_of(s_, static_cast<int>(i), j));
            if (r_.placed[i].status == expected) continue;
            std::string words;
            for (const int status : expected)
                words += (words.empty() ? "'" : ", '") + std::string(kStatusNames[at(status)]) + "'";
            return fail("placed", entry(i), "status [" + words + "], as the cards lie");
        }
        return true;
    }

    // A connection must be legal by L2 to L8 and have its pose; a free placement must be in a slot of the table so far.
    bool check_pose(const RecordCard& card, const PlainData& entry) {
        const Tables& t = o_.t();
        const Placed& p = card.placed;
        const int none = (p.parent == kNone) + (card.parent_shape == kNone) + (p.own_shape == kNone);
        if (none == 3) {
            if (lies_freely(p)) return true;
            return fail("placed", entry, "a free card in a slot of section 5");
        }
        if (none > 0) return fail("placed", entry, "parent, parent_shape and own_shape, or none of them");
        const Move move = {kConnect, 0, p.parent, card.parent_shape, p.own_shape, p.face()};
        const Verdict verdict = explain_connect(o_, s_, o_.scoring_colour(p.seat), p.card, move);
        if (verdict != kLegal) {
            return fail("placed", entry, "a legal connection (this one: " + std::string(kVerdictNames[verdict]) + ")");
        }
        Placed expected = connected(t, s_, p.parent, card.parent_shape, p.card, p.own_shape, p.face());
        expected.colour = p.colour;
        expected.seat = p.seat;
        if (expected == p) return true;
        const auto pair = [](int a, int b) { return "[" + text(a) + ", " + text(b) + "]"; };
        return fail("placed", entry,
                    "k " + text(expected.k()) + " and t [" + pair(expected.ax, expected.bx) + ", " +
                        pair(expected.ay, expected.by) + "], as the shapes meet");
    }

    bool lies_freely(const Placed& p) const {
        const Tables& t = o_.t();
        for (int region = 0; region < t.deck.regions(); ++region) {
            for (int posture = 0; posture < 2; ++posture) {
                const std::optional<Centre> centre = free_slot(o_, s_, region, posture);
                for (int pair = 0; pair < 4 && centre; ++pair) {
                    if ((t.canonical_free[at(p.card)] >> pair & 1) == 0) continue;
                    Placed expected = free_card(t, *centre, posture, pair / 2, p.card, pair % 2);
                    expected.colour = p.colour;
                    expected.seat = p.seat;
                    if (expected == p) return true;
                }
            }
        }
        return false;
    }

    // Ends and pools hold cards of their own deck or team, and no card twice.
    bool check_cards() {
        if (r_.phase == kChooseSuit) {
            for (const auto& pair : r_.ends) {
                if (pair != PerEnd<int>{kNone, kNone}) return fail("ends", list_of(r_.ends), "-1 in CHOOSE_SUIT");
            }
            for (const auto& pool : r_.pools) {
                if (!pool.empty()) return fail("pools", list_of(r_.pools), "nothing in CHOOSE_SUIT");
            }
            return true;
        }
        for (int seat = 0; seat < o_.players; ++seat) {
            for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
                const int held = r_.ends[at(seat)][end];
                if (held != kNone && !check_card("ends", o_.pool_of(seat), held)) return false;
                s_.ends[at(seat)][end] = static_cast<std::int8_t>(held);
            }
        }
        for (int pool = 0; pool < o_.pools(); ++pool) {
            for (const int coloured : r_.pools[at(pool)]) {
                if (!check_card("pools", pool, coloured)) return false;
                s_.pool[at(colour_of(coloured))] |= CardSet{1} << card_of(coloured);
            }
        }
        return true;
    }
    bool check_card(std::string_view field, int pool, int coloured) {
        if (holder(coloured) != pool) return fail(field, coloured, "cards in play that belong to the deck or team");
        if (!seen_.insert(coloured).second) return fail(field, coloured, "every card once");
        return true;
    }

    bool is_pending(int seat, int end) const {
        return std::find(r_.pending.begin(), r_.pending.end(), PerEnd<int>{seat, end}) != r_.pending.end();
    }

    bool check_hidden() {
        for (int pool = 0; pool < o_.pools(); ++pool) {
            int hidden = 0;
            for (int seat = pool; seat < o_.players; seat += o_.pools()) hidden += r_.hidden[at(seat)];
            const auto cards = static_cast<int>(r_.pools[at(pool)].size());
            if (hidden != cards)
                return fail("hidden", list_of(r_.hidden), text(cards) + " cards for the seats of pool " + text(pool));
        }
        for (int seat = 0; seat < o_.players; ++seat) {
            const auto& pair = r_.ends[at(seat)];
            s_.hidden[at(seat)] = static_cast<std::uint8_t>(r_.hidden[at(seat)]);
            if (setup()) continue;
            const bool top_open = pair[0] == kNone && !is_pending(seat, 0);
            const bool bottom_open = pair[1] == kNone && !is_pending(seat, 1);
            if (r_.hidden[at(seat)] > 0 && (top_open || bottom_open))
                return fail("hidden", list_of(r_.hidden),
                            "0 for seat " + text(seat) + ", which has an end without a card");
            if (top_open && pair[1] != kNone)
                return fail("ends", list_of(r_.ends), "the only card of seat " + text(seat) + " at end 0");
        }
        return true;
    }

    bool check_pending() {
        if (r_.phase != kReveal) {
            if (!r_.pending.empty()) return fail("pending", list_of(r_.pending), "nothing in " + std::string(phase()));
            return true;
        }
        if (!(r_.turn == kNone ? check_setup() : check_single_reveal())) return false;
        s_.pending_seat = static_cast<std::int8_t>(r_.pending[0][0]);
        s_.pending_end = static_cast<std::int8_t>(r_.pending[0][1]);
        return true;
    }
    bool check_setup() {
        const std::size_t all = kEnds * at(o_.players);
        bool suffix = !r_.pending.empty() && r_.pending.size() <= all;
        for (std::size_t i = 0; i < r_.pending.size() && suffix; ++i) {
            const int place = static_cast<int>(all - r_.pending.size() + i);
            suffix = r_.pending[i] == PerEnd<int>{place / kEnds, place % kEnds};
        }
        if (!suffix)
            return fail("pending", list_of(r_.pending), "the ends still to be revealed, seat by seat, the top first");
        for (int seat = 0; seat < o_.players; ++seat) {
            for (int end = 0; end < kEnds; ++end) {
                if ((r_.ends[at(seat)][at(end)] == kNone) != is_pending(seat, end))
                    return fail("ends", list_of(r_.ends), "cards at the ends that are not pending");
            }
        }
        for (int seat = 0; seat < o_.players; ++seat) {
            if (r_.hidden[at(seat)] < int{is_pending(seat, 0)} + int{is_pending(seat, 1)})
                return fail("hidden", list_of(r_.hidden), "a card for every pending end of seat " + text(seat));
        }
        return true;
    }
    // After a card is placed from an end, the next card of that end is revealed.
    bool check_single_reveal() {
        const std::string seat = text(r_.turn);
        if (r_.pending.size() != 1 || r_.pending[0][0] != r_.turn || r_.placed.back().placed.seat != r_.turn)
            return fail("pending", list_of(r_.pending), "an end of seat " + seat + ", which has just laid a card");
        const int end = r_.pending[0][1];
        const auto& pair = r_.ends[at(r_.turn)];
        if (pair[at(end)] != kNone || pair[at(1 - end)] == kNone)
            return fail("ends", list_of(r_.ends),
                        "no card at the pending end of seat " + seat + ", one at its other end");
        if (r_.hidden[at(r_.turn)] == 0) return fail("hidden", list_of(r_.hidden), "a card to reveal for seat " + seat);
        return true;
    }

    bool has_passed(int seat) const { return std::find(r_.passed.begin(), r_.passed.end(), seat) != r_.passed.end(); }

    bool check_turn() {
        if (r_.phase == kChooseSuit && r_.turn == kNone) return fail("turn", r_.turn, "the seat that chooses");
        if (r_.phase == kPlay && (r_.turn == kNone || size_of_deck(r_.turn) == 0 || has_passed(r_.turn)))
            return fail("turn", r_.turn, "a seat with cards that has not passed");
        if (r_.phase == kMover || r_.phase == kOver) {  // who acted last: a seat that passed or placed the last card
            const std::vector<int> actors =
                r_.passed.empty() ? std::vector<int>{r_.placed.back().placed.seat} : r_.passed;
            if (std::find(actors.begin(), actors.end(), r_.turn) == actors.end())
                return fail("turn", r_.turn, "the seat that acted last, one of " + shown(list_of(actors)));
        }
        const bool has_starter = !setup() && !o_.free_play;
        if ((r_.starter != kNone) != has_starter)
            return fail("starter", r_.starter, (has_starter ? "a seat in " : "-1 in ") + std::string(phase()));
        s_.turn = static_cast<std::int8_t>(r_.turn);
        s_.starter = static_cast<std::int8_t>(r_.starter);
        return true;
    }

    bool check_passed() {
        if ((r_.phase == kChooseSuit || r_.phase == kReveal) && !r_.passed.empty())
            return fail("passed", list_of(r_.passed), "nobody in " + std::string(phase()));
        for (const int seat : r_.passed) {
            if (size_of_deck(seat) == 0)
                return fail("passed", list_of(r_.passed), "only seats with cards, seat " + text(seat) + " has none");
            s_.passed = static_cast<std::uint16_t>(s_.passed | 1 << seat);
        }
        if (r_.phase == kPlay && !o_.free_play) {  // the seats in turn since a card was placed
            std::vector<int> expected;
            for (int steps = 1; expected.size() < r_.passed.size(); ++steps) {
                const int seat = (r_.turn + o_.players - steps) % o_.players;
                if (size_of_deck(seat) > 0) expected.push_back(seat);
            }
            std::sort(expected.begin(), expected.end());
            if (r_.passed != expected)
                return fail("passed", list_of(r_.passed),
                            shown(list_of(expected)) + ", the last seats with cards before seat " + text(r_.turn));
        }
        if ((r_.phase == kMover || r_.phase == kPlay) && round_over(o_, s_))
            return fail("phase", phase(), "OVER or a new round, since this one has ended");
        if (r_.phase == kOver && !round_over(o_, s_))
            return fail("phase", phase(), "MOVER or PLAY, since the round continues");
        return true;
    }

    // A deck becomes empty when its last card is placed.
    bool check_finish_order() {
        std::vector<int> expected;
        if (!setup()) {
            std::array<std::size_t, kMaxSeats> last{};
            for (std::size_t i = 1; i < r_.placed.size(); ++i) last[at(r_.placed[i].placed.seat)] = i;
            for (int seat = 0; seat < o_.players; ++seat) {
                if (size_of_deck(seat) > 0) continue;
                if (last[at(seat)] == 0)
                    return fail("ends", list_of(r_.ends), "cards for seat " + text(seat) + ", which has laid none");
                expected.push_back(seat);
            }
            std::sort(expected.begin(), expected.end(), [&](int p, int q) { return last[at(p)] < last[at(q)]; });
        }
        if (r_.finish_order != expected)
            return fail("finish_order", list_of(r_.finish_order),
                        shown(list_of(expected)) + ", as the cards were laid");
        for (std::size_t place = 0; place < expected.size(); ++place)
            s_.finish_order[place] = static_cast<std::int8_t>(expected[place]);
        return true;
    }

    // The public knowledge of hidden ends (9).
    bool check_knowledge() {
        const bool announcing = o_.owner && !o_.free_play && !setup();
        const bool barring = o_.owner && !setup();
        for (int seat = 0; seat < o_.players; ++seat) {
            for (std::size_t end = 0; end < kEnds; ++end) {
                const bool known = r_.first[at(seat)][end];
                if (known && (!announcing || r_.ends[at(seat)][end] == kNone))
                    return fail("first", list_of(r_.first),
                                "false for seat " + text(seat) + ", end " + std::to_string(end));
                s_.first[at(seat)][end] = known ? 1 : 0;
            }
        }
        for (int seat = 0; seat < o_.players; ++seat) {
            const Told told = told_of(o_, s_, seat);
            const std::vector<int> expected(told.values.begin(), told.values.begin() + told.size);
            if (r_.told[at(seat)] == expected) continue;
            return fail("told", list_of(r_.told),
                        shown(list_of(expected)) + " for seat " + text(seat) + ", as its first cards are");
        }
        for (int seat = 0; seat < o_.players; ++seat) {
            for (std::size_t end = 0; end < kEnds; ++end) {
                const int held = r_.ends[at(seat)][end];
                const std::vector<int>& ids = r_.barred[at(seat)][end];
                if (!ids.empty() && (!barring || held == kNone))
                    return fail("barred", list_of(r_.barred),
                                "nothing for seat " + text(seat) + ", end " + std::to_string(end));
                if (held != kNone && std::find(ids.begin(), ids.end(), card_of(held)) != ids.end())
                    return fail("barred", list_of(r_.barred),
                                "not the card at end " + std::to_string(end) + " of seat " + text(seat));
                for (const int id : ids) s_.barred[at(seat)][end] |= CardSet{1} << id;
            }
        }
        return true;
    }

    bool check_scores() {
        const int best = *std::max_element(r_.scores.begin(), r_.scores.end());
        const bool over = r_.phase == kOver;  // then the table shows the last finished round
        const PlainData scores = list_of(r_.scores);
        for (int seat = 0; seat < o_.players; ++seat) {
            if (r_.scores[at(seat)] != r_.scores[at(o_.scoring_colour(seat))])
                return fail("scores", scores, "the same for partners");
        }
        for (int seat = 0; seat < o_.players; ++seat) {
            const int colour = o_.scoring_colour(seat);
            const int points = r_.scores[at(seat)];
            const int earlier = points - (over ? s_.dots[at(colour)] : 0);
            const int most = o_.most_points(std::min(r_.round - int{over}, o_.rounds - 1));
            if (earlier < 0 || earlier > most)
                return fail(
                    "scores", scores,
                    "0 to " + text(most) + " for the rounds before, seat " + text(seat) + " has " + text(earlier));
            if (o_.target > 0 && earlier >= o_.target)
                return fail("scores", scores, "less than " + text(o_.target) + " before the last round");
            s_.scores[at(seat)] = static_cast<std::uint16_t>(points);
        }
        if (over && r_.round < o_.rounds && !(o_.target > 0 && best >= o_.target))
            return fail("round", r_.round, text(o_.rounds) + " at the end, unless a score has reached the target");
        const auto leaders = std::count(r_.scores.begin(), r_.scores.begin() + o_.colours, best);
        if (over && o_.replay && r_.round < o_.most_rounds && leaders > 1)
            return fail("scores", scores, "one highest at the end, since ties are replayed");
        return true;
    }

    const Options& o_;
    const Record& r_;
    bool derived_;
    State s_;
    std::set<int> seen_;  // coloured cards
    std::optional<Error> error_;
};

}  // namespace

Result<State> build(const Options& o, const Record& r, bool derived) { return Builder(o, r, derived).run(); }

}  // namespace uneri::tacta
