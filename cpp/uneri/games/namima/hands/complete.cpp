#include "uneri/games/namima/hands/complete.hpp"

#include "uneri/games/namima/cpu_dispatch.hpp"

namespace uneri::namima {
namespace {

const CompleteKernels& kernels() noexcept { return UNERI_BEST_KERNELS(kComplete); }

}  // namespace

bool is_complete(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept {
    return kernels().is_complete(tables, tables.parts.to_part_order(hand), exposed);
}

bool is_complete_claimed(const Tables& tables, const Cards& hand, MeldIds exposed, int kind) noexcept {
    if (tables.melds.rules().won_by_layoff || exposed.empty()) return is_complete(tables, hand, exposed);
    for (const std::uint16_t id : tables.melds.holding(kind)) {
        const Cards& meld = tables.melds[id].cards;
        if (hand.contains(meld) && is_complete(tables, hand - meld, exposed)) return true;
    }
    return false;
}

void complete_rows(const Tables& tables, const Rows& rows, std::uint8_t* out) noexcept {
    kernels().complete_rows(tables, rows, out);
}

std::uint64_t waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t kinds) noexcept {
    const std::uint64_t found =
        kernels().waits(tables, tables.parts.to_part_order(hand), exposed, tables.parts.to_part_order(kinds));
    return tables.parts.to_kind_order(found);
}

std::uint64_t claimed_waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t drawn) noexcept {
    if (tables.melds.rules().won_by_layoff || exposed.empty()) return drawn;
    std::uint64_t claimed = 0;
    for_each_bit(drawn, [&](int kind) {
        if (is_complete_claimed(tables, hand + Cards::of(kind), exposed, kind)) claimed |= std::uint64_t{1} << kind;
    });
    return claimed;
}

void waits_rows(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept {
    kernels().waits_rows(tables, rows, out);
}

}  // namespace uneri::namima
