// The counts of a part, hand and spare cards, one pair after the other: tables over them are made in one walk.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "uneri/games/namima/hands/distance/need_tables.hpp"
#include "uneri/games/namima/hands/part_counts.hpp"

namespace uneri::namima {

// What one meld leaves of a pair.
struct Case {
    std::uint32_t place = 0;  // NeedTables::Type::place of the rest
    std::uint8_t lacking = 0;
    std::uint8_t kinds = 0;  // that are lacking, as bits
};

// What cards take of a hand: as many as it has of them.
struct Taking {
    explicit Taking(const Counts& cards, const Counts& hand) {
        for (std::size_t i = 0; i < kPartKinds; ++i) {
            rest[i] = std::max(0, hand[i] - cards[i]);
            lack[i] = std::max(0, cards[i] - hand[i]);
            kinds = static_cast<std::uint8_t>(kinds | (lack[i] > 0 ? 1u << i : 0u));
        }
        lacking = static_cast<std::uint8_t>(sum(lack));
    }
    Counts rest{};  // of the hand
    Counts lack{};
    std::uint8_t lacking = 0;
    std::uint8_t kinds = 0;
};

// Calls visit(hand, spare, place, cases) for all pairs in order of their places, so each comes after those that melds
// leave of it. `places` of the type are made.
template <class Visit>
void each_pair(const NeedTables::Type& type, const Parts::Type& source, Visit&& visit) {
    struct Step {
        Taking taking;
        std::uint32_t start;  // place of the rest, if no spare card is lacking
        Counts stride;
    };
    std::vector<Step> steps;
    std::vector<Case> cases;
    each_counts(source.caps, [&](const Counts& hand) {
        steps.clear();
        for (const Counts& meld : source.melds) {
            const Taking taking(meld, hand);
            const auto& to = type.places[Parts::index_of(taking.rest)];
            steps.push_back({taking, to.start, {to.stride[0], to.stride[1], to.stride[2], to.stride[3]}});
        }
        std::uint32_t place = type.places[Parts::index_of(hand)].start;
        each_counts(minus(source.caps, hand), [&](const Counts& spare) {
            cases.clear();
            for (const Step& step : steps) {
                if (!within(step.taking.lack, spare)) continue;
                std::uint32_t at = step.start;
                for (std::size_t i = 0; i < kPartKinds; ++i)
                    at += static_cast<std::uint32_t>((spare[i] - step.taking.lack[i]) * step.stride[i]);
                cases.push_back({at, step.taking.lacking, step.taking.kinds});
            }
            visit(hand, spare, place++, std::span<const Case>(cases));
        });
    });
}

}  // namespace uneri::namima
