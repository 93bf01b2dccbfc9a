// The number of heap allocations so far. Tests use it to show that playing allocates nothing.
#pragma once

#include <atomic>

namespace uneri::test {

long allocations() noexcept;

}  // namespace uneri::test
