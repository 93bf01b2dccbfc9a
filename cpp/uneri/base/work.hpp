// A limit to the work that a thread spends on a question, for searches that can take hours. It is counted in steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace uneri {

// What a thread may still spend.
class Work {
public:
    // False if no work is left. Then all searches end at once, and their answers mean nothing.
    bool spend(std::size_t steps) noexcept {
        now_ -= static_cast<std::int64_t>(steps);
        return now_ >= 0 || take_more();
    }
    bool over() const noexcept { return over_; }

private:
    friend class WorkLimit;
    static constexpr std::int64_t kPolled = 1'000'000;  // steps between two calls of `goes_on`

    bool take_more() noexcept;

    std::int64_t now_ = 0;
    std::int64_t later_ = std::numeric_limits<std::int64_t>::max();
    bool over_ = false;
    bool (*goes_on_)(void*) = nullptr;
    void* context_ = nullptr;
};

Work& work_of_thread() noexcept;

// Limits the work of this thread as long as it exists.
class WorkLimit {
public:
    // `goes_on` is called now and then; if it returns false, no work is left. It must not throw.
    explicit WorkLimit(std::int64_t most, bool (*goes_on)(void*) = nullptr, void* context = nullptr) noexcept
        : work_(work_of_thread()), outer_(work_) {
        work_ = Work();
        work_.now_ = std::min(most, Work::kPolled);  // short work calls nothing
        work_.later_ = most - work_.now_;
        work_.goes_on_ = goes_on;
        work_.context_ = context;
    }
    ~WorkLimit() { work_ = outer_; }
    WorkLimit(const WorkLimit&) = delete;
    WorkLimit& operator=(const WorkLimit&) = delete;

    bool over() const noexcept { return work_.over(); }

private:
    Work& work_;
    Work outer_;
};

}  // namespace uneri
