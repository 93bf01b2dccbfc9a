// Named micro-benchmarks: their definitions, and how a run is timed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace uneri::bench {

// Does the work once and returns the number of units done. It owns its data.
using Pass = std::function<std::uint64_t()>;

struct Case {
    std::string name;                             // GAME/...; selects the case
    std::function<Pass()> start;                  // makes the data
    std::string unit = "call";                    // the name of one unit
    std::function<std::string()> note = nullptr;  // printed after the figures
};
using Cases = std::vector<Case>;

// Keeps the compiler from removing work whose result is unused.
template <class T>
void keep(const T& value) {
#if defined(__GNUC__)
    asm volatile("" : : "r"(&value) : "memory");
#else
    static volatile const void* sink;
    sink = &value;
#endif
}

}  // namespace uneri::bench
