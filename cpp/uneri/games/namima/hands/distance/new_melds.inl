// Part of the body of deficiency.cpp, see isa.hpp: how few new melds a target that grew may have.

// Targets that grew by c cards need c + 1 new melds (11.4). Sums of lacking cards don't tell the number of melds; this
// says whether a target with fewer of them, and nothing laid off, is within reach at all.
class NewMelds {
public:
    // `most`: cards that targets may lack.
    NewMelds(const Question& question, int most) noexcept : q_(question), most_(most) {}

    // Has every target within reach that grew by so many cards more new melds than that? False also if it takes too
    // long to tell.
    bool enough(int grown) noexcept {
        if (q_.surely_new(grown)) return true;
        const int cards = q_.size + grown;
        if (grown >= kMelds || cards >= kCards) return false;
        if (known_ == 0) look_at_sizes();
        for (; known_ <= grown; ++known_) add_meld();
        int steps = 1 << 13;
        return !is_made(0, q_.hand, grown, cards, most_, steps) && steps >= 0;
    }

private:
    static constexpr int kMelds = 8;
    static constexpr int kCards = 64;

    void look_at_sizes() noexcept {
        std::memset(by_size_, kFar, sizeof by_size_);
        for (int id = 0; id < q_.tables.melds.size(); ++id) {
            std::uint8_t& least = by_size_[q_.tables.melds[id].size];
            const int lacking = lacking_of(id, q_.hand);
            least = static_cast<std::uint8_t>(lacking < least ? lacking : least);
        }
        std::memset(least_[0], kFar, sizeof least_[0]);
        least_[0][0] = 0;
        known_ = 1;
    }
    void add_meld() noexcept {
        const std::uint8_t* const fewer = least_[known_ - 1];
        std::uint8_t* const least = least_[known_];
        const Melds& melds = q_.tables.melds;
        const int most = std::min(kCards - 1, q_.size + q_.most_grown());
        for (int cards = 0; cards <= most; ++cards) {
            least[cards] = fewer[cards];
            for (int size = melds.smallest(); size <= melds.largest() && size <= cards; ++size) {
                const int lacking = fewer[cards - size] + by_size_[size];
                least[cards] = static_cast<std::uint8_t>(lacking < least[cards] ? lacking : least[cards]);
            }
        }
    }
    int lacking_of(int id, const Cards& hand) const noexcept {
        return q_.tables.melds[id].size - (q_.tables.parts.meld(id) & hand).total();
    }
    // Have up to so many melds, none before `from`, exactly these cards, and do they lack no more than `most`?
    bool is_made(int from, const Cards& hand, int melds, int cards, int most, int& steps) const noexcept {
        if (least_[melds][cards] > most) return false;
        if (cards == 0) return true;
        for (int id = from; id < q_.tables.melds.size(); ++id) {
            if (--steps < 0) return false;
            const int size = q_.tables.melds[id].size;
            if (size > cards || least_[melds - 1][cards - size] > most) continue;
            const int left = most - lacking_of(id, hand);
            if (left < 0) continue;
            const Cards& meld = q_.tables.parts.meld(id);
            if (is_made(id, hand - (meld & hand), melds - 1, cards - size, left, steps)) return true;
        }
        return false;
    }

    const Question& q_;
    int most_;
    int known_ = 0;                           // numbers of melds in least_
    std::uint8_t by_size_[kMaxMeldSize + 1];  // what a meld of a size lacks of the hand at least
    std::uint8_t least_[kMelds][kCards];      // so many melds, or fewer, with so many cards together
};
