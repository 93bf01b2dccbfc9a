#include "uneri/games/namima/namima.hpp"
#include "digest/networks.hpp"
#include "digest/searches.hpp"

namespace uneri::digest {

Digest namima_choices(long number) { return choices<namima::Namima>({{"players", 2}, {"games", 1}}, number); }

void add_namima(Parts& parts) {
    using namima::Namima;
    std::vector<PlainData::Map> rules;
    int players = 2;
    for (const std::string_view variant : namima::kVariants) {
        const bool extras = players % 2 == 1;
        rules.push_back({{"variant", variant},
                         {"players", players},
                         {"games", 1},
                         {"riichi", extras},
                         {"dora", extras},
                         {"first_seat", extras ? -1 : 0}});
        players = players == namima::kMaxSeats ? 2 : players + 1;
    }
    parts.push_back(part("namima", walks<Namima>(rules, 3)));
    parts.push_back(part("namima.searches", searches<Namima>({{"variant", "shiranami"}, {"players", 3}}, 60, 20)));
    parts.push_back(part("namima.networks", namima_choices(200)));
    add_namima_hands(parts);
}

}  // namespace uneri::digest
