// Part of the body of deficiency.cpp, see isa.hpp: the whole discard table of a hand from one sweep over its parts.
//
// A *state* is what is left of the hand and of the spare cards for the layers behind (SweepTables::layers), a *step*
// the choice of crossing melds that begin at a layer. Forwards and backwards each state gets the least number of
// lacking cards by rise, and which kinds the least targets lack. To discard k changes the steps of one layer only, so
// what lies before and behind them serves every k. States that can't be part of a target which lacks `most` cards or
// fewer are left out: such a target has a weight (lacking + left over) of 2 * most or less, and what the layers behind
// weigh at least is known.

#include "uneri/games/namima/lanes.inl"

class Sweep {
public:
    // `most` <= 7: what targets may lack that are to be found.
    Sweep(const Question& question, int most) noexcept
        : q_(question), tables_(question.tables.sweeps()), most_(most), top_(most + 1) {}

    // False: there is no room for all states, or nothing is within reach.
    bool run() noexcept {
        for (int c = 0; c <= q_.most_grown() && c <= most_; ++c) {
            if (q_.possible(c)) (enough_new(c) ? grown_ : doubtful_) |= 1u << c;
        }
        if (!bound()) return false;
        start();
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            if (!forwards(at)) return false;
        }
        if (states_size_ == state_end_[tables_.layers.size() - 1]) return false;
        backwards();
        return gather();
    }

    // The least need after discarding a kind, and the kinds that are accepted then. kNever: more than `most`, or there
    // is a target that lacks as few cards and may have too few new melds.
    struct Answer {
        int least = kNever;
        int doubtful = kNever;
        std::uint64_t accepted = 0;
    };
    // visit(bit, answer) for every kind of the hand.
    template <class Visit>
    void discards(Visit&& visit) noexcept {
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            const int part = tables_.layers[at].part;
            const std::uint64_t kinds = q_.hand.some() & std::uint64_t{15} << (kPartKinds * part);
            if (kinds == 0) continue;
            Answer answers[kPartKinds];
            for (std::size_t i = step_end_[at]; i < step_end_[at + 1]; ++i) {
                Around around(*this, steps_[i], part);
                for (std::uint64_t left = kinds; left != 0; left &= left - 1)
                    around.discard(low_bit(left), answers[low_bit(left) % kPartKinds]);
            }
            for (std::uint64_t left = kinds; left != 0; left &= left - 1) {
                Answer& answer = answers[low_bit(left) % kPartKinds];
                if (answer.doubtful <= answer.least) answer = {};
                visit(low_bit(left), answer);
            }
        }
    }

private:
    using Part = SweepTables::Part;
    static constexpr int kUnit = 840;  // weights are counted in parts of a card
    static constexpr std::size_t kMostStates = 1 << 10;
    static constexpr std::size_t kMostSteps = 1 << 12;
    static constexpr std::size_t kMostLacked = 1 << 13;
    static constexpr std::size_t kMostCandidates = 1 << 10;
    static constexpr std::size_t kSlots = 1 << 11;
    static constexpr std::size_t kMostLayers = kMaxParts;
    static constexpr std::uint16_t kNone = 0xFFFF;

    struct State {
        Cards hand;
        Cards spare;
        Lanes front;
        Lanes back;
        int rest;               // the least that all layers behind weigh
        std::uint16_t slot;     // in slots_
        std::uint16_t lacked;   // from where in lacked_: a word for each useful lane
        std::uint16_t forth;    // useful lanes of `front`
        std::uint16_t back_to;  // and of `back`

        std::size_t front_at(int lane) const noexcept { return lacked + below(forth, lane); }
        std::size_t back_at(int lane) const noexcept {
            return lacked + static_cast<std::size_t>(__builtin_popcount(forth)) + below(back_to, lane);
        }
        static std::size_t below(unsigned lanes, int lane) noexcept {
            return static_cast<std::size_t>(__builtin_popcount(lanes & ((1u << lane) - 1)));
        }
    };
    struct Step {
        const Part* part;
        std::uint64_t lacked;  // by its crossing melds
        std::uint16_t from;
        std::uint16_t to;
        std::uint16_t hand;  // of the part, by Parts::index
        std::uint16_t spare;
        std::uint16_t lanes;  // of the part, that may be of use
        std::uint8_t lacking;
        std::uint8_t place;  // bit of the part's first kind
    };

    const Part& entry(int part, unsigned hand, unsigned spare) const noexcept {
        const auto type = static_cast<std::size_t>(q_.tables.parts.type_of(part));
#ifdef UNERI_FAST_BODY
        const auto& place = q_.needs.types[type].places[hand];
        constexpr std::uint64_t kWords = 0x0001'0001'0001'0001;
        const std::uint64_t counts = _pdep_u64(spare & 15, kWords) | _pdep_u64(spare >> 4 & 15, kWords << 1) |
                                     _pdep_u64(spare >> 8, kWords << 2);
        const __m128i products = _mm_madd_epi16(_mm_cvtsi64_si128(static_cast<long long>(counts)),
                                                _mm_loadl_epi64(reinterpret_cast<const __m128i*>(place.stride.data())));
        const auto sums = static_cast<std::uint64_t>(_mm_cvtsi128_si64(products));
        return tables_
            .parts[type][place.start + static_cast<std::uint32_t>(sums) + static_cast<std::uint32_t>(sums >> 32)];
#else
        return tables_.parts[type][q_.needs.types[type].place(hand, spare)];
#endif
    }

    // Has every target that grew by so many cards, and lacks no more than `most`, more new melds than that? With
    // fewer it would be short of what none of them can take from the hand.
    bool enough_new(int grown) const noexcept {
        if (q_.surely_new(grown)) return true;
        int taken = 0;  // by a meld, at most
        for (int id = 0; id < q_.tables.melds.size(); ++id) {
            const int cards = (q_.tables.parts.meld(id) & q_.hand).total();
            taken = taken < cards ? cards : taken;
        }
        return q_.size + grown - grown * taken > most_;
    }

    // --- what layers weigh at least ---

    // A crossing meld that takes a cards and lacks l lets the sum of all weights fall by a - l at most: by so much for
    // each card taken, and no part's weight falls below 0. One that a local meld can stand in for lets nothing fall:
    // the weights are those with any number of spare cards. Whatever melds are chosen, the bound never falls.
    bool bound() noexcept {
        std::size_t at = tables_.layers.size();
        std::memset(worth_[at], 0, sizeof worth_[at]);
        base_sum_[at] = 0;
        candidates_size_ = 0;
        while (at-- > 0) {
            std::memcpy(worth_[at], worth_[at + 1], sizeof worth_[at]);
            const auto& layer = tables_.layers[at];
            candidate_begin_[at] = candidates_size_;
            for (std::size_t i = layer.first; i < layer.last; ++i) {
                const auto& meld = tables_.crossing[i];
                const int cards = taken(meld, q_.hand);
                if (meld.size - cards > most_) continue;
                if (candidates_size_ == kMostCandidates) return false;
                candidates_[candidates_size_++] = static_cast<std::uint16_t>(i);
                if (2 * cards > meld.size && !replaced(meld)) value(meld, cards, worth_[at]);
            }
            candidate_end_[at] = candidates_size_;
            base_sum_[at] = 0;
            for (std::size_t i = at; i < tables_.layers.size(); ++i) {
                const int part = tables_.layers[i].part;
                base_[at][part] = weight(part, q_.hand, at);
                base_sum_[at] += base_[at][part];
            }
        }
        return true;
    }
    bool replaced(const SweepTables::Crossing& meld) const noexcept {
        const Cards have = meld.cards & q_.hand;
        for (std::uint32_t i = meld.kept; i < meld.kept_end; ++i) {
            if (tables_.kept[i].contains(have)) return true;
        }
        return false;
    }
    static void value(const SweepTables::Crossing& meld, int cards, std::uint16_t* worth) noexcept {
        const auto falls = static_cast<std::uint16_t>((2 * cards - meld.size) * (kUnit / cards));
        for (std::uint64_t kinds = meld.cards.some(); kinds != 0; kinds &= kinds - 1) {
            std::uint16_t& most = worth[low_bit(kinds)];
            most = most < falls ? falls : most;
        }
    }
    int weight(int part, const Cards& hand, std::size_t layer) const noexcept {
        const unsigned index = Parts::index(hand, part);
        const auto type = static_cast<std::size_t>(q_.tables.parts.type_of(part));
        int weight = kUnit * tables_.weights[type][index];
        if (weight == 0) return 0;
        const std::uint16_t* worth = worth_[layer] + kPartKinds * part;
        for (int i = 0; i < kPartKinds; ++i) weight -= Parts::count_at(index, i) * worth[i];
        return weight < 0 ? 0 : weight;
    }
    static int taken(const SweepTables::Crossing& meld, const Cards& hand) noexcept {
        return meld.single ? __builtin_popcountll(meld.cards.b0 & hand.some()) : (meld.cards & hand).total();
    }

    // --- forwards ---

    void start() noexcept {
        State& first = states_[0];
        first.hand = q_.hand;
        first.spare = q_.spare;
        first.front = only_level(top_);
        first.back = all_of(0);
        first.rest = base_sum_[0];
        states_size_ = 1;
        state_end_[0] = 1;
        steps_size_ = 0;
        step_end_[0] = 0;
        std::memset(slots_, 0xFF, sizeof slots_);
    }

    // One of the crossing melds that begin at a layer, none of which lets the bound rise too far by itself.
    struct Choice {
        std::size_t layer;
        std::size_t from;
        int light;  // the least weight of what lies before
        std::size_t size = 0;
        std::uint16_t at[kMostCandidates];
    };
    bool forwards(std::size_t at) noexcept {
        Choice choice;
        choice.layer = at;
        for (std::size_t i = at == 0 ? 0 : state_end_[at - 1]; i < state_end_[at]; ++i) {
            const State& state = states_[i];
            choice.from = i;
            choice.light = lightest(state.front);
            choice.size = 0;
            for (std::size_t j = candidate_begin_[at]; j < candidate_end_[at]; ++j) {
                Chosen chosen{state.hand, state.spare, 0, 0, state.rest};
                if (take(choice, tables_.crossing[candidates_[j]], chosen)) choice.at[choice.size++] = candidates_[j];
            }
            if (!choose(choice, 0, {state.hand, state.spare, 0, 0, state.rest})) return false;
        }
        for (std::size_t i = state_end_[at]; i < states_size_; ++i) slots_[states_[i].slot] = kNone;
        state_end_[at + 1] = states_size_;
        step_end_[at + 1] = steps_size_;
        return true;
    }
    // Twice the lacking cards less the rise.
    int lightest(const Lanes& lanes) const noexcept {
        std::uint8_t room[kLanes];
        store_lanes(room, lanes);
        int least = kNever;
        for (unsigned left = reached(lanes); left != 0; left &= left - 1) {
            const int lane = low_bit(left);
            const int weight = 2 * (top_ - room[lane]) - (lane - kLevel);
            least = weight < least ? weight : least;
        }
        return least;
    }

    // What some crossing melds leave.
    struct Chosen {
        Cards hand;
        Cards spare;
        int lacking;
        std::uint64_t lacked;
        int rest;  // the least that this layer and those behind weigh
    };
    // False: the cards can't be had, or the target would weigh too much.
    bool take(const Choice& choice, const SweepTables::Crossing& meld, Chosen& chosen) const noexcept {
        const int cards = taken(meld, chosen.hand);
        const int now = chosen.lacking + meld.size - cards;
        const int budget = 2 * kUnit * most_ - kUnit * (choice.light + now);
        if (now > most_ || chosen.rest - kUnit * cards > budget) return false;
        const Cards have = meld.single ? Cards{meld.cards.b0 & chosen.hand.some(), 0, 0} : meld.cards & chosen.hand;
        const Cards lack = meld.cards - have;
        if (!chosen.spare.contains(lack)) return false;
        const Cards left = chosen.hand - have;
        for (unsigned parts = occupied(have); parts != 0; parts &= parts - 1) {
            const int part = low_bit(parts);
            chosen.rest += weight(part, left, choice.layer) - weight(part, chosen.hand, choice.layer);
        }
        if (chosen.rest > budget) return false;
        chosen.hand = left;
        chosen.spare -= lack;
        chosen.lacking = now;
        chosen.lacked |= lack.some();
        return true;
    }
    // Takes crossing melds from `first` on, any number of each.
    bool choose(const Choice& choice, std::size_t first, const Chosen& before) noexcept {
        if (!step(choice, before.hand, before.spare, before.lacking, before.lacked)) return false;
        for (std::size_t i = first; i < choice.size; ++i) {
            Chosen chosen = before;
            if (take(choice, tables_.crossing[choice.at[i]], chosen) && !choose(choice, i, chosen)) return false;
        }
        return true;
    }

    bool step(const Choice& choice, const Cards& hand, const Cards& spare, int lacking, std::uint64_t lacked) noexcept {
        const auto& layer = tables_.layers[choice.layer];
        const unsigned hand_index = Parts::index(hand, layer.part);
        const unsigned spare_index = Parts::index(spare, layer.part);
        const Part& part = entry(layer.part, hand_index, spare_index);
        const Cards hand_later = hand.only(layer.later);
        const int rest = behind(choice.layer + 1, hand_later);
        const int heaviest = (2 * kUnit * most_ - rest) / kUnit;  // that all so far may weigh
        const int own = heaviest - choice.light - lacking;
        if (2 * kUnit * most_ < rest || part.weight > own) return true;
        const unsigned lanes =
            within(load_lanes(part.least.data()), load_lanes(kLimits[static_cast<std::size_t>(own)].data()));
        const Lanes sums = limited(joined(states_[choice.from].front, part.least.data(), lanes, lacking), top_,
                                   load_lanes(kLimits[static_cast<std::size_t>(heaviest)].data()));
        if (reached(sums) == 0) return true;
        const std::size_t to = state_of(hand_later, spare.only(layer.later), rest);
        if (to == kMostStates || steps_size_ == kMostSteps) return false;
        states_[to].front = greater(states_[to].front, sums);
        steps_[steps_size_++] = {&part,
                                 lacked,
                                 static_cast<std::uint16_t>(choice.from),
                                 static_cast<std::uint16_t>(to),
                                 static_cast<std::uint16_t>(hand_index),
                                 static_cast<std::uint16_t>(spare_index),
                                 static_cast<std::uint16_t>(lanes),
                                 static_cast<std::uint8_t>(lacking),
                                 static_cast<std::uint8_t>(kPartKinds * layer.part)};
        return true;
    }
    // What the layers from `at` on weigh at least.
    int behind(std::size_t at, const Cards& hand) const noexcept {
        int rest = base_sum_[at];
        const Cards gone = q_.hand.only(tables_.layers[at - 1].later) - hand;
        for (unsigned parts = occupied(gone); parts != 0; parts &= parts - 1) {
            const int part = low_bit(parts);
            rest += weight(part, hand, at) - base_[at][part];
        }
        return rest;
    }
    std::size_t state_of(const Cards& hand, const Cards& spare, int rest) noexcept {
        const std::uint64_t all = hand.b0 ^ hand.b1 * 3 ^ hand.b2 * 5 ^ spare.b0 * 7 ^ spare.b1 * 9 ^ spare.b2 * 11;
        std::size_t slot = (all * 0x9E37'79B9'7F4A'7C15) >> 53;
        for (; slots_[slot] != kNone; slot = (slot + 1) % kSlots) {
            const State& state = states_[slots_[slot]];
            if (state.hand == hand && state.spare == spare) return slots_[slot];
        }
        if (states_size_ == kMostStates) return kMostStates;
        State& state = states_[states_size_];
        state.hand = hand;
        state.spare = spare;
        state.front = all_of(0);
        state.back = all_of(0);
        state.rest = rest;
        state.slot = static_cast<std::uint16_t>(slot);
        slots_[slot] = static_cast<std::uint16_t>(states_size_);
        return states_size_++;
    }

    // --- backwards ---

    void backwards() noexcept {
        states_[states_size_ - 1].back = only_level(top_);
        for (std::size_t i = steps_size_; i-- > 0;) {
            const Step& step = steps_[i];
            Lanes& back = states_[step.from].back;
            back = greater(back, joined(states_[step.to].back, step.part->least.data(), step.lanes, step.lacking));
        }
    }

    // The kinds that the least ways to each state and from it lack, of lanes that may be of use.
    bool gather() noexcept {
        std::size_t size = 0;
        for (std::size_t i = 0; i < states_size_; ++i) {
            State& state = states_[i];
            state.lacked = static_cast<std::uint16_t>(size);
            state.forth = static_cast<std::uint16_t>(useful(state.front, state.back));
            state.back_to = static_cast<std::uint16_t>(useful(state.back, state.front));
            size += static_cast<std::size_t>(__builtin_popcount(state.forth) + __builtin_popcount(state.back_to));
            if (size > kMostLacked) return false;
        }
        std::memset(lacked_, 0, size * sizeof lacked_[0]);
        for (std::size_t i = 0; i < steps_size_; ++i) {
            const Step& step = steps_[i];
            const State& from = states_[step.from];
            const State& to = states_[step.to];
            each_tight(from.front, step, to.front, to.forth, [&](int lane, int before, std::uint64_t own) {
                lacked_[to.front_at(lane)] |= own | lacked_[from.front_at(before)];
            });
        }
        for (std::size_t i = steps_size_; i-- > 0;) {
            const Step& step = steps_[i];
            const State& from = states_[step.from];
            const State& to = states_[step.to];
            each_tight(to.back, step, from.back, from.back_to, [&](int lane, int behind, std::uint64_t own) {
                lacked_[from.back_at(lane)] |= own | lacked_[to.back_at(behind)];
            });
        }
        return true;
    }
    // The lanes that make a whole with some of the others.
    unsigned useful(const Lanes& lanes, const Lanes& others) const noexcept {
        const Lanes turned = reversed(others);
        unsigned out = 0;
        for (unsigned left = grown_; left != 0; left &= left - 1) {
            // Both rooms together are more than the top.
            const Lanes missing = less(all_of(top_), up(turned, 2 * kLevel + low_bit(left) - (kLanes - 1)));
            out |= reached(less(lanes, missing));
        }
        return out;
    }
    // visit(lane of the sum, lane of `a`, kinds that the step lacks) where the step makes the sum of a.
    template <class Visit>
    void each_tight(const Lanes& a, const Step& step, const Lanes& sum, unsigned lanes, Visit&& visit) noexcept {
        if (lanes == 0) return;
        for (unsigned left = step.lanes; left != 0; left &= left - 1) {
            const int lane = low_bit(left);
            const int rise = lane - kLevel + step.lacking;
            const int cards = step.part->least[static_cast<std::size_t>(lane)] + step.lacking;
            unsigned tight = equal(less(up(a, rise), all_of(cards)), sum) & lanes;
            if (tight == 0) continue;
            const std::uint64_t own = step.lacked | (step.part->lacked >> (4 * lane) & 15) << step.place;
            for (; tight != 0; tight &= tight - 1) visit(low_bit(tight), low_bit(tight) - rise, own);
        }
    }

    // What lies before a step and behind it.
    class Around {
    public:
        Around(const Sweep& sweep, const Step& step, int part) noexcept
            : sweep_(sweep), step_(step), part_(part), front_(sweep.states_[step.from]), back_(sweep.states_[step.to]) {
            std::uint8_t room[kLanes];
            store_lanes(room, front_.front);
            std::uint8_t cards[kLanes];
            for (int i = 0; i < kLanes; ++i) cards[i] = static_cast<std::uint8_t>(sweep.top_ - room[i]);
            const unsigned lanes = sweep.doubtful_ == 0 ? front_.forth : reached(front_.front);
            both_ = joined(back_.back, cards, lanes, step.lacking);
            const Lanes turned = reversed(both_);
            wanted_ = doubted_ = all_of(0);
            // The hand has a card less, so the rise of a target that grew by c is 1 + c.
            for (unsigned left = sweep.grown_; left != 0; left &= left - 1)
                wanted_ = greater(wanted_, up(turned, 2 * kLevel + 1 + low_bit(left) - (kLanes - 1)));
            for (unsigned left = sweep.doubtful_; left != 0; left &= left - 1)
                doubted_ = greater(doubted_, up(turned, 2 * kLevel + 1 + low_bit(left) - (kLanes - 1)));
        }

        void discard(int bit, Answer& answer) noexcept {
            const int place = bit % kPartKinds;
            const unsigned one = 1u << place;
            const Part* part = nullptr;
            int lacking = 0;
            std::uint64_t own = step_.lacked;
            if (Parts::count_at(step_.hand, place) > 0) {
                part = &sweep_.entry(part_, without(step_.hand, one), step_.spare);
            } else {
                // Crossing melds take all copies, so they lack the one that is discarded.
                if (Parts::count_at(step_.spare, place) == 0) return;
                part = &sweep_.entry(part_, step_.hand, without(step_.spare, one));
                lacking = 1;
                own |= std::uint64_t{1} << bit;
            }
            // Lane i of the others goes with lane i - lacking of the part.
            const Lanes cards = load_lanes(part->least.data());
            const auto sums_with = [&](const Lanes& others) {
                return less(lacking == 0 ? others : less(up(others, -1), all_of(1)), cards);
            };
            const int top = sweep_.top_;
            if (sweep_.doubtful_ != 0) {
                const int doubt = top - most_of(sums_with(doubted_));
                if (doubt < top && doubt < answer.doubtful) answer.doubtful = doubt;
            }
            const Lanes sums = sums_with(wanted_);
            const int least = top - most_of(sums);
            if (least > answer.least || least == top) return;
            if (least < answer.least) {
                answer.least = least;
                answer.accepted = 0;
            }
            for (unsigned tight = equal(sums, all_of(top - least)); tight != 0; tight &= tight - 1) {
                const int lane = low_bit(tight);
                answer.accepted |= own | (part->lacked >> (4 * lane) & 15) << step_.place | lacked(lane + lacking);
            }
        }

    private:
        // Counts of a part with one card less.
        static unsigned without(unsigned index, unsigned one) noexcept {
            const unsigned borrow = (~index & one) << kPartKinds;
            const unsigned next = (~index & borrow) << kPartKinds;
            return index ^ one ^ borrow ^ next;
        }
        // The kinds that the others lack, if this part has that lane.
        std::uint64_t lacked(int lane) noexcept {
            if ((known_ >> lane & 1) != 0) return lacked_[lane];
            known_ |= 1u << lane;
            std::uint8_t both[kLanes];
            std::uint8_t wanted[kLanes];
            store_lanes(both, both_);
            store_lanes(wanted, wanted_);
            const Lanes turned = reversed(back_.back);
            std::uint64_t out = 0;
            for (unsigned left = sweep_.grown_; left != 0; left &= left - 1) {
                const int other = 2 * kLevel + 1 + low_bit(left) - lane;  // the lane of the others together
                if (other < 0 || other >= kLanes || both[other] != wanted[lane]) continue;
                // Lane i before and lane `sum - i` behind.
                const int sum = other + kLevel - step_.lacking;
                const int missing = sweep_.top_ - both[other];
                const Lanes behind = up(turned, sum - (kLanes - 1));
                const Lanes sums = less(behind, less(all_of(sweep_.top_ + step_.lacking), front_.front));
                for (unsigned tight = equal(sums, all_of(sweep_.top_ - missing)) & front_.forth; tight != 0;
                     tight &= tight - 1) {
                    const int i = low_bit(tight);
                    out |= sweep_.lacked_[front_.front_at(i)] | sweep_.lacked_[back_.back_at(sum - i)];
                }
            }
            return lacked_[lane] = out;
        }

        const Sweep& sweep_;
        const Step& step_;
        int part_;
        const State& front_;
        const State& back_;
        Lanes both_;
        Lanes wanted_;
        Lanes doubted_;
        unsigned known_ = 0;
        std::uint64_t lacked_[kLanes];
    };

    const Question& q_;
    const SweepTables& tables_;
    int most_;
    int top_;                // of the lanes
    unsigned grown_ = 0;     // bit c: targets may have grown by c cards
    unsigned doubtful_ = 0;  // and then may have too few new melds
    std::size_t states_size_ = 0;
    std::size_t steps_size_ = 0;
    std::size_t state_end_[kMostLayers + 1];  // the states before layer i end here
    std::size_t step_end_[kMostLayers + 1];   // the steps of layer i begin here
    // Crossing melds that lack few enough cards, and where those of a layer are.
    std::size_t candidates_size_;
    std::size_t candidate_begin_[kMostLayers];
    std::size_t candidate_end_[kMostLayers];
    std::uint16_t candidates_[kMostCandidates];
    // Of the layers from one on.
    int base_sum_[kMostLayers + 1];
    int base_[kMostLayers + 1][kMaxParts];
    std::uint16_t worth_[kMostLayers + 1][kPartKinds * kMaxParts];
    std::uint16_t slots_[kSlots];
    std::uint64_t lacked_[kMostLacked];
    State states_[kMostStates];
    Step steps_[kMostSteps];
};
