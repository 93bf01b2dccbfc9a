// Memory that a thread keeps from one call to the next: `thread_local Scratch` in a function.
#pragma once

#include <cstddef>
#include <new>

namespace uneri {
namespace {

// Each file has its own type. The destructor of a std::unique_ptr would be code that the linker may share between the
// builds of a file for different processors (cmake/SharedCode.cmake).
struct Scratch {
    std::byte* bytes = nullptr;
    std::size_t size = 0;

    Scratch() = default;
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { delete[] bytes; }

    // Makes room for `wanted` bytes; what was there is lost. False if there is no memory.
    bool reserve(std::size_t wanted) noexcept {
        if (size >= wanted) return true;
        delete[] bytes;
        bytes = new (std::nothrow) std::byte[wanted];
        size = bytes == nullptr ? 0 : wanted;
        return bytes != nullptr;
    }
};

}  // namespace
}  // namespace uneri
