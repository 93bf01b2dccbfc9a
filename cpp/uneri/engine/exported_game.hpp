// A game that an extension module of another project hands over (cpp/uneri/python/export_game.hpp), and the check that
// both sides were built from the same headers.
#pragma once

#include <cstdint>
#include <string>

#include "uneri/engine/batch.hpp"
#include "uneri/engine/game_table.hpp"

namespace uneri {

// What two modules must agree in to share tables and objects: the compiler's library, and the size of what is shared.
inline std::string exported_layout() {
    std::string text = "1";  // raised when a table changes its meaning and not its size
    for (const std::size_t size : {sizeof(HotTable), sizeof(ColdTable), sizeof(BatchTable), sizeof(AnyGame),
                                   sizeof(Batch), sizeof(PlainData), sizeof(std::string)})
        text += "-" + std::to_string(size);
#if defined(_LIBCPP_VERSION)
    text += "-libc++";
#elif defined(__GLIBCXX__)
    text += "-libstdc++";
#elif defined(_MSC_VER)
    text += "-msvc";
#endif
    return text;
}

// It begins with the layout, which every version can read.
struct ExportedGame {
    const char* layout;
    const HotTable* hot;
    const ColdTable* cold;
};
inline constexpr const char* kExportedGame = "uneri.ExportedGame";  // the name of the capsule

}  // namespace uneri
