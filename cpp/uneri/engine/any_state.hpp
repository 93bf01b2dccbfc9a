// States and lists of actions of a game that is known at run time only (any_game.hpp).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include "uneri/base/fixed_list.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/base/types.hpp"

namespace uneri {

inline constexpr std::size_t kMostStateBytes = 4096;
inline constexpr int kMostListed = 1536;  // actions of one decision, or outcomes of one chance node
inline constexpr int kMostSeats = 12;

using AnyActions = FixedList<Action, kMostListed>;

// A state on the stack. It has room for the largest one and copies no more than its own size.
class AnyState {
public:
    AnyState() noexcept {}                                         // NOLINT: the bytes stay uninitialised on purpose
    explicit AnyState(std::size_t size) noexcept : size_(size) {}  // NOLINT
    AnyState(const std::byte* bytes, std::size_t size) noexcept : size_(size) {  // NOLINT
        assert(size <= kMostStateBytes);
        std::memcpy(bytes_, bytes, size);
    }
    // Of a game's own type.
    template <class S>
        requires std::has_unique_object_representations_v<S>
    explicit AnyState(const S& state) noexcept : AnyState(reinterpret_cast<const std::byte*>(&state), sizeof state) {
        static_assert(sizeof state <= kMostStateBytes);
    }
    AnyState(const AnyState& other) noexcept : AnyState(other.bytes_, other.size_) {}
    AnyState& operator=(const AnyState& other) noexcept {
        size_ = other.size_;
        std::memmove(bytes_, other.bytes_, size_);
        return *this;
    }

    std::size_t size() const noexcept { return size_; }
    operator std::byte*() noexcept { return bytes_; }
    operator const std::byte*() const noexcept { return bytes_; }
    bool operator==(const AnyState& other) const noexcept {
        return size_ == other.size_ && std::memcmp(bytes_, other.bytes_, size_) == 0;
    }

private:
    std::size_t size_ = 0;
    alignas(16) std::byte bytes_[kMostStateBytes];
};

// A state that is kept: a block of its own size.
class KeptState {
public:
    KeptState() noexcept = default;
    explicit KeptState(std::size_t size) : bytes_(size == 0 ? nullptr : new std::byte[size]), size_(size) {}
    KeptState(const std::byte* bytes, std::size_t size) : KeptState(size) { std::copy_n(bytes, size, bytes_.get()); }
    KeptState(const AnyState& state) : KeptState(state, state.size()) {}
    KeptState(const KeptState& other) : KeptState(other.bytes_.get(), other.size_) {}
    KeptState(KeptState&& other) noexcept
        : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, std::size_t{0})) {}
    KeptState& operator=(const KeptState& other) {
        if (size_ != other.size_) *this = KeptState(other.size_);
        if (this != &other) std::copy_n(other.bytes_.get(), size_, bytes_.get());
        return *this;
    }
    KeptState& operator=(KeptState&& other) noexcept {
        bytes_ = std::move(other.bytes_);
        size_ = std::exchange(other.size_, std::size_t{0});
        return *this;
    }

    std::size_t size() const noexcept { return size_; }
    operator std::byte*() noexcept { return bytes_.get(); }
    operator const std::byte*() const noexcept { return bytes_.get(); }
    bool operator==(const KeptState& other) const noexcept {
        return size_ == other.size_ && (size_ == 0 || std::memcmp(bytes_.get(), other.bytes_.get(), size_) == 0);
    }
    std::uint64_t hash() const noexcept { return hash_bytes(bytes_.get(), size_); }

private:
    std::unique_ptr<std::byte[]> bytes_;
    std::size_t size_ = 0;
};

}  // namespace uneri
