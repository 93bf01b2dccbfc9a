#include "uneri/games/namima/hands/distance/joined_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "uneri/games/namima/exposed_melds.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/isa.hpp"

namespace uneri::namima {
namespace {

namespace plain {
#include "uneri/games/namima/hands/distance/joined_acceptance.inl"
}

#if UNERI_HAS_AVX2_CODE
UNERI_AVX2_BEGIN
#define UNERI_FAST_BODY
namespace fast {
#include "uneri/games/namima/hands/distance/joined_acceptance.inl"
}
#undef UNERI_FAST_BODY
UNERI_AVX2_END
#else
namespace fast = plain;
#endif

}  // namespace

void joined_deficiencies(const Tables& tables, const Rows& rows, int growth, bool drawn, std::uint8_t* out) noexcept {
    const auto run = [&](auto closed, auto open) {
        rows.closed() ? closed(tables, rows, growth, drawn, out) : open(tables, rows, growth, drawn, out);
    };
    has_fast() ? run(fast::deficiencies<false>, fast::deficiencies<true>)
               : run(plain::deficiencies<false>, plain::deficiencies<true>);
}

void joined_acceptances(const Tables& tables, const Rows& rows, int growth, std::uint64_t* out) noexcept {
    const auto run = [&](auto closed, auto open) {
        rows.closed() ? closed(tables, rows, growth, out) : open(tables, rows, growth, out);
    };
    has_fast() ? run(fast::acceptances<false>, fast::acceptances<true>)
               : run(plain::acceptances<false>, plain::acceptances<true>);
}

}  // namespace uneri::namima
