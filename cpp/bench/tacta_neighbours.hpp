// Compares ways to find the neighbours of a new card among the cards on the table.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "uneri/games/tacta/tacta.hpp"

namespace uneri::bench {

using namespace tacta;

// A grid of buckets with chains, updated with every card.
class Grid {
public:
    Grid(const tacta::State& s, const Options& options) : reach_(options.t().reach) {
        heads_.fill(-1);
        for (int i = 0; i < s.count; ++i) {
            std::int8_t& head = heads_[cell(s.x[at(i)], s.y[at(i)])];
            next_[at(i)] = head;
            head = static_cast<std::int8_t>(i);
        }
    }
    void find(const tacta::State& s, Fixed x, Fixed y, Near& near) const {
        for (int row = line(y - reach_); row <= line(y + reach_); ++row) {
            for (int column = line(x - reach_); column <= line(x + reach_); ++column) {
                for (int i = heads_[at(row * kLines + column)]; i >= 0; i = next_[at(i)]) {
                    if (std::abs(s.x[at(i)] - x) > reach_ || std::abs(s.y[at(i)] - y) > reach_) continue;
                    near.index[at(near.size++)] = static_cast<std::uint8_t>(i);
                }
            }
        }
    }

private:
    static constexpr int kLines = 16;
    static constexpr Fixed kCell = 160 << kFixedBits;  // units, as the rules text proposed
    static int line(Fixed at) { return std::clamp((at + kLines / 2 * kCell) / kCell, 0, kLines - 1); }
    static std::size_t cell(Fixed x, Fixed y) { return at(line(y) * kLines + line(x)); }

    Fixed reach_;
    std::array<std::int8_t, kLines * kLines> heads_{};
    std::array<std::int8_t, kRoomPadded> next_{};
};

// Cards sorted by x: a binary search, then a scan.
class Sweep {
public:
    Sweep(const tacta::State& s, const Options& options) : reach_(options.t().reach), size_(s.count) {
        for (int i = 0; i < size_; ++i) order_[at(i)] = static_cast<std::uint8_t>(i);
        std::sort(order_.begin(), order_.begin() + size_, [&](int a, int b) { return s.x[at(a)] < s.x[at(b)]; });
        for (int i = 0; i < size_; ++i) x_[at(i)] = s.x[order_[at(i)]];
    }
    void find(const tacta::State& s, Fixed x, Fixed y, Near& near) const {
        const auto first = std::lower_bound(x_.begin(), x_.begin() + size_, x - reach_);
        for (auto i = static_cast<int>(first - x_.begin()); i < size_ && x_[at(i)] <= x + reach_; ++i) {
            const int card = order_[at(i)];
            if (std::abs(s.y[at(card)] - y) <= reach_) near.index[at(near.size++)] = static_cast<std::uint8_t>(card);
        }
    }

private:
    Fixed reach_;
    int size_;
    std::array<std::uint8_t, kRoomPadded> order_{};
    std::array<Fixed, kRoomPadded> x_{};
};

// The method of the game: all cards, eight at a time.
class Scan {
public:
    Scan(const tacta::State&, const Options& options) : options_(&options) {}
    void find(const tacta::State& s, Fixed x, Fixed y, Near& near) const { find_near(*options_, s, x, y, near); }

private:
    const Options* options_;
};

}  // namespace uneri::bench
