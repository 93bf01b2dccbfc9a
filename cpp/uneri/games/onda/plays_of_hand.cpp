// MinPlays of a hand with one joker or none, in a file of its own: it is built twice.
#include <algorithm>
#include <array>

#include "uneri/base/bits.hpp"
#include "uneri/games/onda/plays.hpp"

namespace uneri::onda {
namespace {

// Indices in the table, by the numbers of a block as bits: 9^i for bit i.
constexpr auto kIndex = [] {
    std::array<std::uint16_t, 1 << MinPlays::kBlock> index{};
    for (std::size_t bit = 1, power = 1; bit < index.size(); bit *= 2, power *= 9) {
        for (std::size_t i = 0; i < bit; ++i) index[bit + i] = static_cast<std::uint16_t>(index[i] + power);
    }
    return index;
}();

// Kinds with two neighbours in their suit.
constexpr std::uint32_t kGaps = (kSuitMask & kSuitMask << 1 & kSuitMask >> 1) * (1u + (1u << kNumbers));

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

constexpr int kOpenRuns[kOpen] = {0, 1, 1, 1, 2, 2, 2, 2, 2, 2};

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

// Does a step make another one needless? It costs no more, even if the open runs that it lacks start later.
constexpr bool replaces(const Step& step, const Step& other) noexcept {
    const Open has = kOpens[step.open];
    const Open wanted = kOpens[other.open];
    const int missing = has.a >= wanted.a ? has.b < wanted.b : 1 + (wanted.b > has.a);
    return step.stays <= other.stays && step.plays + missing <= other.plays;
}

constexpr Steps steps_of(int open, int cards) noexcept {
    Steps out{};
    const auto [a, b] = kOpens[open];
    for (int go_on = (a > 0) + (b > 0); go_on >= 0; --go_on) {
        if (go_on > cards) continue;
        for (int start = 0; go_on + start <= cards; ++start) {
            int left[2] = {0, 0};
            int open_runs = 0;
            if (go_on >= 1) left[open_runs++] = a - 1;
            if (go_on == 2) left[open_runs++] = b - 1;
            for (int i = 0; i < start; ++i) left[open_runs++] = 3;
            const Step step = {static_cast<std::uint8_t>(open_index(left[0], left[1])),
                               static_cast<std::uint8_t>(start), go_on + start < cards};
            bool needed = true;
            for (int i = 0; i < out.count; ++i) needed &= !replaces(out.step[i], step);
            if (needed) out.step[out.count++] = step;
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
    int least = 0;                     // their least cost
    for (int i = first; i <= last; ++i) {
        const std::uint8_t* const cost = costs[(i - first) % 2];
        std::uint8_t* const next = costs[(i - first + 1) % 2];
        const int blue = hand.count(i);
        const int green = hand.count(kNumbers + i);
        std::fill_n(next, kOpen * kOpen, kFar);
        TwoWords reached;
        int next_least = kFar;
        const auto step_from = [&](int at) {
            // A state does not matter if it costs as much as starting its open runs from the cheapest one.
            if (cost[at] > least && cost[at] >= least + kOpenRuns[at / kOpen] + kOpenRuns[at % kOpen]) return;
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
                    next_least = std::min(next_least, plays);
                }
            }
        };
        for_each_bit(live.low, step_from);
        for_each_bit(live.high, [&](int at) { step_from(64 + at); });
        live = reached;
        least = next_least;
    }
    return least;
}

}  // namespace

int MinPlays::operator()(Cards hand) const noexcept {
    const std::uint32_t b = hand.suit(0);
    const std::uint32_t g = hand.suit(1);
    const std::uint32_t bb = hand.suit_twice(0);
    const std::uint32_t gg = hand.suit_twice(1);
    const std::uint32_t links = (b & b >> 1) | (g & g >> 1);  // bit i: a run may reach from number i+1 to i+2
    constexpr std::uint32_t kAll = (1u << kBlock) - 1;
    int plays = 0;
    // The next numbers of the hand, up to the last end of a block among the first kBlock.
    for (std::uint32_t left = b | g; left != 0;) {
        const int first = low_bit(left);
        const std::uint32_t ends = ~links >> first & kAll;
        if (ends != 0) {
            const std::uint32_t taken = (2u << high_bit(ends)) - 1;
            const auto index = [&](std::uint32_t cards) { return kIndex[cards >> first & taken]; };
            plays += table_[3 * (index(b) + index(bb)) + index(g) + index(gg)];
            left &= ~(taken << first);
        } else {
            const int last = first + std::countr_one(links >> first);
            plays += sweep(hand, first, last);
            left &= ~0u << last << 1;
        }
    }
    return plays;
}

// A joker is worth a play only between two cards of its suit. There it is worth what a further card of its kind would
// be: in any other play that card could be left out. Two cards of a kind already are enough.
int MinPlays::with_joker(Cards hand) const noexcept {
    const int natural = (*this)(hand);
    std::uint32_t gaps = hand.one << 1 & hand.one >> 1 & ~hand.two & kGaps;
    for (; natural > 1 && gaps != 0; gaps &= gaps - 1) {
        if ((*this)(hand.with(low_bit(gaps))) < natural) return natural - 1;
    }
    return natural;
}

}  // namespace uneri::onda
