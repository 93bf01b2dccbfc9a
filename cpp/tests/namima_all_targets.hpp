// Tries every multiset of cards of a small deck: which are complete, and how far a hand is from them, by the wording of
// the rules.
#pragma once

#include <algorithm>
#include <vector>

#include "uneri/games/namima/hands/distance/deficiency.hpp"

namespace uneri::namima::questions {

// The most new melds of each target, with up to all cards of a small deck; -1 if it has no arrangement.
class AllTargets {
public:
    explicit AllTargets(const Melds& melds) : melds_(melds) {
        std::size_t size = 1;
        for (int k = 0; k < melds.kinds(); ++k) {
            step_.push_back(size);
            size *= static_cast<std::size_t>(melds.deck().count(k)) + 1;
        }
        most_.assign(size, -1);
        most_[0] = 0;
        for (std::size_t at = 0; at < size; ++at) {
            const Cards cards = cards_at(at);
            for (int id = 0; id < melds.size(); ++id) {
                if (!cards.contains(melds[id].cards)) continue;
                const int rest = most_[place(cards - melds[id].cards)];
                if (rest >= 0) most_[at] = std::max(most_[at], rest + 1);
            }
        }
    }

    std::size_t size() const { return most_.size(); }
    bool is_complete(const Cards& hand) const { return most_[place(hand)] >= 0; }
    // 11.4 word for word.
    int need(const Cards& hand, MeldIds exposed, int size, int min_new, const Cards& visible) const {
        Cards avail = melds_.deck() - visible;
        for (const std::uint16_t id : exposed) avail -= melds_[id].cards;
        std::vector<Cards> laid;
        lay_off(exposed, avail, {}, laid);
        int least = kNever;
        for (std::size_t at = 0; at < most_.size(); ++at) {
            const Cards cards = cards_at(at);
            if (cards.total() != size || !avail.contains(cards)) continue;
            const bool found = std::any_of(laid.begin(), laid.end(), [&](const Cards& off) {
                return cards.contains(off) && most_[place(cards - off)] >= std::max(0, min_new);
            });
            if (found) least = std::min(least, (cards - (cards & hand)).total());
        }
        return least;
    }
    int deficiency(const Cards& hand, MeldIds exposed, int growth, const Cards& visible) const {
        int least = need(hand, exposed, hand.total() + 1, 0, visible);
        for (int c = 1; c <= growth && hand.total() + 1 + c <= melds_.deck_size(); ++c)
            least = std::min(least, need(hand, exposed, hand.total() + 1 + c, c + 1, visible));
        return least;
    }

    Cards cards_at(std::size_t at) const {
        Cards cards;
        for (int k = 0; k < melds_.kinds(); ++k) {
            const auto cap = static_cast<std::size_t>(melds_.deck().count(k));
            cards.set(k, static_cast<unsigned>(at / step_[static_cast<std::size_t>(k)] % (cap + 1)));
        }
        return cards;
    }

private:
    std::size_t place(const Cards& cards) const {
        std::size_t at = 0;
        cards.each([&](int kind, int count) {
            at += static_cast<std::size_t>(count) * step_[static_cast<std::size_t>(kind)];
        });
        return at;
    }
    void lay_off(MeldIds exposed, const Cards& avail, const Cards& laid, std::vector<Cards>& out) const {
        if (exposed.empty()) {
            out.push_back(laid);
            return;
        }
        lay_off(exposed.subspan(1), avail, laid, out);
        for (const std::uint16_t f : melds_.grown(exposed.front())) {
            const Cards more = melds_[f].cards - melds_[exposed.front()].cards;
            if ((avail - laid).contains(more)) lay_off(exposed.subspan(1), avail, laid + more, out);
        }
    }

    const Melds& melds_;
    std::vector<std::size_t> step_;
    std::vector<int> most_;
};

}  // namespace uneri::namima::questions
