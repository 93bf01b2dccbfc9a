// The helper threads of the process, one pool for all calls. They live as long as the process: to start a thread takes
// as long as a small call.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <vector>

#include "uneri/base/fork_guard.hpp"
#include "uneri/engine/thread.hpp"

namespace uneri {

inline constexpr int kMaxThreads = 256;

// What the pool has done so far.
struct PoolCounts {
    std::uint64_t asked = 0;   // calls that asked for helpers
    std::uint64_t joined = 0;  // times that a helper came
    std::uint64_t threads = 0;
};

// Work that helpers join if they are free. The calling thread never needs them: what none has begun it does itself.
class Help {
public:
    // Each helper calls `work` once; it must not throw.
    template <class Work>
    explicit Help(const Work& work)
        : work_([](const void* task) { (*static_cast<const Work*>(task))(); }), task_(&work) {}
    ~Help() { end(); }
    Help(const Help&) = delete;
    Help& operator=(const Help&) = delete;

    // Wakes helpers; not again before end().
    inline void ask(std::size_t helpers);
    bool was_asked() const noexcept { return asked_; }
    // Returns whether this is a forked child, which lacks the helpers.
    bool is_lost() const noexcept { return asked_ && !process_.is_this(); }
    // From now on nobody joins. False if helpers are still at work after this time.
    inline bool end_within(std::chrono::milliseconds time);
    // Waits for the helpers, but for none in a child that lacks them. Returns whether any had joined.
    inline bool end();

private:
    friend class Pool;

    void (*work_)(const void*);
    const void* task_;
    bool asked_ = false;
    ForkGuard process_;       // that asked
    std::size_t wanted_ = 0;  // helpers that may still join; this and the next three are the pool's
    std::size_t inside_ = 0;
    bool joined_ = false;
    std::condition_variable left_;
};

class Pool {
public:
    // A forked child has a pool of its own, and leaves that of its parent alone: a lost thread may hold its lock. A
    // pool is never destroyed, since its threads sleep in it while the process ends.
    static Pool& of_process() {
        Pool* pool = current_.load(std::memory_order_acquire);
        while (pool == nullptr || !pool->process_.is_this()) {
            Pool* made = new Pool;  // without threads yet
            if (current_.compare_exchange_strong(pool, made, std::memory_order_acq_rel)) return *made;
            delete made;
        }
        return *pool;
    }
    PoolCounts counts() {
        const std::lock_guard lock(mutex_);
        return counts_;
    }

private:
    friend class Help;

    void ask(Help& help, std::size_t helpers) {
        {
            const std::lock_guard lock(mutex_);
            help.wanted_ = helpers;
            help.joined_ = false;
            open_.push_back(&help);
            ++counts_.asked;
            std::size_t wanted = 0;
            for (const Help* open : open_) wanted += open->wanted_;
            while (free_ < wanted && counts_.threads < kMaxThreads && add_thread()) ++free_;
        }
        for (std::size_t i = 0; i < helpers; ++i) wake_.notify_one();
    }
    bool add_thread() noexcept {
        try {
            Thread([this] { serve(); }).detach();
        } catch (const std::exception&) {  // none is left: callers work alone
            return false;
        }
        ++counts_.threads;
        return true;
    }
    void serve() {
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [this] { return !open_.empty(); });
            Help& help = *open_.front();
            if (--help.wanted_ == 0) open_.erase(open_.begin());
            ++help.inside_;
            help.joined_ = true;
            ++counts_.joined;
            --free_;
            lock.unlock();
            help.work_(help.task_);
            lock.lock();
            ++free_;
            if (--help.inside_ == 0) help.left_.notify_one();  // under the lock: then `help` may go
        }
    }
    bool end_within(Help& help, std::chrono::milliseconds time) {
        std::unique_lock lock(mutex_);
        std::erase(open_, &help);
        return help.left_.wait_for(lock, time, [&] { return help.inside_ == 0; });
    }

    static inline constinit std::atomic<Pool*> current_ = nullptr;
    ForkGuard process_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Help*> open_;  // those that still want helpers, the oldest first
    std::size_t free_ = 0;     // threads that are not at work
    PoolCounts counts_;
};

void Help::ask(std::size_t helpers) {
    if (helpers == 0) return;
    process_ = {};
    Pool::of_process().ask(*this, helpers);
    asked_ = true;
}
bool Help::end_within(std::chrono::milliseconds time) {
    return !asked_ || is_lost() || Pool::of_process().end_within(*this, time);
}
bool Help::end() {
    while (!end_within(std::chrono::hours(1))) {
    }
    const bool helped = asked_ && joined_;
    asked_ = asked_ && is_lost();
    return helped;
}

}  // namespace uneri
