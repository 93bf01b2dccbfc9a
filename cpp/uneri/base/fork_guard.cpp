#include "uneri/base/fork_guard.hpp"

#ifndef _WIN32
#include <pthread.h>
#endif

namespace uneri {

constinit std::atomic<std::uint32_t> ForkGuard::count_{0};

void ForkGuard::count() noexcept { count_.fetch_add(1, std::memory_order_relaxed); }

#ifdef _WIN32
const int ForkGuard::hook_ = 0;
#else
const int ForkGuard::hook_ = ::pthread_atfork(nullptr, nullptr, &ForkGuard::count);
#endif

}  // namespace uneri
