// Lets one call at a time into an object that threads share. The lock knows which thread is inside.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>

#include "uneri/base/fork_guard.hpp"

namespace uneri {

// Thrown where a thread would wait for itself: foreign code run by one call makes another call.
class ReentryError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// A number that no other thread has, nor any thread of a forked parent or child. (The system's ids can repeat in a
// child; here it continues its parent's count.)
inline std::uint32_t thread_number() noexcept {
    static constinit std::atomic<std::uint32_t> count{0};
    thread_local const std::uint32_t number = count.fetch_add(1, std::memory_order_relaxed) + 1;
    return number;
}

// A thread that enters holds the gate until it leaves. One atomic word says so: whenever a fork happens, the child sees
// the gate held if the object may be half done. A mutex and its condition variable would stay locked in the child, with
// waiters that never leave.
class Gate {
public:
    // Names for messages: the object ("batch"), and what may be called from within a call ("get_state").
    Gate(std::string what, std::string allowed) : what_(std::move(what)), allowed_(std::move(allowed)) {}
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    // Enters, or returns false if another thread is inside. Throws ReentryError or ForkError if waiting cannot help.
    bool try_enter() {
        std::uint64_t holder = 0;
        if (holder_.compare_exchange_strong(holder, here(), std::memory_order_acquire)) return true;
        refuse(holder);
        return false;
    }
    void leave() noexcept { holder_.store(0, std::memory_order_release); }

    // At rest: the holder runs foreign code and the object is consistent, so it may be read.
    void rest(bool rests) noexcept { rests_.store(rests, std::memory_order_relaxed); }
    bool rests() const noexcept { return rests_.load(std::memory_order_relaxed); }
    bool may_read() const noexcept { return is_mine(holder_.load(std::memory_order_relaxed)) && rests(); }

    const std::string& what() const noexcept { return what_; }

    // False in a forked child if another thread was inside. Then the object cannot even be destroyed.
    bool is_whole() const noexcept {
        const std::uint64_t holder = holder_.load(std::memory_order_acquire);
        return holder == 0 || is_mine(holder) || forks_of(holder) == ForkGuard::forks();
    }

private:
    // Process in the upper half, thread in the lower. The thread that forks keeps its number in the child.
    static std::uint64_t here() noexcept { return std::uint64_t{ForkGuard::forks()} << 32 | thread_number(); }
    static std::uint32_t forks_of(std::uint64_t holder) noexcept { return static_cast<std::uint32_t>(holder >> 32); }
    static bool is_mine(std::uint64_t holder) noexcept { return static_cast<std::uint32_t>(holder) == thread_number(); }

    void refuse(std::uint64_t holder) const {
        if (is_mine(holder)) {
            throw ReentryError("this " + what_ + " is running a call of this thread, which has called it again; use " +
                               allowed_ + " there");
        }
        if (forks_of(holder) != ForkGuard::forks()) throw ForkError(what_);
    }

    std::atomic<std::uint64_t> holder_{0};
    std::atomic<bool> rests_{false};  // set by the holder
    std::string what_;
    std::string allowed_;
};

// Holds the gate during its lifetime.
class Passage {
public:
    enum class Use { kAll, kReading };

    // Waits for other threads by calling `wait()` repeatedly. A reader may be the thread that is inside, at rest.
    template <class Wait>
    Passage(Gate& gate, Use use, Wait&& wait) {
        if (use == Use::kReading && gate.may_read()) return;
        while (!gate.try_enter()) wait();
        gate_ = &gate;
    }
    ~Passage() {
        if (gate_ != nullptr) gate_->leave();
    }
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;

private:
    Gate* gate_ = nullptr;
};

// Marks foreign code that the holder runs.
class Rest {
public:
    explicit Rest(Gate& gate) noexcept : gate_(gate) { gate_.rest(true); }
    ~Rest() { gate_.rest(false); }
    Rest(const Rest&) = delete;
    Rest& operator=(const Rest&) = delete;

private:
    Gate& gate_;
};

// A little less than a batch's step takes; a waiting thread looks again after it.
inline void pause_at_gate() { std::this_thread::sleep_for(std::chrono::microseconds(100)); }

}  // namespace uneri
