// All ways to put every card of a hand into melds, each once (text, N-3.16): what best() and arrangements() walk.
#pragma once

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

// More cards than a hand ever has; hands of the kernels may have so many concealed cards and exposed melds.
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

// The lowest card lies in some meld; melds that begin with the same kind are taken in ascending order. A hand is given
// up where a part cannot be used up by melds of its own and no crossing meld within the hand touches it.
class Splits {
public:
    explicit Splits(const Tables& tables) noexcept : tables_(tables) {}

    // visit(melds) for every way, in an order that follows from the tables alone; stops as soon as it says false. Where
    // worthwhile(melds taken, cards left) says false it goes another way.
    template <class Visit, class Worthwhile>
    bool each(const Cards& woven, Visit&& visit, Worthwhile&& worthwhile) noexcept {
        melds_.size = 0;
        unsigned all = (1u << tables_.parts.count()) - 1;
        if (stuck(woven, all)) return true;
        return walk(woven, 0, visit, worthwhile);
    }
    template <class Visit>
    bool each(const Cards& woven, Visit&& visit) noexcept {
        return each(woven, visit, [](MeldIds, const Cards&) { return true; });
    }

private:
    bool stuck(const Cards& hand, unsigned parts) const noexcept {
        const std::uint64_t none = ~hand.some();
        for (; parts != 0; parts &= parts - 1) {
            const int p = std::countr_zero(parts);
            if ((tables_.ok_entry(hand, p) & Tables::kOk) != 0) continue;
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

// All ways to lay off cards of the hand on exposed melds (N-3.15), where `melds` is ascending: visit(what the melds
// became, the cards left), until it says false. Equal melds grow in ascending order; even so one result may come more
// than once.
template <class Visit>
class Growths {
public:
    Growths(const Tables& tables, MeldIds melds, Visit& visit) noexcept
        : tables_(tables), melds_(melds), visit_(visit) {}

    bool each(const Cards& woven) noexcept {
        if (grown_.size == melds_.size()) return visit_(grown_.view(), woven);
        const std::uint16_t meld = melds_[grown_.size];
        const std::uint16_t least =
            grown_.size > 0 && melds_[grown_.size - 1] == meld ? grown_.ids[grown_.size - 1] : std::uint16_t{0};
        if (meld >= least) {
            grown_.push(meld);
            const bool go_on = each(woven);
            grown_.pop();
            if (!go_on) return false;
        }
        for (const std::uint16_t target : tables_.melds.grown(meld)) {
            if (target < least) continue;
            const Cards laid = tables_.parts.meld(target) - tables_.parts.meld(meld);
            if (!woven.contains(laid)) continue;
            grown_.push(target);
            const bool go_on = each(woven - laid);
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

}  // namespace uneri::namima
