// MinPlays of a hand without jokers, in a file of its own: it is built twice.
#include <algorithm>

#include "uneri/base/bits.hpp"
#include "uneri/games/onda/min_plays.hpp"

namespace uneri::onda {
namespace {

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
    std::uint8_t costs[2][kOpen * kOpen];
    costs[0][0] = 0;
    TwoWords live = TwoWords::bit(0);  // the states that are reached
    for (int i = first; i <= last; ++i) {
        const std::uint8_t* const cost = costs[(i - first) % 2];
        std::uint8_t* const next = costs[(i - first + 1) % 2];
        const int blue = hand.count(i);
        const int green = hand.count(kNumbers + i);
        std::fill_n(next, kOpen * kOpen, kFar);
        TwoWords reached;
        const auto step_from = [&](int at) {
            const Steps& blues = kSteps.of[at / kOpen][blue];
            const Steps& greens = kSteps.of[at % kOpen][green];
            for (int x = 0; x < blues.count; ++x) {
                const Step b = blues.step[x];
                for (int y = 0; y < greens.count; ++y) {
                    const Step g = greens.step[y];
                    const int plays = cost[at] + b.plays + g.plays + (b.stays || g.stays ? 1 : 0);
                    const int to = b.open * kOpen + g.open;
                    next[to] = std::min(next[to], static_cast<std::uint8_t>(plays));
                    reached |= TwoWords::bit(static_cast<unsigned>(to));
                }
            }
        };
        for_each_bit(live.low, step_from);
        for_each_bit(live.high, [&](int at) { step_from(64 + at); });
        live = reached;
    }
    const std::uint8_t* const cost = costs[(last - first + 1) % 2];
    return *std::min_element(cost, cost + kOpen * kOpen);
}

}  // namespace

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

}  // namespace uneri::onda
