// A state with the fields of the rules' table (section 3). Plain data and bytes are read into it and checked against
// the rules before a State is built from it.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/tacta/options.hpp"
#include "uneri/games/tacta/state.hpp"

namespace uneri::tacta {

inline constexpr std::array<std::string_view, 5> kPhaseNames = {"CHOOSE_SUIT", "REVEAL", "MOVER", "PLAY", "OVER"};
inline constexpr std::array<std::string_view, 3> kStatusNames = {"open", "locked", "covered"};
inline constexpr int kFarthest = (1 << 15) - 1;  // largest part of t (V8)

struct RecordCard {
    Placed placed;
    int parent_shape = kNone;  // data from outside may exceed eight bits
    std::vector<int> status;
};

struct Record {
    int phase = 0;
    int round = 0;
    std::vector<int> scores;
    std::vector<RecordCard> placed;
    std::vector<PerEnd<int>> ends;
    std::vector<int> hidden;
    std::vector<std::vector<int>> pools;
    std::vector<PerEnd<int>> pending;  // (seat, end)
    int turn = kNone;
    int starter = kNone;
    std::vector<int> passed;
    std::vector<int> finish_order;
    std::vector<int> handed;
    std::vector<PerEnd<bool>> first;
    std::vector<std::vector<int>> told;
    std::vector<PerEnd<std::vector<int>>> barred;
};

// `s` must have passed check_raw().
Record record_of(const Options& o, const State& s);
Record record_beside_cards(const Options& o, const State& s);  // with `placed` left empty
// Checks that the plain fields are in range, so that a record can be made.
std::optional<Error> check_raw(const Options& o, const State& s);

// Builds the state if all fields agree. Statuses are compared if they were given (`derived`).
Result<State> build(const Options& o, const Record& r, bool derived);

// The error of a field: `tacta: field 'turn' is 7; allowed: ...`.
Error bad_field(std::string_view name, const PlainData& value, const std::string& allowed);

}  // namespace uneri::tacta
