// The question about a hand, and what can be laid off on its exposed melds.
#pragma once

#include "uneri/base/work.hpp"
#include "uneri/games/namima/hands/distance/part_boards.hpp"

namespace uneri::namima {
namespace {

// A hand, the cards that it can still get, and its exposed melds, in part order.
struct Question {
    const Tables& tables;
    const NeedTables& needs;
    Cards hand;
    Cards spare;
    MeldIds exposed;
    int size;    // of a target without growth
    int growth;  // the most cards that a target may grow by

    int more(int grown) const noexcept { return size + grown - hand.total(); }
    // A target that grows by c needs no melds of c cards or fewer and no lay-offs: without one of these it is still a
    // target, with less growth. So its c + 1 melds have at least c + 1 cards each.
    int most_grown() const noexcept {
        int c = 0;
        while (c < growth && (c + 1) * (c + 1) + c + 2 <= size) ++c;
        return c;
    }
    // Can there be a target with this growth?
    bool possible(int grown) const noexcept {
        const auto c = static_cast<std::size_t>(grown);
        if (grown > 0) return (needs.sums_from[c + 1] >> (size + grown) & 1) != 0;
        std::uint64_t sums = needs.sums_from[0];
        for (const std::uint16_t e : exposed) {
            const std::uint64_t before = sums;
            for (const std::uint16_t f : tables.melds.grown(e))
                sums |= before << (tables.melds[f].size - tables.melds[e].size);
        }
        return (sums >> size & 1) != 0;
    }
    // Does every target that grew by c cards have more than c new melds?
    bool surely_new(int grown) const noexcept {
        return grown == 0 || (needs.sums_to[static_cast<std::size_t>(grown)] >> (size + grown) & 1) == 0;
    }
    // The least growth, up to `most`, that a target can have; more than `most` if none can.
    int least_grown(int most) const noexcept {
        int c = 0;
        while (c <= most && !possible(c)) ++c;
        return c;
    }
    // Are the answers of narrow boards below `upper` exact? If a target's left-out crossing melds are removed, it lacks
    // fewer cards, so only the cards left over may exceed the board. A hand of fewer than kBoardSide cards cannot leave
    // that many over, even if some may be laid off. From a larger hand such a target leaves over what the whole target
    // does, at most lacking - more(0), and what those melds take. If all four cards of every kind can be had, local
    // melds replace them.
    bool trusted(int upper, const Covers* left_out) const noexcept {
        const int lacking = std::min(upper, kBoardSide) - 1;
        const int taken = left_out == nullptr ? 0 : left_out->most_taken(lacking);
        if (hand.total() < kBoardSide || lacking - more(0) + taken < kBoardSide) return true;
        return gone() == 0 && (tables.parts.kind_bits() & ~tables.deck.b2) == 0;
    }
    unsigned all_parts() const noexcept { return (1u << tables.parts.count()) - 1; }
    unsigned gone() const noexcept {
        Cards all = hand;
        all += spare;
        return occupied({tables.deck.b0 ^ all.b0, tables.deck.b1 ^ all.b1, tables.deck.b2 ^ all.b2});
    }
};

// Enumerates lay-offs. For each exposed meld a case either adds any cards of one part, or one particular choice of
// cards of several parts. Cases that take no card of the hand are skipped if there is another case: cards laid off
// elsewhere or in melds mostly do as well. `skipped` records what they lack.
struct LayOffs {
    const Question& question;
    unsigned skipped = 0;   // bit r: a skipped case lacks r cards
    bool overflow = false;  // more than Laid can hold
    Work& work = work_of_thread();
    Laid laid;

    explicit LayOffs(const Question& of) noexcept : question(of) {}  // an aggregate would be cleared

    Cards added(std::uint16_t from, std::uint16_t to) const noexcept {
        return question.tables.parts.meld(to) - question.tables.parts.meld(from);
    }

    // Calls visit(hand, spare, lacking, gone) per case, without the cards of several parts; `laid` has the others.
    template <class Visit>
    void each(Visit&& visit) noexcept {
        std::array<unsigned, kMaxExposed> part_of;  // for each exposed meld
        choose(0, part_of, question.hand, question.spare, 0, 0, visit);
    }

private:
    template <class Visit>
    void choose(std::size_t e, std::array<unsigned, kMaxExposed>& part_of, const Cards& hand, const Cards& spare,
                int lacking, unsigned gone, Visit& visit) noexcept {
        if (!work.spend(1)) return;
        if (e == question.exposed.size()) {
            fill(part_of, hand, spare);
            visit(hand, spare, lacking, gone);
            return;
        }
        const auto grown = question.tables.melds.grown(question.exposed[e]);
        unsigned parts = 0;   // parts from which the meld may get cards
        unsigned useful = 0;  // of these, parts of which the hand has some
        for (const std::uint16_t f : grown) {
            const Cards cards = added(question.exposed[e], f);
            const unsigned touched = occupied(cards);
            const Cards have = cards & hand;
            if ((touched & (touched - 1)) == 0) {
                parts |= touched;
                if (!have.empty()) useful |= touched;
            } else if (!have.empty()) {
                const Cards lack = cards - have;
                if (!spare.contains(lack)) continue;
                part_of[e] = 0;
                choose(e + 1, part_of, hand - have, spare - lack, lacking + lack.total(), gone | touched, visit);
            } else {
                skipped |= 1u << cards.total();
            }
        }
        if (useful == 0) useful = parts & (~parts + 1);
        if (parts != useful) {
            for (const std::uint16_t f : grown) {
                const Cards cards = added(question.exposed[e], f);
                if ((occupied(cards) & ~useful) != 0) skipped |= 1u << cards.total();
            }
        }
        do {
            part_of[e] = useful & (~useful + 1);
            choose(e + 1, part_of, hand, spare, lacking, gone, visit);
            useful &= useful - 1;
        } while (useful != 0);
    }

    // Sets `laid`: all cards that the melds may get in each part.
    void fill(const std::array<unsigned, kMaxExposed>& part_of, const Cards& hand, const Cards& spare) noexcept {
        const Cards all = hand + spare;
        unsigned parts = 0;
        for (std::size_t e = 0; e < question.exposed.size(); ++e) parts |= part_of[e];
        laid.parts = 0;
        std::size_t end = 0;
        for (; parts != 0; parts &= parts - 1) {
            const unsigned part = parts & (~parts + 1);
            const std::size_t start = end;
            for (std::size_t e = 0; e < question.exposed.size(); ++e) {
                if (part_of[e] != part) continue;
                const std::size_t before = end;
                for (const std::uint16_t f : question.tables.melds.grown(question.exposed[e])) {
                    if (!work.spend(1 + end - start)) return;
                    const Cards cards = added(question.exposed[e], f);
                    if (occupied(cards) != part) continue;
                    if (all.contains(cards)) end = note(cards, start, end);
                    for (std::size_t i = start; i < before; ++i) {
                        if ((all - laid.cards[i]).contains(cards)) end = note(laid.cards[i] + cards, start, end);
                    }
                }
            }
            if (end == start) continue;
            laid.parts |= part;
            const auto p = static_cast<std::size_t>(low_bit(part));
            laid.start[p] = static_cast<std::uint8_t>(start);
            laid.end[p] = static_cast<std::uint8_t>(end);
        }
    }
    std::size_t note(const Cards& cards, std::size_t start, std::size_t end) noexcept {
        for (std::size_t i = start; i < end; ++i) {
            if (laid.cards[i] == cards) return end;
        }
        if (end == Laid::kMost) {
            overflow = true;
            return end;
        }
        laid.cards[end] = cards;
        return end + 1;
    }
};

}  // namespace
}  // namespace uneri::namima
