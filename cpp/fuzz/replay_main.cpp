// Runs a fuzz target without libFuzzer: seeds that play makes by itself, then random mutations of them, the same every
// time. Usage: replay [number of inputs]
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "uneri/base/rng.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
    const long inputs = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 20000;
    uneri::SplitMix64 rng(1);
    std::vector<std::uint8_t> bytes;
    for (long i = 0; i < inputs; ++i) {
        if (i % 8 == 0 || bytes.empty()) {
            bytes.resize(2 + rng.below(400));
            for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
        } else {
            for (std::uint64_t k = 1 + rng.below(4); k > 0; --k)
                bytes[rng.below(bytes.size())] = static_cast<std::uint8_t>(rng.next());
        }
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%ld inputs, no promise broken\n", inputs);
    return 0;
}
