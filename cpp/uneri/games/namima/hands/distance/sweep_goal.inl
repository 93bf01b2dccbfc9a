// Part of the body of deficiency.cpp, see isa.hpp: what sweeps look for, and the tables of parts that they have in
// common.

#include "uneri/games/namima/hands/distance/lanes.inl"

#include "uneri/games/namima/hands/distance/new_melds.inl"

class SweepGoal {
public:
    // The least need after discarding a kind, and the kinds that are accepted then. kNever: more than `most`, or there
    // is a target that lacks as few cards and may have too few new melds.
    struct Answer {
        int least = kNever;
        std::uint64_t accepted = 0;
    };

protected:
    using Part = SweepTables::Part;
    static constexpr std::size_t kMostLayers = kMaxParts;
    static constexpr std::uint16_t kNone = 0xFFFF;

    // `most`: what targets may lack that are to be found. Up to kMostLacking, or a card less if a card is discarded: it
    // may be one more to leave over than there are lanes for.
    SweepGoal(const Question& question, int most) noexcept
        : q_(question),
          tables_(question.tables.sweeps()),
          sources_(tables_.sources.data()),
          most_(most),
          more_(question.more(0)),
          top_(most + 1) {}

    void find_growths() noexcept {
        NewMelds melds(q_, most_);
        for (int c = 0; c <= q_.most_grown() && c <= most_; ++c) {
            const bool possible = q_.possible(c);
            if (!possible && q_.exposed.empty()) continue;
            const bool enough = melds.enough(c);
            if (possible || !enough) (enough ? grown_ : doubtful_) |= 1u << c;
        }
    }

#ifdef UNERI_FAST_BODY
    const Part& entry(int part, unsigned hand, unsigned spare) const noexcept {
        constexpr std::uint64_t kWords = 0x0001'0001'0001'0001;
        return entry_at(part, hand,
                        _pdep_u64(spare & 15, kWords) | _pdep_u64(spare >> 4 & 15, kWords << 1) |
                            _pdep_u64(spare >> 8, kWords << 2));
    }
    // `spare`: 16 bits a kind.
    const Part& entry_at(int part, unsigned hand, std::uint64_t spare) const noexcept {
        const auto& source = sources_[part];
        const auto& place = source.places[hand];
        const __m128i products = _mm_madd_epi16(_mm_cvtsi64_si128(static_cast<long long>(spare)),
                                                _mm_loadl_epi64(reinterpret_cast<const __m128i*>(place.stride.data())));
        const auto sums = static_cast<std::uint64_t>(_mm_cvtsi128_si64(products));
        return source.entries[place.start + static_cast<std::uint32_t>(sums) + static_cast<std::uint32_t>(sums >> 32)];
    }
#else
    const Part& entry(int part, unsigned hand, unsigned spare) const noexcept {
        return sources_[part].entries[sources_[part].places[hand].of(spare)];
    }
#endif
    // What the least targets with a lane of a part lack.
    static std::uint64_t lacked_of(int part, const Part& entry, int lane) noexcept {
        return (entry.lacked >> (kPartKinds * lane) & 15) << (kPartKinds * part);
    }
    // Cards of the hand that a crossing meld takes.
    static int taken(const SweepTables::Crossing& meld, const Cards& hand) noexcept {
        return (meld.cards & hand).total();
    }
    // Counts of a part with one card less.
    static unsigned without(unsigned index, unsigned one) noexcept {
        const unsigned borrow = (~index & one) << kPartKinds;
        const unsigned next = (~index & borrow) << kPartKinds;
        return index ^ one ^ borrow ^ next;
    }
    static Lanes moved(const Lanes& lanes, int lacking) noexcept { return less(up(lanes, lacking), all_of(lacking)); }

    // The lanes of `front` that make a whole with some of `back`, and those of `back`.
    struct Useful {
        std::uint16_t front;
        std::uint16_t back;
    };
    Useful useful(const Lanes& front, const Lanes& back) const noexcept {
        const Lanes turned = reversed(back);
        unsigned forth = 0;
        unsigned back_to = 0;  // turned
        for (unsigned left = grown_; left != 0; left &= left - 1) {
            const int by = 2 * kLevel + more_ + low_bit(left) - (kLanes - 1);
            // Both rooms together are more than the top.
            const unsigned both = reached(less(front, less(all_of(top_), up(turned, by))));
            forth |= both;
            back_to |= by < 0 ? both << -by : both >> by;
        }
        return {static_cast<std::uint16_t>(forth), static_cast<std::uint16_t>(turned_bits(back_to))};
    }
    // Of one part, by lane: the room that others leave if the whole is to have its cards, after a discard. The hand has
    // a card less, so the rise of a target that grew by c is 1 + c.
    static Lanes turned(const Lanes& both, unsigned grown) noexcept {
        const Lanes others = reversed(both);
        Lanes out = all_of(0);
        for (unsigned left = grown; left != 0; left &= left - 1)
            out = greater(out, up(others, 2 * kLevel + 1 + low_bit(left) - (kLanes - 1)));
        return out;
    }
    // The room that what lies before a part and behind it leaves, if lanes `forth` of `front` are useful.
    Lanes both_of(const Lanes& front, unsigned forth, const Lanes& back) const noexcept {
        return joined(back, less(all_of(top_), front), doubtful_ == 0 ? forth : reached(front));
    }
    // What a part leaves of the room of the others, which are turned. Lane i + lacking of them goes with its lane i.
    static Lanes sums_of(const Lanes& others, const Part& part, int lacking) noexcept {
        return less(less(up(others, -lacking), all_of(lacking)), load_lanes(part.least.data()));
    }
    // visit(sum, missing): together with a lane of a part, lane i before it and lane `sum` - i behind it, with so many
    // lacking cards, make a whole of a wanted sum.
    template <class Visit>
    void each_whole(const Lanes& both, const Lanes& wanted, int lane, Visit&& visit) const noexcept {
        std::uint8_t room[kLanes];
        std::uint8_t room_wanted[kLanes];
        store_lanes(room, both);
        store_lanes(room_wanted, wanted);
        for (unsigned left = grown_; left != 0; left &= left - 1) {
            const int other = 2 * kLevel + 1 + low_bit(left) - lane;
            if (other < 0 || other >= kLanes || room[other] != room_wanted[lane]) continue;
            visit(other + kLevel, top_ - room[other]);
        }
    }
    // What the least targets with such lanes lack before and behind.
    std::uint64_t lacked_around(const Lanes& front, unsigned forth, const Lanes& back, const std::uint64_t* before,
                                const std::uint64_t* behind, int sum, int missing) const noexcept {
        const Lanes sums = less(up(reversed(back), sum - (kLanes - 1)), less(all_of(top_), front));
        std::uint64_t out = 0;
        for (unsigned tight = equal(sums, all_of(top_ - missing)) & forth; tight != 0; tight &= tight - 1) {
            const int i = low_bit(tight);
            out |= before[i] | behind[sum - i];
        }
        return out;
    }
    // Of a hand at rest, if these are the rooms of all parts together; lacked(lane) says what the least lack.
    template <class Lacked>
    Answer answer_at_rest(const Lanes& all, Lacked&& lacked) const noexcept {
        std::uint8_t room[kLanes];
        store_lanes(room, all);
        int most = 0;
        int doubtful = 0;
        for (unsigned left = grown_ | doubtful_; left != 0; left &= left - 1) {
            const int grown = low_bit(left);
            int& best = (grown_ >> grown & 1) != 0 ? most : doubtful;
            const int here = room[kLevel + more_ + grown];
            best = best < here ? here : best;
        }
        if (most == 0 || doubtful >= most) return {};
        Answer answer{top_ - most, 0};
        for (unsigned left = grown_; left != 0; left &= left - 1) {
            const int lane = kLevel + more_ + low_bit(left);
            if (room[lane] == most) answer.accepted |= lacked(lane);
        }
        return answer;
    }

    const Question& q_;
    const SweepTables& tables_;
    const SweepTables::Source* sources_;  // by part
    int most_;
    int more_;               // cards that a target which hasn't grown has more than the hand
    int top_;                // of the lanes
    unsigned grown_ = 0;     // bit c: targets may have grown by c cards
    unsigned doubtful_ = 0;  // and then may have too few new melds
};
