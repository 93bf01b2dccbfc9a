// A very small test framework: TEST blocks register themselves, CHECK counts and reports.
#pragma once

#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

namespace uneri::test {

struct Case {
    const char* name;
    void (*run)();
};

inline std::vector<Case>& cases() {
    static std::vector<Case> all;
    return all;
}
inline int& failures() {
    static int count = 0;
    return count;
}
inline long& checks() {
    static long count = 0;
    return count;
}
struct Registered {
    Registered(const char* name, void (*run)()) { cases().push_back({name, run}); }
};
inline void check(bool good, const char* what, const char* file, int line) {
    ++checks();
    if (good) return;
    ++failures();
    std::printf("%s:%d: failed: %s\n", file, line, what);
}

// The number of heap allocations so far, to show that playing allocates nothing.
long allocations() noexcept;

// Calls work(0), work(1), ... at the same time, each in a thread of its own.
inline void at_once(int threads, const std::function<void(int)>& work) {
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) all.emplace_back([&work, i] { work(i); });
    for (std::thread& thread : all) thread.join();
}

}  // namespace uneri::test

#define TEST(name)                                                               \
    static void test_##name();                                                   \
    static const uneri::test::Registered registered_##name(#name, &test_##name); \
    static void test_##name()
#define CHECK(condition) uneri::test::check((condition), #condition, __FILE__, __LINE__)
