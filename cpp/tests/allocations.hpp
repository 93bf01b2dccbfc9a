// How often the test program has asked for memory: to prove that playing does not.
#pragma once

#include <atomic>

namespace uneri::test {

long allocations() noexcept;

}  // namespace uneri::test
