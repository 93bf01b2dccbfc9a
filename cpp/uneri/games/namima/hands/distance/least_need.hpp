// The fewest cards that a hand lacks: a search over crossing melds, bounded by boards of the parts.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>

#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/hands/distance/layoffs.hpp"

namespace uneri::namima {
namespace {

// Memory that a thread keeps from one search to the next. Each file has its own type. The destructor of a
// std::unique_ptr would be code that the linker may share between the builds of a file for different processors
// (cmake/SharedCode.cmake).
struct Scratch {
    std::byte* bytes = nullptr;
    std::size_t size = 0;

    Scratch() = default;
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { delete[] bytes; }

    // Makes room for `wanted` bytes; what was there is lost. False if there is no memory.
    bool reserve(std::size_t wanted) noexcept {
        if (size >= wanted) return true;
        delete[] bytes;
        bytes = new (std::nothrow) std::byte[wanted];
        size = bytes == nullptr ? 0 : wanted;
        return bytes != nullptr;
    }
};

// Bounds of the answer: `upper` can be reached; nothing below `lower` is possible.
struct Bounds {
    int upper = kNever;
    int lower = kNever;
    const Covers* left_out = nullptr;  // crossing melds that were not tried, if any
};

// Searches over crossing melds. Unless `every`, it omits those with few cards of the hand (NeedTables::covered).
template <class Kind>
struct NeedSearch {
    using Set = typename Kind::Set;
    using Crossing = NeedTables::Crossing;

    const Question& q;
    Reach<Kind> reach;
    int from;  // the range of growth of targets
    int to;
    bool fills;  // some part without a card of the hand can provide any filling
    bool every;
    int enough;
    Bounds bounds{};
    Work& work = work_of_thread();
    Set found{};
    unsigned scarce = 0;         // parts that lacked some cards from the start; weights of the others are bounds
    bool out_of_memory = false;  // no crossing meld was tried

    struct Node {
        Cards hand;
        Cards spare;
        unsigned gone = 0;  // parts with cards that are neither in the hand nor spare
        int lacking = 0;
        int melds = 0;   // new ones
        int weight = 0;  // the sum over all parts
        std::array<std::uint8_t, kMaxParts> weights{};
    };
    // Candidates from some index on: the kinds they may take, and the most that a card is worth to them in any part.
    struct Rest {
        std::uint64_t kinds;
        int worth;
    };
    static constexpr std::size_t kRests = 64;  // per list, for its first candidates
    // The melds to try at a node, in the thread's memory from this point on.
    struct Candidates {
        struct Meld {
            std::uint16_t at;  // its index in NeedTables::crossing
            std::uint8_t lacking;
            std::int16_t worth;
        };
        Meld* melds = nullptr;
        Rest* rest = nullptr;
        std::size_t size = 0;
        // In order of worth, highest first: so the melds that are left are soon worth little.
        void add(const Meld& meld) noexcept {
            std::size_t place = size++;
            for (; place > 0 && melds[place - 1].worth < meld.worth; --place) melds[place] = melds[place - 1];
            melds[place] = meld;
        }
        const Rest& from(std::size_t i) const noexcept { return rest[std::min(i, kRests - 1)]; }
        Candidates behind() const noexcept { return {melds + size, rest + kRests}; }
    };
    Candidates room{};  // the start of the next list

    // Allocates the lists of all nodes on a path. Each node takes a meld of at least two cards, which are in the hand
    // or count as lacking. False if there is no memory.
    bool make_room(int cards) noexcept {
        const auto lists = static_cast<std::size_t>(cards + std::max(most, 0)) / 2 + 3;
        const std::size_t size =
            lists * (kRests * sizeof(Rest) + q.needs.crossing.size() * sizeof(typename Candidates::Meld));
        thread_local Scratch shared;  // one search uses it at a time
        if (!shared.reserve(size)) return false;
        room.rest = reinterpret_cast<Rest*>(shared.bytes);
        room.melds = reinterpret_cast<typename Candidates::Meld*>(shared.bytes + lists * kRests * sizeof(Rest));
        return true;
    }
    // What a card is worth in melds that take `cards` cards and lack some: the most by which they lower the weight, per
    // card, times kWhole. Each card taken lowers it by at most one, each lacking card counts against that.
    static constexpr int kWhole = 840;  // a multiple of all sizes
    static std::int16_t worth(int cards, int lacking) noexcept {
        constexpr std::array<int, kMaxMeldSize + 1> kShare = {0, 840, 420, 280, 210, 168, 140, 120, 105};
        return static_cast<std::int16_t>(std::max(cards - lacking, 0) * kShare[static_cast<std::size_t>(cards)]);
    }
    void seal(Candidates& list) const noexcept {
        Rest sum{0, 0};
        if (list.size < kRests) list.rest[list.size] = sum;
        for (std::size_t i = list.size; i-- > 0;) {
            const Crossing& meld = q.needs.crossing[list.melds[i].at];
            const int lacks = list.melds[i].lacking;
            sum.kinds |= meld.cards.some();
            sum.worth = std::max<int>(sum.worth, worth(meld.size - lacks, lacks));
            if (i < kRests) list.rest[i] = sum;
        }
    }
    // Adds the candidates that have enough cards in common with the hand: more than `covered`, two or three.
    void sharing_enough(const Node& node, Candidates& list) const noexcept {
        const std::size_t words = (q.needs.crossing.size() + 63) / 64;
        for (std::size_t w = 0; w < words; ++w) {
            std::uint64_t one = 0;  // melds with at least one card in common so far
            std::uint64_t two = 0;
            std::uint64_t three = 0;
            for (const int copies : {1, 2}) {
                for_each_bit(copies == 1 ? node.hand.some() : node.hand.twice(), [&](int kind) {
                    const std::uint64_t with = q.needs.holding[NeedTables::holding_at(kind, copies) * words + w];
                    three |= two & with;
                    two |= one & with;
                    one |= with;
                });
            }
            two &= three | ~q.needs.wants_three[w];
            for_each_bit(two, [&](int bit) { candidate(node, 64 * w + static_cast<std::size_t>(bit), list); });
        }
    }
    int most = 0;   // the most lacking cards of a target that would improve on the best one
    int limit = 0;  // its largest weight
    void improve(int upper) noexcept {
        bounds.upper = std::min(bounds.upper, upper);
        most = bounds.upper <= enough ? -kNever : std::min(reach.most, bounds.upper - 1);
        limit = 2 * most - q.more(from);
    }

    // The least need of the targets in `set`, which have at least `melds` new melds.
    int least(const Set& set, int melds) const noexcept {
        int found_least = kNever;
        for (int c = from; c <= to; ++c) {
            if (c < melds ? c == 0 || q.possible(c) : q.surely_new(c))
                found_least = std::min(found_least, Kind::least(set, q.more(c)));
        }
        return found_least;
    }
    void note(const Node& node) noexcept {
        Set set{};
        Kind::add(set, reach.local(q.all_parts(), node.hand, node.spare, node.gone), node.lacking);
        Kind::add(found, set, 0);
        improve(least(reach.few && fills ? Kind::fill(q.needs, set) : set, node.melds));
    }
    void bound_from_below(unsigned skipped) noexcept {
        Set relaxed = reach.few ? Kind::fill_all(q.needs, found) : found;
        if (!every) relaxed = Kind::cover(q.needs, relaxed);
        for (int again = 0; again < 3 && skipped != 0; ++again) {
            for (unsigned sizes = skipped; sizes != 0; sizes &= sizes - 1) {
                const Set before = relaxed;
                Kind::add(relaxed, before, low_bit(sizes));
            }
        }
        bounds.lower = std::min(bounds.upper, std::min(bounds.lower, out_of_memory ? 0 : least(relaxed, kNever)));
    }

    // Can another meld always replace this one? If not, then of some kind that only the other meld lacks all cards are
    // in use, and that many cards are lacking.
    bool replaced(const Node& node, const Crossing& meld, const Cards& have, int lacking) const noexcept {
        const int least = most - lacking + 1;
        for (std::uint32_t i = meld.others; i < meld.others_end; ++i) {
            const NeedTables::Other& other = q.needs.others[i];
            if (!other.kept.contains(have)) continue;
            const Cards free = node.spare - (node.spare & (meld.cards - have));
            if ((other.once & ~at_least(free, least)) == 0 && (other.twice & ~at_least(free, least + 1)) == 0)
                return true;
        }
        return false;
    }
    // Adds a meld to the list, unless it need not be tried. It is worth what its cards in parts that have a weight are.
    void candidate(const Node& node, std::size_t i, Candidates& list) const noexcept {
        const Crossing& meld = q.needs.crossing[i];
        const Cards have = meld.cards & node.hand;
        const int lacks = meld.size - have.total(), lacking = node.lacking + lacks;
        const bool covered = !every && have.total() <= q.needs.covered[static_cast<std::size_t>(meld.size)];
        if (static_cast<int>(covered) | static_cast<int>(lacking > most)) return;
        if (lacks > 0 && replaced(node, meld, have, lacking)) return;
        list.add(
            {static_cast<std::uint16_t>(i), static_cast<std::uint8_t>(lacks), worth(most_drop(node, have), lacks)});
    }
    // The sum over the parts of the lower of two numbers: the part's weight, and its cards among `cards`.
    static int most_drop(const Node& node, const Cards& cards) noexcept {
        int most = 0;
        for (unsigned left = occupied(cards); left != 0; left &= left - 1) {
            const int p = low_bit(left);
            most += std::min<int>(node.weights[static_cast<std::size_t>(p)], Parts::total(Parts::index(cards, p)));
        }
        return most;
    }
    // Can further melds of these kinds lower the weight to the limit? A card taken lowers the weight of its part by at
    // most one, and no part's weight falls below 0. If a card is worth at most a share w, melds that take n such cards
    // lower the weight by at most n * w, and they lack at least n * (1 - w) cards.
    bool may_fall(const Node& node, std::uint64_t kinds, int worth) const noexcept {
        const int far = node.weight + node.lacking - limit;
        if (far <= 0) return true;
        if ((most - node.lacking) * worth < far * (kWhole - worth)) return false;
        return most_drop(node, node.hand.only(kinds)) * worth >= far * kWhole;
    }

    void weigh(Node& node, unsigned parts) const noexcept {
        for (; parts != 0; parts &= parts - 1) {
            const int p = low_bit(parts);
            const int now = reach.weight(p, node.hand, node.spare, (scarce >> p & 1) == 0);
            node.weight += now - node.weights[static_cast<std::size_t>(p)];
            node.weights[static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(now);
        }
    }
    static constexpr std::size_t kNodeCost = 8;
    // `touched`: the parts that have changed.
    void grow(const Node& node, const Candidates& before, std::size_t first, unsigned touched) noexcept {
        const bool is_near = node.weight + node.lacking <= limit;
        if (!work.spend(is_near ? Kind::kCost : kNodeCost)) return;
        if (is_near) note(node);
        if (!may_fall(node, before.from(first).kinds, before.from(first).worth)) return;
        if (!work.spend(before.size - first)) return;
        Candidates list = room;
        for (std::size_t i = first; i < before.size; ++i) {
            const auto& meld = before.melds[i];
            if (node.lacking + meld.lacking > most) continue;  // it lacks at least as many as before
            if ((q.needs.crossing[meld.at].touched & touched) != 0) {
                candidate(node, meld.at, list);
            } else {
                list.add(meld);
            }
        }
        descend(node, list);
    }
    void descend(const Node& node, Candidates& list) noexcept {
        seal(list);
        const Candidates before = room;
        room = list.behind();
        for (std::size_t i = 0; i < list.size && may_fall(node, list.from(i).kinds, list.melds[i].worth); ++i) {
            if (work.over()) break;
            const Crossing& meld = q.needs.crossing[list.melds[i].at];
            const Cards have = meld.cards & node.hand;
            Cards lack = meld.cards;
            lack -= have;
            if (!node.spare.contains(lack)) continue;
            Node next = node;
            next.hand -= have;
            next.spare -= lack;
            next.gone |= meld.touched;
            next.lacking += list.melds[i].lacking;
            ++next.melds;
            weigh(next, meld.touched);
            grow(next, list, i, meld.touched);
        }
        room = before;
    }

    // Searches all targets of the hand.
    void run(const Cards& hand, const Cards& spare, unsigned gone, int lacking) noexcept {
        improve(kNever);
        if (lacking > most) return;
        Node root{hand, spare, gone, lacking};
        note(root);
        if (q.tables.separable() || lacking > most) return;
        if (!make_room(hand.total())) {
            out_of_memory = true;
            return;
        }
        scarce = gone;
        weigh(root, reach.weighty(hand));
        Candidates list = room;
        if (q.needs.shares_two && !every) {
            sharing_enough(root, list);
        } else {
            for (std::size_t i = 0; i < q.needs.crossing.size(); ++i) candidate(root, i, list);
        }
        descend(root, list);
    }
};

}  // namespace
}  // namespace uneri::namima
