#include "uneri/games/tacta/encode.hpp"

#include <algorithm>

#include "uneri/games/tacta/hidden.hpp"

namespace uneri::tacta {
namespace {

constexpr int kPhases = 5;
constexpr int kChoices = 2;  // sabotage: suits that a seat can hand over
constexpr int kStatuses = 3;
constexpr float kDots = 63.0F;  // of a deck
constexpr float kLength = 1024.0F;
constexpr float kParents = 128.0F;
constexpr float kParentShapes = 32.0F;

}  // namespace

std::vector<Segment> tensor_layout(const Options& o) {
    const int seats = o.players;
    const int colours = o.colours;
    const int laid = o.cards_in_round();
    const int shapes = o.t().most_shapes;
    constexpr float kPlaceStep = 8.0F / kLength;  // places as bytes: steps of eight units, from -1024 to 1016
    return {
        {"phase", {kPhases}},
        {"round", {1}, 0.0F, 1.0F / static_cast<float>(o.rounds)},
        {"scores", {seats}, 0.0F, 1.0F / kDots},
        {"visible", {colours}, 0.0F, 1.0F / kDots},
        {"turn", {seats}},
        {"starter", {seats}},
        {"passed", {seats}},
        {"finish_order", {seats}, 0.0F, 1.0F / static_cast<float>(seats)},
        {"hidden", {seats}, 0.0F, 1.0F / static_cast<float>(kDeckSize)},
        {"ends_total", {seats}, 0.0F, 0.5F},
        {"ends", {seats, kEnds, kDeckSize * colours}},
        {"pending", {seats, kEnds}},
        {"unseen", {kDeckSize * colours}},
        {"handed", {seats, kChoices}},
        {"first", {seats, kEnds}},
        {"told", {seats, kValues}, 0.0F, 0.5F},
        {"barred", {seats, kEnds, kDeckSize}},
        {"start_open", {o.t().start_shapes}},
        {"laid", {laid}},
        {"laid_colour", {laid, colours}},
        {"laid_seat", {laid, seats}},
        {"laid_card", {laid, kDeckSize}},
        {"laid_face", {laid}},
        {"laid_k", {laid, kTurns}},
        {"laid_t", {laid, 4}, -1.0F, kPlaceStep},
        {"laid_parent", {laid}, 0.0F, 1.0F / kParents},
        {"laid_parent_shape", {laid}, 0.0F, 1.0F / kParentShapes},
        {"laid_own_shape", {laid, shapes}},
        {"laid_status", {laid, shapes, kStatuses}},
        {"seat", {seats}},
    };
}

namespace {

// Writes the tensor segment by segment. Seats are relative to the observer, colours to its scoring colour.
class Observer {
public:
    Observer(const Options& o, const State& s, int seat, std::span<float> out) noexcept
        : o_(o), s_(s), seat_(seat), seats_(o.players), tensor_(out) {}

    void match() noexcept {
        tensor_.one_hot(s_.phase, kPhases);
        tensor_.scalar(static_cast<float>(s_.round) / static_cast<float>(o_.rounds));
        each_seat([&](int q) { return static_cast<float>(s_.scores[at(q)]) / kDots; });
        float* visible = tensor_.block(o_.colours);
        for (int colour = 0; colour < o_.colours; ++colour)
            visible[relative_colour(colour)] = static_cast<float>(s_.dots[at(colour)]) / kDots;
        tensor_.one_hot(relative_seat(s_.turn), seats_);
        tensor_.one_hot(relative_seat(s_.starter), seats_);
        each_seat([&](int q) { return static_cast<float>(s_.passed >> q & 1); });
        float* finished = tensor_.block(seats_);
        for (int place = 0; place < seats_; ++place) {
            const int q = s_.finish_order[at(place)];
            if (q != kNone) finished[relative_seat(q)] = static_cast<float>(place + 1) / static_cast<float>(seats_);
        }
    }

    void decks() noexcept {
        const int cards = kDeckSize * o_.colours;
        each_seat([&](int q) { return static_cast<float>(s_.hidden[at(q)]) / static_cast<float>(kDeckSize); });
        each_seat([&](int q) { return static_cast<float>(deck_size(s_, q) - s_.hidden[at(q)]) / 2.0F; });
        for (int i = 0; i < seats_; ++i) {
            for (const int held : s_.ends[at(absolute(i))])
                tensor_.one_hot(sees_ends(o_, seat_, absolute(i)) ? relative_card(held) : kNone, cards);
        }
        pending(tensor_.block(seats_ * kEnds));
        float* block = tensor_.block(cards);
        const Unseen unseen = unseen_cards(o_, s_, seat_);
        for (int colour = 0; colour < o_.colours; ++colour) {
            for_each_bit(unseen[at(colour)], [&](int card) { block[relative_card(kDeckSize * colour + card)] = 1.0F; });
        }
    }

    void knowledge() noexcept {
        for (int i = 0; i < seats_; ++i) {
            const int q = absolute(i);
            tensor_.one_hot(sees_choice(s_, seat_, q) ? s_.handed[at(q)] : kNone, kChoices);
        }
        for (int i = 0; i < seats_; ++i) {
            for (const int known : s_.first[at(absolute(i))]) tensor_.scalar(static_cast<float>(known));
        }
        for (int i = 0; i < seats_; ++i) {
            const Told told = told_of(o_, s_, absolute(i));
            float* block = tensor_.block(kValues);
            for (int v = 0; v < told.size; ++v) block[told.values[at(v)] - 1] += 0.5F;
        }
        for (int i = 0; i < seats_; ++i) {
            for (const CardSet cards : s_.barred[at(absolute(i))]) {
                float* block = tensor_.block(kDeckSize);
                for_each_bit(cards, [&](int card) { block[card] = 1.0F; });
            }
        }
    }

    void table() noexcept {
        const Tables& t = o_.t();
        const int laid = o_.cards_in_round();
        const int shapes = t.most_shapes;
        float* start_open = tensor_.block(t.start_shapes);
        for (int j = 0; j < t.start_shapes; ++j) start_open[j] = static_cast<float>(~s_.start_covered >> j & 1);
        float* there = tensor_.block(laid);
        float* colour = tensor_.block(laid * o_.colours);
        float* seat = tensor_.block(laid * seats_);
        float* card = tensor_.block(laid * kDeckSize);
        float* face = tensor_.block(laid);
        float* k = tensor_.block(laid * kTurns);
        float* place = tensor_.block(laid * 4);
        float* parent = tensor_.block(laid);
        float* parent_shape = tensor_.block(laid);
        float* own_shape = tensor_.block(laid * shapes);
        float* status = tensor_.block(laid * shapes * kStatuses);
        for (int row = 0; row + 1 < s_.count; ++row) {
            const Placed& p = s_.placed[at(row + 1)];
            there[row] = 1.0F;
            colour[row * o_.colours + relative_colour(p.colour)] = 1.0F;
            seat[row * seats_ + relative_seat(p.seat)] = 1.0F;
            card[row * kDeckSize + p.card] = 1.0F;
            face[row] = static_cast<float>(p.face());
            k[row * kTurns + p.k()] = 1.0F;
            int part = 4 * row;
            for (const int number : {p.ax, p.bx, p.ay, p.by}) place[part++] = static_cast<float>(number) / kLength;
            parent[row] = static_cast<float>(p.parent + 1) / kParents;
            parent_shape[row] = static_cast<float>(p.parent_shape + 1) / kParentShapes;
            if (p.own_shape != kNone) own_shape[row * shapes + p.own_shape] = 1.0F;
            for (int j = 0; j < t.shape_count[at(p.card)]; ++j)
                status[(row * shapes + j) * kStatuses + status_of(s_, row + 1, j)] = 1.0F;
        }
        tensor_.one_hot(seat_, seats_);
    }

private:
    int absolute(int i) const noexcept { return (seat_ + i) % seats_; }
    int relative_seat(int q) const noexcept { return q < 0 ? kNone : (q - seat_ + seats_) % seats_; }
    int relative_colour(int colour) const noexcept {
        return (colour - o_.scoring_colour(seat_) + o_.colours) % o_.colours;
    }
    int relative_card(int coloured) const noexcept {
        return coloured < 0 ? kNone : kDeckSize * relative_colour(colour_of(coloured)) + card_of(coloured);
    }
    template <class Number>
    void each_seat(Number&& number) noexcept {
        float* block = tensor_.block(seats_);
        for (int i = 0; i < seats_; ++i) block[i] = number(absolute(i));
    }
    void pending(float* block) const noexcept {
        if (s_.phase != kReveal) return;
        const int first = kEnds * s_.pending_seat + s_.pending_end;
        const int last = s_.turn == kNone ? kEnds * seats_ - 1 : first;
        for (int i = first; i <= last; ++i) block[kEnds * relative_seat(i / kEnds) + i % kEnds] = 1.0F;
    }

    const Options& o_;
    const State& s_;
    int seat_;
    int seats_;
    TensorWriter tensor_;
};

}  // namespace

void observe(const Options& o, const State& s, int seat, std::span<float> out) noexcept {
    std::fill(out.begin(), out.end(), 0.0F);
    Observer observer(o, s, seat, out);
    observer.match();
    observer.decks();
    observer.knowledge();
    observer.table();
}

}  // namespace uneri::tacta
