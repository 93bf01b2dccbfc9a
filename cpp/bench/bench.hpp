// Micro-benchmarks by name: what each measures, and how a run is timed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace uneri::bench {

// Does the work once and tells how many units it did. It holds its data.
using Pass = std::function<std::uint64_t()>;

struct Case {
    std::string name;                             // GAME/..., by which it is chosen
    std::function<Pass()> start;                  // makes the data
    std::string unit = "call";                    // what one unit is
    std::function<std::string()> note = nullptr;  // printed behind the figures
};
using Cases = std::vector<Case>;

// Keeps the compiler from leaving out work whose result nobody reads.
template <class T>
void keep(const T& value) {
#if defined(__GNUC__)
    asm volatile("" : : "r"(&value) : "memory");
#else
    static volatile const void* sink;
    sink = &value;
#endif
}

// A pass that calls `work` with every item of a vector that outlives it.
template <class Items, class Work>
Pass each(const Items& items, Work work) {
    return [&items, work = std::move(work)]() mutable {
        for (const auto& item : items) work(item);
        return static_cast<std::uint64_t>(items.size());
    };
}

}  // namespace uneri::bench
