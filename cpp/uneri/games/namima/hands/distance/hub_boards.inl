// Part of the body of deficiency.cpp, see isa.hpp: boards of whole hands where each crossing meld joins a part to the
// hub of its group (hub_boards.hpp). Parts need to know of each other only what they take of the hub.

#include "uneri/games/namima/hands/distance/packed.inl"

class HubReach {
public:
    // Of a hand without exposed melds, all other cards being spare.
    HubReach(const Question& question, const Reach<Narrow>& reach) noexcept
        : q_(question), reach_(reach), spare_(question.tables.deck - question.hand) {}

    // All that can be made of the hand, but for what HubBoards leave out. False: these tables don't tell.
    bool run(Board& out) noexcept {
        unsigned alone = q_.all_parts();
        out = 1;
        for (const Hubs::Group& group : q_.tables.hubs->groups()) {
            if (!add(group, out)) return false;
            alone &= ~(group.leaves | 1u << group.hub);
        }
        if (alone != 0) out = board::join(out, reach_.local(alone, q_.hand, spare_, 0));
        return true;
    }

private:
    // What parts have taken of the hub, as in HubBoards::Take, is a *state*. States are numbered, the lowest four bits
    // fastest.
    static constexpr std::uint32_t kMostStates = 64;
    static constexpr int kDigits = 2 * kPartKinds;
    struct Step {
        std::uint32_t more;  // of the number of the state
        std::uint32_t from_hub;
        Board board;
    };

    static std::uint32_t digit(std::uint32_t counts, int i) noexcept { return counts >> (4 * i) & 15; }

    // The most that is taken. False: some part may have too many cards.
    bool find_room(const Hubs::Group& group) noexcept {
        room_ = packed::from(q_.hand, group.hub);
        const std::uint32_t most = room_ | packed::from(spare_, group.hub) << kHubBits;
        for (unsigned leaves = group.leaves; leaves != 0; leaves &= leaves - 1) {
            const int part = low_bit(leaves);
            const unsigned index = Parts::index(q_.hand, part);
            if (Parts::total(index) > HubBoards::kMostCards) return false;
            const std::span<const HubBoards::Take> takes = q_.needs.hub_boards.takes(part, index).lacking;
            if (takes.empty()) continue;
            std::uint32_t lacks[kDigits] = {};
            for (const HubBoards::Take& take : takes) {
                if (!packed::is_within(take.from_hub, most)) continue;
                for (int i = kPartKinds; i < kDigits; ++i) lacks[i] = std::max(lacks[i], digit(take.from_hub, i));
            }
            for (int i = kPartKinds; i < kDigits; ++i)
                room_ += std::min(lacks[i], digit(most, i) - digit(room_, i)) << (4 * i);
        }
        return true;
    }

    bool add(const Hubs::Group& group, Board& set) noexcept {
        if (!find_room(group)) return false;
        std::uint32_t states = 1;
        std::uint32_t weight[kDigits];
        for (int i = 0; i < kDigits; ++i) {
            weight[i] = states;
            states *= digit(room_, i) + 1;
        }
        if (states > kMostStates) return false;
        Board boards[kMostStates];
        std::uint32_t taken[kMostStates];
        boards[0] = set;
        taken[0] = 0;
        for (std::uint32_t state = 1; state < states; ++state) {
            boards[state] = 0;
            std::uint32_t next = taken[state - 1];
            int i = 0;
            for (; digit(next, i) == digit(room_, i); ++i) next &= ~(15u << (4 * i));
            taken[state] = next + (1u << (4 * i));
        }
        for (unsigned leaves = group.leaves; leaves != 0; leaves &= leaves - 1)
            join(low_bit(leaves), states, weight, taken, boards);
        set = 0;
        for (std::uint32_t state = 0; state < states; ++state) {
            if (boards[state] == 0) continue;
            const Cards hand = q_.hand - packed::cards(taken[state], group.hub);
            const Cards spare = spare_ - packed::cards(taken[state] >> kHubBits, group.hub);
            set |= board::join(boards[state], reach_.part(group.hub, hand, spare, state == 0));
        }
        return true;
    }

    void join(int part, std::uint32_t states, const std::uint32_t* weight, const std::uint32_t* taken,
              Board* boards) const noexcept {
        Step steps[kMostStates];
        std::size_t size = 0;
        const auto add_steps = [&](std::span<const HubBoards::Take> takes) {
            for (const HubBoards::Take& take : takes) {
                if (!packed::is_within(take.from_hub, room_)) continue;
                std::uint32_t more = 0;
                for (int i = 0; i < kDigits; ++i) more += digit(take.from_hub, i) * weight[i];
                steps[size++] = {more, take.from_hub, take.board};
            }
        };
        const HubBoards::Takes takes = q_.needs.hub_boards.takes(part, Parts::index(q_.hand, part));
        if (states > 1) {
            add_steps(takes.held);
            add_steps(takes.lacking);
        }
        const Board own = reach_.part(part, q_.hand, spare_, true);
        if (own == 1 && size == 0) return;
        for (std::uint32_t state = states; state-- > 0;) {
            const Board before = boards[state];
            if (before == 0) continue;
            boards[state] = board::join(before, own);
            for (std::size_t i = 0; i < size; ++i) {
                if (packed::is_within(taken[state] + steps[i].from_hub, room_))
                    boards[state + steps[i].more] |= board::join(before, steps[i].board);
            }
        }
    }

    const Question& q_;
    const Reach<Narrow>& reach_;
    Cards spare_;
    std::uint32_t room_ = 0;
};
