// Counts the heap allocations of the test program. It is a separate file, so that no compiler sees new and free
// together.
#include "tests/check.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> count{0};
}  // namespace

long uneri::test::allocations() noexcept { return count.load(); }

void* operator new(std::size_t size) {
    count.fetch_add(1);
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    count.fetch_add(1);
    return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
