// Part of the body of deficiency.cpp, see isa.hpp: what a sweep says (sweep.inl, around.inl), of hands without exposed
// melds whose crossing melds join parts to hubs.
//
// A *state* is what the parts before a layer take of the hub of its group, and a *step* leads from state to state by a
// row (hub_ways.inl). A hub comes last in its group, with a way for each state: what the others take of it, it has
// lost, and lacks if the hand has fewer. So all spare cards are counted, and nothing is ever unclear.
//
// Steps that are in no target of a weight of 2 * most or less are left out before lanes are looked at.

#include "uneri/games/namima/hands/distance/hub_ways.inl"

class HubSweep : protected HubWays {
public:
    using SweepGoal::Answer;

    static bool serves(const Question& question) noexcept {
        return question.exposed.empty() && question.tables.sweeps().hubbed;
    }
    HubSweep(const Question& question, int most) noexcept : HubWays(question, most) {}

    // False: there is no room for all ways or states, or nothing is within reach.
    bool run() noexcept {
        find_growths();
        if (!find_ways() || !connect()) return false;
        find_lanes();
        gather();
        return true;
    }
    // Of a hand at rest.
    Answer whole() noexcept {
        const std::size_t end = states_size_ - 1;
        return had(answer_at_rest(states_[end].front, [&](int lane) { return before(end)[lane]; }));
    }
    // Of a hand in ACT: visit(bit, answer) for every kind of the hand.
    template <class Visit>
    void discards(Visit&& visit) noexcept {
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            const int part = tables_.layers[at].part;
            const std::uint64_t kinds = q_.hand.some() >> (kPartKinds * part) & 15;
            if (kinds == 0) continue;
            for (std::size_t r = rows_of_[at]; r != kNone; r = rows_[r].next) surround(rows_[r]);
            for (std::uint64_t left = kinds; left != 0; left &= left - 1) {
                const int place = low_bit(left);
                visit(kPartKinds * part + place, discard(at, place));
            }
        }
    }

private:
    static constexpr std::size_t kMostStates = 1 << 9;
    static constexpr std::size_t kMostSteps = 1 << 11;

    struct State {
        Lanes front;
        Lanes back;
        std::uint16_t from_hub;
        std::uint16_t forth;    // useful lanes of `front`
        std::uint16_t back_to;  // and of `back`
        std::uint8_t before;    // the least weight of all that leads here
        std::uint8_t behind;    // and of all from here on
    };
    struct Step {
        std::uint16_t from;
        std::uint16_t to;
        std::uint16_t row;
    };

    // --- states ---

    // False: there is no room for all, or nothing is within reach.
    bool connect() noexcept {
        const std::size_t layers = tables_.layers.size();
        int rest = 0;
        for (std::size_t at = 0; at < layers; ++at) rest += least_[at];
        states_from_[0] = 0;
        if (state_of(0, 0, 0) == kNone) return false;
        for (std::size_t at = 0; at < layers; ++at) {
            rest -= least_[at];
            states_from_[at + 1] = states_size_;
            if (!(is_hub(tables_.layers[at]) ? pass_hub(at, rest) : lead_on(at, rest))) return false;
            if (states_from_[at + 1] == states_size_) return false;
        }
        return keep_light();
    }
    // The state, which is new if need be.
    std::uint16_t state_of(std::size_t at, unsigned from_hub, int before) noexcept {
        for (std::size_t s = states_from_[at]; s < states_size_; ++s) {
            State& state = states_[s];
            if (state.from_hub != from_hub) continue;
            if (before < state.before) state.before = static_cast<std::uint8_t>(before);
            return static_cast<std::uint16_t>(s);
        }
        if (states_size_ == kMostStates) return kNone;
        State& state = states_[states_size_];
        state.front = state.back = all_of(0);
        state.from_hub = static_cast<std::uint16_t>(from_hub);
        state.before = static_cast<std::uint8_t>(before);
        state.behind = kHeavy;
        return static_cast<std::uint16_t>(states_size_++);
    }
    bool add_step(std::size_t from, std::uint16_t to, std::size_t row) noexcept {
        if (to == kNone || steps_size_ == kMostSteps) return false;
        steps_[steps_size_++] = {static_cast<std::uint16_t>(from), to, static_cast<std::uint16_t>(row)};
        return true;
    }
    // By all rows of a part. `rest`: what the layers behind weigh at least.
    bool lead_on(std::size_t at, int rest) noexcept {
        const int hub = tables_.layers[at].hub;
        const std::uint32_t held = hub < 0 ? 0 : held_[hub];
        const std::uint32_t all = hub < 0 ? 0 : all_[hub];
        for (std::size_t r = rows_of_[at]; r != kNone; r = rows_[r].next) {
            Row& row = rows_[r];
            row.steps = static_cast<std::uint16_t>(steps_size_);
            for (std::size_t s = states_from_[at]; s < states_from_[at + 1]; ++s) {
                const std::uint32_t from_hub = std::uint32_t{states_[s].from_hub} + row.from_hub;
                int before = states_[s].before + row.weight;
                if (before + rest > 2 * most_ || !packed::is_within(from_hub, all)) continue;
                if (const std::uint32_t lack = packed::beyond(from_hub, held); lack != 0) {
                    const std::uint32_t out = packed::kinds(lack) & packed::kinds(row.from_hub);
                    if ((out & ~std::uint32_t{may_lack_[at]}) != 0) continue;
                    before = states_[s].before + weight_if_out(row, at, out);
                    if (before + rest + packed::total(lack) > 2 * most_) continue;
                }
                if (!add_step(s, state_of(at + 1, from_hub, before), r)) return false;
            }
            row.steps_end = static_cast<std::uint16_t>(steps_size_);
        }
        return true;
    }
    // The least that a row weighs if the kinds run out which these kinds of the hub stand for.
    int weight_if_out(const Row& row, std::size_t at, std::uint32_t hub_kinds) const noexcept {
        int least = kHeavy;
        for (std::size_t w = row.ways; w != kNone; w = ways_[w].next) {
            const int lacking = ways_[w].lacking + spare_of(tables_.hub_cards[at], ways_[w].spare, hub_kinds);
            const int weight = lacking < ways_[w].weight ? ways_[w].weight : lacking;
            least = weight < least ? weight : least;
        }
        return least;
    }
    // Each state has a way of its own.
    bool pass_hub(std::size_t at, int rest) noexcept {
        const int hub = tables_.layers[at].part;
        for (std::size_t s = states_from_[at]; s < states_from_[at + 1]; ++s) {
            if (!add_way()) return false;
            Way& way = ways_[ways_size_ - 1];
            const std::uint32_t lack = packed::beyond(states_[s].from_hub, held_[hub]);
            way.hand = held_[hub] - (states_[s].from_hub - lack);
            way.spare = all_[hub] - held_[hub] - lack;
            way.from_hub = states_[s].from_hub;
            way.lacking = static_cast<std::uint8_t>(packed::total(lack));
            way.kinds = static_cast<std::uint8_t>(packed::bits(packed::kinds(lack)));
            const std::size_t before = rows_size_;
            if (!settle(ways_size_ - 1, at, 0)) return false;
            if (before == rows_size_ || states_[s].before + way.weight + rest > 2 * most_) continue;
            Row& row = rows_[before];
            row.steps = static_cast<std::uint16_t>(steps_size_);
            if (!add_step(s, state_of(at + 1, 0, states_[s].before + way.weight), before)) return false;
            row.steps_end = static_cast<std::uint16_t>(steps_size_);
        }
        return true;
    }
    // Without the steps that are in no way light enough.
    bool keep_light() noexcept {
        states_[states_size_ - 1].behind = 0;
        for (std::size_t i = steps_size_; i-- > 0;) {
            State& from = states_[steps_[i].from];
            const int behind = rows_[steps_[i].row].weight + states_[steps_[i].to].behind;
            if (behind < from.behind) from.behind = static_cast<std::uint8_t>(behind);
        }
        if (states_[0].behind > 2 * most_) return false;
        std::size_t kept = 0;
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            for (std::size_t r = rows_of_[at]; r != kNone; r = rows_[r].next) {
                Row& row = rows_[r];
                const std::size_t end = row.steps_end;
                std::size_t i = row.steps;
                row.steps = static_cast<std::uint16_t>(kept);
                row.slack = 0;
                for (; i < end; ++i) {
                    const int others = states_[steps_[i].from].before + states_[steps_[i].to].behind;
                    if (others + row.weight > 2 * most_) continue;
                    if (2 * most_ - others > row.slack) row.slack = static_cast<std::uint8_t>(2 * most_ - others);
                    steps_[kept++] = steps_[i];
                }
                row.steps_end = static_cast<std::uint16_t>(kept);
            }
        }
        steps_size_ = kept;
        return true;
    }

    // --- lanes ---

    static Lanes limits(int weight) noexcept { return load_lanes(kLimits[static_cast<std::size_t>(weight)].data()); }
    Lanes room_of(const Way& way) const noexcept {
        return moved(less(all_of(top_), load_lanes(way.part->least.data())), way.lacking);
    }
    void find_lanes_of(Row& row) const noexcept {
        row.room = all_of(0);
        for (std::size_t w = row.ways; w != kNone; w = ways_[w].next) {
            if (ways_[w].weight <= row.slack) row.room = greater(row.room, room_of(ways_[w]));
        }
        const Lanes cards = less(all_of(top_), row.room);
        store_lanes(row.cards, cards);
        row.lanes = static_cast<std::uint16_t>(within(cards, limits(row.slack)) & reached(row.room));
        // The kinds that the least targets with a lane lack in the part.
        for (unsigned left = row.lanes; left != 0; left &= left - 1) row.lacked[low_bit(left)] = 0;
        for (std::size_t w = row.ways; w != kNone; w = ways_[w].next) {
            const Way& way = ways_[w];
            if (way.weight > row.slack) continue;
            const std::uint64_t kinds = std::uint64_t{way.kinds} << (kPartKinds * row.part);
            for (unsigned left = equal(row.room, room_of(way)) & row.lanes; left != 0; left &= left - 1) {
                const int lane = low_bit(left);
                row.lacked[lane] |= kinds | lacked_of(row.part, *way.part, lane - way.lacking);
            }
        }
    }
    void find_lanes() noexcept {
        states_[0].front = only_level(top_);
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            for (std::size_t r = rows_of_[at]; r != kNone; r = rows_[r].next) {
                Row& row = rows_[r];
                if (row.steps == row.steps_end) continue;
                find_lanes_of(row);
                for (std::size_t i = row.steps; i < row.steps_end; ++i) {
                    State& to = states_[steps_[i].to];
                    const Lanes sums = joined(states_[steps_[i].from].front, load_lanes(row.cards), row.lanes);
                    to.front = greater(to.front, limited(sums, top_, limits(2 * most_ - to.behind)));
                }
            }
        }
        states_[states_size_ - 1].back = only_level(top_);
        for (std::size_t i = steps_size_; i-- > 0;) {
            const Row& row = rows_[steps_[i].row];
            State& from = states_[steps_[i].from];
            from.back = greater(from.back, joined(states_[steps_[i].to].back, load_lanes(row.cards), row.lanes));
        }
    }

    // The kinds that the least targets before each state and behind it lack, of lanes that may be of use.
    void gather() noexcept {
        for (std::size_t s = 0; s < states_size_; ++s) {
            State& state = states_[s];
            const Useful both = useful(state.front, state.back);
            state.forth = both.front;
            state.back_to = both.back;
        }
        std::memset(before(0), 0, states_size_ * kLanes * sizeof before_[0]);
        std::memset(behind(0), 0, states_size_ * kLanes * sizeof behind_[0]);
        for (std::size_t i = 0; i < steps_size_; ++i) {
            const auto [from, to, row] = steps_[i];
            merge(rows_[row], states_[from].front, states_[to].front, states_[to].forth, before(from), before(to));
        }
        for (std::size_t i = steps_size_; i-- > 0;) {
            const auto [from, to, row] = steps_[i];
            merge(rows_[row], states_[to].back, states_[from].back, states_[from].back_to, behind(to), behind(from));
        }
    }
    // Where a row makes lanes of `sum` of those of `a`.
    static void merge(const Row& row, const Lanes& a, const Lanes& sum, unsigned lanes, const std::uint64_t* lacked,
                      std::uint64_t* out) noexcept {
        if (lanes == 0) return;
        for (unsigned left = row.lanes; left != 0; left &= left - 1) {
            const int lane = low_bit(left);
            const int rise = lane - kLevel;
            merge_where_equal(less(up(a, rise), all_of(row.cards[lane])), sum, lanes, row.lacked[lane], lacked - rise,
                              out);
        }
    }
    // By lane of a state, with room around for lanes that are moved.
    std::uint64_t* before(std::size_t state) noexcept { return before_ + kLanes * (state + 1); }
    std::uint64_t* behind(std::size_t state) noexcept { return behind_ + kLanes * (state + 1); }

    // Without the kinds that there are no cards left of, which patterns may name.
    Answer had(Answer answer) const noexcept {
        answer.accepted &= q_.spare.some();
        return answer;
    }

    // --- discards ---

    // What lies before a row and behind it.
    void surround(Row& row) noexcept {
        row.both = all_of(0);
        row.others_known = 0;
        for (std::size_t i = row.steps; i < row.steps_end; ++i) {
            const State& from = states_[steps_[i].from];
            row.both = greater(row.both, both_of(from.front, from.forth, states_[steps_[i].to].back));
        }
        row.wanted = turned(row.both, grown_);
        row.doubted = doubtful_ == 0 ? all_of(0) : turned(row.both, doubtful_);
    }
    // The part of a way without a card, or with a spare card less: crossing melds that take all copies lack the one
    // that is discarded.
    struct Rest {
        const Part* part;  // null: there is none
        int lacking;
    };
    Rest rest_of(const Way& way, int part, int place) const noexcept {
        const std::uint32_t one = 1u << (4 * place);
        if ((way.hand & one * 7) != 0) return {&entry_of(part, way.hand - one, way.spare), way.lacking};
        if ((way.spare & one * 7) == 0) return {nullptr, 0};
        return {&entry_of(part, way.hand, way.spare - one), way.lacking + 1};
    }
    struct Trial {
        Lanes sums;
        Rest rest;
        Row* row;
        std::uint8_t kinds;  // of the part that crossing melds lack
        std::uint8_t most;
    };
    Answer discard(std::size_t at, int place) noexcept {
        int most = 0;
        int doubtful = 0;
        std::size_t size = 0;
        for (std::size_t r = rows_of_[at]; r != kNone; r = rows_[r].next) {
            Row& row = rows_[r];
            if (row.steps == row.steps_end) continue;
            for (std::size_t w = row.ways; w != kNone; w = ways_[w].next) {
                const Way& way = ways_[w];
                if (way.weight > row.slack) continue;
                const Rest rest = rest_of(way, row.part, place);
                if (rest.part == nullptr || rest.lacking > most_) continue;
                if (doubtful_ != 0) {
                    const int there = most_of(sums_of(row.doubted, *rest.part, rest.lacking));
                    doubtful = doubtful < there ? there : doubtful;
                }
                const Lanes sums = sums_of(row.wanted, *rest.part, rest.lacking);
                const int here = most_of(sums);
                if (here < most) continue;
                most = here;
                const unsigned kinds = way.kinds | unsigned{rest.lacking > way.lacking} << place;
                trials_[size++] = {sums, rest, &row, static_cast<std::uint8_t>(kinds), static_cast<std::uint8_t>(here)};
            }
        }
        if (most == 0 || doubtful >= most) return {};
        Answer answer{top_ - most, 0};
        for (std::size_t i = 0; i < size; ++i) {
            const Trial& trial = trials_[i];
            if (trial.most != most) continue;
            const int part = trial.row->part;
            answer.accepted |= std::uint64_t{trial.kinds} << (kPartKinds * part);
            for (unsigned tight = equal(trial.sums, all_of(most)); tight != 0; tight &= tight - 1) {
                const int lane = low_bit(tight);
                answer.accepted |=
                    lacked_of(part, *trial.rest.part, lane) | lacked_by_others(*trial.row, lane + trial.rest.lacking);
            }
        }
        return had(answer);
    }
    // The kinds that the others lack, if the row has that lane.
    std::uint64_t lacked_by_others(Row& row, int lane) noexcept {
        if ((row.others_known >> lane & 1) != 0) return row.others[lane];
        row.others_known = static_cast<std::uint16_t>(row.others_known | 1u << lane);
        std::uint64_t out = 0;
        each_whole(row.both, row.wanted, lane, [&](int sum, int missing) {
            for (std::size_t i = row.steps; i < row.steps_end; ++i) {
                const auto [from, to, _] = steps_[i];
                out |= lacked_around(states_[from].front, states_[from].forth, states_[to].back, before(from),
                                     behind(to), sum, missing);
            }
        });
        return row.others[lane] = out;
    }

    std::size_t states_size_ = 0;
    std::size_t steps_size_ = 0;
    std::size_t states_from_[kMostLayers + 1];
    Step steps_[kMostSteps];
    // The kinds that the least ways to a state and from it lack, by useful lane.
    std::uint64_t before_[kLanes * (kMostStates + 2)];
    std::uint64_t behind_[kLanes * (kMostStates + 2)];
    union {  // not to be set to 0
        State states_[kMostStates];
    };
    union {
        Trial trials_[kMostWays];
    };
};
