// A thread of the core. Systems differ in the stack that they give one: 8 MiB with glibc, 512 KiB on macOS, 128 KiB
// with musl. Here it is of one size.
#pragma once

#include <thread>

#ifndef _WIN32
#include <pthread.h>

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <system_error>
#include <utility>
#endif

namespace uneri {

#ifdef _WIN32
using Thread = std::thread;  // 1 MiB, as the linker says
#else
// As std::thread: to be joined before it is destroyed.
class Thread {
public:
    // Some times what the deepest call needs (cpp/tests/small_stack.hpp): frames are larger under sanitizers and
    // without optimisation.
    static constexpr std::size_t kStack = std::size_t{512} << 10;

    // Throws system_error if there is no thread to be had. `work` does not throw.
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
