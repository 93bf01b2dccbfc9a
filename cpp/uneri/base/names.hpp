// How games read and write names of actions.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace uneri {

// The text in one case, with single blanks, none at either end.
std::string tidied(std::string_view text, bool upper = false);
// A text from outside as errors show it: quoted, and cut if it is long.
std::string in_quotes(std::string_view text);
std::string with_number(std::string_view text, int number);

// Numbers by name. Case and extra blanks do not matter.
class NameTable {
public:
    // Of the numbers 0 to size - 1.
    NameTable(int size, std::string (*name_of)(int));
    std::optional<int> find(std::string_view name) const;

private:
    std::map<std::string, int> numbers_;
};

}  // namespace uneri
