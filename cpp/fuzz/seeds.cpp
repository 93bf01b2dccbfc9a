// The functions that libFuzzer calls. `TARGET --seeds FOLDER` writes the initial corpus, with or without its main
// program.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "fuzz_game.hpp"
#include "uneri/base/hash.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    uneri::fuzz::run({data, size});
    return 0;
}

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    if (*argc != 3 || std::strcmp((*argv)[1], "--seeds") != 0) return 0;
    const auto seeds = uneri::fuzz::make_seeds();
    for (const uneri::fuzz::Bytes& seed : seeds) {
        uneri::Fnv1a name;
        name.add(seed);
        const std::string path = std::string((*argv)[2]) + "/" + std::to_string(name.value());
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(seed.data()), static_cast<std::streamsize>(seed.size()));
    }
    std::printf("%zu seeds\n", seeds.size());
    std::exit(0);
}
