// Work split by index over threads, interruptible from the calling thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "uneri/base/fork_guard.hpp"
#include "uneri/engine/thread.hpp"

namespace uneri {

// Called from the calling thread now and then with the share of work done, 0 to 1. Returning false stops the work.
using Tick = std::function<bool(double)>;

inline constexpr int kMaxThreads = 256;

// Shared by the workers of one call.
class Progress {
public:
    Progress(std::uint64_t total, const Tick& tick) : total_(total), tick_(tick), next_(Clock::now() + kPause) {}

    bool stopped() const noexcept { return stop_.load(std::memory_order_relaxed); }
    void add(std::uint64_t done) noexcept { done_.fetch_add(done, std::memory_order_relaxed); }

    // From the calling thread only. Ticks if the last tick is long enough ago; false if the work must stop.
    bool poll() {
        if (stopped()) return false;
        const auto now = Clock::now();
        if (now < next_) return true;
        next_ = now + kPause;
        const double done = static_cast<double>(done_.load(std::memory_order_relaxed));
        if (tick_ && !tick_(total_ == 0 ? 0.0 : done / static_cast<double>(total_))) stop_.store(true);
        return !stopped();
    }
    void stop() noexcept { stop_.store(true); }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kPause{50};  // Ctrl-C feels immediate, ticks cost nothing
    std::uint64_t total_;
    const Tick& tick_;
    Clock::time_point next_;
    std::atomic<bool> stop_{false};
    std::atomic<std::uint64_t> done_{0};
};

// Runs work(first, last, is_caller) on chunks of 0..count-1. The calling thread works, too, and is the one that polls.
// `work` returns false if it was stopped; so does this function. An exception from any thread ends the call. If a tick
// forks and returns in the child, which lacks the helper threads, ForkError is thrown there.
template <class Work>
bool run_chunks(std::uint64_t count, std::uint64_t chunk, int threads, Progress& progress, Work&& work) {
    const ForkGuard here;
    const std::uint64_t chunks = (count + chunk - 1) / chunk;
    const auto helpers =
        static_cast<std::size_t>(std::min<std::uint64_t>(helpers_of(threads), chunks < 1 ? 0 : chunks - 1));
    const auto poll = [&] {
        const bool goes_on = progress.poll();
        if (helpers > 0 && !here.is_this()) throw ForkError();
        return goes_on;
    };
    std::atomic<std::uint64_t> next{0};
    const auto loop = [&](bool is_caller) {
        while (!progress.stopped()) {
            const std::uint64_t first = next.fetch_add(chunk, std::memory_order_relaxed);
            if (first >= count) return;
            const std::uint64_t last = count - first < chunk ? count : first + chunk;
            work(first, last, is_caller);
            progress.add(last - first);
            if (is_caller && !poll()) return;
        }
    };
    auto pool = std::make_unique<std::vector<Thread>>();
    std::atomic<std::size_t> finished{0};
    std::atomic<bool> has_thrown{false};
    std::exception_ptr thrown;  // by the first helper that failed
    pool->reserve(helpers);
    const auto join_all = [&] {
        for (Thread& thread : *pool) thread.join();
    };
    try {
        for (std::size_t i = 0; i < helpers; ++i) {
            pool->emplace_back([&] {
                try {
                    loop(false);
                } catch (...) {
                    if (!has_thrown.exchange(true)) thrown = std::current_exception();
                    progress.stop();
                }
                finished.fetch_add(1);
            });
        }
        loop(true);
        while (finished.load() < helpers && poll()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    } catch (...) {  // no thread available, or the tick threw: the helpers must not outlive this call
        progress.stop();
        if (here.is_this()) {
            join_all();
        } else {
            static_cast<void>(pool.release());
        }
        throw;
    }
    join_all();
    if (thrown) std::rethrow_exception(thrown);
    return !progress.stopped();
}

}  // namespace uneri
