#include "uneri/base/work.hpp"

#include <algorithm>

namespace uneri {

bool Work::take_more() noexcept {
    over_ = over_ || later_ <= 0 || (goes_on_ != nullptr && !goes_on_(context_));
    const std::int64_t more = over_ ? 0 : std::min(later_, kPolled);
    later_ -= more;
    now_ += more;
    return !over_;
}
Work& work_of_thread() noexcept {
    thread_local Work work;
    return work;
}

}  // namespace uneri
