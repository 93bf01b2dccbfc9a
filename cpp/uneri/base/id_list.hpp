// An ascending list of ids below N, stored as bits: small enough for any stack, and a whole word of ids is added at
// once.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "uneri/base/bits.hpp"
#include "uneri/base/types.hpp"

namespace uneri {

template <int N>
class IdList {
public:
    IdList() noexcept {}  // NOLINT: words stay uninitialised on purpose

    void clear() noexcept { used_ = size_ = 0; }
    // Adds an id above all ids in the list.
    void push_back(Action id) noexcept { add(id / 64, std::uint64_t{1} << id % 64); }
    // Adds first + i for every bit i of `ids`; all must lie above the ids in the list.
    void add_word(Action first, std::uint64_t ids) noexcept {
        if (ids == 0) return;
        const int within = first % 64;
        add(first / 64, ids << within);
        add(first / 64 + 1, ids >> 1 >> (63 - within));
    }

    void copy_to(Action* out) const noexcept {
        for (std::size_t at = 0; at < used_; ++at) {
            for (std::uint64_t ids = bits_[at]; ids != 0; ids &= ids - 1) *out++ = 64 * word_[at] + low_bit(ids);
        }
    }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    Action operator[](std::size_t i) const noexcept {
        assert(i < size_);
        auto left = static_cast<int>(i);
        std::size_t at = 0;
        for (int here = count_bits(bits_[0]); left >= here; here = count_bits(bits_[++at])) left -= here;
        return 64 * word_[at] + select_bit(bits_[at], static_cast<unsigned>(left));
    }

    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Action;
        using difference_type = std::ptrdiff_t;
        using pointer = const Action*;
        using reference = Action;

        Iterator() = default;
        Iterator(const IdList& list, std::size_t at) noexcept : list_(&list), at_(at) { enter(); }
        Action operator*() const noexcept { return first_ + low_bit(left_); }
        Iterator& operator++() noexcept {
            left_ &= left_ - 1;
            if (left_ == 0) {
                ++at_;
                enter();
            }
            return *this;
        }
        Iterator operator++(int) noexcept {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        // The words first: they tell any other place from the end.
        bool operator==(const Iterator& other) const noexcept { return left_ == other.left_ && at_ == other.at_; }

    private:
        void enter() noexcept {
            if (at_ == list_->used_) return;
            left_ = list_->bits_[at_];
            first_ = 64 * list_->word_[at_];
        }
        const IdList* list_ = nullptr;
        std::size_t at_ = 0;
        std::uint64_t left_ = 0;  // bits left of the current word
        Action first_ = 0;        // the lowest id of that word
    };
    Iterator begin() const noexcept { return {*this, 0}; }
    Iterator end() const noexcept { return {*this, used_}; }

private:
    static constexpr std::size_t kWords = (N + 63) / 64;

    // No bits: nothing.
    void add(int word, std::uint64_t ids) noexcept {
        if (ids == 0) return;
        size_ += static_cast<std::uint32_t>(count_bits(ids));
        if (used_ > 0 && word_[used_ - 1] == word) {
            assert(bits_[used_ - 1] < (ids & (~ids + 1)));
            bits_[used_ - 1] |= ids;
            return;
        }
        assert(word < static_cast<int>(kWords) && (used_ == 0 || word_[used_ - 1] < word));
        word_[used_] = static_cast<std::uint16_t>(word);
        bits_[used_++] = ids;
    }

    std::uint64_t bits_[kWords];  // the words that hold an id, in order
    std::uint16_t word_[kWords];  // the index of each: its ids start at 64 times the index
    std::uint32_t used_ = 0;
    std::uint32_t size_ = 0;
};

}  // namespace uneri
