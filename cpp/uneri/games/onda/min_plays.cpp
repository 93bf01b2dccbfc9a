#include "uneri/games/onda/min_plays.hpp"

#include <algorithm>
#include <memory>

#include "uneri/base/bits.hpp"
#include "uneri/base/global_lazy.hpp"
#include "uneri/games/onda/actions.hpp"

namespace uneri::onda {
namespace {

constexpr int digit(int blue, int green) noexcept { return 3 * blue + green; }

// --- blocks longer than the table: a sweep over the numbers ------------------------------------------------------
//
// At each number each card either extends an open run, starts a run (a play), or waits for the set of that number. That
// set is one play for both suits together: it has at most four cards (O-5.3). The state per suit is how many more cards
// each open run may take: 0 to 3, for at most two runs. It is never worse to extend the run that may take more.

constexpr int kOpen = 10;  // (a, b) with 3 >= a >= b >= 0
struct Open {
    int a, b;
};
constexpr Open kOpens[kOpen] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {1, 1}, {2, 1}, {2, 2}, {3, 1}, {3, 2}, {3, 3}};

constexpr int open_index(int a, int b) noexcept {
    for (int i = 0; i < kOpen; ++i) {
        if ((kOpens[i].a == a && kOpens[i].b == b) || (kOpens[i].a == b && kOpens[i].b == a)) return i;
    }
    return 0;
}

struct Step {
    std::uint8_t open;   // the open runs afterwards
    std::uint8_t plays;  // runs that start here
    bool stays;          // a card waits for the set
};
struct Steps {
    Step step[6];
    int count;
};

constexpr Steps steps_of(int open, int cards) noexcept {
    Steps out{};
    const auto [a, b] = kOpens[open];
    for (int go_on = 0; go_on <= cards; ++go_on) {
        if ((go_on >= 1 && a == 0) || (go_on == 2 && b == 0)) break;
        for (int start = 0; go_on + start <= cards; ++start) {
            int left[2] = {0, 0};
            int open_runs = 0;
            if (go_on >= 1) left[open_runs++] = a - 1;
            if (go_on == 2) left[open_runs++] = b - 1;
            for (int i = 0; i < start; ++i) left[open_runs++] = 3;
            out.step[out.count++] = {static_cast<std::uint8_t>(open_index(left[0], left[1])),
                                     static_cast<std::uint8_t>(start), go_on + start < cards};
        }
    }
    return out;
}

struct StepTable {
    Steps of[kOpen][3];
};
constexpr StepTable make_steps() noexcept {
    StepTable table{};
    for (int open = 0; open < kOpen; ++open) {
        for (int cards = 0; cards <= 2; ++cards) table.of[open][cards] = steps_of(open, cards);
    }
    return table;
}
constexpr StepTable kSteps = make_steps();

int sweep(Cards hand, int first, int last) noexcept {
    constexpr std::uint8_t kFar = 100;
    std::uint8_t cost[kOpen * kOpen];
    std::uint8_t next[kOpen * kOpen];
    std::fill_n(cost, kOpen * kOpen, kFar);
    cost[0] = 0;
    for (int i = first; i <= last; ++i) {
        const int blue = hand.count(i);
        const int green = hand.count(kNumbers + i);
        std::fill_n(next, kOpen * kOpen, kFar);
        for (int at = 0; at < kOpen * kOpen; ++at) {
            if (cost[at] == kFar) continue;
            const Steps& blues = kSteps.of[at / kOpen][blue];
            const Steps& greens = kSteps.of[at % kOpen][green];
            for (int x = 0; x < blues.count; ++x) {
                const Step b = blues.step[x];
                for (int y = 0; y < greens.count; ++y) {
                    const Step g = greens.step[y];
                    const int plays = cost[at] + b.plays + g.plays + (b.stays || g.stays ? 1 : 0);
                    std::uint8_t& to = next[b.open * kOpen + g.open];
                    to = std::min(to, static_cast<std::uint8_t>(plays));
                }
            }
        }
        std::copy_n(next, kOpen * kOpen, cost);
    }
    return *std::min_element(cost, cost + kOpen * kOpen);
}

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

int MinPlays::operator()(Cards hand) const noexcept {
    const std::uint32_t b = hand.suit(0);
    const std::uint32_t g = hand.suit(1);
    const std::uint32_t bb = hand.suit_twice(0);
    const std::uint32_t gg = hand.suit_twice(1);
    const std::uint32_t links = (b & b >> 1) | (g & g >> 1);  // bit i: a run may reach from number i+1 to i+2
    int plays = 0;
    int first = 0;
    unsigned index = 0;
    for (int i = 0; i < kNumbers; ++i) {
        index = 9 * index + 3 * ((b >> i & 1) + (bb >> i & 1)) + (g >> i & 1) + (gg >> i & 1);
        if (links >> i & 1) {
            if (i - first + 1 < kBlock) continue;
            while (links >> i & 1) ++i;  // a block longer than the table
            plays += sweep(hand, first, i);
        } else {
            plays += table_[index];
        }
        index = 0;
        first = i + 1;
    }
    return plays;
}

// `first` numbers joker plays by shape and low. Each set of them is tried once, in ascending order.
int MinPlays::with_holes(Cards hand, int jokers, int first) const noexcept {
    int best = (*this)(hand);
    if (jokers == 0 || best <= 1) return best;
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
