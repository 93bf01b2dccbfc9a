// A value made when somebody first asks for it.
#pragma once

#include <atomic>
#include <memory>

namespace uneri {

// Nobody waits for anybody: threads that ask at the same time each make the value, and the first to be done gives it to
// all. A once_flag would have a child by fork wait for ever for a thread of its parent that was making the value.
template <class T>
class Lazy {
public:
    constexpr Lazy() noexcept = default;
    ~Lazy() { delete made_.load(std::memory_order_relaxed); }
    Lazy(const Lazy&) = delete;
    Lazy& operator=(const Lazy&) = delete;

    // The value, by `make` if there is none yet. An exception leaves it unmade, to be tried again.
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
