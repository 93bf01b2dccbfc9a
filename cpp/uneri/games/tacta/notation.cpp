#include "uneri/games/tacta/data.hpp"

#include <optional>

#include "uneri/games/tacta/rules.hpp"

namespace uneri::tacta {
namespace {

constexpr std::array<std::string_view, 2> kEndNames = {"top", "bottom"};
constexpr std::array<std::string_view, 2> kFaceNames = {"front", "back"};
constexpr std::array<std::string_view, 2> kPostureNames = {"portrait", "landscape"};
constexpr std::array<std::string_view, 2> kHalfTurns = {"0", "180"};

std::string with(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) text += part;
    return text;
}

// Lower case, single blanks, none at either end.
std::string tidy(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            if (!out.empty() && out.back() != ' ') out += ' ';
        } else {
            out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    if (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

// Parses a tidy text from the left. After the first error it accepts nothing more.
class Words {
public:
    explicit Words(std::string_view rest) : rest_(rest) {}

    void expect(std::string_view text) {
        good_ = good_ && rest_.starts_with(text);
        if (good_) rest_.remove_prefix(text.size());
    }
    int one_of(const std::array<std::string_view, 2>& words) {
        for (std::size_t i = 0; i < words.size() && good_; ++i) {
            if (!rest_.starts_with(words[i])) continue;
            rest_.remove_prefix(words[i].size());
            return static_cast<int>(i);
        }
        good_ = false;
        return 0;
    }
    // A number below `bound`: up to four digits, no leading zeros.
    int number(int bound) {
        std::size_t digits = 0;
        int value = 0;
        while (digits < rest_.size() && digits < 5 && rest_[digits] >= '0' && rest_[digits] <= '9')
            value = 10 * value + (rest_[digits++] - '0');
        good_ = good_ && digits > 0 && digits < 5 && value < bound && (digits == 1 || rest_[0] != '0');
        if (good_) rest_.remove_prefix(digits);
        return good_ ? value : 0;
    }
    // The index of the next letter in `letters`.
    int letter(std::string_view letters) {
        const std::size_t found = rest_.empty() ? letters.npos : letters.find(rest_[0]);
        good_ = good_ && found != letters.npos;
        if (good_) rest_.remove_prefix(1);
        return good_ ? static_cast<int>(found) : 0;
    }
    bool starts_with(std::string_view text) const { return rest_.starts_with(text); }
    bool done() const { return good_ && rest_.empty(); }

private:
    std::string_view rest_;
    bool good_ = true;
};

std::optional<Action> read_action(const Options& o, std::string_view text) {
    const Tables& t = o.t();
    if (text == "pass") return t.pass_id;
    Words words(text);
    if (words.starts_with("hand")) {
        words.expect("hand ");
        const int suit = words.number(2);
        return words.done() ? std::optional<Action>(t.hand_id + suit) : std::nullopt;
    }
    const int end = words.one_of(kEndNames);
    if (words.starts_with(" free ")) {
        words.expect(" free ");
        const int region = words.number(t.deck.regions());
        words.expect(" ");
        const int posture = words.one_of(kPostureNames);
        words.expect(" ");
        const int turned = words.one_of(kHalfTurns);
        words.expect(" ");
        const int face = words.one_of(kFaceNames);
        if (!words.done()) return std::nullopt;
        return free_id(t, end, region, posture, turned, face);
    }
    words.expect(" on ");
    const int target = words.number(kMaxLaid + 1);
    words.expect(".");
    const int shape = words.number(target == 0 ? t.start_shapes : t.most_shapes);
    words.expect(" with ");
    const int own = words.number(t.most_shapes);
    words.expect(" ");
    const int face = words.one_of(kFaceNames);
    if (!words.done()) return std::nullopt;
    return connect_id(t, end, spot_of(target, shape), own, face);
}

std::optional<Action> read_card(const Options& o, std::string_view text) {
    Words words(text);
    const int colour = words.letter(std::string_view("012345").substr(0, at(o.colours)));
    const int suit = words.letter(kSuitLetters);
    const int value = 1 + words.letter("123456");
    if (!words.done()) return std::nullopt;
    const Deck& deck = o.t().deck;
    int card = 0;
    while (deck.card(card).suit != suit || deck.card(card).value != value) ++card;  // each is in every deck once (V1)
    return kDeckSize * colour + card;
}

std::optional<Action> read_seat(const Options& o, std::string_view text) {
    Words words(text);
    words.expect("seat ");
    const int seat = words.number(o.players);
    return words.done() ? std::optional<Action>(seat) : std::nullopt;
}

}  // namespace

std::string action_text(const Options& o, Action a) {
    const Move m = decode(o.t(), a);
    const auto end = kEndNames[at(m.end)];
    const auto face = kFaceNames[at(m.face)];
    const std::string target = std::to_string(m.target);
    switch (m.kind) {
        case kConnect:
            return with(
                {end, " on ", target, ".", std::to_string(m.shape), " with ", std::to_string(m.own), " ", face});
        case kFree:
            return with(
                {end, " free ", target, " ", kPostureNames[at(m.shape)], " ", kHalfTurns[at(m.own)], " ", face});
        case kHandOver: return "hand " + std::to_string(m.own);
        default: return "pass";
    }
}

std::string card_text(const Options& o, int coloured) {
    return std::to_string(colour_of(coloured)) + o.t().deck.card_name(card_of(coloured));
}

std::string seat_text(int seat) { return "seat " + std::to_string(seat); }

std::string action_text(const Options& o, const State& s, Action a) {
    if (s.phase == kReveal) return card_text(o, a);
    return s.phase == kMover ? seat_text(a) : action_text(o, a);
}

Result<Action> parse_action(const Options& o, std::string_view text) {
    const std::string words = tidy(text);
    if (const auto action = read_action(o, words)) return *action;
    if (const auto card = read_card(o, words)) return *card;
    if (const auto seat = read_seat(o, words)) return *seat;
    return Error{"tacta: no action " + shown(PlainData(text)) +
                 "; allowed: top on 0.0 with 0 front, top free 0 portrait 0 front, pass, hand 0 and the like"};
}

Result<Action> parse_action(const Options& o, const State& s, std::string_view text) {
    const std::string words = tidy(text);
    if (s.phase == kReveal || s.phase == kMover) {
        const auto outcome = s.phase == kReveal ? read_card(o, words) : read_seat(o, words);
        if (outcome) return *outcome;
        return Error{"tacta: no outcome " + shown(PlainData(text)) +
                     "; allowed: " + (s.phase == kReveal ? "0c1 and the like" : "seat 0 and the like")};
    }
    if (const auto action = read_action(o, words)) return *action;
    return Error{"tacta: no action " + shown(PlainData(text)) +
                 "; allowed: top on 0.0 with 0 front, top free 0 portrait 0 front, pass, hand 0 and the like"};
}

}  // namespace uneri::tacta
