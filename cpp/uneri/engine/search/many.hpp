// One search at many positions of a game.
#pragma once

#include <vector>

#include "uneri/engine/parallel.hpp"
#include "uneri/engine/search/settings.hpp"

namespace uneri {

// Searches each position by itself, with the same settings: the reports are those of single searches, for any number of
// threads. Threads share the positions. False if stopped.
template <class Search>
bool search_many(const AnyGame& game, const std::vector<KeptState>& roots, const SearchSettings& settings,
                 const Tick& tick, std::vector<SearchReport>& reports) {
    reports.assign(roots.size(), {});
    SearchSettings of_each = settings;
    if (roots.size() > 1) of_each.threads = 1;
    Progress progress(roots.size(), tick);
    const Tick in_caller = [&](double) { return progress.poll(); };
    const Tick in_helper = [&](double) { return !progress.stopped(); };
    return run_chunks(roots.size(), 1, roots.size() > 1 ? settings.threads : 1, progress,
                      [&](std::uint64_t i, std::uint64_t, bool is_caller) {
                          const auto index = static_cast<std::size_t>(i);
                          Search(game, roots[index], of_each).run(is_caller ? in_caller : in_helper, reports[index]);
                      });
}

}  // namespace uneri
