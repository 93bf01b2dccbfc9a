// A value made on first use.
#pragma once

#include <atomic>
#include <memory>

namespace uneri {

// No thread waits for another: threads that ask at the same time each make the value, and the first to finish publishes
// it. With a once_flag, a forked child could wait forever for a parent's thread that was making the value.
template <class T>
class Lazy {
public:
    constexpr Lazy() noexcept = default;
    ~Lazy() { delete made_.load(std::memory_order_relaxed); }
    Lazy(const Lazy&) = delete;
    Lazy& operator=(const Lazy&) = delete;

    // The value, made by `make` on first use. After an exception the next call tries again.
    template <class Make>
    const T& get(Make&& make) const {
        if (const T* made = made_.load(std::memory_order_acquire)) return *made;
        auto mine = std::make_unique<const T>(make());
        const T* first = nullptr;
        if (made_.compare_exchange_strong(first, mine.get(), std::memory_order_acq_rel)) return *mine.release();
        return *first;
    }

private:
    mutable std::atomic<const T*> made_ = nullptr;
};

}  // namespace uneri
