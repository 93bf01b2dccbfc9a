// The meld table and the lay-off table of a rule set and a deck (rules, section 3).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "uneri/games/namima/ruleset.hpp"

namespace uneri::namima {

inline constexpr int kMaxMelds = 4096;  // N-2.2
inline constexpr int kMaxLayoffs = 8192;
inline constexpr std::size_t kMaxExposed = 100;  // a deck has up to 200 cards (N-2.2)

using MeldIds = std::span<const std::uint16_t>;

// N-3.11. `kinds` lists its cards in ascending order.
struct Meld {
    Cards cards;
    std::array<std::uint8_t, kMaxMeldSize> kinds{};
    std::int16_t open = 0;
    std::int16_t closed = 0;
    MeldKind kind = kSame;
    std::uint8_t size = 0;
    std::int8_t colour = -1;    // of SAME and RUN; for points also of own melds of one colour
    std::uint8_t low = 0;       // a rank index
    std::int8_t direction = 0;  // of AYA and JUU
    std::uint8_t substitutes = 0;
    KeySuffix suffix = kPlain;
    std::uint8_t own = 0;  // with kOwn: its index in RuleSet::own

    int form() const noexcept { return kind + own; }
};

// N-3.13: laying off `kind` turns the meld `source` into the meld `target`.
struct Layoff {
    std::uint16_t source = 0;
    std::uint16_t target = 0;
    std::uint8_t kind = 0;
};

class Melds {
public:
    // Checks the deck for this number of players, then builds the tables. Errors are as in read_ruleset.
    static Result<Melds> make(const RuleSet& rules, int players);

    const RuleSet& rules() const noexcept { return rules_; }
    int kinds() const noexcept { return rules_.kinds(); }
    const Cards& deck() const noexcept { return deck_; }
    int deck_size() const noexcept { return deck_size_; }
    int deal_size() const noexcept { return deal_size_; }

    int size() const noexcept { return static_cast<int>(melds_.size()); }
    const Meld& operator[](int id) const noexcept { return melds_[static_cast<std::size_t>(id)]; }
    const std::vector<Layoff>& layoffs() const noexcept { return layoffs_; }

    // The meld of exactly these cards, or -1.
    int find(const Cards& cards) const noexcept;
    // Ids of the melds that hold a card of the kind, ascending.
    std::span<const std::uint16_t> holding(int kind) const noexcept { return holding_.of(kind); }
    // Ids of the lay-offs on the meld, ascending.
    std::span<const std::uint16_t> layoffs_on(int id) const noexcept { return layoffs_on_.of(id); }
    // The melds that `id` may become by one or more lay-offs (N-3.15), ascending.
    std::span<const std::uint16_t> grown(int id) const noexcept { return grown_.of(id); }

    int smallest() const noexcept { return smallest_; }
    int largest() const noexcept { return largest_; }
    int highest_points() const noexcept;

    std::string text(int id) const;  // N-3.12: "R1.R3.W2"
    std::string key(int id) const;   // "RUN3w"
    std::string cards_text(const Cards& cards) const;

private:
    // Lists of small numbers in one block.
    struct Lists {
        std::vector<std::uint16_t> items;
        std::vector<std::uint32_t> start{0};

        std::span<const std::uint16_t> of(int i) const noexcept {
            const auto at = static_cast<std::size_t>(i);
            return {items.data() + start[at], start[at + 1] - start[at]};
        }
        void close() { start.push_back(static_cast<std::uint32_t>(items.size())); }
    };

    Melds() = default;
    void index();

    RuleSet rules_;
    Cards deck_;
    int deck_size_ = 0;
    int deal_size_ = 0;
    int smallest_ = 0;
    int largest_ = 0;
    std::vector<Meld> melds_;
    std::vector<Layoff> layoffs_;
    std::vector<std::uint16_t> by_cards_;  // ids sorted by their cards, for find()
    Lists holding_;
    Lists layoffs_on_;
    Lists grown_;
};

// Combinations of one's own (N-2.6), tested by bits that are made once per rule set.
class OwnCombos {
public:
    explicit OwnCombos(const Melds& melds);

    // Calls found(number) for each that applies. With `more`, for each that may apply once melds are added.
    template <class Found>
    void each(std::span<const std::uint16_t> ids, bool more, Found&& found) const noexcept {
        if (combos_.empty()) return;
        unsigned all = ~0u;
        unsigned colours = 0;
        for (const std::uint16_t id : ids) {
            all &= of_[id].all;
            colours |= of_[id].colours;
        }
        const int number = std::popcount(colours);
        for (std::size_t i = 0; i < combos_.size(); ++i) {
            const Combo& combo = combos_[i];
            if ((all >> i & 1) == 0 || number > combo.most_colours) continue;
            if (!more && (number < combo.fewest_colours || count(ids, i) < combo.at_least)) continue;
            found(static_cast<int>(i));
        }
    }

private:
    struct Combo {
        int at_least = 0;
        int fewest_colours = 0;
        int most_colours = kMaxColours;
    };
    struct OfMeld {
        std::uint8_t all = 0;  // by combination: whether the meld meets the conditions on all, on some
        std::uint8_t some = 0;
        std::uint8_t colours = 0;  // of its cards
    };
    int count(std::span<const std::uint16_t> ids, std::size_t combo) const noexcept {
        int times = 0;
        for (const std::uint16_t id : ids) times += of_[id].some >> combo & 1;
        return times;
    }

    std::vector<Combo> combos_;
    std::vector<OfMeld> of_;
};

// The exposed melds of a seat after a possible call or lay-off.

class ExposedMelds {
public:
    explicit ExposedMelds(MeldIds exposed) noexcept : size_(exposed.size()) {
        std::copy(exposed.begin(), exposed.end(), ids_.begin());
    }

    // The melds with one more. The ids stay valid until the next call, while this object lives.
    MeldIds with(int meld) noexcept {
        ids_[size_] = static_cast<std::uint16_t>(meld);
        return {ids_.data(), size_ + 1};
    }
    // The melds with one of them extended by a card.
    MeldIds grown(int source, int target) noexcept {
        *std::find(ids_.begin(), ids_.begin() + static_cast<std::ptrdiff_t>(size_),
                   static_cast<std::uint16_t>(source)) = static_cast<std::uint16_t>(target);
        return {ids_.data(), size_};
    }

private:
    std::array<std::uint16_t, kMaxExposed + 1> ids_;  // the first size_, and room for one more
    std::size_t size_;
};

}  // namespace uneri::namima
