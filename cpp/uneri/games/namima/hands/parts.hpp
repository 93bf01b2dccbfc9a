// Splits the kinds of a rule set into *parts* of up to four kinds, such that most melds are *local*: all their cards
// lie in one part. The other melds *cross*. Without crossing melds a hand is complete if each of its parts is, and
// tables over the counts of a part answer all questions. With them, crossing melds are tried one by one, and tables
// answer the rest.
//
// In 小波 and 白波 a part is a colour and a block of ranks, and no melds cross. In 色波 SAI crosses; in 荒波 melds with
// substitutes cross. In 綾波 and 重綾波 parts are the falling diagonals, and the rising ones cross. The same method
// splits all other rule sets: each meld in turn becomes local if its kinds still fit into one part.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <numeric>
#include <vector>

#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {

inline constexpr int kPartKinds = 4;
inline constexpr int kMaxParts = 16;

// Cards in *part order*: kind number i of part p is bit 4p + i of the planes.
class Parts {
public:
    explicit Parts(const Melds& melds);

    int count() const noexcept { return count_; }
    int kinds() const noexcept { return kinds_; }
    int bit_of(int kind) const noexcept { return bit_of_[static_cast<std::size_t>(kind)]; }
    int kind_at(int bit) const noexcept { return kind_at_[static_cast<std::size_t>(bit)]; }
    std::uint64_t kind_bits() const noexcept { return kind_bits_; }  // the bits that stand for kinds

    Cards to_part_order(const Cards& by_kind) const noexcept {
        return {to_part_order(by_kind.b0), to_part_order(by_kind.b1), to_part_order(by_kind.b2)};
    }
    std::uint64_t to_part_order(std::uint64_t plane) const noexcept {
        std::uint64_t by_part = 0;
        for (std::size_t i = 0; i < spread_.size(); ++i) by_part |= spread_[i][plane >> (8 * i) & 0xFF];
        return by_part;
    }
    std::uint64_t to_kind_order(std::uint64_t by_part) const noexcept {
        std::uint64_t plane = 0;
        for_each_bit(by_part, [&](int bit) { plane |= std::uint64_t{1} << kind_at(bit); });
        return plane;
    }

    // The table index of the counts of a part: bits 0-3 are the low bits of the four counts; middle and high bits
    // follow.
    static constexpr int kIndices = 1 << (3 * kPartKinds);
    static constexpr unsigned index(const Cards& by_part, int part) noexcept {
        const int at = kPartKinds * part;
        return static_cast<unsigned>((by_part.b0 >> at & 15) | (by_part.b1 >> at & 15) << 4 |
                                     (by_part.b2 >> at & 15) << 8);
    }
    static constexpr int count_at(unsigned index, int place) noexcept {
        return static_cast<int>((index >> place & 1) | (index >> (place + 4) & 1) << 1 |
                                (index >> (place + 8) & 1) << 2);
    }
    static constexpr int total(unsigned index) noexcept {
        return std::popcount(index & 15) + 2 * std::popcount(index >> 4 & 15) + 4 * std::popcount(index >> 8);
    }
    static constexpr unsigned index_of(const std::array<int, kPartKinds>& counts) noexcept {
        unsigned index = 0;
        for (unsigned i = 0; i < kPartKinds; ++i) {
            const auto n = static_cast<unsigned>(counts[i]);
            index |= (n & 1) << i | (n >> 1 & 1) << (i + 4) | (n >> 2 & 1) << (i + 8);
        }
        return index;
    }

    // Parts of one type have the same caps and the same local melds, position by position. The order of kinds within
    // parts is chosen to get as few types as possible.
    int type_of(int part) const noexcept { return type_of_[static_cast<std::size_t>(part)]; }
    int types() const noexcept { return static_cast<int>(types_.size()); }
    struct Type {
        std::array<int, kPartKinds> caps{};  // 0: no such kind
        std::vector<std::array<int, kPartKinds>> melds;
        auto operator<=>(const Type&) const = default;
    };
    const Type& type(int type) const noexcept { return types_[static_cast<std::size_t>(type)]; }

    // Melds in part order.
    const Cards& meld(int id) const noexcept { return by_part_[static_cast<std::size_t>(id)]; }
    bool is_local(int id) const noexcept { return std::has_single_bit(touched(meld(id))); }
    // The parts to which the cards belong, as bits.
    static constexpr unsigned touched(const Cards& by_part) noexcept {
        std::uint64_t some = by_part.some();
        some = (some | some >> 1 | some >> 2 | some >> 3) & 0x1111'1111'1111'1111;
        unsigned parts = 0;
        for (int p = 0; p < kMaxParts; ++p) parts |= static_cast<unsigned>(some >> (4 * p) & 1) << p;
        return parts;
    }

    // Groups of parts linked by crossing melds, each as bits of parts. A part without such links is a group of its own.
    const std::vector<unsigned>& groups() const noexcept { return groups_; }

private:
    void split(const Melds& melds);
    void number(const Melds& melds, const std::vector<int>& root);
    void find_groups();

    int count_ = 0;
    int kinds_ = 0;
    std::uint64_t kind_bits_ = 0;
    std::array<std::uint8_t, kMaxKinds> bit_of_{};
    std::array<std::uint8_t, 64> kind_at_{};
    std::array<std::array<std::uint64_t, 256>, kMaxKinds / 8> spread_{};
    std::array<std::uint8_t, kMaxParts> type_of_{};
    std::vector<Type> types_;
    std::vector<Cards> by_part_;
    std::vector<unsigned> groups_;
};

using Counts = std::array<int, kPartKinds>;

inline Counts counts_in(const Cards& by_part, int part) noexcept {
    Counts out{};
    for (int i = 0; i < kPartKinds; ++i) out[static_cast<std::size_t>(i)] = by_part.count(kPartKinds * part + i);
    return out;
}

inline int sum(const Counts& counts) noexcept { return counts[0] + counts[1] + counts[2] + counts[3]; }

inline bool within(const Counts& a, const Counts& b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), [](int x, int y) { return x <= y; });
}

inline Counts minus(Counts a, const Counts& b) noexcept {
    for (std::size_t i = 0; i < kPartKinds; ++i) a[i] -= b[i];
    return a;
}

inline Counts plus(Counts a, const Counts& b) noexcept {
    for (std::size_t i = 0; i < kPartKinds; ++i) a[i] += b[i];
    return a;
}

// Calls visit(counts) for all counts up to `most`, each after all counts it contains: the first place changes fastest.
template <class Visit>
void each_counts(const Counts& most, Visit&& visit) {
    Counts counts{};
    for (;;) {
        visit(counts);
        std::size_t i = 0;
        while (i < kPartKinds && counts[i] == most[i]) counts[i++] = 0;
        if (i == kPartKinds) return;
        ++counts[i];
    }
}

// All counts up to the caps of a part, each after all counts that it contains: kind 0 changes fastest.
class CountVectors {
public:
    explicit CountVectors(const Counts& caps) : caps_(caps) {
        each_counts(caps, [&](const Counts& counts) { all_.push_back(counts); });
        for (std::size_t i = 1; i < kPartKinds; ++i)
            weight_[i] = weight_[i - 1] * static_cast<unsigned>(caps[i - 1] + 1);
    }
    std::size_t size() const noexcept { return all_.size(); }
    const Counts& caps() const noexcept { return caps_; }
    auto begin() const noexcept { return all_.begin(); }
    auto end() const noexcept { return all_.end(); }
    const Counts& operator[](std::size_t number) const noexcept { return all_[number]; }
    unsigned number(const Counts& counts) const noexcept {
        return std::inner_product(counts.begin(), counts.end(), weight_.begin(), 0u, std::plus<>{},
                                  [](int count, unsigned weight) { return static_cast<unsigned>(count) * weight; });
    }

private:
    Counts caps_;
    std::vector<Counts> all_;
    std::array<unsigned, kPartKinds> weight_{1, 0, 0, 0};
};

}  // namespace uneri::namima
