// A Lazy for the whole program. Declare it as a constinit object at namespace scope.
#pragma once

#include <utility>

#include "uneri/base/lazy.hpp"

namespace uneri {

// It is never destroyed, since threads may still read it while the program ends. It avoids function-local statics: a
// forked child would wait forever for a parent's thread that was initialising one.
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
