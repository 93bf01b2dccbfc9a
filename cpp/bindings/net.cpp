// Networks for games that define features: the classes Network and Training, and features as arrays.
// python/uneri/train/ and python/uneri/bots/players.py have the words, defaults and checks of settings; they arrive
// here checked.
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/convert.hpp"
#include "bindings/docs.hpp"
#include "bindings/gil.hpp"
#include "bindings/objects.hpp"
#include "bindings/search_data.hpp"
#include "uneri/engine/gate.hpp"
#include "uneri/engine/net/features.hpp"
#include "uneri/engine/net/network.hpp"
#include "uneri/engine/net/player.hpp"
#include "uneri/engine/net/training.hpp"

namespace uneri {

struct TrainingObject : MadeByInit {
    TrainingObject(std::shared_ptr<const GameObject> of, const TrainSettings& settings, int number)
        : owner(std::move(of)), training(owner->game, settings, number), threads(number) {}
    std::shared_ptr<const GameObject> owner;
    Training training;
    int threads;
    Gate gate{"training", "another training"};
};

namespace {

using namespace binding;

py::dict label_data(const Network& net) {
    const auto text = [](const std::string& of) {  // a file's: it may be no UTF-8
        return py::bytes(of).attr("decode")("utf-8", "backslashreplace");
    };
    py::dict out;
    out["game"] = text(net.label.game);
    out["options"] = text(net.label.options);
    out["digest"] = net.label.digest;
    out["record"] = text(net.label.record);
    out["features"] = net.features;
    out["margin"] = static_cast<double>(net.margin) / Network::kUnit;
    return out;
}

// A network for a game of these sizes. uneri/train/networks.py compares options, and refuses with better words.
Network to_network(const AnyGame& game, const py::bytes& data) {
    check_features(game);
    const Result<Network> read = Network::load(span_of(data));
    if (!read) throw py::value_error(read.error());
    const Network& net = *read;
    const auto refuse = [](const std::string& what, const std::string& found, const std::string& own) {
        constexpr std::size_t kLongest = 400;
        const std::string cut = found.size() > kLongest ? found.substr(0, kLongest) + "..." : found;
        raise_value_error("the network is for " + what + " " + cut + ", not " + own);
    };
    if (net.label.game != game.name()) refuse("the game", net.label.game, std::string(game.name()));
    const int features = num_features(game);
    if (net.features != features)
        refuse("a number of features of", std::to_string(net.features), std::to_string(features));
    const std::uint64_t digest = feature_digest(game);
    if (net.label.digest != digest)
        refuse("features with the digest", std::to_string(net.label.digest), std::to_string(digest));
    return net;
}

// A seat is to act at the state, and the network is for its game.
void check_asked(const NetworkObject& network, const StateObject& state) {
    check_turn(state);
    check_network(network, *state.owner);
}

TrainSettings to_train_settings(const py::dict& given) {
    TrainSettings out;
    const auto read = [&](const char* key, auto& field) {
        if (given.contains(key)) field = py::cast<std::remove_reference_t<decltype(field)>>(given[key]);
    };
    read("seed", out.seed);
    read("lambda", out.play.lambda);
    read("random", out.play.random_share);
    read("greedy", out.play.greedy_share);
    read("past", out.play.past_share);
    read("worlds", out.play.worlds);
    read("paired", out.play.paired_share);
    read("playouts", out.play.playouts);
    read("first", out.play.goal.first_percent);
    read("temperature", out.temperature);
    read("temperature_end", out.temperature_end);
    read("by_gap", out.by_gap);
    read("rate", out.rate);
    read("batch", out.batch);
    read("follow", out.follow);
    read("small", out.small);
    read("alone", out.play.is_alone);
    if (given.contains("guide") && !given["guide"].is_none())
        out.play.guide = static_cast<int>(py::cast<double>(given["guide"]) * Network::kUnit);
    return out;
}

void bind_network(py::module_& m) {
    using Self = NetworkObject;
    DocumentedClass<Self, std::shared_ptr<Self>>(m, "Network")
        .def(py::init([](const std::shared_ptr<GameObject>& game, const py::bytes& data) {
                 return std::make_shared<Self>(game, to_network(game->game, data));
             }),
             Names("game data"))
        .def_property_readonly("label", [](const Self& self) { return label_data(self.network); })
        .def("act", "state seed margin",
             [](const Self& self, const StateObject& state, const py::object& seed, const py::object& margin) {
                 check_asked(self, state);
                 SplitMix64 rng = stream(to_seed(seed), 0);
                 NetPlayer player(state.game(), self.network);
                 if (!margin.is_none()) player.set_margin(static_cast<int>(py::cast<double>(margin) * Network::kUnit));
                 return player.choose(state.state(), rng);
             })
        .def("values", "state seed",
             [](const Self& self, const StateObject& state, const py::object& seed) {
                 check_asked(self, state);
                 SplitMix64 rng = stream(to_seed(seed), 0);
                 const NetPlayer player(state.game(), self.network);
                 AnyActions list;
                 state.game().legal_actions(state.state(), list);
                 NetPlayer::Judgements values;
                 player.judge(state.state(), list.span(), rng, values);
                 py::array_t<float> out(static_cast<py::ssize_t>(list.size()));
                 for (std::size_t i = 0; i < list.size(); ++i)
                     out.mutable_data()[i] = static_cast<float>(share_of_value(values[i])) / 65536.0F;
                 return out;
             })
        .def("save", [](const Self& self) {
            ByteWriter out;
            self.network.save(out);
            return bytes_of(out);
        });
}

void bind_training(py::module_& m) {
    using Self = TrainingObject;
    DocumentedClass<Self, std::shared_ptr<Self>>(m, "Training")
        .def(py::init([](const std::shared_ptr<GameObject>& game, const py::dict& given, int threads,
                         const py::object& start, const py::list& frozen) {
                 check_features(game->game);
                 TrainSettings settings = to_train_settings(given);
                 if (!start.is_none()) settings.start = to_network(game->game, py::cast<py::bytes>(start));
                 for (const auto& pair : frozen) {
                     const auto [data, share] = py::cast<std::pair<py::bytes, double>>(pair);
                     settings.frozen.push_back({to_network(game->game, data), share});
                 }
                 return std::make_shared<Self>(game, settings, threads);
             }),
             Names("game settings threads start frozen"))
        .def("step", "done",
             [](Self& self, double done) {
                 const Inside inside(self.gate);
                 self.training.step(done);
             })
        .def("count",
             [](Self& self) {
                 const TrainCount count = [&] {
                     const Inside inside(self.gate);
                     return self.training.count();
                 }();
                 py::dict out;
                 out["games"] = count.games;
                 out["decisions"] = count.decisions;
                 out["samples"] = count.samples;
                 out["loss"] = count.loss;
                 out["gap"] = count.gap;
                 return out;
             })
        .def("network", "record margin",
             [](Self& self, const std::string& record, double margin) {
                 ByteWriter out;
                 {
                     const Inside inside(self.gate);
                     Network net = self.training.result();
                     net.label.record = record;
                     net.margin = static_cast<std::int32_t>(margin * Network::kUnit);
                     net.save(out);
                 }
                 return bytes_of(out);
             })
        .def("save",
             [](Self& self) {
                 ByteWriter out;
                 {
                     const Inside inside(self.gate);
                     self.training.save(out);
                 }
                 return bytes_of(out);
             })
        .def("load", "data", [](Self& self, const py::bytes& data) {
            const std::span<const std::uint8_t> bytes = span_of(data);
            bool good = false;
            {
                const Inside inside(self.gate);
                ByteReader in(bytes);
                good = self.training.load(in) && in.left() == 0;
            }
            if (!good) throw py::value_error("the checkpoint is damaged, or of another game");
        });
    define(m, "network_strength", "network first_deal deals threads",
           [](const NetworkObject& network, std::uint64_t first_deal, std::size_t deals, int threads) {
               Strength strength;
               {
                   const GilRelease free;
                   strength = strength_of(network.owner->game, network.network, first_deal, deals, threads);
               }
               py::dict out;
               out["games"] = strength.games;
               out["score"] = strength.score;
               out["score_half"] = strength.score_half;
               out["first"] = strength.first;
               out["first_half"] = strength.first_half;
               return out;
           });
}

}  // namespace

void bind_net(py::module_& m) {
    bind_network(m);
    bind_training(m);
    define(m, "features", "state seat", [](const StateObject& state, const py::object& seat) {
        check_features(state.game());
        const int own = to_bounded(seat, "seat", 0, state.players() - 1);
        FeatureRow row;
        const std::vector<Segment> layout = state.game().feature_layout();
        const int size = size_of(layout);
        write_row(state.game(), state.state(), own, size, row);
        py::array_t<float> out(size);
        write_numbers(row, layout, out.mutable_data());
        return out;
    });
    define(m, "network_options", "game", [](const GameObject& game) {
        check_features(game.game);
        return network_options(game.game);
    });
    define(m, "feature_digest", "game", [](const GameObject& game) {
        check_features(game.game);
        return feature_digest(game.game);
    });
    define(m, "network_label", "data", [](const py::bytes& data) {
        const Result<Network> net = Network::load(span_of(data));
        if (!net) throw py::value_error(net.error());
        return label_data(*net);
    });
}

}  // namespace uneri
