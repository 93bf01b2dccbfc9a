// The counts of a part, place by place, as tables are made over them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

#include "uneri/games/namima/hands/parts.hpp"

namespace uneri::namima {

using Counts = std::array<int, kPartKinds>;

inline Counts counts_in(const Cards& woven, int part) noexcept {
    Counts out{};
    for (int i = 0; i < kPartKinds; ++i) out[static_cast<std::size_t>(i)] = woven.count(kPartKinds * part + i);
    return out;
}

inline int sum(const Counts& counts) noexcept { return counts[0] + counts[1] + counts[2] + counts[3]; }

inline bool within(const Counts& a, const Counts& b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), [](int x, int y) { return x <= y; });
}

inline Counts minus(Counts a, const Counts& b) noexcept {
    for (std::size_t i = 0; i < kPartKinds; ++i) a[i] -= b[i];
    return a;
}

inline Counts plus(Counts a, const Counts& b) noexcept {
    for (std::size_t i = 0; i < kPartKinds; ++i) a[i] += b[i];
    return a;
}

// Calls visit(counts) for all counts up to `most`, the first place fastest: every one after those that lie within it.
template <class Visit>
void each_counts(const Counts& most, Visit&& visit) {
    Counts counts{};
    for (;;) {
        visit(counts);
        std::size_t i = 0;
        while (i < kPartKinds && counts[i] == most[i]) counts[i++] = 0;
        if (i == kPartKinds) return;
        ++counts[i];
    }
}

// All counts up to the caps of a part, numbered with kind 0 fastest: every one after those within it.
class CountVectors {
public:
    explicit CountVectors(const Counts& caps) : caps_(caps) {
        each_counts(caps, [&](const Counts& counts) { all_.push_back(counts); });
        for (std::size_t i = 1; i < kPartKinds; ++i)
            weight_[i] = weight_[i - 1] * static_cast<unsigned>(caps[i - 1] + 1);
    }
    std::size_t size() const noexcept { return all_.size(); }
    const Counts& caps() const noexcept { return caps_; }
    auto begin() const noexcept { return all_.begin(); }
    auto end() const noexcept { return all_.end(); }
    const Counts& operator[](std::size_t number) const noexcept { return all_[number]; }
    unsigned number(const Counts& counts) const noexcept {
        return std::inner_product(counts.begin(), counts.end(), weight_.begin(), 0u, std::plus<>{},
                                  [](int count, unsigned weight) { return static_cast<unsigned>(count) * weight; });
    }

private:
    Counts caps_;
    std::vector<Counts> all_;
    std::array<unsigned, kPartKinds> weight_{1, 0, 0, 0};
};

}  // namespace uneri::namima
