// Measures the stack that a call of the core needs. musl gives a thread 128 KiB; half of that is left to the caller.
#pragma once

#ifndef _WIN32
#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

#include "check.hpp"

namespace uneri::test {

inline constexpr std::size_t kSmallStack = std::size_t{128} << 10;
inline constexpr std::size_t kMostStack = kSmallStack / 2;

// Sanitizers and unoptimised builds make frames several times as large. There the calls run but are not measured.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
#define UNERI_MEASURES_STACKS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNERI_MEASURES_STACKS 0
#endif
#endif
#ifndef UNERI_MEASURES_STACKS
#define UNERI_MEASURES_STACKS 1
#endif

// The bytes of stack that `work` uses in its own thread, including the start of the thread. The stack is the upper end
// of a larger block, so an overflow damages nothing and is detected.
inline std::size_t stack_used(const std::function<void()>& work) {
    constexpr std::size_t kBlock = std::size_t{2} << 20;
    constexpr unsigned char kUntouched = 0xA5;
    constexpr std::size_t kPage = std::size_t{64} << 10;
    const std::unique_ptr<unsigned char, decltype(&std::free)> memory(
        static_cast<unsigned char*>(std::aligned_alloc(kPage, kBlock)), &std::free);
    unsigned char* const block = memory.get();
    std::fill_n(block, kBlock, kUntouched);
    const std::size_t size = UNERI_MEASURES_STACKS ? kSmallStack : kBlock;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, block + kBlock - size, size);
    const auto run = [](void* task) -> void* {
        (*static_cast<const std::function<void()>*>(task))();
        return nullptr;
    };
    pthread_t thread{};
    const int fault = pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work));
    pthread_attr_destroy(&attributes);
    CHECK(fault == 0);
    if (fault != 0) return kBlock;
    pthread_join(thread, nullptr);
    if (!UNERI_MEASURES_STACKS) return 0;
    return static_cast<std::size_t>(
        block + kBlock - std::find_if(block, block + kBlock, [](unsigned char c) { return c != kUntouched; }));
}

// UNERI_STACKS=1 in the environment prints the use of each call.
inline void check_stack(const std::string& what, const std::function<void()>& work) {
    const std::size_t used = stack_used(work);
    if (used > kMostStack || std::getenv("UNERI_STACKS") != nullptr)
        std::printf("%6zu bytes of stack: %s\n", used, what.c_str());
    CHECK(used <= kMostStack);
}

}  // namespace uneri::test
#endif
