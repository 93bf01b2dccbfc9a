// Defines the tables of a game; for cpp/loops/GAME.cpp alone, which is compiled twice (base/cpu.hpp).
#pragma once

#include "uneri/base/cpu.hpp"
#include "uneri/engine/batch_loops.hpp"
#include "uneri/engine/define_table.hpp"
#include "uneri/engine/net/after_loops.hpp"

namespace uneri {

template <Game G>
constexpr BatchTable make_batch_table() noexcept {
    BatchTable table = BatchLoops<G>::table();
    if constexpr (FeatureGame<G>) set_after<G>(table);
    return table;
}

// Of a game that is built once: one from outside, or one whose rules are slow anyway.
#define UNERI_DEFINE_GAME_ONCE(G)                                   \
    template <>                                                     \
    const BatchTable& batch_table<G>() noexcept {                   \
        static constexpr BatchTable kTable = make_batch_table<G>(); \
        return kTable;                                              \
    }                                                               \
    template <>                                                     \
    const HotTable& hot_table<G>() noexcept {                       \
        static constexpr HotTable kTable = make_hot_table<G>();     \
        return kTable;                                              \
    }                                                               \
    template <>                                                     \
    const ColdTable& cold_table<G>() noexcept {                     \
        static const ColdTable kTable = make_cold_table<G>();       \
        return kTable;                                              \
    }

#ifdef UNERI_V3_BUILD

template <Game G>
const BatchTable& batch_table_x86_64_v3() noexcept {
    static constexpr BatchTable kTable = make_batch_table<G>();
    return kTable;
}
template <Game G>
const HotTable& hot_table_x86_64_v3() noexcept {
    static constexpr HotTable kTable = make_hot_table<G>();
    return kTable;
}
#define UNERI_DEFINE_GAME(NAME, G)                                  \
    template const BatchTable& batch_table_x86_64_v3<G>() noexcept; \
    template const HotTable& hot_table_x86_64_v3<G>() noexcept;

#else

template <Game G>
const BatchTable& batch_table_for_all() noexcept {
    static constexpr BatchTable kTable = make_batch_table<G>();
    return kTable;
}
template <Game G>
const HotTable& hot_table_for_all() noexcept {
    static constexpr HotTable kTable = make_hot_table<G>();
    return kTable;
}
template <Game G>
const BatchTable& batch_table() noexcept {
#ifdef UNERI_HAS_V3
    if (has_v3()) return batch_table_x86_64_v3<G>();
#endif
    return batch_table_for_all<G>();
}
template <Game G>
const HotTable& hot_table() noexcept {
#ifdef UNERI_HAS_V3
    if (has_v3()) return hot_table_x86_64_v3<G>();
#endif
    return hot_table_for_all<G>();
}
template <Game G>
const ColdTable& cold_table() noexcept {
    static const ColdTable kTable = make_cold_table<G>();
    return kTable;
}
#define UNERI_DEFINE_GAME(NAME, G)                                \
    template const BatchTable& batch_table_for_all<G>() noexcept; \
    template const HotTable& hot_table_for_all<G>() noexcept;     \
    template const BatchTable& batch_table<G>() noexcept;         \
    template const HotTable& hot_table<G>() noexcept;             \
    template const ColdTable& cold_table<G>() noexcept;           \
    const HotTable& hot_##NAME() { return hot_table<G>(); }       \
    const ColdTable& cold_##NAME() { return cold_table<G>(); }

#endif

}  // namespace uneri
