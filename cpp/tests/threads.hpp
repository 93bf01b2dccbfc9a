// Threads that start together, for tests under ThreadSanitizer.
#pragma once

#include <functional>
#include <thread>
#include <vector>

namespace uneri::test {

// Calls work(0), work(1), ... at the same time.
inline void at_once(int threads, const std::function<void(int)>& work) {
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) all.emplace_back([&work, i] { work(i); });
    for (std::thread& thread : all) thread.join();
}

}  // namespace uneri::test
