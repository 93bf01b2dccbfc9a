#include "uneri/games/namima/hands/complete.hpp"

#include <algorithm>
#include <cstring>

#include "uneri/games/namima/isa.hpp"

namespace uneri::namima {
namespace {

namespace plain {
#include "uneri/games/namima/hands/complete.inl"
}

#if UNERI_HAS_AVX2_CODE
UNERI_AVX2_BEGIN
#define UNERI_FAST_BODY
namespace fast {
#include "uneri/games/namima/hands/complete.inl"
}
#undef UNERI_FAST_BODY
UNERI_AVX2_END
#else
namespace fast = plain;
#endif

}  // namespace

bool is_complete_woven(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept {
    return has_fast() ? fast::is_complete(tables, hand, exposed) : plain::is_complete(tables, hand, exposed);
}

bool is_complete(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept {
    return is_complete_woven(tables, tables.parts.weave(hand), exposed);
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
    has_fast() ? fast::complete_rows(tables, rows, out) : plain::complete_rows(tables, rows, out);
}

}  // namespace uneri::namima
