// The canonical text of a game: `onda(players=3,bomb_sequence=[2,6,1])`, options that differ from their defaults.
#pragma once

#include <string>

#include "uneri/engine/any_game.hpp"

namespace uneri {

// Words are printed as they are, other values as JSON.
inline std::string option_text(const PlainData& value) {
    const auto* text = value.as<std::string>();
    if (text == nullptr) return to_json(value);
    bool word = !text->empty() && *text != "true" && *text != "false" && *text != "null";
    for (std::size_t i = 0; i < text->size(); ++i) {
        const char c = (*text)[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        word = word && (letter || (i > 0 && ((c >= '0' && c <= '9') || c == '-' || c == '.')));
    }
    return word ? *text : to_json(value);
}

inline std::string game_text(const AnyGame& game) {
    const PlainData options = game.options();
    const PlainData defaults = game.defaults();
    std::string text;
    for (const auto& [name, value] : *options.as<PlainData::Map>()) {
        if (value == *defaults.find(name)) continue;
        if (!text.empty()) text += ",";
        text += name + "=" + option_text(value);
    }
    return std::string(game.name()) + "(" + text + ")";
}

}  // namespace uneri
