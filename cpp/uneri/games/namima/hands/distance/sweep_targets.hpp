// The targets of a sweep, its access to the tables of parts, and the weights of parts.
#pragma once

#include <cstring>

#include "uneri/games/namima/hands/distance/layoffs.hpp"
#include "uneri/games/namima/hands/distance/least_by_growth.hpp"

namespace uneri::namima {
namespace {

class SweepTargets {
public:
    // The least need after a discard, and the kinds of the acceptance then. kNever: it exceeds `most`, or a target with
    // the same need may have too few new melds.
    struct Answer {
        int least = kNever;
        std::uint64_t accepted = 0;
    };

    using Part = SweepTables::Part;
    static constexpr std::size_t kMostLayers = kMaxParts;
    static constexpr std::uint16_t kNone = 0xFFFF;

    // `most_lacking`: the most cards that the targets to find may lack. At most kMostLacking, or one less if a card is
    // discarded: otherwise one more card may be left over than there are lanes for.
    SweepTargets(const Question& question, int most_lacking) noexcept
        : q(question),
          tables(question.tables.sweeps()),
          sources(tables.sources.data()),
          most(most_lacking),
          more(question.more(0)),
          top(most_lacking + 1) {}

    // A target that grew by c cards needs c + 1 new melds (11.4). Lanes do not store the number of melds. So a growth
    // is doubtful if fewer melds could reach it, too.
    void find_growths() noexcept {
        for (int c = 0; c <= q.most_grown() && c <= most; ++c) {
            const bool possible = q.possible(c);
            if (!possible && q.exposed.empty()) continue;
            const bool enough = q.surely_new(c);
            if (possible || !enough) (enough ? grown : doubtful) |= 1u << c;
        }
    }

    const Part& entry(int part, unsigned hand, unsigned spare) const noexcept {
        return sources[part].entries[place_at(sources[part].places[hand], spare)];
    }
    // The kinds that the least targets with this lane of a part lack.
    static std::uint64_t lacked_of(int part, const Part& entry, int lane) noexcept {
        return (entry.lacked >> (kPartKinds * lane) & 15) << (kPartKinds * part);
    }
    // The number of cards of the hand that a crossing meld takes.
    static int taken(const SweepTables::Crossing& meld, const Cards& hand) noexcept {
        return (meld.cards & hand).total();
    }
    // The counts of a part with one card less.
    static unsigned without(unsigned index, unsigned one) noexcept {
        const unsigned borrow = (~index & one) << kPartKinds;
        const unsigned next = (~index & borrow) << kPartKinds;
        return index ^ one ^ borrow ^ next;
    }
    static Lanes moved(const Lanes& lanes, int lacking) noexcept { return less(up(lanes, lacking), all_of(lacking)); }

    // The lanes of `prefix` that form a whole target with some lane of `suffix`, and those of `suffix`.
    struct Useful {
        std::uint16_t prefix;
        std::uint16_t suffix;
    };
    Useful useful(const Lanes& prefix, const Lanes& suffix) const noexcept {
        const Lanes back_turned = reversed(suffix);
        unsigned prefix_mask = 0;
        unsigned suffix_mask = 0;  // reversed
        for (unsigned left = grown; left != 0; left &= left - 1) {
            const int by = 2 * kNoRise + more + low_bit(left) - (kLanes - 1);
            // The sum of both rooms exceeds the top.
            const unsigned both = reached(less(prefix, less(all_of(top), up(back_turned, by))));
            prefix_mask |= both;
            suffix_mask |= by < 0 ? both << -by : both >> by;
        }
        return {static_cast<std::uint16_t>(prefix_mask), static_cast<std::uint16_t>(turned_bits(suffix_mask))};
    }
    // For one part, by lane: the room that the other parts leave for it in a whole target, after a discard. The hand
    // has one card less, so the rise of a target that grew by c is 1 + c.
    static Lanes turned(const Lanes& both, unsigned growths) noexcept {
        const Lanes others = reversed(both);
        Lanes out = all_of(0);
        for (unsigned left = growths; left != 0; left &= left - 1)
            out = greater(out, up(others, 2 * kNoRise + 1 + low_bit(left) - (kLanes - 1)));
        return out;
    }
    // The room left by what comes before a part and after it, if lanes `prefix_mask` of `prefix` are useful.
    Lanes both_of(const Lanes& prefix, unsigned prefix_mask, const Lanes& suffix) const noexcept {
        return joined(suffix, less(all_of(top), prefix), doubtful == 0 ? prefix_mask : reached(prefix));
    }
    // The room of the others (reversed) minus what a part lacks. Their lane i + lacking combines with its lane i.
    static Lanes sums_of(const Lanes& others, const Part& part, int lacking) noexcept {
        return less(less(up(others, -lacking), all_of(lacking)), load_lanes(part.least.data()));
    }
    // Calls visit(sum, missing). Together with a lane of a part, lane i before it and lane `sum` - i after it, with
    // `missing` lacking cards, form a target of a wanted size.
    template <class Visit>
    void each_whole(const Lanes& both, const Lanes& wanted, int lane, Visit&& visit) const noexcept {
        std::uint8_t room[kLanes];
        std::uint8_t room_wanted[kLanes];
        store_lanes(room, both);
        store_lanes(room_wanted, wanted);
        for (unsigned left = grown; left != 0; left &= left - 1) {
            const int other = 2 * kNoRise + 1 + low_bit(left) - lane;
            if (other < 0 || other >= kLanes || room[other] != room_wanted[lane]) continue;
            visit(other + kNoRise, top - room[other]);
        }
    }
    // The kinds that the least targets with such lanes lack before and after the part.
    std::uint64_t lacked_around(const Lanes& prefix, unsigned prefix_mask, const Lanes& suffix,
                                const std::uint64_t* before, const std::uint64_t* behind, int sum,
                                int missing) const noexcept {
        const Lanes sums = less(up(reversed(suffix), sum - (kLanes - 1)), less(all_of(top), prefix));
        std::uint64_t out = 0;
        for (unsigned tight = equal(sums, all_of(top - missing)) & prefix_mask; tight != 0; tight &= tight - 1) {
            const int i = low_bit(tight);
            out |= before[i] | behind[sum - i];
        }
        return out;
    }
    // The answer at rest, from the rooms of all parts. lacked(lane) gives the kinds that the least targets lack.
    template <class Lacked>
    Answer answer_at_rest(const Lanes& all, Lacked&& lacked) const noexcept {
        std::uint8_t room[kLanes];
        store_lanes(room, all);
        int best = 0;
        int best_doubtful = 0;
        for (unsigned left = grown | doubtful; left != 0; left &= left - 1) {
            const int growth = low_bit(left);
            int& greatest = (grown >> growth & 1) != 0 ? best : best_doubtful;
            const int here = room[kNoRise + more + growth];
            greatest = greatest < here ? here : greatest;
        }
        if (best == 0 || best_doubtful >= best) return {};
        Answer answer{top - best, 0};
        for (unsigned left = grown; left != 0; left &= left - 1) {
            const int lane = kNoRise + more + low_bit(left);
            if (room[lane] == best) answer.accepted |= lacked(lane);
        }
        return answer;
    }

    // Weights. A part that lacks m cards and leaves g over weighs m + g. A crossing meld that takes a cards and lacks l
    // lowers the sum of all weights by at most a - l. Each card taken lowers it by an equal share, and no part's weight
    // falls below 0. A meld that a local meld can replace lowers nothing, since weights allow any number of spare
    // cards. The bound never falls, whatever melds are chosen (namima_sweep_bound_holds).
    static constexpr int kUnit = 840;  // weights are in fractions of a card

    // How far cards can lower the sum of the weights: by bit of a kind, and by set of kinds of a part.
    using Worth = std::uint16_t[kPartKinds * kMaxParts];
    using Falls = std::uint16_t[1 << kPartKinds];
    static void value(const SweepTables::Crossing& meld, int cards, Worth& worth) noexcept {
        const auto falls = static_cast<std::uint16_t>((2 * cards - meld.size) * (kUnit / cards));
        for (std::uint64_t kinds = meld.cards.some(); kinds != 0; kinds &= kinds - 1) {
            std::uint16_t& greatest = worth[low_bit(kinds)];
            greatest = greatest < falls ? falls : greatest;
        }
    }
    static void add_up(const Worth& worth, int part, Falls& falls) noexcept {
        falls[0] = 0;
        for (unsigned kinds = 1; kinds < 1u << kPartKinds; ++kinds)
            falls[kinds] =
                static_cast<std::uint16_t>(falls[kinds & (kinds - 1)] + worth[kPartKinds * part + low_bit(kinds)]);
    }
    int weight(const Falls& falls, int part, const Cards& hand) const noexcept {
        const unsigned index = Parts::index(hand, part);
        const int fall = falls[index & 15] + 2 * falls[index >> 4 & 15] + 4 * falls[index >> 8];
        const int weight = kUnit * sources[part].weights[index] - fall;
        return weight & ~(weight >> 31);  // 0 if negative; without a branch, which would be hard to predict
    }
    bool replaced(const SweepTables::Crossing& meld) const noexcept {
        const Cards have = meld.cards & q.hand;
        for (std::uint32_t i = meld.kept; i < meld.kept_end; ++i) {
            if (tables.kept[i].contains(have)) return true;
        }
        return false;
    }

    const Question& q;
    const SweepTables& tables;
    const SweepTables::Source* sources;  // by part
    int most;
    int more;               // the cards of a target without growth, minus those of the hand
    int top;                // the top of the rooms
    unsigned grown = 0;     // bit c: targets may have grown by c
    unsigned doubtful = 0;  // growths for which there may be too few new melds
};

}  // namespace
}  // namespace uneri::namima
