// A thread that repeats one job beside the calling thread.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>

#include "uneri/base/fork_guard.hpp"
#include "uneri/engine/thread.hpp"

namespace uneri {

// Call start() and finish() in turn, from one thread. Declare all that the job refers to before the worker: if an
// exception leaves between the two calls, the destructor waits for the running job. In a forked child finish() throws
// ForkError, since the job may be half done, and the destructor does not wait.
class PipelinedWorker {
public:
    PipelinedWorker(bool has_thread, std::function<void()> work) : desk_(std::make_unique<Desk>(std::move(work))) {
        if (!has_thread || !kHasThreads) return;
        try {
            thread_ = std::make_unique<Thread>([desk = desk_.get()] { desk->serve(); });
        } catch (const std::system_error&) {  // no thread: finish() runs the job
        }
    }
    ~PipelinedWorker() {
        if (!thread_) return;
        if (!is_here()) {  // in a forked child: the lock may be held, so nothing can be destroyed
            static_cast<void>(thread_.release());
            static_cast<void>(desk_.release());
            return;
        }
        desk_->set(State::kClosing);
        thread_->join();
    }
    PipelinedWorker(const PipelinedWorker&) = delete;
    PipelinedWorker& operator=(const PipelinedWorker&) = delete;

    void start() { desk_->set(State::kAsked); }
    // Runs the job here if the thread has not begun it (because no core was free), else waits for it. Rethrows its
    // exception.
    void finish() {
        if (!is_here()) throw ForkError();
        std::unique_lock lock(desk_->mutex);
        if (desk_->state == State::kAsked) {
            desk_->state = State::kIdle;
            lock.unlock();
            return desk_->work();
        }
        desk_->changed.wait(lock, [this] { return desk_->state != State::kBusy; });
        if (desk_->error) std::rethrow_exception(std::exchange(desk_->error, nullptr));
    }

private:
    enum class State { kIdle, kAsked, kBusy, kClosing };

    // The state that the two threads share.
    struct Desk {
        explicit Desk(std::function<void()> given) : work(std::move(given)) {}

        void set(State next) {
            {
                const std::lock_guard lock(mutex);
                state = next;
            }
            changed.notify_all();
        }
        void serve() {
            std::unique_lock lock(mutex);
            for (;;) {
                changed.wait(lock, [this] { return state == State::kAsked || state == State::kClosing; });
                if (state == State::kClosing) return;
                state = State::kBusy;
                lock.unlock();
                std::exception_ptr thrown;
                try {
                    work();
                } catch (...) {
                    thrown = std::current_exception();
                }
                lock.lock();
                error = std::move(thrown);
                if (state == State::kBusy) state = State::kIdle;
                changed.notify_all();
            }
        }

        std::function<void()> work;
        std::mutex mutex;
        std::condition_variable changed;
        State state = State::kIdle;
        std::exception_ptr error;
    };

    bool is_here() const noexcept { return !thread_ || process_.is_this(); }

    ForkGuard process_;
    std::unique_ptr<Desk> desk_;
    std::unique_ptr<Thread> thread_;
};

}  // namespace uneri
