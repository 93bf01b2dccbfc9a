// A value, or a sentence that says why there is none. Used at the border (options, data, bytes, notation), where input
// can be wrong. Hot paths take checked input and cannot fail.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace uneri {

struct Error {
    std::string message;
};

template <class T>
class Result {
public:
    Result(T value) : held_(std::move(value)) {}      // NOLINT: implicit on purpose
    Result(Error error) : held_(std::move(error)) {}  // NOLINT: implicit on purpose

    explicit operator bool() const noexcept { return held_.index() == 0; }
    const T& operator*() const {
        assert(held_.index() == 0);
        return *std::get_if<0>(&held_);
    }
    const T* operator->() const { return &**this; }
    const std::string& error() const {
        assert(held_.index() == 1);
        return std::get_if<1>(&held_)->message;
    }

private:
    std::variant<T, Error> held_;
};

}  // namespace uneri
