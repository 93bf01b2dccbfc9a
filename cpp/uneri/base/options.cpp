#include "uneri/base/options.hpp"

#include <utility>

namespace uneri::option {
namespace {

PlainData words_value(std::span<const std::string_view> words) {
    PlainData::List list;
    for (const std::string_view word : words) list.emplace_back(word);
    return list;
}

std::string allowed_text(const OptionFacts& facts) {
    if (!facts.allowed.empty()) return std::string(facts.allowed);
    switch (facts.kind) {
        case OptionFacts::Kind::kInteger: return std::to_string(facts.low) + " to " + std::to_string(facts.high);
        case OptionFacts::Kind::kFlag: return "true, false";
        case OptionFacts::Kind::kChoice: return joined(facts.words);
        case OptionFacts::Kind::kText: return std::string(facts.form);
        case OptionFacts::Kind::kData: break;
    }
    return joined(facts.words) + ", " + std::string(facts.form) + ", a JSON file of one";
}

PlainData schema(const OptionFacts& facts) {
    switch (facts.kind) {
        case OptionFacts::Kind::kInteger:
            return PlainData::Map{{"type", "integer"}, {"minimum", facts.low}, {"maximum", facts.high}};
        case OptionFacts::Kind::kFlag: return PlainData::Map{{"type", "boolean"}};
        case OptionFacts::Kind::kChoice: return PlainData::Map{{"enum", words_value(facts.words)}};
        case OptionFacts::Kind::kText: return PlainData::Map{{"type", "string"}, {"pattern", facts.form}};
        case OptionFacts::Kind::kData: break;
    }
    return PlainData::Map{{"anyOf", PlainData::List{PlainData::Map{{"enum", words_value(facts.words)}},
                                                    PlainData::Map{{"$ref", "#/$defs/" + std::string(facts.name)}}}}};
}

}  // namespace

PlainData described(const OptionFacts& facts, PlainData default_value) {
    PlainData::Map map{{"name", facts.name},
                       {"allowed", allowed_text(facts)},
                       {"meaning", facts.meaning},
                       {"default", std::move(default_value)},
                       {"schema", schema(facts)}};
    if (facts.kind == OptionFacts::Kind::kData) map.emplace_back("builtin", words_value(facts.words));
    return map;
}

}  // namespace uneri::option
