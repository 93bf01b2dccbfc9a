// A list of fixed capacity on the stack: no heap, nothing initialised that is not used.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>
#include <type_traits>

namespace uneri {

template <class T, std::size_t N>
class FixedList {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T>);

public:
    static constexpr std::size_t kCapacity = N;

    FixedList() noexcept {}  // NOLINT: items_ stays uninitialised on purpose

    void clear() noexcept { size_ = 0; }
    void push_back(T item) noexcept {
        assert(size_ < N);
        items_[size_++] = item;
    }
    // For a caller that writes the items itself: they are in place up to `size`.
    T* data() noexcept { return items_; }
    void resize(std::size_t size) noexcept {
        assert(size <= N);
        size_ = size;
    }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    T operator[](std::size_t i) const noexcept {
        assert(i < size_);
        return items_[i];
    }
    const T* begin() const noexcept { return items_; }
    const T* end() const noexcept { return items_ + size_; }
    template <class Other>
    void copy_to(Other* out) const noexcept {
        std::copy_n(items_, size_, out);
    }
    std::span<const T> span() const noexcept { return {items_, size_}; }

private:
    T items_[N];
    std::size_t size_ = 0;
};

}  // namespace uneri
