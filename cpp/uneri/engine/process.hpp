// Whether this is still the process in which something was made.
#pragma once

#include <stdexcept>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace uneri {

// Remembers where it was made. A child by fork has a copy of all memory and none of the other threads: they can't be
// joined there, nor can what they held be freed.
class Process {
public:
    bool is_this() const noexcept { return id_ == current(); }

private:
    static long current() noexcept {
#ifdef _WIN32
        return 0;
#else
        return static_cast<long>(::getpid());
#endif
    }
    long id_ = current();
};

// Thrown in the child: what other threads were working on is half done there.
class ForkError : public std::runtime_error {
public:
    ForkError()
        : std::runtime_error(
              "this child by fork lacks the threads that were at work for the call; allowed: a new call, or os._exit") {
    }
};

}  // namespace uneri
