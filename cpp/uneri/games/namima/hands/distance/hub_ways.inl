// Part of the body of deficiency.cpp, see isa.hpp: what can be made of one part after another where each crossing meld
// joins a part to the hub of its group (hubs.hpp), as 荒波's colours to its white cards.
//
// All that the parts of a group need to know of each other is what the crossing melds of each take of the hub. A *way*
// is a choice of crossing melds of one part, with the local melds of the rest; ways of a part that take the same of the
// hub are a *row*.
//
// Few crossing melds need to lack cards of the hub. Let w be such a card that *stands for* a kind k of the part: with a
// card k in its place every crossing meld is a local one. Let T be a target that lacks w, and X a crossing meld of T
// with w. If T doesn't hold all cards k there are, k in place of w makes it another target, which lacks no more cards.
// If T is a least one, so is that, and lacks k, in a meld that X shares all but w with. And from a least target that
// lacks k in such a meld, w in place of k makes a target that lacks no more cards: so w is accepted, unless it can't be
// had. (If the target holds all cards w, it lacks one anyhow.) So, one X after the other, it is enough to look at
// targets each crossing meld of which either finds its card of the hub in the hand, or belongs to a part that *runs
// out* of k: all spare cards k are lacking. The patterns of local melds (SweepTables::HubCards) say what is
// accepted besides. A card that is discarded changes nothing of this. (If it is a card k, the whole hand lacks a spare
// card k less, but then it weighs 2 * most - 2 at most.)

#include "uneri/games/namima/hands/distance/around.inl"

class HubWays : protected SweepGoal {
protected:
    HubWays(const Question& question, int most) noexcept : SweepGoal(question, most) {}

    static constexpr std::size_t kMostCandidates = kMaxMelds;
    static constexpr std::size_t kMostWays = 1 << 11;
    static constexpr std::size_t kMostRows = 1 << 9;
    static constexpr std::uint8_t kHeavy = 64;

    struct Way {
        std::uint32_t hand;   // what is left of the part and of its hub
        std::uint32_t spare;  // and of the spare cards
        const Part* part;
        std::uint16_t from_hub;    // what its crossing melds take there
        std::uint16_t candidate;   // from which on crossing melds may follow
        std::uint16_t next;        // of the row
        std::uint8_t lacking;      // cards of the part that the crossing melds lack
        std::uint8_t all_lacking;  // and of the hub, as far as the part knows
        std::uint8_t kinds;        // of the part that they lack, as bits
        std::uint8_t weight;
    };
    struct Row {
        // What sweeps make of it.
        Lanes room;
        Lanes both;  // the room that the others leave
        Lanes wanted;
        Lanes doubted;
        std::uint8_t cards[kLanes];
        std::uint64_t lacked[kLanes];
        std::uint64_t others[kLanes];  // what the others lack, by lane of the row
        std::uint16_t others_known;    // lanes of which this is known
        std::uint16_t lanes;           // of use
        std::uint16_t steps;
        std::uint16_t steps_end;
        std::uint8_t slack;  // its ways may weigh so much

        std::uint8_t weight;  // the least of its ways
        std::uint8_t part;
        std::uint16_t from_hub;
        std::uint16_t ways;  // the first
        std::uint16_t next;  // of the layer
    };

    static bool is_hub(const SweepTables::Layer& layer) noexcept { return layer.part == layer.hub; }

    // False: there are too many.
    bool find_ways() noexcept {
        const std::size_t layers = tables_.layers.size();
        for (std::size_t at = 0; at < layers; ++at) {
            const auto& layer = tables_.layers[at];
            may_lack_[at] = 0;
            rows_of_[at] = kNone;
            if (!is_hub(layer)) continue;
            held_[layer.hub] = packed::from(q_.hand, layer.hub);
            all_[layer.hub] = packed::from(q_.hand + q_.spare, layer.hub);
        }
        for (std::size_t at = 0; at < layers; ++at) {
            const auto& layer = tables_.layers[at];
            if (layer.hub >= 0) {
                const auto& cards = tables_.hub_cards[at];
                may_lack_[at] = cards.stand_for_none;
                swapped_[layer.part] = cards.patterns;
                std::memcpy(lacked_by_[layer.part], cards.lacked.data(), sizeof lacked_by_[layer.part]);
            }
            least_[at] = 0;  // a hub's ways depend on the others
            if (!is_hub(layer) && !find_ways(at)) return false;
        }
        return run_out();
    }
    void find_least(std::size_t at) noexcept {
        int least = kHeavy;
        for (std::size_t r = rows_of_[at]; r != kNone; r = rows_[r].next)
            least = rows_[r].weight < least ? rows_[r].weight : least;
        least_[at] = static_cast<std::uint8_t>(least);
    }

    bool add_way() noexcept { return ways_size_ < kMostWays && ++ways_size_ != 0; }
    // What local melds make of the rest, at a weight of `least` or more, and to which row that belongs.
    bool settle(std::size_t number, std::size_t at, int least) noexcept {
        Way& way = ways_[number];
        const int part = tables_.layers[at].part;
        way.part = &entry_of(part, way.hand, way.spare);
        int weight = way.lacking + way.part->weight;
        weight = weight < least ? least : weight;
        if (weight > 2 * most_) return true;
        way.weight = static_cast<std::uint8_t>(weight);
        std::uint16_t* to = &rows_of_[at];
        for (; *to != kNone; to = &rows_[*to].next) {
            Row& row = rows_[*to];
            if (row.from_hub != way.from_hub) continue;
            way.next = row.ways;
            row.ways = static_cast<std::uint16_t>(number);
            row.weight = way.weight < row.weight ? way.weight : row.weight;
            return true;
        }
        if (rows_size_ == kMostRows) return false;
        *to = static_cast<std::uint16_t>(rows_size_);
        Row& row = rows_[rows_size_++];
        row.from_hub = way.from_hub;
        row.part = static_cast<std::uint8_t>(part);
        row.weight = way.weight;
        row.ways = static_cast<std::uint16_t>(number);
        row.next = kNone;
        row.steps = row.steps_end = 0;
        way.next = kNone;
        return true;
    }
    const Part& entry_of(int part, std::uint32_t hand, std::uint32_t spare) const noexcept {
#ifdef UNERI_FAST_BODY
        const unsigned index =
            _pext_u32(hand, 0x1111) | _pext_u32(hand, 0x2222) << kPartKinds | _pext_u32(hand, 0x4444) << 2 * kPartKinds;
        return entry_at(part, index, _pdep_u64(spare & packed::kPart, 0x000F'000F'000F'000F));
#else
        const auto index_of = [](std::uint32_t counts) {
            return packed::bits(counts & 0x1111) | packed::bits(counts >> 1 & 0x1111) << kPartKinds |
                   packed::bits(counts >> 2 & 0x1111) << 2 * kPartKinds;
        };
        return entry(part, index_of(hand), index_of(spare));
#endif
    }
    // Spare cards of the kinds that these kinds of the hub stand for.
    static int spare_of(const SweepTables::HubCards& cards, std::uint32_t spare, std::uint32_t hub_kinds) noexcept {
        return packed::total(spare & stood_for(cards, hub_kinds) * 7);
    }

    std::uint32_t held_[kMaxParts];  // by hub: the cards of the hand
    std::uint32_t all_[kMaxParts];   // and the spare ones
    std::size_t ways_size_ = 0;
    std::size_t rows_size_ = 0;
    // By layer.
    std::uint16_t may_lack_[kMostLayers];  // kinds of the hub, of crossing melds
    std::uint16_t rows_of_[kMostLayers];   // the first
    std::uint8_t least_[kMostLayers];      // what rows weigh
    union {                                // not to be set to 0
        Way ways_[kMostWays];
    };
    union {
        Row rows_[kMostRows];
    };

private:
    // The ways that lack no cards of the hub which stand for a kind.
    bool find_ways(std::size_t at) noexcept {
        const auto& layer = tables_.layers[at];
        std::size_t way = ways_from_[at] = static_cast<std::uint16_t>(ways_size_);
        if (!add_way()) return false;
        Way& none = ways_[way];
        none.hand = packed::from(q_.hand, layer.part);
        none.spare = packed::from(q_.spare, layer.part);
        if (layer.hub >= 0) {
            none.hand |= held_[layer.hub] << kHubBits;
            none.spare |= (all_[layer.hub] - held_[layer.hub]) << kHubBits;
        }
        none.from_hub = none.candidate = 0;
        none.lacking = none.all_lacking = none.kinds = 0;
        const std::size_t candidates = find_candidates(at);
        for (; way < ways_size_; ++way) {
            for (std::size_t c = ways_[way].candidate; c < candidates; ++c) {
                if (!take(way, c, at)) return false;
            }
            if (!settle(way, at, 0)) return false;
        }
        ways_to_[at] = static_cast<std::uint16_t>(ways_size_);
        find_least(at);
        return true;
    }
    std::size_t find_candidates(std::size_t at) noexcept {
        const auto& layer = tables_.layers[at];
        const Way& none = ways_[ways_from_[at]];
        std::size_t size = 0;
        for (std::size_t i = layer.first; i < layer.last; ++i) {
            const std::uint32_t cards = tables_.crossing[i].packed;
            const std::uint32_t lack = packed::beyond(cards, none.hand);
            if ((packed::kinds(lack) >> kHubBits & ~std::uint32_t{may_lack_[at]}) == 0 && packed::total(lack) <= most_)
                candidates_[size++] = cards;
        }
        return size;
    }
    // One crossing meld more, if that can be.
    bool take(std::size_t from, std::size_t candidate, std::size_t at) noexcept {
        const Way& way = ways_[from];
        const std::uint32_t cards = candidates_[candidate];
        const std::uint32_t lack = packed::beyond(cards, way.hand);
        if ((packed::kinds(lack) >> kHubBits & ~std::uint32_t{may_lack_[at]}) != 0) return true;
        const int lacking = way.all_lacking + packed::total(lack);
        if (lacking > most_ || !packed::is_within(lack, way.spare)) return true;
        if (!add_way()) return false;
        Way& more = ways_[ways_size_ - 1];
        const std::uint32_t own = lack & packed::kPart;
        more.hand = way.hand - (cards - lack);
        more.spare = way.spare - lack;
        more.from_hub = static_cast<std::uint16_t>(way.from_hub + (cards >> kHubBits));
        more.candidate = static_cast<std::uint16_t>(candidate);
        more.lacking = static_cast<std::uint8_t>(way.lacking + packed::total(own));
        more.all_lacking = static_cast<std::uint8_t>(lacking);
        more.kinds = static_cast<std::uint8_t>(way.kinds | packed::bits(packed::kinds(own)));
        return true;
    }

    // --- parts that run out ---

    // A kind of a hub that a target may lack in a part which runs out of the kind it stands for.
    struct Short {
        std::uint8_t layer;
        std::uint8_t hub_place;
        std::int8_t spare;   // cards of that kind, all of them lacking
        std::int8_t weight;  // of the part, at least; the card that is discarded may be one of them
    };
    std::size_t find_short(Short* out) const noexcept {
        std::size_t size = 0;
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            const auto& layer = tables_.layers[at];
            if (layer.hub < 0 || is_hub(layer)) continue;
            const Way& none = ways_[ways_from_[at]];
            for (int k = 0; k < kPartKinds; ++k) {
                const int place = tables_.hub_cards[at].stands_for[static_cast<std::size_t>(k)];
                if (place < 0 || (none.spare >> (kHubBits + 4 * k) & 7) == 0) continue;
                const auto spare = static_cast<int>(none.spare >> (4 * place) & 7);
                if (spare >= most_) continue;
                const bool discarded = more_ == 0 && (none.hand >> (4 * place) & 7) != 0;
                out[size++] = {static_cast<std::uint8_t>(at), static_cast<std::uint8_t>(k),
                               static_cast<std::int8_t>(spare), static_cast<std::int8_t>(spare - (discarded ? 1 : 0))};
            }
        }
        return size;
    }
    bool run_out() noexcept {
        Short shorts[kPartKinds * kMostLayers];
        std::size_t size = find_short(shorts);
        int least[kMostLayers];
        int sum = 0;
        // A part that runs out may be lighter for it, and what the others weigh says which may.
        for (std::size_t before = size + 1; size != before;) {
            before = size;
            sum = 0;
            for (std::size_t at = 0; at < tables_.layers.size(); ++at) least[at] = least_[at];
            for (std::size_t i = 0; i < size; ++i) {
                int& own = least[shorts[i].layer];
                own = shorts[i].weight < own ? shorts[i].weight : own;
            }
            for (std::size_t at = 0; at < tables_.layers.size(); ++at) sum += least[at];
            size = 0;
            for (std::size_t i = 0; i < before; ++i) {
                if (sum - least[shorts[i].layer] + shorts[i].spare + 1 <= 2 * most_) shorts[size++] = shorts[i];
            }
        }
        for (std::size_t i = 0; i < size;) {
            const std::size_t at = shorts[i].layer;
            std::uint32_t kinds = 0;
            for (; i < size && shorts[i].layer == at; ++i) kinds |= 1u << (4 * shorts[i].hub_place);
            if (!find_ways_out(at, kinds, 2 * most_ - (sum - least[at]))) return false;
        }
        return true;
    }
    // The ways that lack cards of these kinds of the hub; `heaviest`: what the part may weigh.
    bool find_ways_out(std::size_t at, std::uint32_t kinds, int heaviest) noexcept {
        const auto& layer = tables_.layers[at];
        may_lack_[at] = static_cast<std::uint16_t>(may_lack_[at] | kinds);
        const int limit = most_ < heaviest ? most_ : heaviest;
        const std::size_t candidates = find_candidates_out(at, kinds, limit);
        if (candidates == 0) return true;
        const auto lacked = [&](std::uint32_t from_hub) {
            return packed::beyond(from_hub, held_[layer.hub]) & kinds * 7;
        };
        const auto extend = [&](std::size_t number, std::size_t first) {
            for (std::size_t c = first; c < candidates; ++c) {
                const Way& way = ways_[number];
                // What it lacks already may be of the kind that runs out.
                const int besides = (way.kinds & runs_out_[c]) == 0 ? way.all_lacking : way.all_lacking - way.lacking;
                if (besides + all_lacking_[c] > limit) continue;
                const std::uint32_t out = lacked(way.from_hub + (candidates_[c] >> kHubBits));
                if (out == lacked(way.from_hub)) continue;
                const std::size_t before = ways_size_;
                if (!take(number, c, at)) return false;
                if (ways_size_ == before) continue;
                const Way& more = ways_[before];
                if (more.all_lacking + spare_of(tables_.hub_cards[at], more.spare, packed::kinds(out)) > limit)
                    ways_size_ = before;
            }
            return true;
        };
        std::size_t way = ways_size_;
        for (std::size_t w = ways_from_[at]; w < ways_to_[at]; ++w) {
            if (!extend(w, 0)) return false;
        }
        for (; way < ways_size_; ++way) {
            if (!extend(way, ways_[way].candidate)) return false;
            const std::uint32_t out = packed::kinds(lacked(ways_[way].from_hub));
            if (!settle(way, at, ways_[way].lacking + spare_of(tables_.hub_cards[at], ways_[way].spare, out)))
                return false;
        }
        find_least(at);
        return true;
    }
    // Crossing melds that lack their card of the hub, and take what they can of the part: with all spare cards of the
    // kind that it stands for they lack no more than `limit`.
    std::size_t find_candidates_out(std::size_t at, std::uint32_t kinds, int limit) noexcept {
        const auto& layer = tables_.layers[at];
        const Way& none = ways_[ways_from_[at]];
        std::size_t size = 0;
        for (std::size_t i = layer.first; i < layer.last; ++i) {
            const std::uint32_t cards = tables_.crossing[i].packed;
            const std::uint32_t hub_kinds = packed::kinds(cards >> kHubBits) & kinds;
            if (hub_kinds == 0) continue;
            const std::uint32_t lack = packed::beyond(cards & packed::kPart, none.hand & packed::kPart);
            if (!packed::is_within(lack, none.spare & packed::kPart)) continue;
            const int all = 1 + packed::total(lack) + spare_of(tables_.hub_cards[at], none.spare - lack, hub_kinds);
            if (all > limit) continue;
            all_lacking_[size] = static_cast<std::uint8_t>(all);
            runs_out_[size] = static_cast<std::uint8_t>(packed::bits(stood_for(tables_.hub_cards[at], hub_kinds)));
            candidates_[size++] = cards;
        }
        return size;
    }
    static std::uint32_t stood_for(const SweepTables::HubCards& cards, std::uint32_t hub_kinds) noexcept {
        std::uint32_t kinds = 0;
        for (; hub_kinds != 0; hub_kinds &= hub_kinds - 1) {
            const int place = cards.stands_for[static_cast<std::size_t>(low_bit(hub_kinds) / 4)];
            if (place >= 0) kinds |= 1u << (4 * place);
        }
        return kinds;
    }

    std::uint16_t ways_from_[kMostLayers];  // the first ones
    std::uint16_t ways_to_[kMostLayers];
    std::uint32_t candidates_[kMostCandidates];  // crossing melds
    std::uint8_t all_lacking_[kMostCandidates];  // what they lack in a part that runs out
    std::uint8_t runs_out_[kMostCandidates];     // of these kinds, as bits
};
