// Rule sets of Namima with whatever in them: read or refused, never a crash or a table that eats memory.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "uneri/games/namima/melds.hpp"

using uneri::Value;
using namespace uneri::namima;

namespace {

// Values in place of others, chosen by the input's bytes.
class Mutation {
public:
    Mutation(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    Value of(const Value& value) {
        const unsigned what = next();
        if (what >= 4 * 8) return inside(value);
        switch (what % 8) {
            case 0: return Value();
            case 1: return Value(static_cast<int>(next()));
            case 2: return Value(static_cast<int>(next() % 8));
            case 3: return Value(std::string(1, static_cast<char>('A' + next() % 26)));
            case 4: return Value(Value::List{Value(static_cast<int>(next() % 9)), value});
            case 5: return Value(next() % 2 == 0);
            case 6: return Value(-1);
            default: return Value(1e9);
        }
    }

private:
    unsigned next() { return at_ < size_ ? data_[at_++] : 255; }

    Value inside(const Value& value) {
        if (const auto* list = value.as<Value::List>()) {
            Value::List out;
            for (const Value& item : *list) out.push_back(of(item));
            return out;
        }
        if (const auto* map = value.as<Value::Map>()) {
            Value::Map out;
            for (const auto& [key, item] : *map) out.emplace_back(key, of(item));
            return out;
        }
        return value;
    }

    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const Value changed = Mutation(data + 2, size - 2).of(ruleset_value(built_in(data[0] % 6)));
    const auto rules = read_ruleset(changed);
    if (!rules) {
        if (rules.error().rfind("variant", 0) != 0) std::abort();
        return 0;
    }
    const auto melds = Melds::make(*rules, 2 + data[1] % 4);
    if (!melds && melds.error().rfind("variant", 0) != 0) std::abort();
    if (melds && melds->size() > kMaxMelds) std::abort();
    return 0;
}
