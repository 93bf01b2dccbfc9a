// The hands at rest that a hand may become, and the moves between them.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "uneri/base/bits.hpp"
#include "uneri/base/work.hpp"
#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/prospects/prospects.hpp"

namespace uneri::namima::prospect {

using Index = std::uint32_t;
inline constexpr Index kNone = ~Index{0};
inline constexpr std::size_t kSteps = 200;  // of a Work, for one hand at rest

struct Key {
    Cards hand;
    std::uint64_t more = 0;
    bool operator==(const Key&) const = default;
};
struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept {
        std::uint64_t hash = key.hand.b0;
        for (const std::uint64_t word : {key.hand.b1, key.hand.b2, key.more}) {
            hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
            hash ^= hash >> 29;
        }
        return static_cast<std::size_t>(hash ^ hash >> 32);
    }
};
template <class Value>
using Memory = std::unordered_map<Key, Value, KeyHash>;

// Some items of a vector.
struct Range {
    Index first = 0;
    Index last = 0;
};

// Hands at rest, and the moves between them. A hand knows what was thrown from the hand at the start, but not which
// cards came and went since: these count as unseen.
class Graph {
public:
    // Hands at rest: `exposed` is an id of exposed().
    struct Rest {
        Cards hand;
        std::uint64_t acceptance = 0;
        Index exposed = 0;
        std::uint16_t copies = 0;  // in the acceptance
        std::uint8_t deficiency = 0;
        std::uint8_t exchanges = 0;  // left
        Range draws;
        Range calls;
    };
    // A card that comes, and the hands that the player may have then; none if the card wins.
    struct Coming {
        Index to_first = 0;
        Index to_last = 0;
        std::int16_t points = 0;
        std::uint8_t copies = 0;
        bool caught = true;  // from others as well as from the wall
        bool wins() const noexcept { return to_first == to_last; }
    };

    Graph(const Tables& tables, const ProspectModel& model, const ProspectQuestion& question, int exchanges)
        : tables_(tables),
          exchanges_(exchanges),
          most_(exchanges > 0 ? model.most / 8 * 3 : model.most),
          growth_(model.calls > 0 ? kAnyGrowth : 0),
          start_(question.hand),
          visible_(question.visible) {
        if (question.claim >= 0) start_.add(question.claim);
        std::vector<std::uint16_t> melds(question.exposed.begin(), question.exposed.end());
        std::ranges::sort(melds);
        for (const std::uint16_t id : melds) laid_ += tables.melds[id].cards;
        sets_.push_back({std::move(melds), laid_});
        set_of_.emplace(Key{laid_, 0}, 0);
        seen_ = visible_ + start_ + laid_;
    }

    const std::vector<Rest>& rests() const noexcept { return rests_; }
    const std::vector<Coming>& comings() const noexcept { return comings_; }
    const std::vector<Index>& targets() const noexcept { return targets_; }
    std::size_t asked() const noexcept { return asked_; }
    int unseen() const noexcept { return (tables_.melds.deck() - seen_).total(); }

    // A hand to begin with, after a discard or a call. kNone if its deficiency is above `most`.
    Index root(const Cards& hand, Index set, int most) { return find(hand, set, exchanges_, most, nullptr); }
    Index root(const Cards& hand, const DiscardRow& row) { return find(hand, 0, exchanges_, kNever, &row); }
    Index with(Index set, int meld) {
        const Set& before = sets_[set];
        const Cards cards = before.cards + tables_.melds[meld].cards;
        std::vector<std::uint16_t> melds = before.melds;
        melds.insert(std::ranges::upper_bound(melds, meld), static_cast<std::uint16_t>(meld));
        std::uint64_t hash = 0;  // different melds may have the same cards
        for (const std::uint16_t id : melds) hash = (hash ^ id) * 0xD1342543DE82EF95u + 1;
        const auto [found, is_new] = set_of_.try_emplace(Key{cards, hash}, static_cast<Index>(sets_.size()));
        if (is_new) sets_.push_back({std::move(melds), cards});
        return found->second;
    }

    // Follows all moves. False if more hands are asked about than allowed; then the last ones have no moves.
    bool grow() {
        for (Index i = 0; i < rests_.size(); ++i) {
            if (asked_ > most_ || !work_.pass(kSteps)) return false;
            if (rests_[i].deficiency >= kNever) continue;
            const Rest rest = rests_[i];
            const auto first = static_cast<Index>(comings_.size());
            add_draws(rest);
            const auto middle = static_cast<Index>(comings_.size());
            if (growth_ > 0) add_calls(rest);
            std::uint64_t called = 0;
            for (std::size_t c = middle; c < comings_.size(); ++c) called |= std::uint64_t{1} << kinds_[c];
            for (std::size_t c = first; c < middle; ++c) comings_[c].caught = (called >> kinds_[c] & 1) != 0;
            rests_[i].draws = {first, middle};
            rests_[i].calls = {middle, static_cast<Index>(comings_.size())};
        }
        return true;
    }

private:
    struct Set {
        std::vector<std::uint16_t> melds;
        Cards cards;
    };

    // The cards that are known not to come: visible ones, and those thrown from the hand.
    Cards gone(const Cards& hand, Index set) const noexcept {
        const Cards have = hand + (sets_[set].cards - laid_);
        return visible_ + (start_ - (start_ & have));
    }
    Cards unseen_for(const Rest& rest) const noexcept {
        return tables_.melds.deck() - gone(rest.hand, rest.exposed) - rest.hand - sets_[rest.exposed].cards;
    }

    // The hand at rest; `row` is what a discard table says about it.
    Index find(const Cards& hand, Index set, int exchanges, int most, const DiscardRow* row) {
        if (sets_[set].melds.size() > kMostExposedMelds) return kNone;
        const Key key{hand, std::uint64_t{set} << 8 | static_cast<std::uint64_t>(exchanges)};
        if (const auto found = rest_of_.find(key); found != rest_of_.end())
            return rests_[found->second].deficiency <= most ? found->second : kNone;
        Rest rest{hand, 0, set, 0, 0, static_cast<std::uint8_t>(exchanges), {}, {}};
        if (row != nullptr) {
            rest.deficiency = row->deficiency;
            rest.acceptance = row->acceptance;
            rest.copies = row->copies;
        } else {
            const Key bare{hand, set};
            if (const auto found = far_of_.find(bare); found != far_of_.end() && found->second >= most) return kNone;
            const Cards seen = gone(hand, set);
            const MeldIds melds = sets_[set].melds;
            ++asked_;
            if (!is_within(tables_, hand, melds, most, growth_, seen)) {
                int& far = far_of_[bare];
                far = std::max(far, most);
                return kNone;
            }
            rest.deficiency = static_cast<std::uint8_t>(deficiency(tables_, hand, melds, growth_, seen));
            if (rest.deficiency < kNever) rest.acceptance = acceptance(tables_, hand, melds, growth_, seen);
            rest.copies = static_cast<std::uint16_t>(copies_left(tables_, hand, melds, rest.acceptance, seen));
        }
        const auto id = static_cast<Index>(rests_.size());
        rest_of_.emplace(key, id);
        rests_.push_back(rest);
        return id;
    }

    void push(const Cards& unseen, int kind, Range to) {
        comings_.push_back({to.first, to.last, 0, static_cast<std::uint8_t>(unseen.count(kind)), true});
        kinds_.push_back(static_cast<std::uint8_t>(kind));
    }
    void push_win(const Rest& rest, const Cards& unseen, int kind, int claimed) {
        const auto here = static_cast<Index>(targets_.size());
        push(unseen, kind, {here, here});
        const Cards whole = rest.hand + Cards::of(kind);
        const Key key{whole, std::uint64_t{rest.exposed} << 8 | static_cast<std::uint64_t>(claimed + 1)};
        const auto [found, is_new] = points_of_.try_emplace(key, 0);
        if (is_new) {
            ++asked_;
            found->second = best_points(tables_, whole, sets_[rest.exposed].melds, claimed, -1);
        }
        comings_.back().points = static_cast<std::int16_t>(found->second);
    }

    void add_draws(const Rest& rest) {
        const Cards unseen = unseen_for(rest);
        for_each_bit(rest.acceptance & unseen.some(), [&](int kind) {
            if (rest.deficiency == 1) return push_win(rest, unseen, kind, -1);
            push(unseen, kind, after_draw(rest.hand + Cards::of(kind), rest));
        });
        if (rest.exchanges == 0) return;
        for_each_bit(unseen.some() & ~rest.acceptance, [&](int kind) {
            const Range to = after_exchange(rest.hand + Cards::of(kind), rest);
            if (to.first != to.last) push(unseen, kind, to);
        });
    }

    const DiscardTable& discards_of(const Cards& hand, Index set) {
        const auto [found, is_new] = table_of_.try_emplace(Key{hand, set});
        if (is_new) {
            ++asked_;
            found->second = discard_table(tables_, hand, sets_[set].melds, growth_, gone(hand, set), false);
        }
        return found->second;
    }

    // The moves after a draw that lowers the deficiency.
    Range after_draw(const Cards& hand, const Rest& rest) {
        const auto [found, is_new] =
            moves_of_.try_emplace(Key{hand, std::uint64_t{rest.exposed} << 8 | rest.exchanges});
        if (!is_new) return found->second;
        Range& range = found->second;
        const DiscardTable& table = discards_of(hand, rest.exposed);
        const int most = rest.deficiency - 1;
        std::vector<Index> to;
        for (const DiscardRow& row : table) {
            if (row.deficiency <= most)
                to.push_back(find(less(hand, row.kind), rest.exposed, rest.exchanges, most, &row));
        }
        // A self-call discards nothing, so it may be better. Without exchanges it is only tried if nothing else will
        // do.
        if (to.empty() || rest.exchanges > 0) add_self_calls(hand, rest, rest.exchanges, most, -1, to);
        return range = store(to);
    }
    void add_self_calls(const Cards& hand, const Rest& rest, int exchanges, int most, int copies,
                        std::vector<Index>& to) {
        if (growth_ == 0) return;
        for (int id = 0; id < tables_.melds.size(); ++id) {
            const Meld& meld = tables_.melds[id];
            if (meld.size >= hand.total() || !hand.contains(meld.cards)) continue;
            const Index next = find(hand - meld.cards, with(rest.exposed, id), exchanges, most, nullptr);
            if (next != kNone && rests_[next].copies > copies) to.push_back(next);
        }
    }
    // The moves after another draw that widen the acceptance.
    Range after_exchange(const Cards& hand, const Rest& rest) {
        std::vector<Index> to;
        for (const DiscardRow& row : discards_of(hand, rest.exposed)) {
            if (row.deficiency > rest.deficiency || (row.deficiency == rest.deficiency && row.copies <= rest.copies))
                continue;
            to.push_back(find(less(hand, row.kind), rest.exposed, rest.exchanges - 1, kNever, &row));
        }
        add_self_calls(hand, rest, rest.exchanges - 1, rest.deficiency, rest.copies, to);
        return store(to);
    }
    static Cards less(Cards hand, int kind) noexcept {
        hand.remove(kind);
        return hand;
    }
    Range store(const std::vector<Index>& to) {
        const auto first = static_cast<Index>(targets_.size());
        targets_.insert(targets_.end(), to.begin(), to.end());
        return {first, static_cast<Index>(targets_.size())};
    }

    void add_calls(const Rest& rest) {
        const Cards unseen = unseen_for(rest);
        std::uint64_t winning = 0;
        if (rest.deficiency == 1) {
            winning = claimed_waits(tables_, rest.hand, sets_[rest.exposed].melds, rest.acceptance & unseen.some());
            for_each_bit(winning, [&](int kind) { push_win(rest, unseen, kind, kind); });
            if (rest.exchanges == 0) return;
        }
        // The melds that lack one card of the hand, or none.
        found_.clear();
        const int cards = rest.hand.total();
        for (int id = 0; id < tables_.melds.size(); ++id) {
            const Meld& meld = tables_.melds[id];
            const std::uint64_t lacking = rest.hand.short_of(meld.cards);
            if ((lacking & (lacking - 1)) != 0 || meld.size > cards) continue;
            const std::uint64_t kinds = (lacking == 0 ? meld.cards.some() : lacking) & unseen.some() & ~winning;
            for_each_bit(kinds, [&](int kind) {
                if ((rest.hand + Cards::of(kind)).contains(meld.cards))
                    found_.push_back({static_cast<std::uint16_t>(kind), static_cast<std::uint16_t>(id)});
            });
        }
        std::ranges::sort(found_);
        std::vector<Index> to;
        for (std::size_t i = 0; i < found_.size();) {
            const int kind = found_[i].first;
            to.clear();
            Index widest = kNone;
            for (; i < found_.size() && found_[i].first == kind; ++i)
                add_call(rest, kind, found_[i].second, to, widest);
            if (to.empty() && widest != kNone) to.push_back(widest);
            if (!to.empty()) push(unseen, kind, store(to));
        }
    }
    void add_call(const Rest& rest, int kind, int meld, std::vector<Index>& to, Index& widest) {
        Cards hand = rest.hand;
        hand.add(kind);
        hand -= tables_.melds[meld].cards;
        const Index set = with(rest.exposed, meld);
        const Index nearer = find(hand, set, rest.exchanges, rest.deficiency - 1, nullptr);
        if (nearer != kNone) to.push_back(nearer);
        if (nearer != kNone || rest.exchanges == 0) return;
        const Index level = find(hand, set, rest.exchanges - 1, rest.deficiency, nullptr);
        if (level == kNone || rests_[level].copies <= rest.copies) return;
        if (widest == kNone || rests_[level].copies > rests_[widest].copies) widest = level;
    }

    const Tables& tables_;
    const int exchanges_;
    const std::size_t most_;
    const int growth_;
    Cards start_;    // the hand, with a card that may be claimed
    Cards visible_;  // at the start
    Cards laid_;     // the cards of the exposed melds at the start
    Cards seen_;     // all cards seen at the start
    std::vector<Set> sets_;
    std::vector<Rest> rests_;
    std::vector<Coming> comings_;
    std::vector<std::uint8_t> kinds_;  // of `comings_`
    std::vector<Index> targets_;
    Memory<Index> set_of_;
    Memory<Index> rest_of_;
    Memory<int> far_of_;  // the deficiency is above
    Memory<Range> moves_of_;
    Memory<DiscardTable> table_of_;
    Memory<int> points_of_;
    std::vector<std::pair<std::uint16_t, std::uint16_t>> found_;
    std::size_t asked_ = 0;
    Work& work_ = work_of_thread();
};

}  // namespace uneri::namima::prospect
