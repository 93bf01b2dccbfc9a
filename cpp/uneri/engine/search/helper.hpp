// One thread that works beside the calling one, for pieces of work of some milliseconds.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace uneri {

class Helper {
public:
    // Where there is no thread to be had, start() does the work itself.
    explicit Helper(bool has_work) {
        if (!has_work) return;
        try {
            thread_ = std::thread([this] { serve(); });
        } catch (const std::system_error&) {
        }
    }
    ~Helper() {
        {
            const std::lock_guard lock(mutex_);
            closing_ = true;
        }
        changed_.notify_all();
        if (thread_.joinable()) thread_.join();  // what was started is done first
    }
    Helper(const Helper&) = delete;
    Helper& operator=(const Helper&) = delete;

    // `work` is referred to until wait().
    template <class Work>
    void start(Work& work) {
        if (!thread_.joinable()) return work();
        {
            const std::lock_guard lock(mutex_);
            task_ = [&work] { work(); };
        }
        changed_.notify_all();
    }
    // Until the work is done; throws what it threw.
    void wait() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !task_; });
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    }

private:
    void serve() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return closing_ || task_; });
            if (!task_) return;
            lock.unlock();
            std::exception_ptr error;
            try {
                task_();
            } catch (...) {
                error = std::current_exception();
            }
            lock.lock();
            error_ = error;
            task_ = nullptr;
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void()> task_;
    std::exception_ptr error_;
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace uneri
