// The value of a hand: its arrangements, the best of them, and penalties (rules, 11.1 to 11.3).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

// More cards than any hand has. Hands given to the kernels may have this many concealed cards and exposed melds.
inline constexpr int kMostCards = 64;
inline constexpr int kMostExposedMelds = 16;
inline constexpr int kMostMelds = kMostCards / 2 + kMostExposedMelds;

// A list of meld ids without allocation.
struct MeldList {
    std::array<std::uint16_t, kMostMelds> ids{};
    std::size_t size = 0;

    MeldIds view() const noexcept { return {ids.data(), size}; }
    void push(std::uint16_t id) noexcept { ids[size++] = id; }
    void pop() noexcept { --size; }
};

// Enumerates all ways to put every card of a hand into melds, without repeats (N-3.16). The lowest card must be in some
// meld; melds that begin with the same kind are taken in ascending order. It stops early if local melds cannot use up a
// part and no crossing meld within the hand touches it.
class Partitions {
public:
    explicit Partitions(const Tables& tables) noexcept : tables_(tables) {}

    // Calls visit(melds) for every way until it returns false. The order depends only on the tables. Skips branches for
    // which worthwhile(melds taken, cards left) returns false.
    template <class Visit, class Worthwhile>
    bool each(const Cards& by_part, Visit&& visit, Worthwhile&& worthwhile) noexcept {
        melds_.size = 0;
        unsigned all = (1u << tables_.parts.count()) - 1;
        if (stuck(by_part, all)) return true;
        return walk(by_part, 0, visit, worthwhile);
    }
    template <class Visit>
    bool each(const Cards& by_part, Visit&& visit) noexcept {
        return each(by_part, visit, [](MeldIds, const Cards&) { return true; });
    }

private:
    bool stuck(const Cards& hand, unsigned parts) const noexcept {
        const std::uint64_t none = ~hand.some();
        for (; parts != 0; parts &= parts - 1) {
            const int p = std::countr_zero(parts);
            if ((tables_.complete_entry(hand, p) & Tables::kComplete) != 0) continue;
            const std::uint32_t end = tables_.touching_start[static_cast<std::size_t>(p) + 1];
            std::uint32_t i = tables_.touching_start[static_cast<std::size_t>(p)];
            while (i < end && (tables_.touching_some[i] & none) != 0) ++i;
            if (i == end) return true;
        }
        return false;
    }

    template <class Visit, class Worthwhile>
    bool walk(const Cards& hand, std::uint16_t last, Visit&& visit, Worthwhile&& worthwhile) noexcept {
        const std::uint64_t some = hand.some();
        if (some == 0) return visit(melds_.view());
        const int bit = std::countr_zero(some);
        const bool same_start = melds_.size > 0 && (tables_.parts.meld(last).some() &
                                                    -tables_.parts.meld(last).some()) == std::uint64_t{1} << bit;
        for (const std::uint16_t id : tables_.starting(bit)) {
            const Cards& meld = tables_.parts.meld(id);
            if ((meld.some() & ~some) != 0 || (same_start && id < last) || !hand.contains(meld)) continue;
            const Cards rest = hand - meld;
            if (stuck(rest, Parts::touched(meld))) continue;
            melds_.push(id);
            const bool go_on = !worthwhile(melds_.view(), rest) || walk(rest, id, visit, worthwhile);
            melds_.pop();
            if (!go_on) return false;
        }
        return true;
    }

    const Tables& tables_;
    MeldList melds_;
};

// Enumerates all ways to lay off cards of the hand on exposed melds (N-3.15). `melds` must be ascending. Calls
// visit(what the melds became, the cards left) until it returns false. Equal melds are extended in ascending order; a
// result may still come more than once.
template <class Visit>
class Growths {
public:
    Growths(const Tables& tables, MeldIds melds, Visit& visit) noexcept
        : tables_(tables), melds_(melds), visit_(visit) {}

    bool each(const Cards& by_part) noexcept {
        if (grown_.size == melds_.size()) return visit_(grown_.view(), by_part);
        const std::uint16_t meld = melds_[grown_.size];
        const std::uint16_t least =
            grown_.size > 0 && melds_[grown_.size - 1] == meld ? grown_.ids[grown_.size - 1] : std::uint16_t{0};
        if (meld >= least) {
            grown_.push(meld);
            const bool go_on = each(by_part);
            grown_.pop();
            if (!go_on) return false;
        }
        for (const std::uint16_t target : tables_.melds.grown(meld)) {
            if (target < least) continue;
            const Cards laid = tables_.parts.meld(target) - tables_.parts.meld(meld);
            if (!by_part.contains(laid)) continue;
            grown_.push(target);
            const bool go_on = each(by_part - laid);
            grown_.pop();
            if (!go_on) return false;
        }
        return true;
    }

private:
    const Tables& tables_;
    MeldIds melds_;
    Visit& visit_;
    MeldList grown_;
};

struct Best {
    int points = -1;  // Y before riichi doubles it (N-7.4); -1: the hand is incomplete
    int meld_points = 0;
    int dora_points = 0;
    ComboTimes combos{};    // per combination in the rule set: how often it applies
    MeldList new_melds;     // P, ascending
    MeldList exposed;       // F, ascending
    int claimed_meld = -1;  // N-7.2; -1: no card was claimed, or it is laid off
};

// Finds the best arrangement by trying all, without storing them: some dozens of steps in the built-in sets. A rule set
// can give a hand of 17 cards half a million arrangements, which take some tenths of a second. There, every two or
// three further cards take ten times as long, so callers should bound the size of hands. `claimed` is the kind of the
// claimed card, which is in the hand, or -1; `dora` is a colour or -1. Among arrangements with equal points it returns
// the first by (P, F, claimed meld).
Best best(const Tables& tables, const Cards& hand, MeldIds exposed, int claimed, int dora) noexcept;
// Only the points; -1 if the hand is incomplete.
int best_points(const Tables& tables, const Cards& hand, MeldIds exposed, int claimed, int dora) noexcept;

// The points of every row, without a claimed card.
void best_rows(const Tables& tables, const Rows& rows, int dora, std::int32_t* out) noexcept;

// Compares lists of ids. The < of std::vector in libstdc++ 12 compares bytes, which is wrong on big-endian machines.
struct IdsBefore {
    bool operator()(const std::vector<std::uint16_t>& a, const std::vector<std::uint16_t>& b) const noexcept {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    }
};

struct Arrangement {
    std::vector<std::uint16_t> new_melds;  // P, ascending
    std::vector<std::uint16_t> exposed;    // F, ascending
    bool operator==(const Arrangement&) const = default;
    bool operator<(const Arrangement& other) const noexcept {
        return new_melds == other.new_melds ? IdsBefore{}(exposed, other.exposed)
                                            : IdsBefore{}(new_melds, other.new_melds);
    }
};

// Hands of the built-in sets rarely have more than 100 arrangements, but a rule set can give one hand millions. So
// above `most` arrangements the search stops and returns nothing.
inline constexpr std::size_t kMostArrangements = 100'000;
std::optional<std::vector<Arrangement>> arrangements(const Tables& tables, const Cards& hand, MeldIds exposed,
                                                     std::size_t most = kMostArrangements);

// The penalty of one card. `dora` is a colour or -1.
int card_penalty(const RuleSet& rules, int kind, int dora) noexcept;
int penalty(const RuleSet& rules, const Cards& hand, int dora) noexcept;

// The least penalty of the cards left concealed, after lay-offs and at most `exposures` more exposed melds; -1: any.
int min_penalty(const Tables& tables, const Cards& hand, MeldIds exposed, int exposures, int dora) noexcept;
// The same for every row.
void min_penalty_rows(const Tables& tables, const Rows& rows, int exposures, int dora, std::int32_t* out) noexcept;

}  // namespace uneri::namima
