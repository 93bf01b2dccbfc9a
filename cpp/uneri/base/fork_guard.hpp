// Tells whether an object is still in the process that made it.
#pragma once

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace uneri {

// Remembers the process that made it. A forked child has a copy of all memory but none of the other threads: it can
// neither join them nor free what they held.
class ForkGuard {
public:
    bool is_this() const noexcept { return forks_ == forks(); }

    // The number of forks from the first process to this one. A hook counts them: every step of a batch asks, and a
    // process id would cost a system call.
    static std::uint32_t forks() noexcept { return count_.load(std::memory_order_relaxed); }

private:
    static void count() noexcept;
    static std::atomic<std::uint32_t> count_;
    static const int hook_;
    std::uint32_t forks_ = forks();
};

// Thrown in the child, where the work of other threads is left half done.
class ForkError : public std::runtime_error {
public:
    ForkError()
        : std::runtime_error(
              "this forked child lacks the threads that ran the call; make a new call, or call os._exit") {}
    // `what` is an object that another thread was changing.
    explicit ForkError(const std::string& what)
        : std::runtime_error("another thread was changing this forked child's " + what +
                             ", which is half done; make a new " + what) {}
};

}  // namespace uneri
