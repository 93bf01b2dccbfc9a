#include "uneri/base/work.hpp"

namespace uneri {

bool Work::take_more() noexcept {
    if (over_ || !goes_on()) return false;
    over_ = now_ + later_ < 0;
    const std::int64_t more = std::min(later_, kPolled - now_);
    later_ -= more;
    now_ += more;
    return !over_;
}
Work& work_of_thread() noexcept {
    thread_local Work work;
    return work;
}

}  // namespace uneri
