// Fuzzes any game: whatever input is accepted must be playable.
//
// An input is a byte for the target (Target), a byte for the game's options, and the target's own input. Seeds are
// inputs made from real games, so the fuzzer starts in the middle of play.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "uneri/engine/batch_bytes.hpp"
#include "uneri/engine/envelope.hpp"

namespace uneri::fuzz {

using Bytes = std::vector<std::uint8_t>;

enum class Target : std::uint8_t { kUnpack, kActions, kPatched, kNotation, kLanes, kEnvelope, kSize };

// What a program fuzzes, defined in each game's file.
struct Subject {
    std::vector<AnyGame> games;
    // A target of the game alone, by a first byte that no other target has, and its seeds.
    static constexpr std::uint8_t kOwn = 255;
    void (*run_own)(std::span<const std::uint8_t> bytes) = nullptr;
    std::vector<Bytes> own_seeds = {};
};
Subject make_subject();

inline const Subject& subject() {
    static const Subject kSubject = make_subject();
    return kSubject;
}

template <Game G>
std::vector<AnyGame> games_of(std::initializer_list<PlainData::Map> options) {
    std::vector<AnyGame> games;
    for (const PlainData::Map& map : options) games.emplace_back(*G::make(PlainData(map)));
    return games;
}

inline void require(bool good, const char* what) {
    if (good) return;
    std::fprintf(stderr, "fuzz: broken promise: %s\n", what);
    std::abort();
}

// An observation of bytes is that of floats, converted, and no row is left.
inline void observe(const AnyGame& game, const std::byte* s, int seat) {
    constexpr std::size_t kBehind = 32;
    const std::vector<Segment> layout = game.layout();
    std::size_t size = 0;
    for (const Segment& segment : layout) size += static_cast<std::size_t>(segment.size());
    std::vector<float> floats(size + kBehind, 7.0F);
    std::vector<std::uint8_t> bytes(size + kBehind, 7);
    game.observe(s, seat, std::span(floats).first(size));
    game.observe(s, seat, std::span(bytes).first(size));
    std::size_t at = 0;
    for (const Segment& segment : layout) {
        for (int i = 0; i < segment.size(); ++i, ++at) {
            const auto level = static_cast<int>((floats[at] - segment.low) * (1.0F / segment.step) + 0.5F);
            require(bytes[at] == std::clamp(level, 0, 255), "the byte is that of the float");
        }
    }
    for (; at < floats.size(); ++at) require(floats[at] == 7.0F && bytes[at] == 7, "nothing behind a row is written");
}

// Calls every way to read an accepted state and to continue from it.
inline void use(const AnyGame& game, KeptState s, std::uint64_t seed) {
    const std::optional<Error> fault = game.validate(s);
    require(!fault, fault ? fault->message.c_str() : "");
    SplitMix64 rng(seed);
    const int players = game.limits().players;
    for (int seat = 0; seat < players; ++seat) {
        observe(game, s, seat);
        require(!game.validate(game.resample(s, seat, rng)), "a resampled state is valid");
    }
    const Result<KeptState> again = game.from_value(game.to_value(s, -1));
    require(again && *again == s, "the state's dict gives the same state again");
    std::vector<double> returns(static_cast<std::size_t>(players));
    std::int32_t length = 0;
    game.play_out_range(s, rng.next(), 0, 1, returns.data(), &length);
}

// A state from packed bytes, without a checksum: it is refused, or is valid and playable to the end.
inline void unpack(const AnyGame& game, std::span<const std::uint8_t> bytes) {
    ByteReader in(bytes);
    const Result<KeptState> read = game.unpack(in);
    if (!read) return;
    ByteWriter out;
    game.pack(*read, out);
    require(std::equal(out.bytes().begin(), out.bytes().end(), bytes.begin()), "packing gives the same bytes again");
    use(game, *read, bytes.size());
}

// Plays a game from its start. Each action and outcome is chosen by a byte; `met` is called at every node.
template <class Met>
KeptState play_by_bytes(const AnyGame& game, std::span<const std::uint8_t> bytes, Met&& met) {
    KeptState s = game.initial();
    const auto list = std::make_unique<AnyActions>();
    for (const std::uint8_t byte : bytes) {
        if (game.player(s) == kTerminal) break;
        game.legal_actions(s, *list);
        require(!list->empty(), "a node has a legal action");
        const Action a = (*list)[byte % list->size()];
        met(s, *list, a);
        game.apply(s, a);
    }
    return s;
}

// Bytes choose the actions of a game. Every state on the way must be valid, and every list within its bound.
inline void actions(const AnyGame& game, std::span<const std::uint8_t> bytes) {
    const Limits limits = game.limits();
    play_by_bytes(game, bytes, [&](const std::byte* s, const AnyActions& list, Action a) {
        require(!game.validate(s), "a state met in play is valid");
        const int most = game.player(s) == kChance ? limits.chance_outcomes : limits.legal_actions;
        require(list.size() <= static_cast<std::size_t>(most), "the bound of legal actions holds");
        require(game.is_legal(s, a), "a listed action is legal");
    });
}

// Overwrites up to four packed bytes of a state. The input is a byte for their number, and for each a place of two
// bytes and the new byte; the rest plays the game. If the state is still accepted, it must be as good as any other.
inline void patched(const AnyGame& game, std::span<const std::uint8_t> bytes) {
    if (bytes.empty()) return;
    const std::size_t changes = std::min<std::size_t>(bytes[0] % 5U, (bytes.size() - 1) / 3);
    const auto s = play_by_bytes(game, bytes.subspan(1 + 3 * changes), [](const auto&...) {});
    ByteWriter out;
    game.pack(s, out);
    Bytes packed(out.bytes().begin(), out.bytes().end());
    for (std::size_t i = 0; i < changes; ++i) {
        const auto change = bytes.subspan(1 + 3 * i, 3);
        packed[(change[0] | static_cast<std::size_t>(change[1]) << 8) % packed.size()] = change[2];
    }
    unpack(game, std::span<const std::uint8_t>(packed));
}

// Text: it is refused, or parsed to an id whose canonical text parses to the same id.
inline void notation(const AnyGame& game, std::span<const std::uint8_t> bytes) {
    const std::string text(bytes.begin(), bytes.end());
    const Result<Action> a = game.parse_action(text);
    if (!a) return;
    require(*game.parse_action(game.action_text(0, *a)) == *a, "canonical text names the same action");
}

// A batch of the game, to be filled from bytes. It has one lane: a second one would only make inputs longer.
inline Batch make_batch(const AnyGame& game) {
    BatchSettings settings;
    settings.autoreset = AutoReset::kNext;
    settings.watched = Watched::kAll;
    return Batch(game, settings);
}

// The lanes of a batch: they are refused, or the batch writes the same bytes again and continues.
inline void lanes(const AnyGame& game, std::span<const std::uint8_t> bytes) {
    Batch batch = make_batch(game);
    if (load_lanes(batch, bytes)) return;
    const ByteWriter out = save_lanes(batch);
    require(std::ranges::equal(out.bytes(), bytes), "saving gives the same lanes again");
    use(game, KeptState(batch.state(0), game.state_bytes()), bytes.size());
    batch.step_random(3);
}

// A serialised state with a corrected checksum: it is refused, or gives the same bytes again and is playable.
inline void envelope(const AnyGame& game, std::span<const std::uint8_t> bytes) {
    Fnv1a checksum;
    checksum.add(bytes);
    ByteWriter sealed;
    for (const std::uint8_t byte : bytes) sealed.u8(byte);
    sealed.u64(checksum.value());
    const Result<AnyPosition> read = deserialize(game, sealed.bytes());
    if (!read) return;
    require(std::ranges::equal(serialize(game, *read).bytes(), sealed.bytes()),
            "serialising gives the same bytes again");
    use(game, read->state, bytes.size());
}

inline void run(std::span<const std::uint8_t> bytes) {
    const std::vector<AnyGame>& games = subject().games;
    if (bytes.size() < 2 || games.empty()) return;
    if (bytes[0] == Subject::kOwn && subject().run_own != nullptr) return subject().run_own(bytes.subspan(1));
    const AnyGame& game = games[bytes[1] % games.size()];
    const std::span<const std::uint8_t> rest = bytes.subspan(2);
    switch (static_cast<Target>(bytes[0] % static_cast<unsigned>(Target::kSize))) {
        case Target::kUnpack: return unpack(game, rest);
        case Target::kActions: return actions(game, rest);
        case Target::kPatched: return patched(game, rest);
        case Target::kNotation: return notation(game, rest);
        case Target::kLanes: return lanes(game, rest);
        case Target::kEnvelope: return envelope(game, rest);
        case Target::kSize: return;
    }
}

inline Bytes input_of(Target target, std::size_t game, std::span<const std::uint8_t> rest) {
    Bytes bytes{static_cast<std::uint8_t>(target), static_cast<std::uint8_t>(game)};
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return bytes;
}

// Bytes that play a game by random choices, up to some decision of a seat or to its end.
inline Bytes choices_of(const AnyGame& game, int decisions, SplitMix64& rng) {
    KeptState s = game.initial();
    const auto list = std::make_unique<AnyActions>();
    Bytes choices;
    for (int player = game.player(s); player != kTerminal && decisions > 0; player = game.player(s)) {
        decisions -= player == kChance ? 0 : 1;
        game.legal_actions(s, *list);
        choices.push_back(static_cast<std::uint8_t>(rng.next()));
        game.apply(s, (*list)[choices.back() % list->size()]);
    }
    return choices;
}

// A position a number of random decisions after the deal.
inline AnyPosition position_of(const AnyGame& game, int decisions, SplitMix64& rng) {
    AnyPosition position = new_position(game, rng.next());
    const auto list = std::make_unique<AnyActions>();
    for (int i = 0; i < decisions && game.player(position.state) != kTerminal; ++i) {
        game.legal_actions(position.state, *list);
        position.apply(game, (*list)[rng.below(list->size())]);
    }
    return position;
}

// States from the deal to the end of games, for each rule set, in the form that each target reads.
inline std::vector<Bytes> make_seeds() {
    const std::vector<AnyGame>& games = subject().games;
    std::vector<Bytes> seeds;
    for (std::size_t g = 0; g < games.size(); ++g) {
        const AnyGame& game = games[g];
        const auto list = std::make_unique<AnyActions>();
        SplitMix64 rng(g);
        for (const int decisions : {0, 7, 20, 45, 90, 200}) {
            Bytes choices = choices_of(game, decisions, rng);
            seeds.push_back(input_of(Target::kActions, g, choices));
            choices.insert(choices.begin(), 0);  // overwrites no byte yet
            seeds.push_back(input_of(Target::kPatched, g, choices));
            const AnyPosition position = position_of(game, decisions, rng);
            ByteWriter packed;
            game.pack(position.state, packed);
            seeds.push_back(input_of(Target::kUnpack, g, packed.bytes()));
            const ByteWriter whole = serialize(game, position);
            seeds.push_back(input_of(Target::kEnvelope, g, whole.bytes().first(whole.bytes().size() - 8)));
            if (game.player(position.state) == kTerminal) continue;
            game.legal_actions(position.state, *list);
            const std::string text = game.action_text(position.state, (*list)[list->size() / 2]);
            seeds.push_back(input_of(Target::kNotation, g, Bytes(text.begin(), text.end())));
            Batch batch = make_batch(game);
            batch.seed_lane(0, rng.next());
            batch.step_random(static_cast<std::uint64_t>(decisions));
            seeds.push_back(input_of(Target::kLanes, g, save_lanes(batch).bytes()));
        }
    }
    seeds.insert(seeds.end(), subject().own_seeds.begin(), subject().own_seeds.end());
    return seeds;
}

}  // namespace uneri::fuzz
