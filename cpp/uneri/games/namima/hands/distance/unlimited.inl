// Part of the body of deficiency.cpp, see isa.hpp: the discard table of a hand as if there were any number of spare
// cards, and whether it holds with those there are.
//
// Where any number of cards may be lacking, nodes know nothing of spare cards, all swaps may be made, and tables of
// parts are small. No target lacks fewer cards than the least of these, and least targets that are valid in truth are
// among these. So a kind is accepted indeed if a least target that lacks it lacks no more of any kind than are spare.
// Of the kinds of which some might (they are *watched*), each way to a node and from it knows how many it lacks at
// most, with what a crossing meld would lack in place of a swapped one. What only ways that may lack too many tell is
// unsure; then the watched kinds are scarce in another sweep, with true spare cards, and all others are ample.

#include "uneri/games/namima/hands/distance/hub_sweep.inl"

class UnlimitedSweep : public Sweep {
public:
    // Kinds without any spare card are short nearly always.
    static bool serves(const Question& q) noexcept {
        return q.exposed.empty() && !q.tables.sweeps().unlimited.empty() &&
               (q.tables.parts.kind_bits() & ~q.spare.some()) == 0;
    }
    static Question unlimited(const Question& q) noexcept {
        Question out = q;
        const std::uint64_t kinds = q.tables.parts.kind_bits();
        out.spare = {kinds, kinds, kinds};
        return out;
    }

    // `open`: what unlimited() made of a question whose spare cards are `spare`.
    UnlimitedSweep(const Question& open, int most, const Cards& spare, std::uint16_t* slots) noexcept
        : Sweep(open, most, 0, slots), spare_(spare) {
        sources_ = tables_.unlimited_sources.data();
    }

    // answers[bit] for every kind of the hand; kNever: not known. False: none is.
    bool table(Answer* answers) noexcept {
        if (!make() || nodes_size_ > kMostCounted) return false;
        backwards();
        find_least(answers);
        if (!watch(answers)) return false;
        if (watched_ == 0) {
            walk([&](auto&&... of) { merge_edge(of...); }, [&](auto&&... of) { merge_part(of...); });
        } else {
            std::memset(before(kMostCounted), 0, nodes_size_ * kLanes * sizeof(std::uint64_t));
            std::memset(behind(kMostCounted), 0, nodes_size_ * kLanes * sizeof(std::uint64_t));
            walk([&](auto&&... of) { count_edge(of...); }, [&](auto&&... of) { count_part(of...); });
        }
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            const int part = tables_.layers[at].part;
            for (std::uint64_t left = q_.hand.some() >> (kPartKinds * part) & 15; left != 0; left &= left - 1) {
                const int place = low_bit(left);
                Answer& answer = answers[kPartKinds * part + place];
                if (answer.least == kNever) continue;
                if (!accept(at, part, place, answer)) unsure_ |= std::uint64_t{1} << (kPartKinds * part + place);
            }
        }
        return true;
    }
    // The kinds of the hand of which the answers may be wrong, and the kinds of which least targets may lack more than
    // are spare.
    std::uint64_t unsure() const noexcept { return unsure_; }
    std::uint64_t watched() const noexcept { return watched_; }

private:
    static constexpr std::size_t kMostCounted = kMostNodes / 2;  // nodes; the other half's words are counts
    static constexpr std::size_t kCounts = kLanes * kMostCounted;

    void find_least(Answer* answers) noexcept {
        around_size_ = 0;
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            const int part = tables_.layers[at].part;
            first_[at] = around_size_;
            const std::uint64_t kinds = q_.hand.some() >> (kPartKinds * part) & 15;
            if (kinds != 0) surround_all(at);
            for (std::uint64_t left = kinds; left != 0; left &= left - 1) {
                const int place = low_bit(left);
                int most = 0;
                int doubtful = 0;
                for (std::size_t i = first_[at]; i < around_size_; ++i) {
                    const Rest rest = rest_of(*around_[i].node, place);
                    const int here = most_of(sums_of(around_[i].wanted, *rest.part, rest.lacking));
                    reach_[place][i] = static_cast<std::uint8_t>(here);
                    most = here > most ? here : most;
                    if (doubtful_ == 0) continue;
                    const int other = most_of(sums_of(around_[i].doubted, *rest.part, rest.lacking));
                    doubtful = other > doubtful ? other : doubtful;
                }
                Answer& answer = answers[kPartKinds * part + place];
                answer = {};
                if (most != 0 && doubtful < most) answer.least = top_ - most;
            }
        }
        first_[tables_.layers.size()] = around_size_;
    }
    // Finds the kinds of which least targets may lack more than are spare. False: they are too many.
    bool watch(const Answer* answers) noexcept {
        int most = 0;
        for (std::uint64_t left = q_.hand.some(); left != 0; left &= left - 1) {
            const int least = answers[low_bit(left)].least;
            most = least != kNever && least > most ? least : most;
        }
        weigh_candidates();
        int size = 0;
        for (std::uint64_t left = q_.tables.parts.kind_bits(); left != 0; left &= left - 1) {
            const int bit = low_bit(left);
            // Whatever is discarded, and if one of the kind is.
            const int cards = q_.hand.count(bit) + spare_.count(bit);
            const int own = q_.hand.count(bit) == 0 || answers[bit].least == kNever ? 0 : answers[bit].least;
            if (!may_have(bit, cards + 1, most) && !may_have(bit, cards, own)) continue;
            if (size == kWatched) return false;
            const int shift = 8 * size++;
            watched_ |= left & (~left + 1);
            shift_[bit] = static_cast<std::uint8_t>(shift);
            room_ -= static_cast<std::uint64_t>(spare_.count(bit)) << shift;
        }
        for (const auto& layer : tables_.layers) {
            const auto part = static_cast<std::size_t>(layer.part);
            counted_[part] = 0;
            for (std::uint32_t left = watched_ == 0 ? 0 : swapped_[part]; left != 0; left &= left - 1) {
                const int pattern = low_bit(left);
                const std::uint64_t kinds = lacked_by_[part][pattern];
                if ((kinds & watched_) == 0) continue;
                counted_[part] |= left & (~left + 1);
                by_[part][pattern] = counts(kinds, twice_by_[part][pattern], thrice_by_[part][pattern]);
            }
        }
        return true;
    }
    // Might a target that lacks `most` cards have so many of a kind?
    bool may_have(int bit, int cards, int most) const noexcept {
        const int spare = spare_.count(bit);
        if (spare + 1 > most) return false;
        const auto& around = tables_.around[static_cast<std::size_t>(bit)];
        const int held = static_cast<int>(number_of(q_.hand.only(around.kinds)));
        const int others = around.others[static_cast<std::size_t>(cards)] - held;
        return spare + 1 + others <= most && may_run_short(bit, spare, cards, most, false).at_all;
    }

    // A byte for each kind that is watched.
    std::uint64_t counts(std::uint64_t once, std::uint64_t twice, std::uint64_t thrice) const noexcept {
        std::uint64_t out = 0;
        for (std::uint64_t left = once & watched_; left != 0; left &= left - 1)
            out += (1 + (twice >> low_bit(left) & 1) + (thrice >> low_bit(left) & 1)) << shift_[low_bit(left)];
        return out;
    }
    // Cards that a part lacks at most if it has that lane, and of what local melds may change places with.
    std::uint64_t counts_of(int part, const Part& entry, int lane) const noexcept {
        const auto at = static_cast<std::size_t>(&entry - sources_[part].entries);
        const unsigned most =
            tables_.unlimited_most[static_cast<std::size_t>(part)][at][static_cast<std::size_t>(lane)];
        std::uint64_t out = 0;
        for (std::uint64_t left = watched_ >> (kPartKinds * part) & 15; left != 0; left &= left - 1) {
            const int place = low_bit(left);
            out += std::uint64_t{most >> (4 * place) & 15} << shift_[kPartKinds * part + place];
        }
        if (counted_[part] == 0) return out;
        std::uint64_t swapped = 0;
        for (std::uint32_t left = found(part, entry)[static_cast<std::size_t>(lane)] & counted_[part]; left != 0;
             left &= left - 1)
            swapped = most_bytes(swapped, by_[part][low_bit(left)]);
        return out + swapped;
    }
    void count_edge(const Edge& edge, const Lanes& a, const Lanes& sum, unsigned lanes, const std::uint64_t* from,
                    std::uint64_t* to) noexcept {
        const std::uint64_t add = counts(edge.lacked, edge.some, 0);
        const Lanes sums = moved(a, edge.lacking);
        if (from != to) {
            merge_and_count(sums, sum, lanes, edge.lacked, add, kCounts, from - edge.lacking, to);
        } else {  // as often as can be
            for (unsigned left = equal(sums, sum) & lanes; left != 0; left &= left - 1) {
                std::uint64_t* const lane = to + low_bit(left);
                lane[0] |= edge.lacked | *(lane - edge.lacking);
                lane[kCounts] = most_bytes(lane[kCounts], *(lane + kCounts - edge.lacking) + add);
            }
        }
    }
    void count_part(const Node& node, const Lanes& a, const Lanes& sum, unsigned lanes, const std::uint64_t* from,
                    std::uint64_t* to) noexcept {
        if (lanes == 0) return;
        const int part = node.layer_part;
        const unsigned used = joining(a, load_lanes(node.part->least.data()), sum, lanes) & node.lanes;
        for (unsigned left = used; left != 0; left &= left - 1) {
            const int lane = low_bit(left);
            const int rise = lane - kLevel;
            const Lanes sums = less(up(a, rise), all_of(node.part->least[static_cast<std::size_t>(lane)]));
            merge_and_count(sums, sum, lanes, lacked_of(part, *node.part, lane), counts_of(part, *node.part, lane),
                            kCounts, from - rise, to);
        }
    }

    // Fills in what is accepted after a discard. False: it may be that some of it isn't.
    bool accept(std::size_t at, int part, int place, Answer& answer) noexcept {
        const std::uint64_t own = std::uint64_t{1} << (kPartKinds * part + place);
        const int most = top_ - answer.least;
        std::uint64_t sure = 0;
        for (std::size_t i = first_[at]; i < first_[at + 1]; ++i) {
            if (reach_[place][i] != most) continue;
            Around& around = around_[i];
            const Rest rest = rest_of(*around.node, place);
            for (unsigned left = equal(sums_of(around.wanted, *rest.part, rest.lacking), all_of(most)); left != 0;
                 left &= left - 1) {
                const int lane = low_bit(left);
                const std::uint64_t others = lacked(around, lane + rest.lacking) | (rest.lacking != 0 ? own : 0);
                const std::uint64_t all = others | lacked_of(part, *rest.part, lane);
                answer.accepted |= all;
                if ((all & watched_) == 0) {
                    sure |= all;
                    continue;
                }
                const std::uint64_t lacking =
                    most_lacked(around, lane + rest.lacking) + (rest.lacking != 0 ? counts(own, 0, 0) : 0);
                const std::uint64_t sum = lacking + counts_of(part, *rest.part, lane) + room_;
                if ((sum & kOver) == 0) {
                    sure |= all;
                } else if (((lacking + room_) & kOver) == 0) {
                    const Part& entry = true_entry(part, rest.hand, lacking);
                    const auto i_lane = static_cast<std::size_t>(lane);
                    if (entry.least[i_lane] == rest.part->least[i_lane])
                        sure |= others | (entry.lacked >> (kPartKinds * lane) & 15) << (kPartKinds * part);
                }
            }
        }
        return sure == answer.accepted;
    }
    // The part with the spare cards that there are when others lack so many.
    const Part& true_entry(int part, unsigned hand, std::uint64_t lacking) const noexcept {
        Cards spare = spare_;
        for (std::uint64_t left = watched_ & std::uint64_t{15} << (kPartKinds * part); left != 0; left &= left - 1) {
            const int bit = low_bit(left);
            spare.set(bit, static_cast<unsigned>(spare.count(bit)) - (lacking >> shift_[bit] & 0x7F));
        }
        const auto& source = tables_.sources[static_cast<std::size_t>(part)];
        return source.entries[source.places[hand].of(Parts::index(spare, part))];
    }
    // The same for what lies around a part as lacked() for kinds.
    std::uint64_t most_lacked(Around& around, int lane) noexcept {
        const Node& front = *around.node;
        const Node& back = nodes_[front.to];
        const std::uint64_t* const from = before(static_cast<std::size_t>(&front - nodes_)) + kCounts;
        const std::uint64_t* const to = behind(front.to) + kCounts;
        std::uint64_t out = 0;
        each_whole(around.both, around.wanted, lane, [&](int sum, int missing) {
            const Lanes sums = less(up(reversed(back.back), sum - (kLanes - 1)), less(all_of(top_), front.front));
            for (unsigned left = equal(sums, all_of(top_ - missing)) & front.forth; left != 0; left &= left - 1)
                out = most_bytes(out, from[low_bit(left)] + to[sum - low_bit(left)]);
        });
        return out;
    }

    static constexpr int kWatched = 8;  // bytes of a word
    static constexpr std::uint64_t kOver = 0x8080'8080'8080'8080;
    Cards spare_;
    std::uint64_t unsure_ = 0;
    std::uint64_t watched_ = 0;
    std::uint64_t room_ = 0x7F7F'7F7F'7F7F'7F7F;  // by byte 0x7F less the spare cards
    std::uint8_t shift_[64];
    std::uint32_t counted_[kMaxParts];  // patterns in swapped_ by which kinds that are watched are lacked
    std::uint64_t by_[kMaxParts][SweepTables::kMostPatterns];
    std::size_t first_[kMostLayers + 1];  // in around_, by layer
    std::uint8_t reach_[kPartKinds][kMostNodes];
};
