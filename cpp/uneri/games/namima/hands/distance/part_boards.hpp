// Combines the boards of a hand's parts (part_tables.hpp): what the hand and its spare cards can be made into.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "uneri/games/namima/cpu_dispatch.hpp"
#include "uneri/games/namima/hands/distance/part_tables.hpp"
#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {
namespace {

// The parts that have some of the cards, as bits.
inline unsigned occupied(const Cards& cards) noexcept {
#ifdef UNERI_AVX2
    std::uint64_t some = cards.some();
    some |= some >> 1;
    return static_cast<unsigned>(_pext_u64(some | some >> 2, 0x1111'1111'1111'1111));
#else
    return Parts::touched(cards);
#endif
}

// `place.of(spare)`
inline std::uint32_t place_at(const NeedTables::Type::Place& place, unsigned spare) noexcept {
#ifdef UNERI_AVX2
    constexpr std::uint64_t kWords = 0x0001'0001'0001'0001;  // a word for the count of each kind
    const std::uint64_t counts =
        _pdep_u64(spare & 15, kWords) | _pdep_u64(spare >> 4 & 15, kWords << 1) | _pdep_u64(spare >> 8, kWords << 2);
    const __m128i products = _mm_madd_epi16(_mm_cvtsi64_si128(static_cast<long long>(counts)),
                                            _mm_loadl_epi64(reinterpret_cast<const __m128i*>(place.stride.data())));
    const auto sums = static_cast<std::uint64_t>(_mm_cvtsi128_si64(products));
    return place.start + static_cast<std::uint32_t>(sums) + static_cast<std::uint32_t>(sums >> 32);
#else
    return place.of(spare);
#endif
}

// The kinds with at least `count` cards.
inline std::uint64_t at_least(const Cards& cards, int count) noexcept {
    switch (count) {
        case 1: return cards.some();
        case 2: return cards.twice();
        case 3: return cards.thrice();
        case 4: return cards.b2;
        case 5: return cards.b2 & (cards.b0 | cards.b1);
        case 6: return cards.b2 & cards.b1;
        default: return count <= 0 ? ~std::uint64_t{0} : 0;
    }
}

// The entries of a board whose lacking cards exceed the cards left over by `more`.
inline Board diagonal(int more) noexcept {
    constexpr Board kMain = 0x8040'2010'0804'0201;
    if (more >= kBoardSide || more <= -kBoardSide) return 0;
    return more >= 0 ? kMain << (kBoardSide * more) : (kMain & (~Board{0} >> (-kBoardSide * more))) << -more;
}

// A board without limits, for hands that lack more than 7 cards or leave more than 7 over.
struct Wide {
    static constexpr int kRows = 32;
    std::array<std::uint32_t, kRows> rows{};
};

struct Narrow {
    using Set = Board;
    static constexpr bool kWide = false;
    static constexpr std::size_t kCost = 32;  // of the boards of a hand, see work.hpp
    static Set start() noexcept { return 1; }
    static Set join(Set a, Set b) noexcept { return board::join(a, b); }
    static void add(Set& to, Set from, int lacking) noexcept { to |= from << (kBoardSide * lacking); }
    static Set lean(Set a) noexcept { return board::lean(a); }
    static int weight(Set a) noexcept { return board::weight(a); }
    static Set fill(const NeedTables& needs, Set a) noexcept { return needs.fill(a); }
    static Set fill_all(const NeedTables& needs, Set a) noexcept { return needs.fill_all(a); }
    static Set cover(const NeedTables& needs, Set a) noexcept { return needs.covers.of(a); }
    static int least(Set a, int more) noexcept {
        a &= diagonal(more);
        return a == 0 ? kNever : low_bit(a) / kBoardSide;
    }
};

struct Broad {
    using Set = Wide;
    static constexpr bool kWide = true;
    static constexpr std::size_t kCost = 64;
    static Set start() noexcept {
        Wide set;
        set.rows[0] = 1;
        return set;
    }
    static Set join(const Set& a, const Set& b) noexcept {
        Wide out;
        for (std::size_t m = 0; m < Wide::kRows; ++m) {
            for (std::uint32_t left = b.rows[m]; left != 0; left &= left - 1) {
                const int g = low_bit(left);
                for (std::size_t i = m; i < Wide::kRows; ++i) out.rows[i] |= a.rows[i - m] << g;
            }
        }
        return lean(out);
    }
    static void add(Set& to, const Set& from, int lacking) noexcept {
        for (auto i = static_cast<std::size_t>(lacking); i < Wide::kRows; ++i)
            to.rows[i] |= from.rows[i - static_cast<std::size_t>(lacking)];
    }
    static int weight(const Set& a) noexcept {
        int least = 2 * Wide::kRows;
        for (int m = 0; m < Wide::kRows; ++m) {
            const std::uint32_t row = a.rows[static_cast<std::size_t>(m)];
            if (row != 0) least = std::min(least, m + low_bit(row));
        }
        return least;
    }
    static Set lean(Set a) noexcept {
        std::uint32_t behind = 0;
        for (std::uint32_t& row : a.rows) {
            const std::uint32_t all = row | behind;
            row &= ~behind;
            behind = all << 1;
        }
        return a;
    }
    static Set fill(const NeedTables&, const Set& a) noexcept { return a; }
    static Set fill_all(const NeedTables&, const Set& a) noexcept { return a; }
    static Set cover(const NeedTables& needs, Set a) noexcept {
        for (bool more = true; more;) {
            const Set before = a;
            for (const Covers::Cover& by : needs.covers.all()) {
                for (std::size_t i = by.lacking, from = 0; i < Wide::kRows; ++i, ++from)
                    a.rows[i] |= a.rows[from] >> by.taken;
            }
            more = std::memcmp(&a, &before, sizeof a) != 0;
        }
        return a;
    }
    static int least(const Set& a, int more) noexcept {
        for (int m = std::max(0, more); m < Wide::kRows && m - more < 32; ++m) {
            if ((a.rows[static_cast<std::size_t>(m)] >> (m - more) & 1) != 0) return m;
        }
        return kNever;
    }
};

// Cards laid off on exposed melds: for each part, all that the melds may have got there, apart from nothing.
struct Laid {
    static constexpr std::size_t kMost = 128;

    Laid() noexcept {}
    unsigned parts = 0;
    std::uint8_t start[kMaxParts];  // for these parts: the range of their cards
    std::uint8_t end[kMaxParts];
    union {  // not initialised: clearing it for every hand took a tenth of the time
        Cards cards[kMost];
    };
};

// The boards of a hand: what it and its spare cards can be made into.
template <class Kind>
struct Reach {
    using Set = typename Kind::Set;

    const NeedTables& needs;
    bool few;          // use boards without melds that other parts can provide
    int most;          // the most lacking cards of interest
    const Laid* laid;  // null: no cards are laid off

    Set entry(unsigned hand, unsigned spare, const NeedTables::Type& type, bool whole) const noexcept {
        if constexpr (Kind::kWide) {
            Set set;
            type.each_target(hand, spare, [&](int lacking, int left) {
                if (lacking < Wide::kRows) set.rows[static_cast<std::size_t>(lacking)] |= 1u << left;
            });
            return Kind::lean(set);
        } else {
            const NeedTables::Entry entry = whole ? type.whole[hand] : type.entry(hand, spare);
            return few ? entry.few : entry.all;
        }
    }

    Set part(int p, const Cards& hand, const Cards& spare, bool whole) const noexcept {
        const NeedTables::Type& type = *needs.type_of[static_cast<std::size_t>(p)];
        Set set = entry(Parts::index(hand, p), Parts::index(spare, p), type, whole);
        if (laid == nullptr || (laid->parts >> p & 1) == 0) return set;
        const auto at = static_cast<std::size_t>(p);
        for (std::size_t i = laid->start[at]; i < laid->end[at]; ++i) {
            const Cards have = laid->cards[i] & hand;
            const Cards lack = laid->cards[i] - have;
            if (!spare.contains(lack)) continue;
            const int lacking = lack.total();
            if (lacking > most) continue;
            Kind::add(set, entry(Parts::index(hand - have, p), Parts::index(spare - lack, p), type, false), lacking);
        }
        return Kind::lean(set);
    }

    // The parts that may have a weight.
    unsigned weighty(const Cards& hand) const noexcept { return occupied(hand) | (laid == nullptr ? 0 : laid->parts); }
    // The least weight of a part (see board::weight).
    int weight(int p, const Cards& hand, const Cards& spare, bool whole) const noexcept {
        if (Kind::kWide || (laid != nullptr && (laid->parts >> p & 1) != 0))
            return Kind::weight(part(p, hand, spare, whole));
        const NeedTables::Type& type = *needs.type_of[static_cast<std::size_t>(p)];
        const unsigned index = Parts::index(hand, p);
        if (whole) return type.whole_weight[index];
        const unsigned other = Parts::index(spare, p);
        if (type.pairs.empty()) return board::weight(type.entry(index, other).all);
        return type.pairs_weight[place_at(type.places[index], other)];
    }

    // The board from local melds alone. `gone`: parts with cards that are neither in the hand nor spare.
    Set local(unsigned parts, const Cards& hand, const Cards& spare, unsigned gone) const noexcept {
        if (few) parts &= weighty(hand);
        Set set = Kind::start();
        for (; parts != 0; parts &= parts - 1) {
            const int p = low_bit(parts);
            set = Kind::join(set, part(p, hand, spare, (gone >> p & 1) == 0));
        }
        return set;
    }
};

}  // namespace
}  // namespace uneri::namima
