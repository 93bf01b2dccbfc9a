// Fuzzes games of Namima from all sorts of states, and rule sets with arbitrary contents: these are read or refused,
// without a crash or huge tables.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "fuzz_game.hpp"
#include "uneri/games/namima/melds.hpp"
#include "uneri/games/namima/namima.hpp"

using uneri::PlainData;
using namespace uneri::namima;

namespace {

// Replaces values, as chosen by the input's bytes.
class Mutation {
public:
    Mutation(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    PlainData of(const PlainData& value) {
        const unsigned what = next();
        if (what >= 4 * 8) return inside(value);
        switch (what % 8) {
            case 0: return PlainData();
            case 1: return PlainData(static_cast<int>(next()));
            case 2: return PlainData(static_cast<int>(next() % 8));
            case 3: return PlainData(std::string(1, static_cast<char>('A' + next() % 26)));
            case 4: return PlainData(PlainData::List{PlainData(static_cast<int>(next() % 9)), value});
            case 5: return PlainData(next() % 2 == 0);
            case 6: return PlainData(-1);
            default: return PlainData(1e9);
        }
    }

private:
    unsigned next() { return at_ < size_ ? data_[at_++] : 255; }

    PlainData inside(const PlainData& value) {
        if (const auto* list = value.as<PlainData::List>()) {
            PlainData::List out;
            for (const PlainData& item : *list) out.push_back(of(item));
            return out;
        }
        if (const auto* map = value.as<PlainData::Map>()) {
            PlainData::Map out;
            for (const auto& [key, item] : *map) out.emplace_back(key, of(item));
            return out;
        }
        return value;
    }

    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

// The first byte chooses the rule set to change, the second the number of players.
void run_rule_set(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < 2) return;
    const PlainData built = ruleset_value(built_in(bytes[0] % static_cast<int>(kVariants.size())));
    const auto rules = read_ruleset(Mutation(bytes.data() + 2, bytes.size() - 2).of(built));
    if (!rules) {
        uneri::fuzz::require(rules.error().rfind("variant", 0) == 0, "an error names its option");
        return;
    }
    const auto melds = Melds::make(*rules, 2 + bytes[1] % 4);
    uneri::fuzz::require(melds || melds.error().rfind("variant", 0) == 0, "an error names its option");
    uneri::fuzz::require(!melds || melds->size() <= kMaxMelds, "the bound of melds holds");
}

}  // namespace

uneri::fuzz::Subject uneri::fuzz::make_subject() {
    Subject subject{games_of<Namima>({
        {{"players", 2}, {"games", 1}},
        {{"variant", "shiranami"}, {"players", 3}, {"first_seat", -1}, {"riichi", true}},
        {{"variant", "shikinami"}, {"games", 1}, {"riichi", true}, {"dora", true}},
        {{"variant", "aranami"}, {"players", 5}, {"games", 2}, {"dora", true}},
        {{"variant", "ayanami"}, {"players", 2}, {"games", 1}, {"riichi", true}},
        {{"variant", "juuayanami"}, {"players", 4}, {"riichi", true}, {"dora", true}},
    })};
    subject.run_own = run_rule_set;
    for (std::uint8_t variant = 0; variant < kVariants.size(); ++variant) {
        Bytes bytes(120, 255);  // up to here nothing is changed
        bytes[0] = Subject::kOwn;
        bytes[1] = variant;
        subject.own_seeds.push_back(bytes);
    }
    return subject;
}
