// ONDA: hand analysis.
#include "uneri/games/onda/onda.hpp"

#include "bindings/arrays.hpp"
#include "bindings/convert.hpp"
#include "bindings/gil.hpp"
#include "bindings/hand_reader.hpp"
#include "bindings/own_types.hpp"
#include "bindings/shortcut.hpp"
#include "uneri/games/onda/encode.hpp"
#include "uneri/games/onda/plays.hpp"

namespace uneri::onda_binding {
namespace {

using onda::Cards;
using onda::Onda;
using State = OwnState<Onda>;
using Hands = binding::Array<std::uint8_t>;

constexpr binding::Arguments kArguments("");

// Checks a uint8[n, 30] array and returns its hands.
std::vector<Cards> read_hands(const Hands& hands, const char* what) {
    const binding::Rows rows = kArguments.rows(hands, what, onda::kKinds);
    std::vector<Cards> out(rows.size);
    for (std::size_t i = 0; i < rows.size; ++i) {
        const std::span<const std::uint8_t, onda::kKinds> row(rows.row(i), onda::kKinds);
        if (std::ranges::any_of(row, [](std::uint8_t count) { return count > 2; }))
            throw py::value_error(binding::item_name(what, i) + " has a count above 2; allowed: 0, 1, 2");
        out[i] = onda::cards_of(row);
    }
    return out;
}

Action checked_play(const py::object& action) {
    return binding::to_bounded(action, "play", onda::kFirstPlay, onda::kActions - 1);
}

const onda::State& seat_state(const State& self) {
    if (self.state().to_act < 0) throw py::value_error("onda: no seat is to act");
    return self.state();
}

template <class Fill>
py::array_t<std::uint8_t> play_masks(const std::vector<Cards>& hands, Fill&& fill) {
    py::array_t<std::uint8_t> out({hands.size(), static_cast<std::size_t>(onda::kActions)});
    std::uint8_t* row = out.mutable_data();
    std::fill_n(row, hands.size() * onda::kActions, std::uint8_t{0});
    onda::PlayList list;
    for (const Cards cards : hands) {
        fill(cards, list);
        for (const Action a : list) row[a] = 1;
        row += onda::kActions;
    }
    return out;
}

void min_plays_of(const onda::MinPlays& tables, const Cards* hands, std::size_t count, int jokers,
                  std::uint8_t* out) noexcept {
    if (jokers == 0) {
        for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<std::uint8_t>(tables(hands[i]));
    } else {
        for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<std::uint8_t>(tables(hands[i], jokers));
    }
}

py::array_t<std::uint8_t> min_plays(const Hands& hands, const py::object& j, const py::object& threads,
                                    const py::object& tick) {
    const std::vector<Cards> cards = read_hands(hands, "hands");
    const int jokers = binding::to_bounded(j, "j", 0, onda::kCards);
    const int workers = binding::to_bounded(threads, "threads", 1, kMaxThreads);
    for (std::size_t i = 0; jokers > onda::MinPlays::kFewJokers && i < cards.size(); ++i) {
        if (cards[i].total() > onda::MinPlays::kMostCards) {
            throw py::value_error("j is " + std::to_string(jokers) + ", but " + binding::item_name("hands", i) +
                                  " has more than 15 cards; allowed for j: 0 to 2");
        }
    }
    py::array_t<std::uint8_t> out(static_cast<py::ssize_t>(cards.size()));
    std::uint8_t* plays = out.mutable_data();
    const Tick polled = binding::to_tick(tick);
    {
        const binding::GilRelease free;
        const onda::MinPlays& tables = onda::MinPlays::get();
        Progress progress(cards.size(), polled);
        run_chunks(cards.size(), 256, workers, progress, [&](std::uint64_t first, std::uint64_t last, bool) {
            min_plays_of(tables, cards.data() + first, last - first, jokers, plays + first);
        });
    }
    return out;
}

void bind_hands(py::module_& m) {
    binding::define(m, "all_combos", "hands! j", [](const Hands& hands, const py::object& j) {
        const bool joker = binding::to_bounded(j, "j", 0, onda::kCards) > 0;
        return play_masks(read_hands(hands, "hands"),
                          [&](Cards cards, onda::PlayList& list) { all_combos(cards, joker, list); });
    });
    binding::define(m, "min_plays", "hands! j threads tick", &min_plays);
    binding::define(m, "hand_points", "hands! ndown!", [](const Hands& hands, const Hands& ndown) {
        const std::vector<Cards> cards = read_hands(hands, "hands");
        const std::span<const std::uint8_t> down = kArguments.vector_of(ndown, "ndown", cards.size());
        return binding::array_of<std::int32_t>(cards.size(),
                                               [&](std::size_t i) { return onda::hand_points(cards[i], down[i]); });
    });
    binding::define(m, "beaters", "a tide pools!", [](const py::object& a, const py::object& tide, const Hands& pools) {
        const Action play = checked_play(a);
        const int direction = binding::to_bounded(tide, "tide", 0, 1);
        return play_masks(read_hands(pools, "pools"),
                          [&](Cards cards, onda::PlayList& list) { beaters(play, direction, cards, list); });
    });
    binding::define(m, "is_boss", "a tide pools!", [](const py::object& a, const py::object& tide, const Hands& pools) {
        const Action play = checked_play(a);
        const int direction = binding::to_bounded(tide, "tide", 0, 1);
        const std::vector<Cards> cards = read_hands(pools, "pools");
        return binding::array_of<bool>(cards.size(),
                                       [&](std::size_t i) { return onda::is_boss(play, direction, cards[i]); });
    });
    binding::define(
        m, "beats", "a! b! tide",
        [](const binding::Array<std::int32_t>& a, const binding::Array<std::int32_t>& b, const py::object& tide) {
            const int direction = binding::to_bounded(tide, "tide", 0, 1);
            if (a.ndim() != 1 || b.ndim() != 1 || a.shape(0) != b.shape(0))
                throw py::value_error("a and b must be vectors of the same length");
            return binding::array_of<bool>(static_cast<std::size_t>(a.shape(0)), [&](std::size_t i) {
                const Action x = kArguments.number(a.data()[i], "play", onda::kFirstPlay, onda::kActions - 1);
                const Action y = kArguments.number(b.data()[i], "play", onda::kFirstPlay, onda::kActions - 1);
                return onda::beats(onda::play_of(x), onda::play_of(y), direction);
            });
        });
}

void bind_states(py::module_& m) {
    binding::define(m, "is_bomb", "state a", [](const State& self, const py::object& a) {
        const std::int64_t id = to_integer(a, "action");
        const int actions = self.game().rules().actions();
        if (id < 0 || id >= actions) binding::to_bounded(a, "action", 0, actions - 1);
        if (!onda::is_play(static_cast<Action>(id))) return false;
        return self.state().to_act >= 0 && onda::is_bomb(self.game().rules(), self.state(), static_cast<Action>(id));
    });
    binding::define(m, "can_turn", "state", [](const State& self) {
        return self.state().phase == onda::kAct && onda::can_turn(self.game().rules(), self.state());
    });
    binding::define(m, "replies", "state slot", [](const State& self, const py::object& slot) {
        const onda::State& s = seat_state(self);
        if (s.phase != onda::kAct && s.pending != onda::kTurnPending) {
            throw py::value_error("onda: replies needs a state in ACT, or in SLOT with TURN pending");
        }
        const int down = s.down[static_cast<std::size_t>(s.to_act)].size();
        if (down == 0) throw py::value_error("onda: the seat to act has no face-down card");
        onda::PlayList list;
        onda::replies(self.game().rules(), s, binding::to_bounded(slot, "slot", 0, down - 1), list);
        return binding::to_list(list);
    });
    binding::define(m, "unseen", "state p", [](const State& self, const py::object& p) {
        const int seat = to_seat("onda", p, self.players());
        const auto counts = onda::unseen(self.game().rules(), self.state(), seat);
        return binding::array_of<std::uint8_t>(counts.size(), [&](std::size_t kind) { return counts[kind]; });
    });
    binding::define(m, "penalty_if_ended", "state p", [](const State& self, const py::object& p) {
        return onda::penalty_if_ended(self.state(), to_seat("onda", p, self.players()));
    });
}

// The functions for one hand: shortcuts, since a call through numpy takes far longer than a kernel.

using namespace binding;
using Given = PyObject* const*;

const HandReader& hand_reader() {
    static const HandReader reader = [] {
        std::vector<std::string> tokens;
        for (int kind = 0; kind < onda::kKinds; ++kind) tokens.push_back(onda::kind_text(kind));
        return HandReader(tokens, std::vector<int>(onda::kKinds, 2));
    }();
    return reader;
}

bool read_hand(const py::handle& object, onda::Cards& cards) {
    std::array<std::uint8_t, onda::kKinds> counts{};
    if (!hand_reader().read(object, counts)) return false;
    cards = onda::cards_of(counts);
    return true;
}

// A play by its id or as text.
bool read_play(const py::handle& object, Action& play) {
    int id = 0;
    if (PyUnicode_CheckExact(object.ptr())) {
        const Result<Action> action = onda::parse_action(ascii_of(object), onda::kActions);
        if (!action || *action < onda::kFirstPlay) return false;
        play = *action;
        return true;
    }
    if (!read_int(object, onda::kFirstPlay, onda::kActions - 1, id)) return false;
    play = static_cast<Action>(id);
    return true;
}

bool read_tide(const py::handle& object, int& tide) {
    return read_int(object, 0, 1, tide) || read_word(object, {"high", "low"}, tide);
}

py::object all_combos(Given a, const py::handle&) {
    onda::Cards cards;
    int jokers = 0;
    if (!read_hand(a[0], cards) || !read_int(a[1], 0, onda::kCards, jokers)) return {};
    onda::PlayList plays;
    onda::all_combos(cards, jokers > 0, plays);
    return to_list(plays);
}

// Without jokers or with few: those with more can take long.
py::object min_plays(Given a, const py::handle&) {
    onda::Cards cards;
    int jokers = 0;
    int threads = 0;
    if (!read_hand(a[0], cards) || !read_int(a[1], 0, onda::MinPlays::kFewJokers, jokers) ||
        !read_int(a[2], 1, 1, threads) || a[3] != Py_None)
        return {};
    const onda::MinPlays& tables = onda::MinPlays::get();
    return py::int_(jokers == 0 ? tables(cards) : tables(cards, jokers));
}

py::object hand_points(Given a, const py::handle&) {
    onda::Cards cards;
    int down = 0;
    if (!read_hand(a[0], cards) || !read_int(a[1], 0, 2, down)) return {};
    return py::int_(onda::hand_points(cards, down));
}

py::object beats(Given a, const py::handle&) {
    Action first = 0;
    Action second = 0;
    int tide = 0;
    if (!read_play(a[0], first) || !read_play(a[1], second) || !read_tide(a[2], tide)) return {};
    return py::bool_(onda::beats(onda::play_of(first), onda::play_of(second), tide));
}

py::object beaters(Given a, const py::handle&) {
    Action play = 0;
    int tide = 0;
    onda::Cards pool;
    if (!read_play(a[0], play) || !read_tide(a[1], tide) || !read_hand(a[2], pool)) return {};
    onda::PlayList plays;
    onda::beaters(play, tide, pool, plays);
    return to_list(plays);
}

py::object is_boss(Given a, const py::handle&) {
    Action play = 0;
    int tide = 0;
    onda::Cards pool;
    if (!read_play(a[0], play) || !read_tide(a[1], tide) || !read_hand(a[2], pool)) return {};
    return py::bool_(onda::is_boss(play, tide, pool));
}

void bind_one(py::module_& m) {
    def_shortcuts(m, {
                         {"all_combos", "hand j", all_combos},
                         {"min_plays", "hand j threads progress", min_plays},
                         {"hand_points", "hand ndown", hand_points},
                         {"beats", "a b tide", beats},
                         {"beaters", "a tide pool", beaters},
                         {"is_boss", "a tide pool", is_boss},
                     });
}

}  // namespace

void bind(py::module_& m) {
    binding::bind_action_features<Onda>(m, onda::action_layout, onda::write_action);
    bind_one(m);
    bind_hands(m);
    bind_states(m);
}

}  // namespace uneri::onda_binding
