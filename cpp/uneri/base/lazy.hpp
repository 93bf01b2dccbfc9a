// A value made when somebody first asks for it, once, whatever the number of threads that ask.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

namespace uneri {

template <class T>
class Lazy {
public:
    // The value; `make` gives it the first time. An exception leaves it unmade, to be tried again.
    template <class Make>
    const T& get(Make&& make) const {
        if (const T* made = made_.load(std::memory_order_acquire)) return *made;
        std::call_once(once_, [&] {
            value_ = std::make_unique<const T>(make());
            made_.store(value_.get(), std::memory_order_release);
        });
        return *value_;
    }

private:
    mutable std::once_flag once_;
    mutable std::unique_ptr<const T> value_;
    mutable std::atomic<const T*> made_ = nullptr;
};

}  // namespace uneri
