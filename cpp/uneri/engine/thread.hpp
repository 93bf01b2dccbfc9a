// A thread with a stack of fixed size. Defaults differ: 8 MiB with glibc, 512 KiB on macOS, 128 KiB with musl.
// The CMake option UNERI_THREADS=OFF is for platforms without threads (Pyodide): calls then work alone. Results don't
// depend on the number of threads, so nothing else changes.
#pragma once

#include <cstddef>
#include <thread>

#ifndef _WIN32
#include <pthread.h>

#include <exception>
#include <functional>
#include <memory>
#include <system_error>
#include <utility>
#endif

namespace uneri {

#ifdef UNERI_NO_THREADS
inline constexpr bool kHasThreads = false;
#else
inline constexpr bool kHasThreads = true;
#endif

// How many other threads help when `threads` are asked for.
constexpr std::size_t helpers_of(int threads) noexcept {
    return kHasThreads && threads > 1 ? static_cast<std::size_t>(threads - 1) : 0;
}

#ifdef _WIN32
using Thread = std::thread;  // 1 MiB, as the linker says
#else
// Like std::thread, it must be joined or detached before it is destroyed.
class Thread {
public:
    // Several times what the deepest call needs (tests/engine/test_stack.py), since frames grow under sanitizers and
    // without optimisation.
    static constexpr std::size_t kStack = std::size_t{512} << 10;

    // Throws system_error if no thread is available. `work` must not throw.
    explicit Thread(std::function<void()> work) {
        auto task = std::make_unique<std::function<void()> >(std::move(work));
        ::pthread_attr_t attributes;
        ::pthread_attr_init(&attributes);
        ::pthread_attr_setstacksize(&attributes, kStack);
        const int fault = ::pthread_create(&thread_, &attributes, &run, task.get());
        ::pthread_attr_destroy(&attributes);
        if (fault != 0) throw std::system_error(fault, std::generic_category());
        static_cast<void>(task.release());
        runs_ = true;
    }
    Thread(Thread&& other) noexcept : thread_(other.thread_), runs_(std::exchange(other.runs_, false)) {}
    Thread& operator=(Thread&&) = delete;
    ~Thread() {
        if (runs_) std::terminate();
    }

    void join() {
        ::pthread_join(thread_, nullptr);
        runs_ = false;
    }
    void detach() {
        ::pthread_detach(thread_);
        runs_ = false;
    }

private:
    static void* run(void* task) noexcept {
        const std::unique_ptr<std::function<void()> > work(static_cast<std::function<void()>*>(task));
        (*work)();
        return nullptr;
    }

    ::pthread_t thread_{};
    bool runs_ = false;
};
#endif

}  // namespace uneri
