// A limit to the work that a thread spends on a question, for searches that can take hours. It is counted in steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace uneri {

inline constexpr std::int64_t kAnyWork = std::numeric_limits<std::int64_t>::max() / 2;

// What a thread may still spend.
class Work {
public:
    // False if no work is left. Then all searches end at once, and their answers mean nothing.
    bool spend(std::size_t steps) noexcept {
        now_ -= static_cast<std::int64_t>(steps);
        return now_ >= 0 || take_more();
    }
    // The same for steps that no limit counts.
    bool pass(std::size_t steps) noexcept {
        later_ += static_cast<std::int64_t>(steps);
        return spend(steps);
    }
    bool over() const noexcept { return over_; }
    // Asks now, without waiting for the next poll.
    bool goes_on() noexcept {
        if (!stopped_ && goes_on_ != nullptr && !goes_on_(context_)) stop();
        return !stopped_;
    }

private:
    friend class WorkLimit;
    static constexpr std::int64_t kPolled = 200'000;  // steps between two calls of `goes_on`, some ten milliseconds

    bool take_more() noexcept;
    void stop() noexcept {
        now_ = later_ = 0;
        over_ = stopped_ = true;
    }

    std::int64_t now_ = 0;
    std::int64_t later_ = kAnyWork;
    bool over_ = false;
    bool stopped_ = false;  // by `goes_on`
    bool (*goes_on_)(void*) = nullptr;
    void* context_ = nullptr;
};

Work& work_of_thread() noexcept;

// Limits the work of this thread as long as it exists.
class WorkLimit {
public:
    // `goes_on` is called now and then; if it returns false, no work is left. It must not throw. Without one, that of
    // the limit around this one ends both.
    explicit WorkLimit(std::int64_t most, bool (*goes_on)(void*) = nullptr, void* context = nullptr) noexcept
        : work_(work_of_thread()), outer_(work_), is_own_(goes_on != nullptr) {
        if (is_own_) {
            work_ = Work();
            work_.now_ = Work::kPolled;  // short work calls nothing
            work_.goes_on_ = goes_on;
            work_.context_ = context;
        }
        if (work_.stopped_) return;
        work_.over_ = false;
        work_.now_ = std::min(most, work_.now_);
        work_.later_ = most - work_.now_;
    }
    ~WorkLimit() {
        const Work inner = work_;
        work_ = outer_;
        if (is_own_) return;
        work_.later_ += work_.now_ - inner.now_;
        work_.now_ = inner.now_;  // polls stay as frequent
        if (inner.stopped_) work_.stop();
    }
    WorkLimit(const WorkLimit&) = delete;
    WorkLimit& operator=(const WorkLimit&) = delete;

    bool over() const noexcept { return work_.over(); }

private:
    Work& work_;
    Work outer_;
    bool is_own_;
};

}  // namespace uneri
