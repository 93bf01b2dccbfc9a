// Prints a line for each part of the core with the digest of its seeded behaviour. Each must equal the one in
// expected.inc, on all platforms. The program needs no files, threads or Python. The exit code is 1 if a digest
// differs.
// After an intended change of behaviour, copy the lines of the output to expected.inc.
//   uneri_digest choices GAME NUMBER      # NUMBER choices of a network, in one line to compare between machines
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "digest/digest.hpp"

// Of each game's file: its parts, and a number of choices of a network.
namespace uneri::digest {
#define UNERI_GAME(name)           \
    void add_##name(Parts& parts); \
    Digest name##_choices(long number);
#include "uneri_games.inc"
#undef UNERI_GAME
}  // namespace uneri::digest

namespace {

struct Expected {
    std::string_view name;
    std::uint64_t value;
};
constexpr Expected kExpected[] = {
#include "digest/expected.inc"
};

// The games of this build.
struct Digested {
    std::string_view name;
    void (*add)(uneri::digest::Parts& parts);
    uneri::digest::Digest (*choices)(long number);
};
constexpr Digested kGames[] = {
#define UNERI_GAME(name) {#name, uneri::digest::add_##name, uneri::digest::name##_choices},
#include "uneri_games.inc"
#undef UNERI_GAME
};

bool is_built(const Expected& part) {
    const std::string_view game = part.name.substr(0, part.name.find('.'));
    return std::any_of(std::begin(kGames), std::end(kGames), [&](const Digested& one) { return one.name == game; });
}

const Expected* expected(std::string_view name) {
    for (const Expected& one : kExpected) {
        if (one.name == name) return &one;
    }
    return nullptr;
}

int print_choices(std::string_view game, long number) {
    for (const Digested& one : kGames) {
        if (one.name != game || number <= 0) continue;
        std::printf("%s, %ld choices: 0x%016" PRIx64 "\n", one.name.data(), number, one.choices(number).value());
        return 0;
    }
    std::fprintf(stderr, "wanted: choices GAME NUMBER, of a game of this build, and from 1 on\n");
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace uneri::digest;
    if (argc == 4 && std::string_view(argv[1]) == "choices") return print_choices(argv[2], std::atol(argv[3]));
    Parts parts;
    for (const Digested& game : kGames) game.add(parts);
    bool equal = static_cast<std::ptrdiff_t>(parts.size()) ==
                 std::count_if(std::begin(kExpected), std::end(kExpected), is_built);
    for (const Part& part : parts) {
        const Expected* known = expected(part.name);
        const bool same = known != nullptr && known->value == part.value;
        equal = equal && same;
        std::printf("{\"%s\", 0x%016" PRIx64 "u},%s\n", part.name.c_str(), part.value, same ? "" : "  // differs");
    }
    std::printf("%s\n", equal ? "all digests are equal" : "digests differ");
    return equal ? 0 : 1;
}
