// Whether this is still the process in which something was made.
#pragma once

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>

#ifndef _WIN32
#include <pthread.h>
#endif

namespace uneri {

// Remembers where it was made. A child by fork has a copy of all memory and none of the other threads: they can't be
// joined there, nor can what they held be freed.
class Process {
public:
    bool is_this() const noexcept { return forks_ == forks(); }

    // The forks between the first process and this one. Counted by the system's hook, as a process id costs a call of
    // the system, and this is asked for in every step of a batch.
    static std::uint32_t forks() noexcept { return count_.load(std::memory_order_relaxed); }

private:
    static inline std::atomic<std::uint32_t> count_{0};
#ifndef _WIN32
    static void count() noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
    static inline const int hook_ = ::pthread_atfork(nullptr, nullptr, &Process::count);
#endif
    std::uint32_t forks_ = forks();
};

// Thrown in the child: what other threads were working on is half done there.
class ForkError : public std::runtime_error {
public:
    ForkError()
        : std::runtime_error(
              "this child by fork lacks the threads that were at work for the call; allowed: a new call, or os._exit") {
    }
    // `what` is an object that another thread was changing.
    explicit ForkError(const std::string& what)
        : std::runtime_error("this child by fork has a " + what +
                             " that another thread was at work in, half done; allowed: a new " + what) {}
};

}  // namespace uneri
