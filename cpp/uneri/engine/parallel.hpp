// Work split by index over threads, interruptible from the calling thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>

#include "uneri/base/fork_guard.hpp"
#include "uneri/base/work.hpp"
#include "uneri/engine/pool.hpp"

namespace uneri {

// Called from the calling thread now and then with the share of work done, 0 to 1. Returning false stops the work.
using Tick = std::function<bool(double)>;

// Shared by the workers of one call.
class Progress {
public:
    Progress(std::uint64_t total, const Tick& tick) : total_(total), tick_(tick), next_(Clock::now() + kPause) {}

    bool stopped() const noexcept { return stop_.load(std::memory_order_relaxed); }
    void add(std::uint64_t done) noexcept { done_.fetch_add(done, std::memory_order_relaxed); }

    // From the calling thread only. Ticks if the last tick is long enough ago; false if the work must stop. Without a
    // tick, the call around this one decides.
    bool poll() {
        if (thrown_) std::rethrow_exception(thrown_);
        if (!tick_ && !work_of_thread().goes_on()) stop();
        if (stopped()) return false;
        const auto now = Clock::now();
        if (now < next_) return true;
        next_ = now + kPause;
        const double done = static_cast<double>(done_.load(std::memory_order_relaxed));
        if (tick_ && !tick_(total_ == 0 ? 0.0 : done / static_cast<double>(total_))) stop_.store(true);
        return !stopped();
    }
    void stop() noexcept { stop_.store(true); }

    // As long as these exist, searches of this thread end soon after the work must stop (base/work.hpp), and what they
    // answer means nothing. In the calling thread the next poll() throws what a tick threw meanwhile.
    WorkLimit watch() noexcept {
        const auto goes_on = [](void* self) noexcept { return static_cast<Progress*>(self)->poll_within(); };
        return WorkLimit(kAnyWork, tick_ ? +goes_on : nullptr, this);
    }
    WorkLimit watch_in_helper() noexcept {
        return WorkLimit(kAnyWork, [](void* self) noexcept { return !static_cast<Progress*>(self)->stopped(); }, this);
    }

private:
    bool poll_within() noexcept {
        try {
            return poll();
        } catch (...) {
            thrown_ = std::current_exception();
            stop();
            return false;
        }
    }

    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kPause{50};  // Ctrl-C feels immediate, ticks cost nothing
    std::uint64_t total_;
    const Tick& tick_;
    Clock::time_point next_;
    std::exception_ptr thrown_;  // by a tick within the work
    std::atomic<bool> stop_{false};
    std::atomic<std::uint64_t> done_{0};
};

// The time since a call began.
class Stopwatch {
public:
    double seconds() const noexcept { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    // Has the call no time left?
    bool past(double limit) const noexcept { return limit > 0 && seconds() >= limit; }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

// Parts of 0..count-1 for the thread that asks next.
class Parts {
public:
    Parts(std::uint64_t count, std::uint64_t most, std::size_t threads)
        : count_(count), most_(most), rivals_(threads > 1 ? 2 * threads : 1) {}

    std::uint64_t left() const noexcept { return count_ - std::min(count_, next_.load(std::memory_order_relaxed)); }
    // False if none is left. Among threads parts shrink towards the end, so that all end at the same time.
    bool take(std::uint64_t& first, std::uint64_t& last, std::uint64_t most) noexcept {
        first = next_.load(std::memory_order_relaxed);
        do {
            if (first >= count_) return false;
            const std::uint64_t fair = (count_ - first + rivals_ - 1) / rivals_;
            last = first + std::min({fair, most, most_});
        } while (!next_.compare_exchange_weak(first, last, std::memory_order_relaxed));
        return true;
    }

private:
    const std::uint64_t count_;
    const std::uint64_t most_;
    const std::uint64_t rivals_;
    std::atomic<std::uint64_t> next_{0};
};

// When other threads are asked to help: at once, for parts of which each is worth it; or as soon as the first parts
// show that the rest is.
enum class Split : std::uint8_t { kAtOnce, kIfLong };

// Runs work(first, last, is_caller) on parts of 0..count-1 of at most `chunk`. The calling thread works, too, and is
// the one that polls. `work` returns nothing; if it was stopped, this function returns false. An exception from any
// thread ends the call. If a tick forks and returns in the child, which lacks the helper threads, ForkError is thrown
// there.
template <class Work>
bool run_chunks(std::uint64_t count, std::uint64_t chunk, int threads, Progress& progress, Work&& work,
                Split split = Split::kIfLong) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds kLong{70};   // what is left is split: to wake a thread takes some ten
    constexpr std::chrono::microseconds kKnown{10};  // measured time that says something about the rest
    const auto helpers =
        static_cast<std::size_t>(std::min<std::uint64_t>(helpers_of(threads), count < 1 ? 0 : count - 1));
    Parts parts(count, chunk, helpers + 1);
    std::atomic<bool> has_thrown{false};
    std::exception_ptr thrown;  // by the first helper that failed
    const auto help_out = [&] {
        try {
            const WorkLimit watch = progress.watch_in_helper();
            for (std::uint64_t first = 0, last = 0; !progress.stopped() && parts.take(first, last, chunk);) {
                work(first, last, false);
                progress.add(last - first);
            }
        } catch (...) {
            if (!has_thrown.exchange(true)) thrown = std::current_exception();
            progress.stop();
        }
    };
    Help help(help_out);
    const auto poll = [&] {
        const bool goes_on = progress.poll();
        if (help.is_lost()) throw ForkError();
        return goes_on;
    };
    try {
        const WorkLimit watch = progress.watch();
        std::uint64_t most = chunk;  // of a part
        if (split == Split::kAtOnce) {
            help.ask(helpers);
        } else if (helpers > 0) {
            most = 1;
        }
        const auto start = Clock::now();
        std::uint64_t first = 0;
        std::uint64_t last = 0;
        while (poll() && parts.take(first, last, most)) {
            work(first, last, true);
            progress.add(last - first);
            if (helpers == 0 || help.was_asked()) continue;
            most = std::min(chunk, 2 * most);
            const auto spent = Clock::now() - start;
            const auto rest = static_cast<double>(parts.left()) / static_cast<double>(last);  // beside what is done
            if (spent < kKnown || spent * rest < kLong) continue;
            help.ask(std::min<std::uint64_t>(helpers, parts.left() - 1));
            most = chunk;
        }
        while (!help.end_within(std::chrono::milliseconds(20))) poll();
    } catch (...) {  // of this thread: the helpers must not outlive this call, and `help` waits for them
        progress.stop();
        throw;
    }
    if (thrown) std::rethrow_exception(thrown);
    return !progress.stopped();
}

// Runs work(first, last) on parts of 0..count-1. Only an exception stops it, or what stops the call around it.
template <class Work>
void run_parts(std::size_t count, std::size_t chunk, int threads, Work&& work, Split split = Split::kIfLong) {
    if (helpers_of(threads) == 0 || count < 2) {
        const auto& around = work_of_thread();
        for (std::size_t first = 0; first < count && !around.over(); first += chunk)
            work(first, std::min(count, first + chunk));
        return;
    }
    const Tick none;
    Progress progress(count, none);
    const auto run = [&](std::uint64_t first, std::uint64_t last, bool) {
        work(static_cast<std::size_t>(first), static_cast<std::size_t>(last));
    };
    run_chunks(count, chunk, threads, progress, run, split);
}

}  // namespace uneri
