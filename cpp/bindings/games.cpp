// The games that are in use: `load_game` and pickles of equal options share one, with its tables.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/convert.hpp"
#include "bindings/objects.hpp"

namespace uneri::binding {
namespace {

using Shared = std::shared_ptr<GameObject>;

// All is done with the GIL held and not released, so threads and forked children find it whole.
class KnownGames {
public:
    // One for the process. It is never destroyed, since Python's objects must not be when the interpreter is gone.
    static KnownGames& get() {
        static auto* games = new KnownGames;
        return *games;
    }

    // Null if nobody has the game any more.
    Shared find(const std::string& key) {
        const auto found = games_.find(key);
        Shared game = found == games_.end() ? nullptr : found->second.lock();
        if (game) keep(game);
        return game;
    }
    void add(std::string key, const Shared& game) {
        if (games_.size() >= full_) {
            std::erase_if(games_, [](const auto& entry) { return entry.second.expired(); });
            full_ = 2 * games_.size() + 64;
        }
        games_.insert_or_assign(std::move(key), game);
        keep(game);
    }

private:
    // The games last asked for live on: who gets states one by one lets go of each before the next.
    void keep(const Shared& game) {
        Shared moved = game;
        for (Shared& place : last_) {
            std::swap(place, moved);
            if (moved == game) return;
        }
    }

    std::map<std::string, std::weak_ptr<GameObject>, std::less<>> games_;
    std::size_t full_ = 64;
    std::array<Shared, 4> last_;  // the last one first
};

// Values that JSON has no form for are refused by the game, or shown in its error.
bool is_json(const PlainData& value) {
    if (value.as<PlainData::Opaque>() != nullptr) return false;
    if (const auto* list = value.as<PlainData::List>())
        return std::all_of(list->begin(), list->end(), [](const PlainData& item) { return is_json(item); });
    if (const auto* map = value.as<PlainData::Map>())
        return std::all_of(map->begin(), map->end(), [](const auto& entry) { return is_json(entry.second); });
    return true;
}

// Other options may name the same game: with defaults left out, or data for a name. A class lives as long as its games.
std::string key_of(const py::handle& game_class, std::string_view json) {
    return std::to_string(reinterpret_cast<std::uintptr_t>(game_class.ptr())).append(json);
}

}  // namespace

Shared find_known_game(const py::handle& game_class, const py::handle& options) {
    if (PyUnicode_Check(options.ptr()) != 0)
        return KnownGames::get().find(key_of(game_class, py::cast<std::string_view>(options)));
    const PlainData given = from_python(options);
    return is_json(given) ? KnownGames::get().find(key_of(game_class, to_json(given))) : nullptr;
}

Shared find_game(const py::handle& game_class, const py::handle& options) {
    if (Shared known = find_known_game(game_class, options)) return known;
    const ColdTable& table = cold_table_of(game_class);
    const PlainData given =
        from_python(PyUnicode_Check(options.ptr()) == 0 ? py::reinterpret_borrow<py::object>(options)
                                                        : py::module_::import("json").attr("loads")(options));
    auto game = std::make_shared<GameObject>(
        unwrap(table.make(table, given)), py::reinterpret_borrow<py::object>(game_class), state_class_of(game_class));
    if (table.one_thread) return game;  // rules in Python may hold what changes
    auto& games = KnownGames::get();
    std::string whole = key_of(game_class, py::cast<std::string_view>(game->options_json()));
    if (Shared known = games.find(whole)) game = std::move(known);
    if (is_json(given)) games.add(key_of(game_class, to_json(given)), game);
    games.add(std::move(whole), game);
    return game;
}

}  // namespace uneri::binding
