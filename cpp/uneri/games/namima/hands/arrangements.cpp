#include "uneri/games/namima/hands/arrangements.hpp"

#include <algorithm>
#include <set>

namespace uneri::namima {
namespace {

std::vector<std::uint16_t> sorted(MeldIds melds) {
    std::vector<std::uint16_t> out(melds.begin(), melds.end());
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace

std::optional<std::vector<Arrangement>> arrangements(const Tables& tables, const Cards& hand, MeldIds exposed,
                                                     std::size_t most) {
    std::vector<Arrangement> found;
    std::set<std::vector<std::uint16_t>, IdsBefore>
        seen;  // what the exposed melds became; it tells which cards are left
    const std::vector<std::uint16_t> melds = sorted(exposed);
    const auto grown = [&](MeldIds became, const Cards& rest) {
        const auto [place, fresh] = seen.insert(sorted(became));
        if (!fresh) return true;
        return Splits(tables).each(rest, [&](MeldIds split) {
            if (found.size() == most) return false;
            found.push_back({sorted(split), *place});
            return true;
        });
    };
    if (!Growths(tables, melds, grown).each(tables.parts.weave(hand))) return std::nullopt;
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace uneri::namima
