#include "uneri/games/onda/plays.hpp"

#include <algorithm>
#include <memory>

#include "uneri/base/bits.hpp"
#include "uneri/base/global_lazy.hpp"
#include "uneri/games/onda/actions.hpp"

namespace uneri::onda {
namespace {

constexpr int digit(int blue, int green) noexcept { return 3 * blue + green; }

// --- joker plays that shed what no natural play sheds -----------------------------------------------------------
//
// A joker helps only inside a run. The natural cards of a set, or of a run with the joker at an end, are a natural play
// by themselves. kHoles lists the remaining runs as bits from their low, without the card that the joker replaces.
constexpr std::uint32_t kHoles[] = {0b101, 0b1011, 0b1101};
constexpr int kHolePlays = 2 * 3;  // by suit and shape

// Lows of the runs of `play` whose natural cards are in `cards`, as bits of a kind.
constexpr std::uint32_t hole_lows(Cards cards, int play) noexcept {
    const std::uint32_t suit = cards.suit(play / 3);
    std::uint32_t lows = suit & suit >> 2;
    if (play % 3 == 1) lows = suit & suit >> 1 & suit >> 3;
    if (play % 3 == 2) lows &= suit >> 3;
    return lows;
}

constinit GlobalLazy<std::unique_ptr<const MinPlays>> kTables;

}  // namespace

const MinPlays& MinPlays::get() {
    return *kTables.get([] { return std::unique_ptr<const MinPlays>(new MinPlays); });
}

// Fills entries in ascending order, since removing cards gives a smaller index. The highest digit above 0 holds a card
// that must be in some play: the set of its number, or a run from there down through the digits.
MinPlays::MinPlays() noexcept {
    table_[0] = 0;
    for (int index = 1; index < kEntries; ++index) {
        int power = kEntries / 9;
        while (index / power == 0) power /= 9;
        const int head = index / power;
        int best = table_[index - head * power];  // all cards of the number as one set or single
        for (int blue = 0; blue <= head / 3; ++blue) {
            for (int green = 0; green <= head % 3; ++green) {  // or only some of them
                if (blue + green > 0) best = std::min<int>(best, table_[index - digit(blue, green) * power]);
            }
        }
        for (const int card : {digit(1, 0), digit(0, 1)}) {
            int rest = index;
            for (int unit = power, length = 1; unit > 0 && length <= 4; unit /= 9, ++length) {
                const int d = rest / unit % 9;
                if (card == 1 ? d % 3 == 0 : d / 3 == 0) break;
                rest -= card * unit;
                best = std::min<int>(best, table_[rest]);
            }
        }
        table_[index] = static_cast<std::uint8_t>(best + 1);
    }
}

// `first` numbers joker plays by shape and low. Each set of them is tried once, in ascending order.
int MinPlays::with_holes(Cards hand, int jokers, int first) const noexcept {
    if (jokers <= 1) return jokers == 0 ? (*this)(hand) : with_joker(hand);
    int best = with_joker(hand);
    if (best <= 1) return best;
    for (int play = first / kNumbers; play < kHolePlays; ++play) {
        std::uint32_t lows = hole_lows(hand, play);
        if (play == first / kNumbers) lows &= ~((1u << first % kNumbers) - 1);
        for_each_bit(lows, [&](int low) {
            Cards rest = hand;
            rest.remove(Cards{kHoles[play % 3] << (kNumbers * (play / 3) + low), 0});
            best = std::min(best, 1 + with_holes(rest, jokers - 1, play * kNumbers + low));
        });
    }
    return best;
}

int MinPlays::operator()(Cards hand, int jokers) const noexcept { return with_holes(hand, jokers, 0); }

}  // namespace uneri::onda
