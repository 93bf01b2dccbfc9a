#include "uneri/engine/search/searches.hpp"

#include <utility>

#include "uneri/engine/search/flat.hpp"
#include "uneri/engine/search/ismcts.hpp"
#include "uneri/engine/search/pimc.hpp"

namespace uneri {

namespace {

template <class Search>
bool run(const AnyGame& game, const std::byte* root, const SearchSettings& settings, const Tick& tick,
         SearchReport& report) {
    return Search(game, root, settings).run(tick, report);
}

constexpr Searcher kSearchers[] = {
    {"flat", run<FlatSearch>},
    {"ismcts", run<InformationSetSearch>},
    {"pimc", run<PerfectInformationSearch>},
};

}  // namespace

const Searcher* find_searcher(std::string_view name) noexcept {
    for (const Searcher& one : kSearchers) {
        if (one.name == name) return &one;
    }
    return nullptr;
}

bool run_searches(const Searcher& searcher, const AnyGame& game, const std::vector<KeptState>& roots,
                  const SearchSettings& settings, const Tick& tick, std::vector<SearchReport>& reports) {
    reports.assign(roots.size(), {});
    SearchSettings of_each = settings;
    if (roots.size() > 1) of_each.threads = 1;
    Progress progress(roots.size(), tick);
    const Tick in_caller = [&](double) { return progress.poll(); };
    const Tick in_helper = [&](double) { return !progress.stopped(); };
    return run_chunks(
        roots.size(), 1, roots.size() > 1 ? settings.threads : 1, progress,
        [&](std::uint64_t i, std::uint64_t, bool is_caller) {
            const auto index = static_cast<std::size_t>(i);
            searcher.run(game, roots[index], of_each, is_caller ? in_caller : in_helper, reports[index]);
        },
        Split::kAtOnce);
}

FollowedGame::FollowedGame(const AnyGame& game, const std::byte* root, const SearchSettings& settings)
    : FollowedGame(std::make_unique<InformationSetSearch>(game, root, settings)) {}
FollowedGame::FollowedGame(std::unique_ptr<InformationSetSearch> search) : search_(std::move(search)) {}
FollowedGame::~FollowedGame() = default;

int FollowedGame::seat() const noexcept { return search_->seat(); }
void FollowedGame::follow(int player, Action a, std::uint64_t sight) noexcept { search_->follow(player, a, sight); }
void FollowedGame::resume(const std::byte* root) { search_->resume(root); }
bool FollowedGame::run(const Tick& tick, SearchReport& report) { return search_->run(tick, report); }
void FollowedGame::save(ByteWriter& out) const { search_->save(out); }
std::unique_ptr<FollowedGame> FollowedGame::load(const AnyGame& game, const SearchSettings& settings, ByteReader& in) {
    auto search = InformationSetSearch::load(game, settings, in);
    if (!search) return nullptr;
    return std::unique_ptr<FollowedGame>(new FollowedGame(std::move(search)));
}

}  // namespace uneri
