// A job that is repeated beside the calling thread.
#pragma once

#include <exception>
#include <functional>
#include <utility>

#include "uneri/base/fork_guard.hpp"
#include "uneri/engine/pool.hpp"

namespace uneri {

// Call start() and finish() in turn, from one thread. Declare all that the job refers to before the worker: if an
// exception leaves between the two calls, the destructor waits for the running job. In a forked child finish() throws
// ForkError, since the job may be half done, and the destructor does not wait.
class PipelinedWorker {
public:
    PipelinedWorker(bool has_thread, std::function<void()> work)
        : helpers_(helpers_of(has_thread ? 2 : 1)), work_(std::move(work)) {}
    PipelinedWorker(const PipelinedWorker&) = delete;
    PipelinedWorker& operator=(const PipelinedWorker&) = delete;

    void start() { help_.ask(helpers_); }
    // Runs the job here if no thread has begun it (because no core was free), else waits for it. Rethrows its
    // exception.
    void finish() {
        if (help_.is_lost()) throw ForkError();
        if (!help_.end()) return work_();
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    }

private:
    struct Job {
        PipelinedWorker& worker;

        void operator()() const noexcept {
            try {
                worker.work_();
            } catch (...) {
                worker.error_ = std::current_exception();
            }
        }
    };

    std::size_t helpers_;
    std::function<void()> work_;
    std::exception_ptr error_;
    Job job_{*this};
    Help help_{job_};
};

}  // namespace uneri
