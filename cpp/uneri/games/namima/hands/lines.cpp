#include "uneri/games/namima/hands/lines.hpp"

#include <algorithm>

#include "uneri/games/namima/hands/part_counts.hpp"

namespace uneri::namima {
namespace {

constexpr std::uint64_t kLine = 0x0101'0101'0101'0101;

// Every crossing meld is its kinds, in one line, so they are distinct: it is enough to count them.
bool all_sets(const Parts& parts, std::span<const Cards> crossing, unsigned sizes) {
    for (int line = 0; line < 8; ++line) {
        const std::uint64_t kinds = parts.kind_bits() & kLine << line;
        for (int size = 2; sizes >> size != 0; ++size) {
            if ((sizes >> size & 1) == 0) continue;
            int sets = 1;
            for (int i = 0; i < size; ++i) sets = sets * (std::popcount(kinds) - i) / (i + 1);
            const auto found = std::count_if(crossing.begin(), crossing.end(), [&](const Cards& meld) {
                return (meld.b0 & ~kinds) == 0 && std::popcount(meld.b0) == size;
            });
            if (found != sets) return false;
        }
    }
    return true;
}

}  // namespace

Lines::Lines(const Parts& parts, std::span<const Cards> crossing, std::span<const std::uint8_t> local_ok,
             std::span<const std::uint32_t> mendable) {
    unsigned found = 0;
    for (const Cards& meld : crossing) {
        if (meld.twice() != 0 || (meld.b0 & ~(kLine << std::countr_zero(meld.b0) % 8)) != 0) return;
        found |= 1u << std::popcount(meld.b0);
    }
    if (found == 0 || !all_sets(parts, crossing, found)) return;
    sizes = found;
    least = std::countr_zero(sizes);
    for (int t = 0; t < parts.types(); ++t) {
        const std::uint8_t* ok = local_ok.data() + static_cast<std::size_t>(t) * Parts::kIndices;
        each_counts(parts.type(t).caps, [&](const Counts& counts) {
            std::uint32_t sets = 0;
            for (unsigned kinds = 0; kinds < 16; ++kinds) {
                Counts taken{};
                for_each_bit(kinds, [&](int i) { taken[static_cast<std::size_t>(i)] = 1; });
                if (within(taken, counts)) sets |= (ok[Parts::index_of(minus(counts, taken))] & 1u) << kinds;
            }
            spare.push_back((mendable[spare.size()] & 0xFFFF) | sets << 16);
        });
    }
}

}  // namespace uneri::namima
