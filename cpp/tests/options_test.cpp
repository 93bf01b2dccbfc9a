// Tests the option table with the options of an invented game.
#include "uneri/base/options.hpp"

#include "tests/check.hpp"

using namespace uneri;

namespace {

enum Wind : std::uint8_t { kCalm, kStorm };
constexpr std::array<std::string_view, 2> kWindNames = {"calm", "storm"};
constexpr std::array<std::string_view, 1> kMapNames = {"island"};
constexpr std::array<std::string_view, 2> kOrderNames = {"up", "down"};

struct Options {
    int seats = 2;
    int first = 0;
    Wind wind = kCalm;
    bool down = false;
    bool fog = false;
    std::string colour = "red";
    int map = 0;  // 0: the built-in one
    int utility = 0;
    int read = 0;  // number of calls of the reader of `colour`
};

void read_colour(FieldReader& fields, Options& options) {
    ++options.read;
    const PlainData* value = fields.find("colour");
    if (value == nullptr) return;
    if (options.wind == kStorm) return fields.fail("colour", *value, "none in a storm");
    options.colour = *value->as<std::string>();
}
void read_map(FieldReader& fields, Options& options) {
    options.map = static_cast<int>(fields.integer("map", 1, 9, options.map));
}
PlainData map_value(const Options& options) { return options.map == 0 ? PlainData("island") : PlainData(options.map); }

constexpr std::array kTable = {
    option::text<&Options::colour>("colour", read_colour, "^[a-z]+$", "of the sails").in_turn(1),
    option::integer<&Options::seats>("seats", 2, 4, "number of seats"),
    option::seat<&Options::first, &Options::seats>("first", 4, "who begins"),
    option::choice<&Options::wind>("wind", kWindNames, "the weather").in_turn(-1),
    option::choice<&Options::down>("order", kOrderNames, "of the seats"),
    option::flag<&Options::fog>("fog", "is there fog?"),
    option::data<map_value>("map", kMapNames, "a number", read_map, "the waters"),
    option::utility<&Options::utility>(),
};

std::string read(const PlainData& data, Options& options) {
    FieldReader fields("game", "option", data);
    return option::read(kTable, fields, options) ? std::string() : fields.error().message;
}

}  // namespace

TEST(a_table_of_options_reads_what_it_writes) {
    Options options;
    CHECK(read(PlainData::Map{}, options).empty() && options.read == 1);
    CHECK(to_json(option::values(kTable, options)) ==
          R"({"colour":"red","seats":2,"first":0,"wind":"calm","order":"up","fog":false,"map":"island",)"
          R"("utility":"score"})");
    const PlainData given = PlainData::Map{{"colour", "blue"}, {"seats", 4},  {"first", 3}, {"wind", "calm"},
                                           {"order", "down"},  {"fog", true}, {"map", 7},   {"utility", "win"}};
    CHECK(read(given, options).empty());
    CHECK(option::values(kTable, options) == given);
    CHECK(options.seats == 4 && options.first == 3 && options.down && options.fog && options.map == 7);
}

TEST(a_table_of_options_names_the_first_fault) {
    Options options;
    CHECK(read(PlainData::Map{{"sail", 1}}, options) ==
          "game: no option 'sail'; options: colour, seats, first, wind, order, fog, map, utility");
    CHECK(read(PlainData::Map{{"fog", 1}, {"seats", 5}}, options) == "game: option 'seats' is 5; allowed: 2 to 4");
    CHECK(read(PlainData::Map{{"first", 2}}, options) == "game: option 'first' is 2; allowed: -1 to 1");
    CHECK(read(PlainData::Map{{"seats", 3}, {"first", 2}}, options).empty());
    // In order of turns, wherever the rows are: the wind before all others, the colour last.
    CHECK(read(PlainData::Map{{"colour", "red"}, {"wind", "storm"}}, options) ==
          "game: option 'colour' is 'red' (str); allowed: none in a storm");
    CHECK(read(PlainData::Map{{"colour", "red"}, {"fog", 1}, {"wind", "wet"}}, options) ==
          "game: option 'wind' is 'wet' (str); allowed: calm, storm");
}

TEST(a_table_of_options_describes_them) {
    const PlainData rows = option::descriptions(kTable, Options{});
    const auto& list = *rows.as<PlainData::List>();
    CHECK(list.size() == kTable.size());
    CHECK(to_json(list[0]) == R"({"name":"colour","allowed":"^[a-z]+$","meaning":"of the sails","default":"red",)"
                              R"("schema":{"type":"string","pattern":"^[a-z]+$"}})");
    CHECK(to_json(list[2]) == R"({"name":"first","allowed":"-1 or a seat","meaning":"who begins","default":0,)"
                              R"("schema":{"type":"integer","minimum":-1,"maximum":3}})");
    CHECK(to_json(list[3]) == R"({"name":"wind","allowed":"calm, storm","meaning":"the weather","default":"calm",)"
                              R"("schema":{"enum":["calm","storm"]}})");
    CHECK(to_json(list[5]) == R"({"name":"fog","allowed":"true, false","meaning":"is there fog?","default":false,)"
                              R"("schema":{"type":"boolean"}})");
    CHECK(to_json(list[6]) ==
          R"({"name":"map","allowed":"island, a number, a JSON file of one","meaning":"the waters","default":"island",)"
          R"("schema":{"anyOf":[{"enum":["island"]},{"$ref":"#/$defs/map"}]},"builtin":["island"]})");
}
