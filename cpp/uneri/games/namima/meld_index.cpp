#include "uneri/games/namima/meld_index.hpp"

namespace uneri::namima {

MeldIndex::MeldIndex(const Melds& melds)
    : kinds_(melds.kinds()),
      words_((static_cast<std::size_t>(melds.size()) + 63) / 64),
      last_(melds.size() % 64 == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << (melds.size() % 64)) - 1),
      needs_more_(static_cast<std::size_t>(kinds_) * kCounts * words_) {
    for (int id = 0; id < melds.size(); ++id) {
        melds[id].cards.each([&](int kind, int needed) {
            for (std::size_t count = 0; count < static_cast<std::size_t>(needed); ++count) {
                const std::size_t row = static_cast<std::size_t>(kind) * kCounts + count;
                needs_more_[row * words_ + static_cast<std::size_t>(id) / 64] |= std::uint64_t{1} << (id % 64);
            }
        });
    }
}

}  // namespace uneri::namima
