#include "uneri/base/changes.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace uneri {
namespace {

bool is_nested(const PlainData& value) {
    return value.as<PlainData::List>() != nullptr || value.as<PlainData::Map>() != nullptr;
}

// The places of the entries that are as before, if it is shorter to tell the others than the whole list.
std::optional<std::vector<bool>> kept_entries(const PlainData::List& before, const PlainData::List& after) {
    if (after.size() < before.size()) return {};
    std::vector<bool> kept(after.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        kept[i] = before[i] == after[i];
        count += kept[i] ? 1 : 0;
    }
    const bool nested = std::any_of(after.begin(), after.end(), is_nested);
    if (nested ? count == 0 : 4 * (after.size() - count) > after.size()) return {};
    return kept;
}

bool has_keys(const PlainData::Map& keys, const PlainData& map) {
    return std::all_of(keys.begin(), keys.end(), [&](const auto& entry) { return map.find(entry.first) != nullptr; });
}

class Collector {
public:
    explicit Collector(std::string_view without) : without_(without) {}

    void compare(const PlainData& before, const PlainData& after) {
        if (!path_.empty() && before == after) return;
        if (const auto* map = after.as<PlainData::Map>()) {
            const auto* old = before.as<PlainData::Map>();
            if (old != nullptr && (path_.empty() || has_keys(*old, after))) return compare_maps(before, *map);
        }
        if (const auto* list = after.as<PlainData::List>()) {
            const auto* old = before.as<PlainData::List>();
            if (old != nullptr && !path_.empty()) {
                if (const auto kept = kept_entries(*old, *list)) return compare_lists(*old, *list, *kept);
            }
        }
        found_.push_back({path_, &after});
    }
    Changes found() { return std::move(found_); }

private:
    void compare_maps(const PlainData& before, const PlainData::Map& after) {
        const auto& old = *before.as<PlainData::Map>();
        for (std::size_t i = 0; i < after.size(); ++i) {
            const auto& [key, value] = after[i];
            if (path_.empty() && key == without_) continue;
            // Views list their keys in one order.
            const PlainData* mine = i < old.size() && old[i].first == key ? &old[i].second : before.find(key);
            path_.emplace_back(std::string_view(key));
            if (mine != nullptr)
                compare(*mine, value);
            else
                found_.push_back({path_, &value});
            path_.pop_back();
        }
    }
    void compare_lists(const PlainData::List& before, const PlainData::List& after, const std::vector<bool>& kept) {
        for (std::size_t i = 0; i < after.size(); ++i) {
            if (kept[i]) continue;
            path_.emplace_back(i);
            if (i < before.size())
                compare(before[i], after[i]);
            else
                found_.push_back({path_, &after[i]});
            path_.pop_back();
        }
    }

    std::string_view without_;
    std::vector<Change::Step> path_;
    Changes found_;
};

}  // namespace

Changes changes_between(const PlainData& before, const PlainData& after, std::string_view without) {
    Collector collector(without);
    collector.compare(before, after);
    return collector.found();
}

Changes take_shared(std::vector<Changes>& by_seat) {
    Changes shared;
    for (const Change& change : by_seat.front()) {
        const auto has = [&](const Changes& seat) { return std::find(seat.begin(), seat.end(), change) != seat.end(); };
        if (std::all_of(by_seat.begin() + 1, by_seat.end(), has)) shared.push_back(change);
    }
    for (Changes& seat : by_seat) {
        std::erase_if(seat,
                      [&](const Change& c) { return std::find(shared.begin(), shared.end(), c) != shared.end(); });
    }
    return shared;
}

}  // namespace uneri
