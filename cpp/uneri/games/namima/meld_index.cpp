#include "uneri/games/namima/meld_index.hpp"

namespace uneri::namima {

MeldIndex::MeldIndex(const Melds& melds)
    : words_((static_cast<std::size_t>(melds.size()) + 64 * kBlock - 1) / (64 * kBlock) * kBlock),
      groups_((static_cast<std::size_t>(melds.kinds()) + kGroup - 1) / kGroup),
      lacking_(groups_ * kCounts * kSets * words_),
      holding_(static_cast<std::size_t>(melds.kinds()) * words_),
      at_most_((kMaxMeldSize + 1) * words_),
      many_(words_),
      groups_of_(static_cast<std::size_t>(melds.kinds())) {
    for (int id = 0; id < melds.size(); ++id) {
        const std::size_t word = static_cast<std::size_t>(id) / 64;
        const std::uint64_t bit = std::uint64_t{1} << (id % 64);
        cards_.push_back(melds[id].cards);
        laid_on_.push_back(0);
        for (const std::uint16_t grown : melds.grown(id))
            laid_on_.back() |= (melds[grown].cards - melds[id].cards).some();
        for (int size = melds[id].size; size <= kMaxMeldSize; ++size)
            at_most_[static_cast<std::size_t>(size) * words_ + word] |= bit;
        std::uint32_t groups = 0;
        melds[id].cards.each([&](int kind, int) { groups |= 1u << (static_cast<std::size_t>(kind) / kGroup); });
        melds[id].cards.each([&](int kind, int needed) {
            const auto k = static_cast<std::size_t>(kind);
            holding_[k * words_ + word] |= bit;
            groups_of_[k] |= groups;
            if (needed > static_cast<int>(kCounts)) many_[word] |= bit;
            for (std::size_t count = 0; count < kCounts && static_cast<int>(count) < needed; ++count) {
                for (std::size_t there = 0; there < kSets; ++there) {
                    if ((there >> (k % kGroup) & 1) != 0) continue;
                    lacking_[((k / kGroup * kCounts + count) * kSets + there) * words_ + word] |= bit;
                }
            }
        });
    }
}

}  // namespace uneri::namima
