// Finds all melds within a hand at once, without a branch. For every group of six kinds and each set of them with at
// least one, two or three cards, a table holds the melds that this rules out, as bits by meld id.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "uneri/base/bits.hpp"
#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {

class MeldIndex {
public:
    explicit MeldIndex(const Melds& melds);

    class Within;

    // Can a meld with `kind` lie within the hand? Checks only the kinds that such melds need, since most answers are
    // no.
    bool may_hold(const Cards& hand, int kind) const noexcept {
        const std::uint64_t one = hand.some();
        const std::uint64_t two = hand.twice();
        const std::uint64_t three = hand.thrice();
        const std::size_t step = kSets * words_;
        const std::uint64_t* held = holding(kind);
        std::uint64_t some = 0;
        for (std::size_t first = 0; first < words_; first += kBlock) {
            std::array<std::uint64_t, kBlock> lacking{};
            for (unsigned left = groups_of_[static_cast<std::size_t>(kind)]; left != 0; left &= left - 1) {
                const auto group = static_cast<std::size_t>(std::countr_zero(left));
                const std::uint64_t* row = lacking_.data() + group * kCounts * step + first;
                const std::uint64_t* a = row + (one >> kGroup * group) % kSets * words_;
                const std::uint64_t* b = row + step + (two >> kGroup * group) % kSets * words_;
                const std::uint64_t* c = row + 2 * step + (three >> kGroup * group) % kSets * words_;
                for (std::size_t i = 0; i < kBlock; ++i) lacking[i] |= a[i] | b[i] | c[i];
            }
            for (std::size_t i = 0; i < kBlock; ++i) some |= held[first + i] & ~lacking[i];
        }
        return some != 0;
    }
    // The kinds that lay-offs may add to a meld, in sequence.
    std::uint64_t laid_on(int id) const noexcept { return laid_on_[static_cast<std::size_t>(id)]; }

private:
    static constexpr std::size_t kBlock = 4;  // words: the size of the largest registers
    static constexpr std::size_t kGroup = 6;  // kinds
    static constexpr std::size_t kSets = std::size_t{1} << kGroup;
    static constexpr std::size_t kCounts = 3;  // one, two, three of a kind

    const std::uint64_t* at_most(int size) const noexcept {
        return at_most_.data() + static_cast<std::size_t>(std::clamp(size, 0, kMaxMeldSize)) * words_;
    }
    const std::uint64_t* holding(int kind) const noexcept {
        return holding_.data() + static_cast<std::size_t>(kind) * words_;
    }

    std::size_t words_;                   // a multiple of kBlock
    std::size_t groups_;                  // of six kinds
    std::vector<std::uint64_t> lacking_;  // [group][count - 1][kinds there][word]
    std::vector<std::uint64_t> holding_;  // [kind][word]
    std::vector<std::uint64_t> at_most_;  // [cards][word]; bits beyond the melds are always 0
    std::vector<std::uint64_t> many_;     // [word]: melds of more than three of a kind
    std::vector<Cards> cards_;
    std::vector<std::uint32_t> groups_of_;  // [kind]: bits of the groups of all melds that hold the kind
    std::vector<std::uint64_t> laid_on_;
};

// The melds within one hand.
class MeldIndex::Within {
public:
    Within(const MeldIndex& index, const Cards& hand) noexcept : index_(index), kinds_(hand.some()) {
        for (std::size_t first = 0; first < index.words_; first += kBlock) look_up(hand, first);
    }

    // Calls visit(id) for every meld of at most `most` cards, ascending.
    template <class Visit>
    void each(int most, Visit&& visit) const {
        each_word(most, [&](int first, std::uint64_t ids) { for_each_bit(ids, [&](int bit) { visit(first + bit); }); });
    }
    // Calls visit(first, ids) for 64 ids at a time: bit i stands for first + i.
    template <class Visit>
    void each_word(int most, Visit&& visit) const {
        const std::uint64_t* sized = index_.at_most(most);
        for (std::size_t i = 0; i < index_.words_; ++i) visit(static_cast<int>(64 * i), found_[i] & sized[i]);
    }
    // Calls use(id) for every meld that holds `kind`, ascending, until it returns true.
    template <class Use>
    bool any_holding(int kind, int most, Use&& use) const {
        const std::uint64_t* sized = index_.at_most(most);
        const std::uint64_t* holding = index_.holding(kind);
        for (std::size_t i = 0; i < index_.words_; ++i) {
            for (std::uint64_t left = found_[i] & holding[i] & sized[i]; left != 0; left &= left - 1) {
                if (use(static_cast<int>(64 * i) + std::countr_zero(left))) return true;
            }
        }
        return false;
    }
    bool has_holding(int kind, int most) const noexcept {
        const std::uint64_t* sized = index_.at_most(most);
        const std::uint64_t* holding = index_.holding(kind);
        std::array<std::uint64_t, kBlock> some{};
        for (std::size_t first = 0; first < index_.words_; first += kBlock) {
            for (std::size_t i = 0; i < kBlock; ++i)
                some[i] |= found_[first + i] & holding[first + i] & sized[first + i];
        }
        return (some[0] | some[1] | some[2] | some[3]) != 0;
    }
    // The number of melds of at most `most` cards; and meld number u of them, ascending.
    int count(int most) const noexcept { return count_within(index_.at_most(most), nullptr); }
    int at(int most, int u) const noexcept { return nth_within(index_.at_most(most), nullptr, u); }
    // The same for melds that hold `kind`.
    int count(int most, int kind) const noexcept { return count_within(index_.at_most(most), index_.holding(kind)); }
    int at(int most, int kind, int u) const noexcept {
        return nth_within(index_.at_most(most), index_.holding(kind), u);
    }
    // Is every kind of the hand outside `but` in one of the melds?
    bool covers(std::uint64_t but) const noexcept {
        for (std::uint64_t left = kinds_ & ~but; left != 0; left &= left - 1) {
            if (!has_holding(std::countr_zero(left), kMaxMeldSize)) return false;
        }
        return true;
    }

private:
    std::uint64_t word_within(std::size_t i, const std::uint64_t* sized, const std::uint64_t* holding) const noexcept {
        return found_[i] & sized[i] & (holding == nullptr ? ~std::uint64_t{0} : holding[i]);
    }
    int count_within(const std::uint64_t* sized, const std::uint64_t* holding) const noexcept {
        int sum = 0;
        for (std::size_t i = 0; i < index_.words_; ++i) sum += std::popcount(word_within(i, sized, holding));
        return sum;
    }
    int nth_within(const std::uint64_t* sized, const std::uint64_t* holding, int u) const noexcept {
        for (std::size_t i = 0;; ++i) {
            const std::uint64_t word = word_within(i, sized, holding);
            const int here = std::popcount(word);
            if (u < here) return static_cast<int>(64 * i) + select_bit(word, static_cast<unsigned>(u));
            u -= here;
        }
    }
    // Four words: the melds that the first three cards of each kind do not rule out.
    void look_up(const Cards& hand, std::size_t first) noexcept {
        std::array<std::uint64_t, kBlock> lacking{};
        std::uint64_t one = hand.some();
        std::uint64_t two = hand.twice();
        std::uint64_t three = hand.thrice();
        const std::size_t words = index_.words_;
        const std::size_t step = kSets * words;
        const std::uint64_t* row = index_.lacking_.data() + first;
        for (std::size_t group = 0; group < index_.groups_; ++group) {
            const std::uint64_t* a = row + (one % kSets) * words;
            const std::uint64_t* b = row + step + (two % kSets) * words;
            const std::uint64_t* c = row + 2 * step + (three % kSets) * words;
            for (std::size_t i = 0; i < kBlock; ++i) lacking[i] |= a[i] | b[i] | c[i];
            one >>= kGroup;
            two >>= kGroup;
            three >>= kGroup;
            row += kCounts * step;
        }
        const std::uint64_t* all = index_.at_most(kMaxMeldSize) + first;
        const std::uint64_t* many = index_.many_.data() + first;
        std::uint64_t doubtful = 0;
        for (std::size_t i = 0; i < kBlock; ++i) {
            found_[first + i] = ~lacking[i] & all[i];
            doubtful |= ~lacking[i] & many[i];
        }
        if (doubtful != 0) sift(hand, first);
    }
    void sift(const Cards& hand, std::size_t first) noexcept {
        for (std::size_t i = first; i < first + kBlock; ++i) {
            for_each_bit(found_[i] & index_.many_[i], [&](int bit) {
                const bool lies_within = hand.contains(index_.cards_[64 * i + static_cast<std::size_t>(bit)]);
                found_[i] &= ~(std::uint64_t{!lies_within} << bit);
            });
        }
    }

    const MeldIndex& index_;
    std::uint64_t kinds_;
    std::array<std::uint64_t, kMaxMelds / 64> found_;  // only the first words_ are valid
};

}  // namespace uneri::namima
