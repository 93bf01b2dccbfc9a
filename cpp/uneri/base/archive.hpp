// A state as bytes. A game lists the fields of a type once, in byte order; the writer and the reader below both use
// this list:
//
//     template <class Visit>
//     void fields(Placed& card, Visit& visit) {
//         visit(card.x, card.y, card.owner);
//     }
//
// Integers and enums are little-endian. Arrays and spans are stored item by item, other types by their own fields().
#pragma once

#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>

#include "uneri/base/bytes.hpp"
#include "uneri/base/result.hpp"

namespace uneri {

// How a field is stored, for both the writer and the reader. They differ in integer().
template <class Direction>
class Archive {
public:
    template <class... Fields>
    void operator()(Fields&&... items) {
        (visit(items), ...);
    }

private:
    template <class T>
    void visit(T& item) {
        auto& self = static_cast<Direction&>(*this);
        if constexpr (std::is_integral_v<T>) {
            self.integer(item);
        } else if constexpr (std::is_enum_v<T>) {
            auto number = static_cast<std::underlying_type_t<T>>(item);
            self.integer(number);
            item = static_cast<T>(number);
        } else if constexpr (std::ranges::range<T>) {
            for (auto& part : item) visit(part);
        } else {
            fields(item, self);
        }
    }
};

class ArchiveWriter : public Archive<ArchiveWriter> {
public:
    explicit ArchiveWriter(ByteWriter& out) : out_(out) {}

    template <class T>
    void integer(T& number) {
        out_.integer(number);
    }
    // Reports an impossible value: `onda: field 'hand' has too few cards`. Only the reader does.
    void refuse(std::string_view, std::string_view) {}

private:
    ByteWriter& out_;
};

class ArchiveReader : public Archive<ArchiveReader> {
public:
    ArchiveReader(std::string_view game, ByteReader& in) : game_(game), in_(in) {}

    template <class T>
    void integer(T& number) {
        number = in_.integer<T>();
    }
    void refuse(std::string_view field, std::string_view why) {
        if (!error_) error_ = Error{std::string(game_) + ": field '" + std::string(field) + "' " + std::string(why)};
    }
    std::optional<Error> error() const {
        if (error_ || in_.good()) return error_;
        return Error{std::string(game_) + ": the state is cut short"};
    }

private:
    std::string_view game_;
    ByteReader& in_;
    std::optional<Error> error_;
};

// Takes a copy, since fields() needs a mutable state.
template <class State>
void write_fields(State state, ByteWriter& out) {
    ArchiveWriter archive(out);
    archive(state);
}

template <class State>
Result<State> read_fields(std::string_view game, ByteReader& in) {
    State state;
    ArchiveReader archive(game, in);
    archive(state);
    if (const auto error = archive.error()) return *error;
    return state;
}
// The same, if check(state) finds no error.
template <class State, class Check>
Result<State> read_fields(std::string_view game, ByteReader& in, Check&& check) {
    const Result<State> state = read_fields<State>(game, in);
    if (!state) return state;
    if (auto error = check(*state)) return *std::move(error);
    return state;
}

}  // namespace uneri
