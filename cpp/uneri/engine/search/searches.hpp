// The searches that work by themselves, without an evaluator. They are compiled once, in searches.cpp; who includes
// their own headers compiles them again.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "uneri/base/bytes.hpp"
#include "uneri/engine/any_game.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/engine/search/settings.hpp"

namespace uneri {

// A search by its name in Python.
struct Searcher {
    std::string_view name;
    // Searches for the seat to act at `root`. False if stopped.
    bool (*run)(const AnyGame& game, const std::byte* root, const SearchSettings& settings, const Tick& tick,
                SearchReport& report);
};

// Null if there is none of this name.
const Searcher* find_searcher(std::string_view name) noexcept;

// Searches each position by itself, with the same settings: the reports are those of single searches, for any number of
// threads. Threads share the positions. False if stopped.
bool run_searches(const Searcher& searcher, const AnyGame& game, const std::vector<KeptState>& roots,
                  const SearchSettings& settings, const Tick& tick, std::vector<SearchReport>& reports);

class InformationSetSearch;

// An InformationSetSearch that follows a game (ismcts.hpp has the same functions).
class FollowedGame {
public:
    FollowedGame(const AnyGame& game, const std::byte* root, const SearchSettings& settings);
    ~FollowedGame();

    int seat() const noexcept;
    void follow(int player, Action a, std::uint64_t sight) noexcept;
    void resume(const std::byte* root);
    bool run(const Tick& tick, SearchReport& report);
    void save(ByteWriter& out) const;
    static std::unique_ptr<FollowedGame> load(const AnyGame& game, const SearchSettings& settings, ByteReader& in);

private:
    explicit FollowedGame(std::unique_ptr<InformationSetSearch> search);

    std::unique_ptr<InformationSetSearch> search_;
};

}  // namespace uneri
