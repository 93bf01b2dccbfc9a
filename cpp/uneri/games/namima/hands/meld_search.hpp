// Completeness of one hand, by trying crossing melds and lay-offs.
#pragma once

#include "uneri/base/work.hpp"
#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {
namespace {

struct Search {
    const Tables& tables;
    MeldIds exposed;

    bool is_used_up(const Cards& hand, int part) const noexcept {
        return (tables.complete_entry(hand, part) & Tables::kComplete) != 0;
    }
    // The parts that local melds alone cannot use up.
    unsigned broken(const Cards& hand) const noexcept {
        unsigned parts = 0;
        for (int p = 0; p < tables.parts.count(); ++p) parts |= static_cast<unsigned>(!is_used_up(hand, p)) << p;
        return parts;
    }
    unsigned still_broken(const Cards& hand, unsigned parts, unsigned touched) const noexcept {
        parts &= ~touched;
        for (; touched != 0; touched &= touched - 1) {
            const int p = low_bit(touched);
            parts |= static_cast<unsigned>(!is_used_up(hand, p)) << p;
        }
        return parts;
    }
    Cards added(std::uint16_t from, std::uint16_t to) const noexcept {
        return tables.parts.meld(to) - tables.parts.meld(from);
    }

    // Calls use(meld) for the crossing melds that touch the part and whose kinds are in the hand, until it returns
    // true. With `few`, only those in `places`.
    template <bool few, class Use>
    bool any_touching(const Cards& hand, int p, const Tables::Places& places, Use&& use) const noexcept {
        const std::uint64_t none = ~hand.some();
        const auto part = static_cast<std::size_t>(p);
        if constexpr (few) {
            const Tables::Places& here = tables.touching_places[part];
            for (std::size_t word = 0; word < 2; ++word) {
                for (std::uint64_t left = places[word] & here[word]; left != 0; left &= left - 1) {
                    const auto i = 64 * word + static_cast<std::size_t>(low_bit(left));
                    const Tables::Crossing& meld = tables.crossing[i];
                    if ((meld.cards.some() & none) == 0 && use(meld)) return true;
                }
            }
        } else {
            const std::uint32_t end = tables.touching_start[part + 1];
            for (std::uint32_t i = tables.touching_start[part]; i < end; ++i) {
                if ((tables.touching_some[i] & none) == 0 && use(tables.crossing[tables.touching[i]])) return true;
            }
        }
        return false;
    }

    // Can crossing melds, and lay-offs on the exposed melds in `free` (bits), mend the broken parts? One of them must
    // touch the lowest broken part, so only those are tried.
    template <bool few>
    bool mend(const Cards& hand, unsigned parts, unsigned free, const Tables::Places& places) const noexcept {
        const int p = low_bit(parts);
        const auto mended = [&](const Cards& rest, unsigned touched, unsigned still_free) {
            const unsigned left = still_broken(rest, parts, touched);
            return left == 0 || (work_of_thread().pass(1) && mend<few>(rest, left, still_free, places));
        };
        const auto use = [&](const Tables::Crossing& meld) {
            return (meld.single || hand.contains(meld.cards)) && mended(hand - meld.cards, meld.touched, free);
        };
        if (any_touching<few>(hand, p, places, use)) return true;
        for (unsigned layers = free; layers != 0; layers &= layers - 1) {
            const auto e = static_cast<std::size_t>(low_bit(layers));
            if ((tables.lay_parts[exposed[e]] >> p & 1) == 0) continue;
            if (e > 0 && exposed[e] == exposed[e - 1] && (free >> (e - 1) & 1) != 0) continue;
            for (const std::uint16_t f : tables.melds.grown(exposed[e])) {
                const Cards laid = added(exposed[e], f);
                const unsigned touched = Parts::touched(laid);
                if ((touched >> p & 1) == 0 || !hand.contains(laid)) continue;
                if (mended(hand - laid, touched, free & ~(1u << e))) return true;
            }
        }
        return false;
    }
    bool mend(const Cards& hand, unsigned parts) const noexcept { return mend<false>(hand, parts, all_free(), {}); }

    unsigned all_free() const noexcept { return (1u << exposed.size()) - 1; }

    bool complete(const Cards& hand) const noexcept {
        int p = 0;
        while (p < tables.parts.count() && is_used_up(hand, p)) ++p;
        if (p == tables.parts.count()) return true;
        if (tables.separable() && exposed.empty()) return false;
        // Does a crossing meld within the kinds of the hand touch the part?
        if (exposed.empty() && !any_touching<false>(hand, p, {}, [](const auto&) { return true; })) return false;
        return mend(hand, broken(hand));
    }

    // A superset of the kinds that may mend broken part p: its own, and those that a crossing meld or a lay-off lacks.
    std::uint64_t menders(const Cards& hand, int p) const noexcept {
        std::uint64_t kinds = std::uint64_t{15} << (kPartKinds * p);
        const std::uint32_t end = tables.touching_start[static_cast<std::size_t>(p) + 1];
        const std::uint64_t none = ~hand.some();
        for (std::uint32_t i = tables.touching_start[static_cast<std::size_t>(p)]; i < end; ++i) {
            std::uint64_t lacks = tables.touching_some[i] & none;
            if ((lacks & (lacks - 1)) != 0) continue;
            const Tables::Crossing& meld = tables.crossing[tables.touching[i]];
            if (!meld.single) {
                lacks = hand.short_of(meld.cards);
                if ((lacks & (lacks - 1)) != 0) continue;
            }
            if (lacks == 0) return ~std::uint64_t{0};
            kinds |= lacks;
        }
        for (const std::uint16_t e : exposed) {
            for (const std::uint16_t f : tables.melds.grown(e)) {
                const Cards laid = added(e, f);
                if ((Parts::touched(laid) >> p & 1) == 0) continue;
                const std::uint64_t lacks = hand.short_of(laid);
                if (lacks == 0) return ~std::uint64_t{0};
                if ((lacks & (lacks - 1)) == 0) kinds |= lacks;
            }
        }
        return kinds;
    }

    // Without crossing or exposed melds: only the part that the card mends may be broken.
    std::uint64_t separable_waits(const Cards& hand, std::uint64_t bits) const noexcept {
        std::uint64_t found = 0;
        std::uint64_t mends = 0;  // kinds that mend the first broken part
        for (int p = 0; p < tables.parts.count(); ++p) {
            const unsigned entry = tables.complete_entry(hand, p);
            const std::uint64_t more = static_cast<std::uint64_t>(entry >> 1) << (kPartKinds * p);
            found |= more;
            if ((entry & Tables::kComplete) != 0) continue;
            if (mends != 0 || more == 0) return 0;
            mends = more;
        }
        return (mends != 0 ? mends : found) & bits;
    }

    // A superset of the kinds in `bits` that may mend all broken parts.
    std::uint64_t may_mend(const Cards& hand, unsigned parts, std::uint64_t bits) const noexcept {
        for (; parts != 0 && bits != 0; parts &= parts - 1) bits &= menders(hand, low_bit(parts));
        return bits;
    }
    // The same by the parities of Tables::even.
    std::uint64_t may_balance(const Cards& hand, std::uint64_t bits) const noexcept {
        for (const std::uint64_t set : tables.even_by_part) bits &= (count_bits(hand.b0 & set) & 1) != 0 ? set : ~set;
        return bits;
    }

    std::uint64_t waits(const Cards& hand, std::uint64_t bits) const noexcept {
        if (tables.separable() && exposed.empty()) return separable_waits(hand, bits);
        bits = may_balance(hand, bits);
        if (bits == 0) return 0;
        const unsigned parts = broken(hand);
        bits = may_mend(hand, parts, bits);
        std::uint64_t found = 0;
        for (; bits != 0; bits &= bits - 1) {
            const int bit = low_bit(bits);
            const Cards more = hand + Cards::of(bit);
            const unsigned left = still_broken(more, parts, 1u << (bit / kPartKinds));
            if (left == 0 || mend(more, left)) found |= std::uint64_t{1} << bit;
        }
        return found;
    }
};

}  // namespace
}  // namespace uneri::namima
