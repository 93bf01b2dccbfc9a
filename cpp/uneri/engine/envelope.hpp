// Serialised positions: a versioned header, the game's text, the packed state and a checksum.
#pragma once

#include <string>
#include <string_view>

#include "uneri/base/bytes.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/engine/position.hpp"
#include "uneri/engine/text.hpp"

namespace uneri {

inline constexpr std::uint32_t kMagic = 0x49524E55;  // "UNRI"
inline constexpr std::uint8_t kEnvelopeVersion = 1;
inline constexpr std::uint8_t kCoreBackend = 'C';

// `text` is the game's, which callers may have at hand.
inline ByteWriter serialize(const AnyGame& game, const AnyPosition& position, std::string_view text) {
    ByteWriter out;
    out.u32(kMagic);
    out.u8(kEnvelopeVersion);
    out.u8(kCoreBackend);
    out.u8(static_cast<std::uint8_t>(game.codec_version()));
    out.text(text);
    out.u8(position.seeded ? 1 : 0);
    out.u64(position.rng);
    for (int p = 0; p < game.players(); ++p)
        out.u64(static_cast<std::uint64_t>(position.before[static_cast<std::size_t>(p)]));
    game.pack(position.state, out);
    Fnv1a checksum;
    checksum.add(out.bytes());
    out.u64(checksum.value());
    return out;
}
inline ByteWriter serialize(const AnyGame& game, const AnyPosition& position) {
    return serialize(game, position, game_text(game));
}

inline Result<AnyPosition> deserialize(const AnyGame& game, std::span<const std::uint8_t> bytes,
                                       std::string_view own_text) {
    const std::string name(game.name());
    const auto bad = [&](const std::string& why) { return Error{name + ": bytes are not a serialised state: " + why}; };
    constexpr std::size_t kTail = 8;
    constexpr std::size_t kLongest = 1 << 20;  // far above any state; longer input is refused unread
    if (bytes.size() < kTail + 7 || bytes.size() > kLongest)
        return bad("their length is " + std::to_string(bytes.size()));
    ByteReader in(bytes.first(bytes.size() - kTail));
    if (in.u32() != kMagic) return bad("they do not begin with UNRI");
    Fnv1a checksum;
    checksum.add(bytes.first(bytes.size() - kTail));
    if (ByteReader(bytes.last(kTail)).u64() != checksum.value())
        return bad("the checksum is wrong, so they are damaged or cut short");
    const std::uint8_t version = in.u8();
    if (version != kEnvelopeVersion)
        return bad("their format is version " + std::to_string(version) + ", this one reads version 1");
    const std::uint8_t backend = in.u8();
    if (backend != kCoreBackend)
        return bad("they were written by another backend; load them with backend=\"reference\"");
    const std::uint8_t codec = in.u8();
    if (codec != game.codec_version()) return bad("the state's layout is version " + std::to_string(codec));
    const std::string text = in.text();
    if (text != own_text) {
        constexpr std::size_t kShown = 200;
        const std::string shown = text.size() > kShown ? text.substr(0, kShown) + "..." : text;
        return bad("they belong to the game " + shown + ", not to " + std::string(own_text));
    }
    AnyPosition position;
    const std::uint8_t seeded = in.u8();
    position.seeded = seeded == 1;
    position.rng = in.u64();
    if (seeded > 1 || (!position.seeded && position.rng != 0)) return bad("the generator is damaged");
    const Limits& limits = game.limits();
    for (int p = 0; p < limits.players; ++p) {
        const auto points = static_cast<std::int64_t>(in.u64());
        if (points < limits.min_score || points > limits.max_score)
            return bad("points before the last action are out of bounds");
        position.before[static_cast<std::size_t>(p)] = points;
    }
    const Result<KeptState> state = game.unpack(in);
    if (!state) return bad(state.error());
    if (in.left() != 0) return bad("there are surplus bytes");
    position.state = *state;
    if (position.seeded && game.player(position.state) == kChance) return bad("chance is open in a seeded state");
    return position;
}
inline Result<AnyPosition> deserialize(const AnyGame& game, std::span<const std::uint8_t> bytes) {
    return deserialize(game, bytes, game_text(game));
}

}  // namespace uneri
