// Action ids (rules, section 6).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <iterator>

#include "uneri/base/types.hpp"
#include "uneri/games/tacta/tables.hpp"

namespace uneri::tacta {

// A list of action ids, stored in runs of neighbouring ids. A run is one shape to cover with the pairs of own shape and
// face that cover it. Each spot of the table has at most two runs, one per end.
class ActionList {
public:
    static constexpr std::size_t kRuns = 2 * (kMaxStartShapes + kMaxShapes * kMaxLaid);

    ActionList() noexcept {}  // NOLINT: runs stay uninitialised on purpose

    void clear() noexcept { runs_ = size_ = 0; }
    // Adds first + i for every bit i of `ids`; all must lie above the ids in the list. Without bits it adds nothing,
    // and has no branch for that.
    void add(int first, std::uint8_t ids) noexcept {
        first_[runs_] = static_cast<std::uint16_t>(first);
        ids_[runs_] = ids;
        runs_ = static_cast<std::uint16_t>(runs_ + (ids != 0));
        size_ = static_cast<std::uint16_t>(size_ + std::popcount(ids));
    }
    void push_back(int id) noexcept { add(id, 1); }
    // Adds the bits of a longer word.
    void add_word(int first, std::uint32_t ids) noexcept {
        for (; ids != 0; ids >>= 8, first += 8) add(first, static_cast<std::uint8_t>(ids));
    }
    void append(const ActionList& other) noexcept {
        std::copy_n(other.first_, other.runs_, first_ + runs_);
        std::copy_n(other.ids_, other.runs_, ids_ + runs_);
        runs_ = static_cast<std::uint16_t>(runs_ + other.runs_);
        size_ = static_cast<std::uint16_t>(size_ + other.size_);
    }

    void copy_to(Action* out) const noexcept {
        for (std::size_t run = 0; run < runs_; ++run) {
            for (unsigned ids = ids_[run]; ids != 0; ids &= ids - 1) *out++ = first_[run] + std::countr_zero(ids);
        }
    }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
// When all is inlined, gcc 12 follows a list without runs into this code, which has no item for it.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
    Action operator[](std::size_t i) const noexcept {
        auto left = static_cast<int>(i);
        std::size_t run = 0;
        for (int here = std::popcount(ids_[0]); left >= here; here = std::popcount(ids_[++run])) left -= here;
        unsigned ids = ids_[run];
        for (; left > 0; --left) ids &= ids - 1;
        return first_[run] + std::countr_zero(ids);
    }
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Action;
        using difference_type = std::ptrdiff_t;
        using pointer = const Action*;
        using reference = Action;

        Iterator() = default;
        Iterator(const ActionList& list, std::size_t run) noexcept : list_(&list), run_(run) { enter(); }
        Action operator*() const noexcept { return list_->first_[run_] + std::countr_zero(left_); }
        Iterator& operator++() noexcept {
            left_ &= left_ - 1;
            if (left_ == 0) {
                ++run_;
                enter();
            }
            return *this;
        }
        Iterator operator++(int) noexcept {
            Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator&) const = default;

    private:
        void enter() noexcept { left_ = run_ < list_->runs_ ? list_->ids_[run_] : 0u; }
        const ActionList* list_ = nullptr;
        std::size_t run_ = 0;
        unsigned left_ = 0;
    };
    Iterator begin() const noexcept { return {*this, 0}; }
    Iterator end() const noexcept { return {*this, runs_}; }

private:
    std::uint16_t first_[kRuns + 1];  // with room for a run without ids
    std::uint8_t ids_[kRuns + 1];
    std::uint16_t runs_ = 0;
    std::uint16_t size_ = 0;
};

enum Kind : std::uint8_t { kConnect, kFree, kPass, kHandOver };

struct Move {
    Kind kind = kPass;
    int end = 0;
    int target = 0;  // index of the placed card, or region of a free placement
    int shape = 0;   // of the target, or posture (0 portrait, 1 landscape)
    int own = 0;     // shape, half turn, or the suit to hand over
    int face = 0;
};

// The move of an id in 0..ids-1.
inline Move decode(const Tables& t, int id) noexcept {
    if (id < t.free_ids) {
        const int face = id % 2;
        const int own = id / 2 % t.most_shapes;
        const int spot = id / 2 / t.most_shapes;
        const int end = spot / t.all_shapes;
        const int shape = spot % t.all_shapes;
        if (shape < t.start_shapes) return {kConnect, end, 0, shape, own, face};
        const int laid = shape - t.start_shapes;
        return {kConnect, end, 1 + laid / t.most_shapes, laid % t.most_shapes, own, face};
    }
    if (id < t.pass_id) {
        const int rest = id - t.free_ids;
        return {kFree, rest / 8 / t.deck.regions(), rest / 8 % t.deck.regions(), rest / 4 % 2, rest / 2 % 2, rest % 2};
    }
    if (id == t.pass_id) return {};
    return {kHandOver, 0, 0, 0, id - t.hand_id, 0};
}

// The ids of a bottom card's connections minus those of a top card's.
inline int bottom_ids(const Tables& t) noexcept { return 2 * t.most_shapes * t.all_shapes; }

inline int connect_id(const Tables& t, int end, int spot, int own, int face) noexcept {
    return end * bottom_ids(t) + t.first_id[at(spot)] + 2 * own + face;
}
inline int free_id(const Tables& t, int end, int region, int posture, int turned, int face) noexcept {
    return t.free_ids + (((end * t.deck.regions() + region) * 2 + posture) * 2 + turned) * 2 + face;
}

}  // namespace uneri::tacta
