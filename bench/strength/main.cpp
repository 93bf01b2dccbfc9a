// Experiments on how well Namima's players play: `uneri_strength choices` and `uneri_strength quick`.
#include <cstdio>
#include <string_view>

int play_choices(int argc, char** argv);
int play_quick(int argc, char** argv);

int main(int argc, char** argv) {
    const std::string_view name = argc > 1 ? argv[1] : "";
    if (name == "choices") return play_choices(argc - 1, argv + 1);
    if (name == "quick") return play_quick(argc - 1, argv + 1);
    std::fputs("usage: uneri_strength choices|quick ...\n", stderr);
    return 2;
}
