// One call at a time into an object that several threads have, by a lock that knows who is inside.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>

#include "uneri/engine/fork_guard.hpp"

namespace uneri {

// Thrown where a thread would wait for itself: foreign code that a call runs makes another call.
class ReentryError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// A number of this thread that no other one has, nor one of a parent or child by fork: the child counts on, and the
// system's own ids come again there.
inline std::uint32_t thread_number() noexcept {
    static constinit std::atomic<std::uint32_t> count{0};
    thread_local const std::uint32_t number = count.fetch_add(1, std::memory_order_relaxed) + 1;
    return number;
}

// Who enters holds it until leaving. All that says so is one atomic word: at every moment of a fork the child sees it
// held or not, and it is held whenever the object may be half done. A mutex and its condition variable would be left to
// the child as they are: locked, and with waiters that never go.
class Gate {
public:
    // Named in messages: "batch", and what may be called from within a call, "get_state".
    Gate(std::string what, std::string allowed) : what_(std::move(what)), allowed_(std::move(allowed)) {}
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    // Enters, or false: another thread is inside. Throws ReentryError or ForkError where waiting would not help.
    bool try_enter() {
        std::uint64_t holder = 0;
        if (holder_.compare_exchange_strong(holder, here(), std::memory_order_acquire)) return true;
        refuse(holder);
        return false;
    }
    void leave() noexcept { holder_.store(0, std::memory_order_release); }

    // While it rests the holder runs foreign code and the object is whole: it may be read there.
    void rest(bool rests) noexcept { rests_.store(rests, std::memory_order_relaxed); }
    bool rests() const noexcept { return rests_.load(std::memory_order_relaxed); }
    bool may_read() const noexcept { return is_mine(holder_.load(std::memory_order_relaxed)) && rests(); }

    const std::string& what() const noexcept { return what_; }

    // False in a child by fork if another thread was inside: then the object can't even be taken apart.
    bool is_whole() const noexcept {
        const std::uint64_t holder = holder_.load(std::memory_order_acquire);
        return holder == 0 || is_mine(holder) || forks_of(holder) == ForkGuard::forks();
    }

private:
    // The process above, the thread below. The thread that forks goes on in the child under its number.
    static std::uint64_t here() noexcept { return std::uint64_t{ForkGuard::forks()} << 32 | thread_number(); }
    static std::uint32_t forks_of(std::uint64_t holder) noexcept { return static_cast<std::uint32_t>(holder >> 32); }
    static bool is_mine(std::uint64_t holder) noexcept { return static_cast<std::uint32_t>(holder) == thread_number(); }

    void refuse(std::uint64_t holder) const {
        if (is_mine(holder)) {
            throw ReentryError("this " + what_ +
                               " is at work for a call of this thread, which has run code that calls it"
                               " again; allowed there: " +
                               allowed_);
        }
        if (forks_of(holder) != ForkGuard::forks()) throw ForkError(what_);
    }

    std::atomic<std::uint64_t> holder_{0};
    std::atomic<bool> rests_{false};  // set by the holder
    std::string what_;
    std::string allowed_;
};

// Inside the gate for as long as it lives.
class Passage {
public:
    enum class Use { kAll, kReading };

    // Waits for other threads, calling `wait()` over and over. A reader may be the thread that is inside, at rest.
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

// Around foreign code that the holder runs.
class Rest {
public:
    explicit Rest(Gate& gate) noexcept : gate_(gate) { gate_.rest(true); }
    ~Rest() { gate_.rest(false); }
    Rest(const Rest&) = delete;
    Rest& operator=(const Rest&) = delete;

private:
    Gate& gate_;
};

// A little less than a step of a batch takes: whoever waits looks again then.
inline void pause_at_gate() { std::this_thread::sleep_for(std::chrono::microseconds(100)); }

}  // namespace uneri
