// Games and states as their own types, for what only one game has: parameters of its bound functions. An object of
// another game does not fit, as for any other type.
#pragma once

#include <optional>
#include <vector>

#include "bindings/convert.hpp"
#include "bindings/docs.hpp"
#include "bindings/method.hpp"
#include "bindings/objects.hpp"
#include "bindings/pybind.hpp"
#include "uneri/engine/net/feature_game.hpp"

namespace uneri {

namespace binding {

// The C++ object behind a Python object; nullptr if it is of another type. pybind11 would look its classes up.
template <class Object>
const Object* object_in(const py::handle& source) {
    static constinit PyTypeObject* type = nullptr;
    if (type == nullptr) type = py::detail::get_type_info(typeid(Object))->type;
    return PyObject_TypeCheck(source.ptr(), type) ? &self_of<Object>(source.ptr()) : nullptr;
}

}  // namespace binding

template <Game G>
struct OwnGame {
    static const G* rules(const GameObject& object) noexcept { return object.game.as<G>(); }
    explicit OwnGame(const GameObject& object) noexcept : game(*static_cast<const G*>(object.game.self())) {}

    const G& game;
};

// The game behind a Python object; nullptr if it is none of this kind.
template <Game G>
const G* own_game(const py::handle& object) {
    const auto* found = binding::object_in<GameObject>(object);
    return found == nullptr ? nullptr : OwnGame<G>::rules(*found);
}

// Refers to the state of an object. A copy has its own state, so no other thread changes it while the GIL is released.
template <Game G>
class OwnState {
public:
    using State = typename G::State;

    explicit OwnState(const StateObject& object) noexcept
        : owner(object.owner.get()),
          state_(reinterpret_cast<const State*>(static_cast<const std::byte*>(object.state()))) {}
    OwnState(const OwnState& other) noexcept : owner(other.owner), copy_(*other.state_), state_(&*copy_) {}
    OwnState& operator=(const OwnState&) = delete;

    const G& game() const noexcept { return *static_cast<const G*>(owner->game.self()); }
    const State& state() const noexcept { return *state_; }
    int players() const noexcept { return owner->game.players(); }

    const GameObject* owner;

private:
    std::optional<State> copy_;
    const State* state_;
};

}  // namespace uneri

namespace pybind11::detail {

// Of a type that is made from a bound object if that is of the game.
template <class Own, class Object>
class OwnCaster {
public:
    template <class>
    using cast_op_type = Own&;
    explicit operator Own&() { return *own_; }

protected:
    template <class G>
    bool take(handle source) {
        const auto* object = uneri::binding::object_in<Object>(source);
        if (object == nullptr) return false;
        if constexpr (std::is_same_v<Object, uneri::StateObject>) {
            if (uneri::OwnGame<G>::rules(*object->owner) == nullptr) return false;
        } else {
            if (uneri::OwnGame<G>::rules(*object) == nullptr) return false;
        }
        own_.emplace(*object);
        return true;
    }

private:
    std::optional<Own> own_;
};

template <uneri::Game G>
class type_caster<uneri::OwnGame<G>> : public OwnCaster<uneri::OwnGame<G>, uneri::GameObject> {
public:
    static constexpr auto name = const_name("Game");
    bool load(handle source, bool) { return this->template take<G>(source); }
};
template <uneri::Game G>
class type_caster<uneri::OwnState<G>> : public OwnCaster<uneri::OwnState<G>, uneri::StateObject> {
public:
    static constexpr auto name = const_name("State");
    bool load(handle source, bool) { return this->template take<G>(source); }
};

}  // namespace pybind11::detail

namespace uneri::binding {

// What each action is, by the functions of a game's folder.
template <Game G, class Layout, class Write>
void bind_action_features(py::module_& m, Layout layout_of, Write write) {
    using Own = OwnGame<G>;
    define(m, "action_layout", "game", [layout_of](const Own& own) { return block_data(layout_of(own.game.rules())); });
    const auto features = [layout_of, write](const Own& own) {
        const auto& rules = own.game.rules();
        const std::vector<Segment> layout = layout_of(rules);
        const int size = size_of(layout);
        const int actions = own.game.limits().actions;
        py::array_t<float> out({py::ssize_t{actions}, py::ssize_t{size}});
        for (Action a = 0; a < actions; ++a) {
            FeatureRow row;
            row.clear(size);
            FeatureWriter writer(row);
            write(rules, a, writer);
            write_numbers(row, layout, out.mutable_data() + py::ssize_t{a} * size);
        }
        return out;
    };
    py::options without_signatures;
    without_signatures.disable_function_signatures();
    const py::object game = m.attr("Game");
    const py::object property = py::module_::import("builtins").attr("property");
    const py::cpp_function get(features, py::name("action_features"), py::is_method(game));
    py::setattr(game, "action_features", property(get, py::none(), py::none(), docstring("Game.action_features")));
}

}  // namespace uneri::binding
