// Threads that stay alive between calls, for thousands of calls per second with tenths of a millisecond of work each.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "uneri/base/fork_guard.hpp"
#include "uneri/engine/thread.hpp"

namespace uneri {

// One call at a time; the calling thread works, too. A chunk's result must not depend on the thread.
class Pool {
public:
    explicit Pool(int threads) : threads_(threads) {
        if (helpers_of(threads) > 0) crew_ = std::make_unique<Crew>(helpers_of(threads));
    }

    int threads() const noexcept { return threads_; }

    // Runs work(chunk) for 0..chunks-1, in any order; `work` must not throw.
    template <class Work>
    void run(std::size_t chunks, Work&& work) {
        if (helpers_of(threads_) == 0 || chunks < 2) {
            for (std::size_t chunk = 0; chunk < chunks; ++chunk) work(chunk);
            return;
        }
        if (!process_.is_this()) {  // the child has none of the threads
            static_cast<void>(crew_.release());
            crew_ = std::make_unique<Crew>(helpers_of(threads_));
            process_ = {};
        }
        crew_->run(
            chunks, [](void* task, std::size_t chunk) { (*static_cast<Work*>(task))(chunk); },
            const_cast<void*>(static_cast<const void*>(&work)));
    }

    ~Pool() {
        if (!process_.is_this()) static_cast<void>(crew_.release());
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

private:
    using Task = void (*)(void*, std::size_t);

    class Crew {
    public:
        explicit Crew(std::size_t helpers) {
            helpers_.reserve(helpers);
            try {
                for (std::size_t i = 0; i < helpers; ++i) helpers_.emplace_back([this] { serve(); });
            } catch (...) {  // no more threads available
                dismiss();
                throw;
            }
        }
        ~Crew() { dismiss(); }
        Crew(const Crew&) = delete;
        Crew& operator=(const Crew&) = delete;

        void run(std::size_t chunks, Task task, void* context) {
            {
                const std::lock_guard lock(mutex_);
                task_ = task;
                context_ = context;
                chunks_ = chunks;
                next_.store(0, std::memory_order_relaxed);
                busy_ = helpers_.size();
                ++call_;
            }
            wake_.notify_all();
            work();
            std::unique_lock lock(mutex_);
            done_.wait(lock, [this] { return busy_ == 0; });
        }

    private:
        void work() {
            for (;;) {
                const std::size_t chunk = next_.fetch_add(1, std::memory_order_relaxed);
                if (chunk >= chunks_) return;
                task_(context_, chunk);
            }
        }
        void serve() {
            std::size_t served = 0;
            std::unique_lock lock(mutex_);
            for (;;) {
                wake_.wait(lock, [&] { return closing_ || call_ != served; });
                if (closing_) return;
                served = call_;
                lock.unlock();
                work();
                lock.lock();
                if (--busy_ == 0) done_.notify_one();
            }
        }
        void dismiss() {
            {
                const std::lock_guard lock(mutex_);
                closing_ = true;
            }
            wake_.notify_all();
            for (Thread& helper : helpers_) helper.join();
        }

        std::mutex mutex_;
        std::condition_variable wake_;
        std::condition_variable done_;
        std::atomic<std::size_t> next_{0};
        std::size_t chunks_ = 0;
        std::size_t busy_ = 0;
        std::size_t call_ = 0;
        bool closing_ = false;
        Task task_ = nullptr;
        void* context_ = nullptr;
        std::vector<Thread> helpers_;
    };

    int threads_;
    ForkGuard process_;
    std::unique_ptr<Crew> crew_;
};

}  // namespace uneri
