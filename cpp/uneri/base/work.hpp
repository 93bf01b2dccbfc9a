// A limit to the work that a thread spends on a question, for searches that can take hours. It is counted in steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace uneri {

inline constexpr std::int64_t kAnyWork = std::numeric_limits<std::int64_t>::max();

// What a thread may still spend.
class Work {
public:
    // False if no work is left. Then all searches end at once, and their answers mean nothing.
    bool spend(std::size_t steps) noexcept {
        now_ -= static_cast<std::int64_t>(steps);
        return now_ >= 0 || take_more();
    }
    bool over() const noexcept { return over_; }
    // For steps that no limit counts: false if `goes_on` ended the work.
    bool poll() noexcept {
        if (--uncounted_ < 0) take_uncounted();
        return !stopped_;
    }

private:
    friend class WorkLimit;
    static constexpr std::int64_t kPolled = 1'000'000;  // steps between two calls of `goes_on`

    bool take_more() noexcept;
    void take_uncounted() noexcept;
    void stop() noexcept {
        now_ = later_ = 0;
        over_ = stopped_ = true;
    }

    std::int64_t now_ = 0;
    std::int64_t later_ = kAnyWork;
    std::int64_t uncounted_ = kPolled / 8;  // they take longer
    bool over_ = false;
    bool stopped_ = false;  // by `goes_on`
    bool (*goes_on_)(void*) = nullptr;
    void* context_ = nullptr;
};

Work& work_of_thread() noexcept;

// Limits the work of this thread as long as it exists. What is spent within counts for the limit around it, too.
class WorkLimit {
public:
    // `goes_on` is called now and then; if it returns false, no work is left. It must not throw. Without one, that of
    // the limit around this one ends both.
    explicit WorkLimit(std::int64_t most, bool (*goes_on)(void*) = nullptr, void* context = nullptr) noexcept
        : work_(work_of_thread()), outer_(work_), most_(most), is_own_(goes_on != nullptr) {
        work_ = Work();
        work_.now_ = std::min(most, Work::kPolled);  // short work calls nothing
        work_.later_ = most - work_.now_;
        work_.goes_on_ = is_own_ ? goes_on : outer_.goes_on_;
        work_.context_ = is_own_ ? context : outer_.context_;
        work_.uncounted_ = outer_.uncounted_;
        if (outer_.stopped_) work_.stop();
    }
    ~WorkLimit() {
        const Work inner = work_;
        work_ = outer_;
        work_.uncounted_ = inner.uncounted_;
        if (!inner.stopped_) {
            work_.spend(static_cast<std::size_t>(most_ - inner.now_ - inner.later_));
        } else if (!is_own_) {
            work_.stop();
        }
    }
    WorkLimit(const WorkLimit&) = delete;
    WorkLimit& operator=(const WorkLimit&) = delete;

    bool over() const noexcept { return work_.over(); }

private:
    Work& work_;
    Work outer_;
    std::int64_t most_;
    bool is_own_;
};

}  // namespace uneri
