#include "uneri/base/work.hpp"

#include <algorithm>

namespace uneri {

bool Work::take_more() noexcept {
    if (over_) return false;
    if (goes_on_ != nullptr && !goes_on_(context_)) {
        stop();
        return false;
    }
    over_ = later_ <= 0;
    const std::int64_t more = std::min(later_, kPolled - now_);
    later_ -= more;
    now_ += more;
    return !over_;
}
void Work::take_uncounted() noexcept {
    uncounted_ = kPolled / 8;
    if (!over_ && goes_on_ != nullptr && !goes_on_(context_)) stop();
}
Work& work_of_thread() noexcept {
    thread_local Work work;
    return work;
}

}  // namespace uneri
