// One thread that takes a piece of work off the calling one, as often as it is asked.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace uneri {

// start() and finish() in turn, from one thread. All that the work refers to must be declared before the helper: if an
// exception leaves between the two, the destructor waits for work that was begun.
class Helper {
public:
    Helper(bool has_thread, std::function<void()> work) : work_(std::move(work)) {
        if (!has_thread) return;
        try {
            thread_ = std::thread([this] { serve(); });
        } catch (const std::system_error&) {  // finish() then does it all
        }
    }
    ~Helper() {
        set(State::kClosing);
        if (thread_.joinable()) thread_.join();
    }
    Helper(const Helper&) = delete;
    Helper& operator=(const Helper&) = delete;

    void start() { set(State::kAsked); }
    // Works here what the thread has not begun (it got no core so far), otherwise waits for it. Throws what it threw.
    void finish() {
        std::unique_lock lock(mutex_);
        if (state_ == State::kAsked) {
            state_ = State::kIdle;
            lock.unlock();
            return work_();
        }
        changed_.wait(lock, [this] { return state_ != State::kBusy; });
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    }

private:
    enum class State { kIdle, kAsked, kBusy, kClosing };

    void set(State state) {
        {
            const std::lock_guard lock(mutex_);
            state_ = state;
        }
        changed_.notify_all();
    }
    void serve() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return state_ == State::kAsked || state_ == State::kClosing; });
            if (state_ == State::kClosing) return;
            state_ = State::kBusy;
            lock.unlock();
            std::exception_ptr error;
            try {
                work_();
            } catch (...) {
                error = std::current_exception();
            }
            lock.lock();
            error_ = std::move(error);
            if (state_ == State::kBusy) state_ = State::kIdle;
            changed_.notify_all();
        }
    }

    std::function<void()> work_;
    std::mutex mutex_;
    std::condition_variable changed_;
    State state_ = State::kIdle;
    std::exception_ptr error_;
    std::thread thread_;
};

}  // namespace uneri
