// Runs a fuzz target without libFuzzer: on seeds from play, the files of the corpus, and random mutations of both,
// always the same. Usage: fuzz_NAME [--inputs N] [folder of a corpus ...], or fuzz_NAME --seeds FOLDER
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz_game.hpp"
#include "uneri/base/rng.hpp"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);

namespace {

using uneri::fuzz::Bytes;

void read_corpus(const std::filesystem::path& folder, std::vector<Bytes>& out) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());  // the same order on every system
    for (const auto& path : files) {
        std::ifstream file(path, std::ios::binary);
        out.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
}

void mutate(Bytes& bytes, uneri::SplitMix64& rng) {
    for (std::uint64_t k = 1 + rng.below(4); k > 0 && !bytes.empty(); --k) {
        const std::size_t at = rng.below(bytes.size());
        switch (rng.below(4)) {
            case 0: bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ 1U << rng.below(8)); break;
            case 1: bytes[at] = static_cast<std::uint8_t>(bytes[at] + 1 - 2 * static_cast<int>(rng.below(2))); break;
            case 2: bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at)); break;
            default: bytes[at] = static_cast<std::uint8_t>(rng.next());
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    LLVMFuzzerInitialize(&argc, &argv);
    long inputs = 2000;
    std::vector<Bytes> corpus = uneri::fuzz::make_seeds();
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--inputs") == 0 && i + 1 < argc) {
            inputs = std::strtol(argv[++i], nullptr, 10);
        } else {
            read_corpus(argv[i], corpus);
        }
    }
    for (const Bytes& bytes : corpus) uneri::fuzz::run(bytes);
    uneri::SplitMix64 rng(1);
    Bytes bytes;
    for (long i = 0; i < inputs; ++i) {
        if (i % 8 == 0) bytes = corpus[rng.below(corpus.size())];
        mutate(bytes, rng);
        uneri::fuzz::run(bytes);
    }
    std::printf("%zu inputs of the corpus and %ld mutations, no promise broken\n", corpus.size(), inputs);
    return 0;
}
