#include "uneri/games/namima/prospects/prospects.hpp"

#include <algorithm>

#include "uneri/base/work.hpp"
#include "uneri/games/namima/prospects/graph.hpp"

namespace uneri::namima {
namespace {

using namespace prospect;

constexpr int kNear = 2;  // the most deficiency with exchanges, if nothing else is asked for

// The values of all hands of a graph, from the last step back. Each has a row: the chances to have won by each turn,
// then the points.
class Values {
public:
    Values(const Graph& graph, const ProspectModel& model, bool has_claim)
        : graph_(graph),
          model_(model),
          turns_(static_cast<std::size_t>(model.turns)),
          lanes_(2 * turns_),
          now_(graph.rests().size() * lanes_),
          next_(now_.size()),
          goal_(graph.rests().size()) {
        const bool meets_others = model.calls > 0 || std::ranges::any_of(model.rivals, [](float r) { return r > 0; });
        seats_ = meets_others ? model.players : 1;
        const int first = has_claim && meets_others ? 1 : 0;
        for (int step = model.turns * seats_ - 1; step >= first; --step) {
            if (!work_of_thread().pass(goal_.size())) return;
            now_.swap(next_);
            take_step(step, first);
        }
    }

    float win(Index rest, std::size_t turn) const noexcept { return now_[rest * lanes_ + turn]; }
    float points(Index rest, std::size_t turn) const noexcept { return now_[rest * lanes_ + turns_ + turn]; }

private:
    // The last turn's lane of the goal, after the step.
    float reward(const Graph::Coming& card) const noexcept {
        return model_.for_points ? static_cast<float>(card.points) : 1.0F;
    }

    void take_step(int step, int first) noexcept {
        const int draws = step / seats_;
        const int seen = step - first - draws;
        const auto unseen = static_cast<float>(graph_.unseen() - draws);
        left_ = {std::max(unseen, 1.0F), std::max(unseen - model_.calls * static_cast<float>(seen), 1.0F)};
        const auto round = static_cast<std::size_t>(step / seats_);
        const bool own = step % seats_ == seats_ - 1;
        const std::size_t last = model_.for_points ? lanes_ - 1 : turns_ - 1;
        for (std::size_t i = 0; i < goal_.size(); ++i) goal_[i] = next_[i * lanes_ + last];
        const float stays = own ? 1.0F : 1.0F - model_.rivals[round];
        const float share = own ? 1.0F : model_.calls;
        const auto& rests = graph_.rests();
        for (std::size_t i = 0; i < rests.size(); ++i) {
            const Graph::Rest& rest = rests[i];
            const float* before = &next_[i * lanes_];
            float* row = &now_[i * lanes_];
            const Range cards = own ? rest.draws : rest.calls;
            gained_.fill(0);
            float used = 0;
            for (Index c = cards.first; c < cards.last; ++c) used += add_gain(graph_.comings()[c], i, round);
            const float scale = share / std::max(used, 1.0F);
            for (std::size_t lane = 0; lane < lanes_; ++lane)
                row[lane] = stays * (before[lane] + scale * gained_[lane]);
        }
    }
    // Adds what a card gains over throwing it away. Returns the chance that it comes and is kept.
    float add_gain(const Graph::Coming& card, std::size_t from, std::size_t round) noexcept {
        const float chance = static_cast<float>(card.copies) / left_[card.caught ? 1 : 0];
        const float* before = &next_[from * lanes_];
        if (card.wins()) {
            if (reward(card) <= goal_[from]) return 0;
            for (std::size_t t = round; t < turns_; ++t) gained_[t] += chance * (1.0F - before[t]);
            const auto points = static_cast<float>(card.points);
            for (std::size_t t = turns_ + round; t < lanes_; ++t) gained_[t] += chance * (points - before[t]);
            return chance;
        }
        float best = goal_[from];
        Index chosen = kNone;
        for (Index to = card.to_first; to < card.to_last; ++to) {
            const Index rest = graph_.targets()[to];
            if (goal_[rest] <= best) continue;
            best = goal_[rest];
            chosen = rest;
        }
        if (chosen == kNone) return 0;
        const float* after = &next_[chosen * lanes_];
        for (std::size_t lane = 0; lane < lanes_; ++lane) gained_[lane] += chance * (after[lane] - before[lane]);
        return chance;
    }

    const Graph& graph_;
    const ProspectModel& model_;
    const std::size_t turns_;
    const std::size_t lanes_;
    int seats_ = 1;
    std::vector<float> now_;
    std::vector<float> next_;
    std::vector<float> goal_;
    std::array<float, 2 * kMostTurns> gained_{};
    // The unseen cards: all that nobody drew, and without those that a claim or call could have caught.
    std::array<float, 2> left_{};
};

class Asking {
public:
    Asking(const Tables& tables, const ProspectModel& model, const ProspectQuestion& question, int exchanges)
        : tables_(tables),
          model_(model),
          question_(question),
          growth_(model.calls > 0 ? kAnyGrowth : 0),
          graph_(tables, model, question, exchanges) {
        found_.exchanges = exchanges;
        if (question.drawn) {
            add_discards();
        } else {
            add_calls();
        }
        found_.complete = graph_.grow();
        found_.hands = graph_.asked();
    }
    bool complete() const noexcept { return found_.complete; }

    Prospects answer() && {
        const Values values(graph_, model_, question_.claim >= 0);
        const auto turns = static_cast<std::size_t>(model_.turns);
        for (std::size_t i = 0; i < found_.rows.size(); ++i) {
            if (roots_[i] == kNone) continue;
            Prospect& row = found_.rows[i];
            for (std::size_t t = 0; t < turns; ++t) {
                row.win[t] = values.win(roots_[i], t);
                row.points[t] = values.points(roots_[i], t);
            }
        }
        return std::move(found_);
    }

private:
    void add(Prospect::Move move, int id, Index root) {
        const Graph::Rest& rest = graph_.rests()[root];
        found_.rows.push_back({move, id, rest.deficiency, rest.copies, {}, {}});
        roots_.push_back(root);
    }
    void add_win(const Cards& whole, int claimed) {
        Prospect row{Prospect::kDeclare, claimed, 0, 0, {}, {}};
        row.win.fill(1);
        row.points.fill(static_cast<float>(best_points(tables_, whole, question_.exposed, claimed, -1)));
        found_.rows.push_back(row);
        roots_.push_back(kNone);
    }

    void add_discards() {
        const Cards& hand = question_.hand;
        if (is_complete(tables_, hand, question_.exposed)) add_win(hand, -1);
        const DiscardTable table =
            discard_table(tables_, hand, question_.exposed, growth_, question_.visible, model_.slack > 0);
        int least = kNever;
        for (const DiscardRow& row : table) least = std::min<int>(least, row.deficiency);
        if (growth_ > 0) {
            const int drawn = deficiency_drawn(tables_, hand, question_.exposed, growth_, question_.visible);
            least = std::max(1, std::min(least, drawn));
        }
        const int most = std::min(least + model_.slack, kNever);
        for (const DiscardRow& row : table) {
            if (row.deficiency > most) continue;
            Cards rest = hand;
            rest.remove(row.kind);
            add(Prospect::kThrow, row.kind, graph_.root(rest, row));
        }
        if (growth_ > 0) add_melds(hand, 0, most);
    }
    // For a hand at rest: to wait, or to pass or to call.
    void add_calls() {
        const Index stays = graph_.root(question_.hand, 0, kNever);
        const int kind = question_.claim;
        if (kind >= 0) {
            const Cards both = question_.hand + Cards::of(kind);
            if (is_complete(tables_, both, question_.exposed) &&
                is_complete_claimed(tables_, both, question_.exposed, kind))
                add_win(both, kind);
        }
        add(Prospect::kStay, -1, stays);
        if (kind >= 0 && growth_ > 0)
            add_melds(question_.hand + Cards::of(kind), std::uint64_t{1} << kind,
                      std::min(graph_.rests()[stays].deficiency + model_.slack, kNever));
    }
    // Melds within the hand that hold the kinds `with`, as bits.
    void add_melds(const Cards& hand, std::uint64_t with, int most) {
        for (int id = 0; id < tables_.melds.size(); ++id) {
            const Meld& meld = tables_.melds[id];
            if (meld.size >= hand.total() || (with & ~meld.cards.some()) != 0 || !hand.contains(meld.cards)) continue;
            const Index root = graph_.root(hand - meld.cards, graph_.with(0, id), most);
            if (root != kNone) add(Prospect::kExpose, id, root);
        }
    }

    const Tables& tables_;
    const ProspectModel& model_;
    const ProspectQuestion& question_;
    const int growth_;
    Graph graph_;
    Prospects found_;
    std::vector<Index> roots_;  // kNone for a win
};

}  // namespace

Prospects prospects(const Tables& tables, const ProspectModel& model, const ProspectQuestion& question) {
    const int growth = model.calls > 0 ? kAnyGrowth : 0;
    int exchanges = model.exchanges;
    if (exchanges < 0)
        exchanges = is_within(tables, question.hand, question.exposed, kNear, growth, question.visible, question.drawn);
    for (;; --exchanges) {
        Asking asking(tables, model, question, exchanges);
        if (asking.complete() || exchanges == 0 || work_of_thread().over()) return std::move(asking).answer();
    }
}

}  // namespace uneri::namima
