#include "uneri/games/namima/hands/waits.hpp"

#include <algorithm>
#include <cstring>

#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/isa.hpp"

namespace uneri::namima {
namespace {

namespace plain {
#include "uneri/games/namima/hands/waits.inl"
}

#if UNERI_HAS_AVX2_CODE
UNERI_AVX2_BEGIN
#define UNERI_FAST_BODY
namespace fast {
#include "uneri/games/namima/hands/waits.inl"
}
#undef UNERI_FAST_BODY
UNERI_AVX2_END
#else
namespace fast = plain;
#endif

}  // namespace

std::uint64_t waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t kinds) noexcept {
    const Cards woven = tables.parts.weave(hand);
    const std::uint64_t bits = tables.parts.weave_plane(kinds);
    const std::uint64_t found =
        has_fast() ? fast::waits(tables, woven, exposed, bits) : plain::waits(tables, woven, exposed, bits);
    return tables.parts.unweave_plane(found);
}

std::uint64_t claimed_waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t drawn) noexcept {
    std::uint64_t claimed = 0;
    for_each_bit(drawn, [&](int kind) {
        if (is_complete_claimed(tables, hand + Cards::of(kind), exposed, kind)) claimed |= std::uint64_t{1} << kind;
    });
    return claimed;
}

void waits_rows(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept {
    has_fast() ? fast::waits_rows(tables, rows, out) : plain::waits_rows(tables, rows, out);
}

}  // namespace uneri::namima
