#include "uneri/games/namima/deck_check.hpp"

#include "uneri/games/namima/cpu_dispatch.hpp"

namespace uneri::namima {
namespace {

const DeckKernels& kernels() noexcept { return UNERI_BEST_KERNELS(kDeck); }

}  // namespace

std::size_t first_large(const Tables& tables, const std::uint8_t* rows, std::size_t count, int most) noexcept {
    return kernels().first_large(tables, rows, count, most);
}

std::size_t first_beyond_deck(const Tables& tables, const Rows& rows, const std::uint8_t* visible) noexcept {
    return kernels().first_beyond_deck(tables, rows, visible);
}

}  // namespace uneri::namima
