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

// The lists of a search over crossing melds, per thread. One search uses them at a time. Null if there is no memory.
class NeedSearchMemory {
public:
    NeedSearchMemory() noexcept = default;
    NeedSearchMemory(const NeedSearchMemory&) = delete;
    NeedSearchMemory& operator=(const NeedSearchMemory&) = delete;
    ~NeedSearchMemory() { delete[] bytes_; }
    std::byte* of(std::size_t size) noexcept {
        if (size_ >= size) return bytes_;
        delete[] bytes_;
        bytes_ = new (std::nothrow) std::byte[size];
        size_ = bytes_ == nullptr ? 0 : size;
        return bytes_;
    }

private:
    std::byte* bytes_ = nullptr;
    std::size_t size_ = 0;
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
    Set found{};
    unsigned scarce = 0;         // parts that lacked some cards from the start; weights of the others are bounds
    bool out_of_memory = false;  // no crossing meld was tried

    struct Node {
        Cards hand;
        Cards spare;
        unsigned gone = 0;  // parts with cards that are neither in the hand nor spare
        int lacking = 0;
        int weight = 0;  // the sum over all parts
        std::array<std::uint8_t, kMaxParts> weights{};
    };
    // Candidates from some index on: the kinds they may take, and by how much a taken card can lower the weight, times
    // 840.
    struct Rest {
        std::uint64_t kinds;
        int worth;
    };
    static constexpr std::size_t kRests = 64;  // per list, for its first candidates
    // The melds to try at a node, in the thread's memory from this point on.
    struct Candidates {
        std::uint16_t* at = nullptr;
        std::uint8_t* lacking = nullptr;
        Rest* rest = nullptr;
        std::size_t size = 0;

        void add(std::size_t i, int lacks) noexcept {
            at[size] = static_cast<std::uint16_t>(i);
            lacking[size++] = static_cast<std::uint8_t>(lacks);
        }
        const Rest& from(std::size_t i) const noexcept { return rest[std::min(i, kRests - 1)]; }
        Candidates behind() const noexcept { return {at + size, lacking + size, rest + kRests}; }
    };
    Candidates room{};  // the start of the next list

    // Allocates the lists of all nodes on a path. Each node takes a meld of at least two cards, which are in the hand
    // or count as lacking. False if there is no memory.
    bool make_room(int cards) noexcept {
        const auto lists = static_cast<std::size_t>(cards + std::max(most(), 0)) / 2 + 3;
        const std::size_t places = lists * q.needs.crossing.size();
        thread_local NeedSearchMemory shared;
        std::byte* const bytes = shared.of(lists * kRests * sizeof(Rest) + places * 3);
        if (bytes == nullptr) return false;
        std::byte* const numbers = bytes + lists * kRests * sizeof(Rest);
        room.rest = reinterpret_cast<Rest*>(bytes);
        room.at = reinterpret_cast<std::uint16_t*>(numbers);
        room.lacking = reinterpret_cast<std::uint8_t*>(numbers + 2 * places);
        return true;
    }
    void seal(Candidates& list) const noexcept {
        Rest sum{0, 0};
        if (list.size < kRests) list.rest[list.size] = sum;
        for (std::size_t i = list.size; i-- > 0;) {
            const Crossing& meld = q.needs.crossing[list.at[i]];
            const int lacks = list.lacking[i];
            const int cards = meld.size - lacks;
            sum.kinds |= meld.cards.some();
            if (cards > 0) sum.worth = std::max(sum.worth, (cards - lacks) * (840 / cards));
            if (i < kRests) list.rest[i] = sum;
        }
    }
    // Sorts by the number of lacking cards, fewest first.
    void sort(Candidates& list, const Candidates& from_list) const noexcept {
        for (int lacks = 0; list.size < from_list.size; ++lacks) {
            for (std::size_t i = 0; i < from_list.size; ++i) {
                if (from_list.lacking[i] == lacks) list.add(from_list.at[i], lacks);
            }
        }
    }

    int most() const noexcept { return bounds.upper <= enough ? -kNever : std::min(reach.most, bounds.upper - 1); }
    // The largest weight of a target that would improve on the best one.
    int limit() const noexcept { return 2 * most() - q.more(from); }

    // The least need of the targets in `set`. With `surely`, only of a growth that surely has enough new melds.
    int least(const Set& set, bool surely) const noexcept {
        int found_least = kNever;
        for (int c = from; c <= to; ++c) {
            if (surely ? q.surely_new(c) : c == 0 || q.possible(c))
                found_least = std::min(found_least, Kind::least(set, q.more(c)));
        }
        return found_least;
    }
    void note(const Set& set) noexcept {
        Kind::add(found, set, 0);
        bounds.upper = std::min(bounds.upper, least(reach.few && fills ? Kind::fill(q.needs, set) : set, true));
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
        bounds.lower = std::min(bounds.upper, std::min(bounds.lower, out_of_memory ? 0 : least(relaxed, false)));
    }

    // Can another meld always replace this one? If not, then of some kind that only the other meld lacks all cards are
    // in use, and that many cards are lacking.
    bool replaced(const Node& node, const Crossing& meld, int lacking) const noexcept {
        if (meld.others == meld.others_end) return false;
        const Cards have = meld.cards & node.hand;
        const Cards free = node.spare - (node.spare & (meld.cards - have));
        const int least = most() - lacking + 1;
        const std::uint64_t once = at_least(free, least);
        const std::uint64_t twice = at_least(free, least + 1);
        for (std::uint32_t i = meld.others; i < meld.others_end; ++i) {
            const NeedTables::Other& other = q.needs.others[i];
            if ((other.once & ~once) == 0 && (other.twice & ~twice) == 0 && other.kept.contains(have)) return true;
        }
        return false;
    }
    void candidate(const Node& node, std::size_t i, Candidates& list) const noexcept {
        const Crossing& meld = q.needs.crossing[i];
        const int cards = (meld.cards & node.hand).total();
        const int lacking = node.lacking + meld.size - cards;
        if (!every && cards <= q.needs.covered[static_cast<std::size_t>(meld.size)]) return;
        if (lacking > most()) return;
        if (cards < meld.size && replaced(node, meld, lacking)) return;
        list.add(i, meld.size - cards);
    }
    // The weight of the parts with some of these kinds.
    static int weight_of(const Node& node, std::uint64_t kinds) noexcept {
#ifdef UNERI_AVX2
        const __m128i pairs = _mm_cvtsi64_si128(static_cast<long long>(kinds));
        const __m128i nibble = _mm_set1_epi8(15);
        const __m128i parts =
            _mm_unpacklo_epi8(_mm_and_si128(pairs, nibble), _mm_and_si128(_mm_srli_epi16(pairs, 4), nibble));
        const __m128i none = _mm_cmpeq_epi8(parts, _mm_setzero_si128());
        const __m128i weights = _mm_loadu_si128(reinterpret_cast<const __m128i*>(node.weights.data()));
        const __m128i sums = _mm_sad_epu8(_mm_andnot_si128(none, weights), _mm_setzero_si128());
        return _mm_cvtsi128_si32(sums) + _mm_extract_epi16(sums, 4);
#else
        int weight = 0;
        for (unsigned left = occupied(Cards{kinds, 0, 0}); left != 0; left &= left - 1)
            weight += node.weights[static_cast<std::size_t>(low_bit(left))];
        return weight;
#endif
    }
    // Can further melds lower the weight to the limit? They lower it by at most one per card taken, minus one per card
    // lacking, and no part's weight below 0.
    bool may_fall(const Node& node, const Rest& rest) const noexcept {
        const int far = node.weight + node.lacking - limit();
        if (far <= 0) return true;
        const Cards cards = node.hand.only(rest.kinds);
        if (cards.total() * rest.worth < far * 840) return false;
        return weight_of(node, cards.some()) >= far;
    }

    // `touched`: the kinds of the cards taken last.
    void grow(const Node& node, const Candidates& before, std::size_t first, std::uint64_t touched) noexcept {
        if (node.weight + node.lacking <= limit()) {
            Set set{};
            Kind::add(set, reach.local(q.all_parts(), node.hand, node.spare, node.gone), node.lacking);
            note(set);
        }
        if (!may_fall(node, before.from(first))) return;
        Candidates list = room;
        const int beyond = most();
        for (std::size_t i = first; i < before.size; ++i) {
            if (node.lacking + before.lacking[i] > beyond) continue;  // it lacks at least as many as before
            if ((q.needs.crossing[before.at[i]].cards.some() & touched) != 0) {
                candidate(node, before.at[i], list);
            } else {
                list.add(before.at[i], before.lacking[i]);
            }
        }
        descend(node, list);
    }
    void descend(const Node& node, Candidates& list) noexcept {
        seal(list);
        const Candidates before = room;
        room = list.behind();
        for (std::size_t i = 0; i < list.size && may_fall(node, list.from(i)); ++i) {
            const Crossing& meld = q.needs.crossing[list.at[i]];
            const Cards have = meld.cards & node.hand;
            Cards lack = meld.cards;
            lack -= have;
            if (!node.spare.contains(lack)) continue;
            Node next = node;
            next.hand -= have;
            next.spare -= lack;
            next.gone |= meld.touched;
            next.lacking += list.lacking[i];
            for (unsigned parts = meld.touched; parts != 0; parts &= parts - 1) {
                const int p = low_bit(parts);
                const int now = reach.weight(p, next.hand, next.spare, (scarce >> p & 1) == 0);
                next.weight += now - next.weights[static_cast<std::size_t>(p)];
                next.weights[static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(now);
            }
            grow(next, list, i, have.some());
        }
        room = before;
    }

    // Searches all targets of the hand.
    void run(const Cards& hand, const Cards& spare, unsigned gone, int lacking) noexcept {
        if (lacking > most()) return;
        Set set{};
        Kind::add(set, reach.local(q.all_parts(), hand, spare, gone), lacking);
        note(set);
        if (q.tables.separable()) return;
        if (!make_room(hand.total())) {
            out_of_memory = true;
            return;
        }
        scarce = gone;
        Node root{hand, spare, gone, lacking};
        for (unsigned parts = reach.weighty(hand); parts != 0; parts &= parts - 1) {
            const int p = low_bit(parts);
            const int now = reach.weight(p, hand, spare, (gone >> p & 1) == 0);
            root.weights[static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(now);
            root.weight += now;
        }
        Candidates all = room;
        for (std::size_t i = 0; i < q.needs.crossing.size(); ++i) candidate(root, i, all);
        Candidates list = all.behind();
        sort(list, all);
        descend(root, list);
    }
};

template <class Kind>
Bounds bounds(const Question& q, bool few, int most, const Query& query, bool every = false) noexcept {
    const unsigned gone = q.gone();
    const int grown = q.most_grown();
    const auto fills = [&] {
        for (unsigned parts = q.all_parts() & ~occupied(q.hand) & ~gone; parts != 0; parts &= parts - 1) {
            if (q.needs.type_of[static_cast<std::size_t>(low_bit(parts))]->robust) return true;
        }
        return false;
    };
    NeedSearch<Kind> need_search{q,
                                 {q.needs, few, most, nullptr},
                                 0,
                                 q.exposed.empty() ? grown : 0,
                                 few && fills(),
                                 every,
                                 query.good_enough,
                                 {query.upper, kNever, every ? nullptr : &q.needs.covers}};
    if (q.exposed.empty()) {
        need_search.run(q.hand, q.spare, gone, 0);
        need_search.bound_from_below(0);
        return need_search.bounds;
    }
    LayOffs layoffs(q);
    need_search.reach.laid = &layoffs.laid;
    layoffs.each([&](const Cards& hand, const Cards& spare, int lacking, unsigned touched) {
        need_search.run(hand, spare, gone | touched, lacking);
    });
    need_search.bound_from_below(layoffs.skipped);
    Bounds out = need_search.bounds;
    if (layoffs.overflow) out.lower = 0;
    if (grown > 0 && out.upper > std::max(q.more(1), query.good_enough)) {
        NeedSearch<Kind> more{
            q, {q.needs, few, most, nullptr}, 1, grown, few && fills(), every, query.good_enough, {out.upper, kNever}};
        more.run(q.hand, q.spare, gone, 0);
        more.bound_from_below(0);
        out.upper = more.bounds.upper;
        out.lower = std::min(out.lower, more.bounds.lower);
    }
    return out;
}

}  // namespace
}  // namespace uneri::namima
