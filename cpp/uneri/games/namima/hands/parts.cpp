#include "uneri/games/namima/hands/parts.hpp"

#include <algorithm>
#include <numeric>

namespace uneri::namima {

Parts::Parts(const Melds& melds) : kinds_(melds.kinds()) {
    split(melds);
    for (std::size_t byte = 0; byte < spread_.size(); ++byte) {
        for (unsigned bits = 0; bits < 256; ++bits) {
            for_each_bit(bits, [&](int i) {
                const int kind = static_cast<int>(8 * byte) + i;
                if (kind < kinds_) spread_[byte][bits] |= std::uint64_t{1} << bit_of(kind);
            });
        }
    }
    for (int id = 0; id < melds.size(); ++id) by_part_.push_back(to_part_order(melds[id].cards));
    find_groups();
}

// Handles melds by family, those with few kinds first. JUU goes with the AYA of its direction.
void Parts::split(const Melds& melds) {
    const auto family = [&](int id) {
        const Meld& meld = melds[id];
        if (meld.substitutes > 0) return 5;
        if (meld.kind == kAya || meld.kind == kJuu) return meld.direction < 0 ? 2 : 3;
        return meld.kind == kSai ? 4 : static_cast<int>(meld.kind);
    };
    std::vector<int> order(static_cast<std::size_t>(melds.size()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return family(a) < family(b); });

    std::vector<int> root(static_cast<std::size_t>(kinds_));
    std::iota(root.begin(), root.end(), 0);
    for (const int id : order) {
        std::uint64_t joined = 0;  // the kinds of all parts that the meld touches
        melds[id].cards.each([&](int kind, int) {
            for (int k = 0; k < kinds_; ++k) {
                if (root[static_cast<std::size_t>(k)] == root[static_cast<std::size_t>(kind)])
                    joined |= std::uint64_t{1} << k;
            }
        });
        if (std::popcount(joined) > kPartKinds) continue;
        for_each_bit(joined, [&](int k) { root[static_cast<std::size_t>(k)] = std::countr_zero(joined); });
    }
    number(melds, root);
}

namespace {

using Sets = std::vector<std::vector<int>>;

// Fills parts with small sets: first fit, largest set first. Without `mixed`, only sets of equal size share a part.
Sets fill(const Sets& sets, bool mixed) {
    Sets parts;
    std::size_t first = 0;  // the first part that sets of this size may join
    std::size_t size = 0;
    for (const auto& set : sets) {
        if (set.size() != size && !mixed) first = parts.size();
        size = set.size();
        const auto fits = [&](const auto& part) { return part.size() + set.size() <= kPartKinds; };
        const auto found = std::find_if(parts.begin() + static_cast<std::ptrdiff_t>(first), parts.end(), fits);
        if (found == parts.end()) {
            parts.push_back(set);
        } else {
            found->insert(found->end(), set.begin(), set.end());
        }
    }
    return parts;
}

// The type of a part whose kinds are in this order.
Parts::Type shape_of(const std::vector<int>& kinds, const Melds& melds) {
    std::uint64_t own = 0;
    for (const int kind : kinds) own |= std::uint64_t{1} << kind;
    const auto counts = [&](const Cards& cards) {
        std::array<int, kPartKinds> out{};
        for (std::size_t i = 0; i < kinds.size(); ++i) out[i] = cards.count(kinds[i]);
        return out;
    };
    Parts::Type type;
    type.caps = counts(melds.deck());
    for (int id = 0; id < melds.size(); ++id) {
        if ((melds[id].cards.some() & ~own) == 0) type.melds.push_back(counts(melds[id].cards));
    }
    std::sort(type.melds.begin(), type.melds.end());
    return type;
}

// Picks the order of kinds with the least type. So parts that differ only in their order share a type and its tables.
Parts::Type put_in_order(std::vector<int>& kinds, const Melds& melds) {
    std::vector<int> order = kinds;  // ascending
    Parts::Type least = shape_of(order, melds);
    while (std::next_permutation(order.begin(), order.end())) {
        Parts::Type shape = shape_of(order, melds);
        if (!(shape < least)) continue;
        least = std::move(shape);
        kinds = order;
    }
    return least;
}

}  // namespace

// Numbers the parts by their lowest kind. If sets of any size share parts, 48 kinds never need more than 16 parts.
void Parts::number(const Melds& melds, const std::vector<int>& root) {
    Sets sets;
    for (int k = 0; k < kinds_; ++k) {
        std::vector<int> set;
        for (int i = 0; i < kinds_; ++i) {
            if (root[static_cast<std::size_t>(i)] == k) set.push_back(i);
        }
        if (!set.empty()) sets.push_back(std::move(set));
    }
    std::stable_sort(sets.begin(), sets.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
    Sets parts = fill(sets, false);
    if (parts.size() > kMaxParts) parts = fill(sets, true);
    std::sort(parts.begin(), parts.end());
    count_ = static_cast<int>(parts.size());
    for (std::size_t p = 0; p < parts.size(); ++p) {
        std::sort(parts[p].begin(), parts[p].end());
        Type type = put_in_order(parts[p], melds);
        const auto found = std::find(types_.begin(), types_.end(), type);
        type_of_[p] = static_cast<std::uint8_t>(found - types_.begin());
        if (found == types_.end()) types_.push_back(std::move(type));
        for (std::size_t i = 0; i < parts[p].size(); ++i) {
            const auto bit = static_cast<std::uint8_t>(kPartKinds * p + i);
            bit_of_[static_cast<std::size_t>(parts[p][i])] = bit;
            kind_at_[bit] = static_cast<std::uint8_t>(parts[p][i]);
            kind_bits_ |= std::uint64_t{1} << bit;
        }
    }
}

void Parts::find_groups() {
    for (int p = 0; p < count_; ++p) groups_.push_back(1u << p);
    for (const Cards& meld : by_part_) {
        unsigned joined = 0;
        const unsigned parts = touched(meld);
        std::erase_if(groups_, [&](unsigned group) {
            if ((group & parts) == 0) return false;
            joined |= group;
            return true;
        });
        groups_.push_back(joined);
    }
    std::sort(groups_.begin(), groups_.end());
}

}  // namespace uneri::namima
