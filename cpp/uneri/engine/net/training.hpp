// Training by self-play, in steps. A step plays some games with the current weights and then learns from them. Games
// are split over threads by index and sums are taken in a fixed order. So training is the same for any number of
// threads, and continues from a checkpoint as if it had not stopped.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "uneri/engine/any_game.hpp"
#include "uneri/engine/net/features.hpp"
#include "uneri/engine/net/float_network.hpp"
#include "uneri/engine/net/self_play.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/engine/position.hpp"

namespace uneri {

struct TrainSettings {
    std::uint64_t seed = 0;
    SelfPlaySettings play;
    float temperature = 0.3F;  // at the start, in logits; or in mean gaps between the best two actions
    float temperature_end = 0.05F;
    bool by_gap = false;
    float rate = 2e-3F;     // learning rate at the start
    int batch = 512;        // samples per step of Adam
    float follow = 0.004F;  // of the running mean of weights, per step of Adam
    int games_of_step = 64;
    std::uint64_t past_every = 20'000;  // games; 0: none
    int most_past = 8;
    bool small = false;  // first weights of one byte
    std::vector<Frozen> frozen;
    std::optional<Network> start;  // begins with its weights, in place of random ones
};

// Progress so far.
struct TrainCount {
    std::uint64_t games = 0;
    std::uint64_t decisions = 0;
    std::uint64_t samples = 0;
    double loss = 0;   // mean over the last step
    double gap = 0.3;  // running mean
};

class Training {
public:
    Training(const AnyGame& game, const TrainSettings& settings, int threads)
        : game_(game),
          settings_(settings),
          play_(game_, settings.play),
          threads_(threads),
          network_(scales(game_), settings.seed),
          adam_(network_.size()),
          average_(network_.weights),
          parts_(kParts, std::vector<float>(network_.size())),
          games_(static_cast<std::size_t>(settings.games_of_step)),
          counts_(games_.size()) {
        opponents_.frozen = settings.frozen;
        if (!settings.start) return;
        network_.set(*settings.start);
        average_ = network_.weights;
        std::fill(adam_.squares.begin(), adam_.squares.end(), 1e-12F);  // its features count as seen
    }

    const TrainCount& count() const noexcept { return count_; }
    const TrainSettings& settings() const noexcept { return settings_; }

    // Does one step; `done` is the share of the training that is finished.
    void step(double done) {
        const Network current = network_.rounded(false);
        const double scale = settings_.by_gap ? count_.gap : 1;
        const double temperature =
            scale * (settings_.temperature + (settings_.temperature_end - settings_.temperature) * done);
        const auto play = [&](std::size_t i, std::size_t) {
            games_[i].clear();
            counts_[i] =
                play_.play(current, opponents_, temperature, stream(settings_.seed, count_.games + i), games_[i]);
        };
        run_parts(games_.size(), 1, threads_, play, Split::kAtOnce);
        learn(static_cast<float>(settings_.rate * std::max(0.03, 1 - done)));
        count_.games += games_.size();
        double gaps = 0;
        std::uint64_t decisions = 0;
        for (const auto& count : counts_) {
            decisions += count.decisions;
            gaps += count.gap;
        }
        count_.decisions += decisions;
        if (decisions > 0) count_.gap += 0.01 * (gaps / static_cast<double>(decisions) - count_.gap);
        if (settings_.past_every > 0 && count_.games / settings_.past_every > past_made_) {
            past_made_ = count_.games / settings_.past_every;
            opponents_.past.push_back(result());
            if (opponents_.past.size() > static_cast<std::size_t>(settings_.most_past))
                opponents_.past.erase(opponents_.past.begin());
        }
    }

    // The current network: the running mean of the weights, as integers.
    Network result() const {
        FloatNetwork mean = network_;
        mean.weights = average_;
        forget_unseen(mean.weights);
        Network net = mean.rounded(settings_.small);
        net.label.game = std::string(game_.name());
        net.label.options = network_options(game_);
        net.label.digest = feature_digest(game_);
        return net;
    }

    // Saves all that a step depends on, apart from the settings.
    void save(ByteWriter& out) const {
        for (const std::uint64_t number : {count_.games, count_.decisions, count_.samples, past_made_}) out.u64(number);
        for (const double number : {count_.loss, count_.gap, adam_.mean_power, adam_.square_power})
            out.u64(std::bit_cast<std::uint64_t>(number));
        out.u32(static_cast<std::uint32_t>(network_.size()));
        for (const auto* block : {&network_.weights, &average_, &adam_.mean, &adam_.squares}) {
            for (const float number : *block) out.u32(std::bit_cast<std::uint32_t>(number));
        }
        out.u32(static_cast<std::uint32_t>(opponents_.past.size()));
        for (const Network& net : opponents_.past) {
            ByteWriter one;
            net.save(one);
            out.text({reinterpret_cast<const char*>(one.bytes().data()), one.bytes().size()});
        }
    }
    // False if the bytes do not belong to this game.
    bool load(ByteReader& in) {
        for (std::uint64_t* number : {&count_.games, &count_.decisions, &count_.samples, &past_made_})
            *number = in.u64();
        for (double* number : {&count_.loss, &count_.gap, &adam_.mean_power, &adam_.square_power})
            *number = std::bit_cast<double>(in.u64());
        if (in.u32() != network_.size() || !in.good()) return false;
        for (auto* block : {&network_.weights, &average_, &adam_.mean, &adam_.squares}) {
            for (float& number : *block) number = std::bit_cast<float>(in.u32());
        }
        opponents_.past.clear();
        const std::uint32_t count = in.u32();
        if (!in.good() || count > static_cast<std::uint32_t>(settings_.most_past)) return false;
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::string bytes = in.text();
            const Result<Network> net =
                Network::load({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
            if (!net || net->features != static_cast<std::int32_t>(network_.features())) return false;
            opponents_.past.push_back(*net);
        }
        return in.good();
    }

private:
    static constexpr std::size_t kParts = 4;  // of a batch, each with its own gradient

    static std::vector<float> scales(const AnyGame& game) {
        std::vector<float> out;
        for (const Segment& block : game.feature_layout())
            out.insert(out.end(), static_cast<std::size_t>(block.size()), block.step);
        return out;
    }

    // Clears the weights of features that never occurred.
    void forget_unseen(std::vector<float>& weights) const noexcept {
        constexpr std::size_t kRow = FloatNetwork::kFirst;
        for (std::size_t f = 0; f < network_.features(); ++f) {
            const auto row = adam_.squares.begin() + static_cast<std::ptrdiff_t>(f * kRow);
            if (std::all_of(row, row + kRow, [](float x) { return x == 0; }))
                std::fill_n(weights.begin() + static_cast<std::ptrdiff_t>(f * kRow), kRow, 0.0F);
        }
    }
    void learn(float rate) {
        all_.clear();
        for (const Samples& game : games_) append(game);
        if (all_.items.empty()) return;
        const std::size_t size = all_.items.size();
        const std::size_t batches = std::max<std::size_t>(1, size / static_cast<std::size_t>(settings_.batch));
        double loss = 0;
        for (std::size_t batch = 0; batch < batches; ++batch) {
            chosen_.clear();  // spread evenly over all games
            for (std::size_t i = batch; i < size; i += batches) chosen_.push_back(static_cast<std::uint32_t>(i));
            std::array<double, kParts> losses{};
            const auto descend = [&](std::size_t part, std::size_t) {
                const std::size_t begin = chosen_.size() * part / kParts;
                const std::size_t end = chosen_.size() * (part + 1) / kParts;
                losses[part] = network_.add_gradient(
                    all_, std::span<const std::uint32_t>(chosen_).subspan(begin, end - begin), parts_[part].data());
            };
            run_parts(kParts, 1, threads_, descend, Split::kAtOnce);
            for (const double part : losses) loss += part;
            adam_.step(network_.weights, parts_, rate, 1.0F / static_cast<float>(chosen_.size()), average_,
                       settings_.follow);
        }
        count_.samples += size;
        count_.loss = loss / static_cast<double>(size);
    }
    void append(const Samples& game) {
        const auto ones = static_cast<std::uint32_t>(all_.ones.size());
        const auto scaled = static_cast<std::uint32_t>(all_.scaled.size());
        for (Samples::Item item : game.items) {
            item.ones += ones;
            item.scaled += scaled;
            all_.items.push_back(item);
        }
        all_.ones.insert(all_.ones.end(), game.ones.begin(), game.ones.end());
        all_.scaled.insert(all_.scaled.end(), game.scaled.begin(), game.scaled.end());
        all_.levels.insert(all_.levels.end(), game.levels.begin(), game.levels.end());
    }

    const AnyGame game_;
    TrainSettings settings_;
    SelfPlay play_;
    int threads_;
    FloatNetwork network_;
    Adam adam_;
    std::vector<float> average_;
    std::vector<std::vector<float>> parts_;
    std::vector<Samples> games_;
    std::vector<SelfPlay::Count> counts_;
    Opponents opponents_;
    std::uint64_t past_made_ = 0;
    TrainCount count_;
    Samples all_;
    std::vector<std::uint32_t> chosen_;
};

// The strength of a network against the greedy player. Every deal is played twice, with the seats swapped, so that both
// get the same cards.
struct Strength {
    std::uint64_t games = 0;
    double score = 0;       // the share of other seats left behind
    double score_half = 0;  // half the width of the 95 % interval
    double first = 0;
    double first_half = 0;
};

class Trial {
public:
    Trial(const AnyGame& game, const Network& net) noexcept
        : game_(game), player_(game, net), players_(game.players()) {}

    // Plays both games of a deal; returns the network's mean score and share of first places.
    std::pair<double, double> play(std::uint64_t deal) const {
        double score = 0;
        double first = 0;
        for (int turn = 0; turn < 2; ++turn) {
            AnyPosition position = new_position(game_, deal);
            SplitMix64 rng = stream(deal, static_cast<std::uint64_t>(turn));
            for (int p = game_.player(position.state); p != kTerminal; p = game_.player(position.state)) {
                const bool own = (p + turn) % 2 == 0;
                position.play(game_, own ? player_.choose(position.state, rng) : game_.greedy(position.state));
            }
            std::array<std::int64_t, static_cast<std::size_t>(kMostSeats)> points{};
            game_.points(position.state, points.data());
            const std::int64_t most = *std::max_element(points.begin(), points.begin() + players_);
            int ties = 0;
            int mine = 0;
            int pairs = 0;
            int halves = 0;
            for (int p = 0; p < players_; ++p) {
                const std::int64_t own = points[static_cast<std::size_t>(p)];
                ties += own == most;
                if ((p + turn) % 2 != 0) continue;
                mine += own == most;
                for (int q = 0; q < players_; ++q) {
                    if ((q + turn) % 2 == 0) continue;
                    const std::int64_t other = points[static_cast<std::size_t>(q)];
                    ++pairs;
                    halves += static_cast<int>(other < own) + static_cast<int>(other <= own);
                }
            }
            score += 0.25 * halves / pairs;
            first += 0.5 * mine / ties;
        }
        return {score, first};
    }

private:
    const AnyGame& game_;
    NetPlayer player_;
    int players_;
};

inline Strength strength_of(const AnyGame& game, const Network& net, std::uint64_t first_deal, std::size_t deals,
                            int threads) {
    std::vector<std::pair<double, double>> results(deals);
    const Trial trial(game, net);
    const auto play = [&](std::size_t i, std::size_t) { results[i] = trial.play(first_deal + i); };
    run_parts(deals, 1, threads, play, Split::kAtOnce);
    Strength out;
    double squares = 0;
    double first_squares = 0;
    for (const auto& [score, first] : results) {
        out.score += score;
        out.first += first;
        squares += score * score;
        first_squares += first * first;
    }
    const auto n = static_cast<double>(deals);
    out.games = 2 * deals;
    out.score /= n;
    out.first /= n;
    const auto half = [&](double mean_square, double mean) {
        return n < 2 ? 1.0 : 1.96 * std::sqrt(std::max(0.0, mean_square - mean * mean) / (n - 1));
    };
    out.score_half = half(squares / n, out.score);
    out.first_half = half(first_squares / n, out.first);
    return out;
}

}  // namespace uneri
