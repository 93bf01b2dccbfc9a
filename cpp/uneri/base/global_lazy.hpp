// A Lazy for the whole program, to be a constinit object of a file.
#pragma once

#include <utility>

#include "uneri/base/lazy.hpp"

namespace uneri {

// Never destroyed, as threads that go on while the program ends may be reading; and made by no static initialisation
// within a function, for whose end a child by fork would wait for ever.
template <class T>
union GlobalLazy {
    constexpr GlobalLazy() noexcept : lazy_() {}
    ~GlobalLazy() {}

    template <class Make>
    const T& get(Make&& make) const {
        return lazy_.get(std::forward<Make>(make));
    }

private:
    Lazy<T> lazy_;
};

}  // namespace uneri
