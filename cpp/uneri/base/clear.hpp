// Clears a row that is about to be written. Some versions of memset switch to `rep stosb` from two kilobytes on, and
// its start-up costs as much as such a row; a very short row is not worth the call. Of a long row it is faster, since
// the lines of the row need not be read first.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace uneri {

#if defined(__GNUC__)
namespace detail {
inline constexpr std::size_t kLongRow = 6144;                                    // bytes
typedef long long Wide __attribute__((vector_size(32), aligned(1), may_alias));  // one store where there is AVX
}  // namespace detail
#endif

template <class T>
inline void clear(T* row, std::size_t size) noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    std::size_t left = size * sizeof(T);
#if defined(__GNUC__)
    if (left >= detail::kLongRow) {
        std::memset(row, 0, left);
        return;
    }
    auto* at = reinterpret_cast<unsigned char*>(row);
    for (; left >= 64; left -= 64) {
        *reinterpret_cast<detail::Wide*>(at) = detail::Wide{};
        *reinterpret_cast<detail::Wide*>(at + 32) = detail::Wide{};
        at += 64;
        __asm__("" : "+r"(at));  // keeps the compiler from making it a memset
    }
    const auto part = [&](auto bytes) {
        if ((left & bytes()) == 0) return;
        __builtin_memset(at, 0, bytes());
        at += bytes();
    };
    part(std::integral_constant<std::size_t, 32>());
    part(std::integral_constant<std::size_t, 16>());
    part(std::integral_constant<std::size_t, 8>());
    part(std::integral_constant<std::size_t, 4>());
    part(std::integral_constant<std::size_t, 2>());
    part(std::integral_constant<std::size_t, 1>());
#else
    std::memset(row, 0, left);
#endif
}

}  // namespace uneri
