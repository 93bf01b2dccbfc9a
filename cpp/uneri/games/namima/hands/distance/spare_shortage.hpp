// What may be laid off, and which spare cards may run short.
#pragma once

#include "uneri/games/namima/hands/distance/sweep_targets.hpp"

namespace uneri::namima {
namespace {

class SpareShortage {
public:
    explicit SpareShortage(const SweepTargets& targets) noexcept : targets_(targets) {}

    // All that may be laid off on the exposed melds together, from place `e` on. False: it is too much.
    bool find_laid(std::size_t e, const Cards& cards) noexcept {
        if (e == targets_.q.exposed.size()) {
            for (std::size_t i = 0; i < laid_count; ++i) {
                if (laid[i] == cards) return true;
            }
            if (laid_count == kMostLaid) return false;
            laid[laid_count++] = cards;
            const std::uint64_t more = most_laid_.short_of(cards);
            most_laid_ = most_laid_.only(~more) + cards.only(more);
            return true;
        }
        if (!find_laid(e + 1, cards)) return false;
        const Cards left = targets_.q.hand + targets_.q.spare - cards;
        const Cards& meld = targets_.q.tables.parts.meld(targets_.q.exposed[e]);
        for (const std::uint16_t f : targets_.q.tables.melds.grown(targets_.q.exposed[e])) {
            const Cards added = targets_.q.tables.parts.meld(f) - meld;
            if (added.empty() || !left.contains(added)) continue;
            const Cards all = cards + added;
            if ((all - (all & targets_.q.hand)).total() <= targets_.most && !find_laid(e + 1, all)) return false;
        }
        return true;
    }

    // Of which kinds may a target within reach lack more than there are spare ones? It holds all that the hand has of
    // them, with one of these maybe discarded, and a card more than are spare; the melds with them have so many other
    // cards, which are of the hand or lacking. Among them is a crossing meld, if none is laid off: what local melds
    // lack together is known to be there.
    void find_scarce() noexcept {
        scarce = 0;
        for (std::uint64_t left = targets_.q.tables.parts.kind_bits(); left != 0; left &= left - 1) {
            const int bit = low_bit(left);
            const std::uint64_t kind = left & (~left + 1);
            const Shortage shortage = shortage_of(bit);
            const auto& around = targets_.tables.around[static_cast<std::size_t>(bit)];
            const bool may_be_laid = (most_laid_.some() >> bit & 1) != 0;
            const int others = may_be_laid ? around.others[shortage.cards] : around.others_crossing[shortage.cards];
            if (shortage.spare + 1 + (others > shortage.held ? others - shortage.held : 0) <= targets_.most)
                scarce |= kind;
        }
        const std::uint64_t open = scarce & ~targets_.tables.some_alike;
        if (laid_count == 0 && open != 0) look_closer(open);
    }
    // The same if the crossing meld takes nothing of the hand: all of it is lacking, and others have the rest.
    std::uint64_t scarce_with(const SweepTables::Crossing& meld) const noexcept {
        std::uint64_t found = 0;
        for (std::uint64_t left = meld.cards.some() & scarce; left != 0; left &= left - 1) {
            const int bit = low_bit(left);
            const Shortage shortage = shortage_of(bit);
            const int own = meld.cards.count(bit);
            const std::size_t cards =
                shortage.cards > static_cast<std::size_t>(own) ? shortage.cards - static_cast<std::size_t>(own) : 0;
            const int others = targets_.tables.around[static_cast<std::size_t>(bit)].others[cards];
            if (shortage.spare + 1 + meld.size - own + (others > shortage.held ? others - shortage.held : 0) <=
                targets_.most)
                found |= left & (~left + 1);
        }
        return found;
    }

    // What the parts weigh at least whichever crossing melds are taken.
    void weigh_all() noexcept {
        SweepTargets::Worth worth = {};
        for (const auto& meld : targets_.tables.crossing) {
            const int cards = SweepTargets::taken(meld, targets_.q.hand);
            if (meld.size - cards <= targets_.most && 2 * cards > meld.size && !targets_.replaced(meld))
                targets_.value(meld, cards, worth);
        }
        all_weight_ = 0;
        for (unsigned parts = occupied(targets_.q.hand); parts != 0; parts &= parts - 1) {
            const int part = low_bit(parts);
            targets_.add_up(worth, part, all_falls_[part]);
            all_weights_[part] = targets_.weight(all_falls_[part], part, targets_.q.hand);
            all_weight_ += all_weights_[part];
        }
    }
    // May a target within reach hold so many of a kind, with a crossing meld that has it?
    bool may_run_short(int bit, int spare, int copies) const noexcept {
        Short wanted{bit, 2 * SweepTargets::kUnit * targets_.most - all_weight_, spare, copies};
        if (!wanted.find(targets_.q, targets_.most)) return true;
        int steps = kSteps;
        return fill(wanted, 0, {targets_.q.hand, wanted.copies, wanted.others}, true, steps);
    }

    // Whichever crossing melds are taken.
    SweepTargets::Falls all_falls_[kMaxParts];
    int all_weights_[kMaxParts];
    int all_weight_;
    std::uint64_t scarce = 0;
    static constexpr std::size_t kMostLaid = 1 << 8;
    std::size_t laid_count = 0;  // 0: there are no exposed melds
    Cards most_laid_;            // of each kind
    union {                      // not to be set to 0
        Cards laid[kMostLaid];
    };

private:
    const SweepTargets& targets_;
    struct Shortage {
        int spare;
        std::size_t cards;  // that a target's new melds have if these are not enough, or more
        int held;           // cards of the hand that can be in melds with them
    };
    Shortage shortage_of(int bit) const noexcept {
        const int hand = targets_.q.hand.count(bit);
        const int spare = targets_.q.spare.count(bit);
        const Cards near = targets_.q.hand.only(targets_.tables.around[static_cast<std::size_t>(bit)].kinds);
        const int cards = (hand > 0 ? hand - 1 : 0) + spare + 1 - most_laid_.count(bit);
        return {spare, static_cast<std::size_t>(cards > 0 ? cards : 0),
                count_bits(near.b0) + 2 * count_bits(near.b1) + 4 * count_bits(near.b2)};
    }

    // The melds with a kind are tried, where no meld has that kind alone: one that has makes it possible nearly always.
    // A target that lacks more than are spare holds melds with that many cards of the kind, one of which crosses if the
    // kind is to be scarce. What these lack, and what the rest of the hand weighs at least, is 2 * most together or
    // less. (If a card is discarded, a target lacks a card more than it leaves over of the others: a weight of
    // 2 * most - 1, but what these weigh at least may also be a card less than the bound of the whole hand says.)
    void look_closer(std::uint64_t kinds) noexcept {
        weigh_all();
        for (; kinds != 0; kinds &= kinds - 1) {
            const std::uint64_t kind = kinds & (~kinds + 1);
            const int bit = low_bit(kinds);
            const int held = targets_.q.hand.count(bit);
            const int spare = targets_.q.spare.count(bit);
            if (!may_run_short(bit, spare, (held > 0 ? held - 1 : 0) + spare + 1)) scarce &= ~kind;
        }
    }
    static constexpr int kSteps = 1 << 10;  // melds tried for a kind before it is taken for possible
    struct Short {
        static constexpr int kMelds = 32;
        int bit;
        int room;  // that the weight of the whole hand leaves
        int held = 0;
        int spare;
        int copies;           // that melds have to hold
        int others = 0;       // cards that these may lack besides
        int most_copies = 1;  // that one of them holds
        int size = 0;
        struct Held {
            Cards others;
            std::int8_t cards;    // of `others`
            std::int8_t lacking;  // of these, with the whole hand
            std::int8_t copies;   // of the kind
            bool crossing;
        };
        union {  // not to be set to 0
            Held melds[kMelds];
        };

        Short(int kind_bit, int room_left, int spare_cards, int wanted) noexcept
            : bit(kind_bit), room(room_left), spare(spare_cards), copies(wanted) {}
        // The melds with the kind that lack few enough others, those first that lack fewest. False: there are too many.
        bool find(const Question& q, int most) noexcept {
            held = q.hand.count(bit);
            others = most - spare - 1;
            for (const std::uint16_t id : q.tables.melds.holding(q.tables.parts.kind_at(bit))) {
                const Cards& meld = q.tables.parts.meld(id);
                const Cards rest = meld.only(~(std::uint64_t{1} << bit));
                const int cards = rest.total();
                const int lacking = cards - (rest & q.hand).total();
                if (lacking > others) continue;
                if (size == kMelds) return false;
                const unsigned parts = occupied(meld);
                const int own = meld.count(bit);
                most_copies = most_copies < own ? own : most_copies;
                int at = size++;
                for (; at > 0 && melds[at - 1].lacking > lacking; --at) melds[at] = melds[at - 1];
                melds[at] = {rest, static_cast<std::int8_t>(cards), static_cast<std::int8_t>(lacking),
                             static_cast<std::int8_t>(own), (parts & (parts - 1)) != 0};
            }
            return true;
        }
        int melds_for(int needed) const noexcept { return (needed + most_copies - 1) / most_copies; }
    };
    struct Filled {
        Cards hand;  // what is left of it; all cards of the kind still there
        int copies;  // of the kind that are still to be found
        int others;  // cards that may still be lacking
    };
    // Is there such a choice of melds, with one that crosses? That one comes first, the others are any.
    bool fill(const Short& wanted, int at, const Filled& so_far, bool crossing, int& steps) const noexcept {
        if (so_far.copies <= 0) return fits(wanted, so_far);
        const int more = wanted.melds_for(so_far.copies) - 1;  // melds besides the next one
        for (; at < wanted.size; ++at) {
            const auto& meld = wanted.melds[at];
            // With fewer cards in the hand a meld never lacks fewer, and those behind lack no fewer.
            const auto& lightest = crossing ? wanted.melds[0] : meld;
            if (meld.lacking + more * lightest.lacking > so_far.others) return false;
            if (crossing && !meld.crossing) continue;
            if (--steps < 0) return true;
            const Cards have = meld.others & so_far.hand;
            const int lacking = meld.cards - have.total();
            if (lacking > so_far.others) continue;
            const Filled next{so_far.hand - have, so_far.copies - meld.copies, so_far.others - lacking};
            if (fill(wanted, crossing ? 0 : at, next, false, steps)) return true;
        }
        return false;
    }
    bool fits(const Short& wanted, const Filled& filled) const noexcept {
        const int copies = wanted.copies - filled.copies;
        const int own = copies - wanted.spare - 1;
        Cards left = filled.hand;
        const int lacking = wanted.others - filled.others;
        int room = wanted.room - SweepTargets::kUnit * (lacking + copies);
        for (int card = 0; card < own && card < wanted.held; ++card, room += SweepTargets::kUnit)
            left -= Cards::of(wanted.bit);
        for (unsigned parts = occupied(targets_.q.hand - left); parts != 0; parts &= parts - 1) {
            const int part = low_bit(parts);
            room += all_weights_[part] - targets_.weight(all_falls_[part], part, left);
        }
        return room >= 0;
    }
};

}  // namespace
}  // namespace uneri::namima
