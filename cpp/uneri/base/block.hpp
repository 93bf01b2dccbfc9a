// A block of zeros, sized at run time and aligned for vector instructions. The system allocates a page only when it is
// touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace uneri {

template <class T>
class Block {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Block() noexcept = default;
    explicit Block(std::size_t size) : size_(size) {
        if (size > (SIZE_MAX - kAlign) / sizeof(T)) throw std::bad_alloc();
        memory_.reset(std::calloc(size * sizeof(T) + kAlign, 1));
        if (!memory_) throw std::bad_alloc();
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        data_ = reinterpret_cast<T*>(static_cast<unsigned char*>(memory_.get()) + (kAlign - address % kAlign));
    }

    T* data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    T& operator[](std::size_t i) const noexcept { return data_[i]; }
    std::span<T> span() const noexcept { return {data_, size_}; }

private:
    static constexpr std::size_t kAlign = 64;  // a cache line
    struct Free {
        void operator()(void* memory) const noexcept { std::free(memory); }
    };
    std::unique_ptr<void, Free> memory_;
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace uneri
