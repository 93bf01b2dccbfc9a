#include "uneri/games/solo/known_updates.hpp"

namespace uneri::solo {

void deduce_hands(const Options& o, State& s) noexcept {
    PerSeat<PerSeat<std::uint8_t>> totals;
    s.known.totals(totals);
    PerSeat<int> sizes{};
    for (int q = 0; q < o.players; ++q) sizes[static_cast<std::size_t>(q)] = s.hand_of(q).total();
    for (int p = 0; p < o.players; ++p) {
        int dark = -1;  // the only hand that p does not fully know
        int count = 0;
        for (int q = 0; q < o.players; ++q) {
            const auto seat = static_cast<std::size_t>(q);
            if (q == p || totals[static_cast<std::size_t>(p)][seat] == sizes[seat]) continue;
            dark = q;
            ++count;
        }
        if (count == 1) s.known.learn_hand(p, dark, s.hand_of(dark));
    }
}

}  // namespace uneri::solo
