// Tests the base layer against plain definitions and published vectors.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "check.hpp"
#include "uneri/base/bits.hpp"
#include "uneri/base/bytes.hpp"
#include "uneri/base/clear.hpp"
#include "uneri/base/exponentials.hpp"
#include "uneri/base/fixed_list.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/base/id_list.hpp"
#include "uneri/base/json.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/base/scan.hpp"
#include "uneri/base/tensor.hpp"

namespace {

using namespace uneri;

template <int whole>
void check_quotient() {
    for (int i = 0; i < 200000; ++i) {
        const int x = i < 150000 ? i - 20000 : (i - 150000) * 40009;
        CHECK(quotient<whole>(x) == static_cast<float>(x) / static_cast<float>(whole));
    }
}

TEST(quotients_are_those_of_divisions) {
    check_quotient<2>();
    check_quotient<6>();
    check_quotient<15>();
    check_quotient<18>();
    check_quotient<20>();
    check_quotient<40>();
    check_quotient<50>();
    check_quotient<63>();
    check_quotient<100>();
    check_quotient<112>();
}

TEST(shares_are_those_of_divisions) {
    for (int whole = 1; whole < 128; ++whole) {
        const Shares<128> shares(whole);
        for (int first = 0; first < 128; first += 8) {
            std::uint64_t counts = 0;
            for (int i = 0; i < 8; ++i) counts |= static_cast<std::uint64_t>(first + i) << (8 * i);
            std::array<float, 8> floats{};
            std::array<std::uint8_t, 8> bytes{};
            shares.write(floats.data(), counts);
            shares.write(bytes.data(), counts);
            for (int i = 0; i < 8; ++i) {
                const float share = static_cast<float>(first + i) / static_cast<float>(whole);
                const auto at = static_cast<std::size_t>(i);
                CHECK(floats[at] == share && shares.of<float>(first + i) == share);
                CHECK(bytes[at] == byte_of(share, share_scale(whole)) &&
                      shares.of<std::uint8_t>(first + i) == bytes[at]);
            }
        }
    }
}

TEST(counts_are_shares_of_their_kinds) {
    constexpr int kKinds = 42;  // copies 1 to 6, counts 0 to that
    const Scale scale = share_scale(60);
    std::array<std::uint8_t, kKinds> copies{};
    std::array<unsigned, kKinds> counts{};
    std::array<std::uint64_t, 3> planes{};
    for (unsigned kind = 0; kind < kKinds; ++kind) {
        copies[kind] = static_cast<std::uint8_t>(1 + kind % 6);
        counts[kind] = kind / 6 % (copies[kind] + 1u);
        for (unsigned plane = 0; plane < 3; ++plane) planes[plane] |= std::uint64_t{counts[kind] >> plane & 1} << kind;
    }
    const CardWeights<kKinds> weights(copies, scale);
    std::array<float, 48> floats{};
    std::array<std::uint8_t, 48> bytes{};
    write_counts(floats.data(), planes[0], planes[1], planes[2], kKinds, weights);
    write_counts(bytes.data(), planes[0], planes[1], planes[2], kKinds, weights);
    for (unsigned kind = 0; kind < kKinds; ++kind) {
        const float share = static_cast<float>(counts[kind]) / static_cast<float>(copies[kind]);
        CHECK(floats[kind] == share && bytes[kind] == byte_of(share, scale));
    }
}

TEST(flags_are_bits) {
    SplitMix64 rng(3);
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t bits = rng.next() & ((std::uint64_t{1} << 40) - 1);
        std::array<float, 40> floats{};
        std::array<std::uint8_t, 40> bytes{};
        write_flags(floats.data(), bits, 40);
        write_flags(bytes.data(), bits, 40);
        for (std::size_t k = 0; k < 40; ++k) {
            const bool set = (bits >> k & 1) != 0;
            CHECK(floats[k] == (set ? 1.0F : 0.0F) && bytes[k] == (set ? 255 : 0));
        }
    }
}

TEST(exponentials_are_within_two_units_in_the_last_place) {
    SplitMix64 rng(3);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    std::array<double, 8> values{};
    std::array<double, 8> powers{};
    for (int i = 0; i < 50'000; ++i) {
        for (double& x : values) {
            const double u = static_cast<double>(rng.next() >> 11) * 0x1p-53;
            x = rng.below(2) == 0 ? -u : -700 * u;
        }
        exponentials(values.data(), powers.data(), values.size());
        for (std::size_t j = 0; j < values.size(); ++j) {
            const double expected = std::exp(values[j]);
            CHECK(std::abs(powers[j] - expected) <= 2 * (std::nextafter(expected, kInfinity) - expected));
        }
    }
    values = {0, -700, std::nextafter(-700.0, -kInfinity), -1e300, -kInfinity, -0.0, -1, -1};
    exponentials(values.data(), powers.data(), values.size());
    CHECK(powers[0] == 1 && powers[5] == 1);
    CHECK(powers[1] > 0 && powers[2] == 0 && powers[3] == 0 && powers[4] == 0);
    CHECK(powers[6] == powers[7]);
}

TEST(below_is_the_definition_of_r3) {
    SplitMix64 fast(7);
    SplitMix64 slow(7);
    for (int i = 0; i < 100000; ++i) {
        const std::uint64_t bound = i % 3 == 0 ? (std::uint64_t{1} << 63) + 12345u * static_cast<unsigned>(i) + 1
                                               : static_cast<std::uint64_t>(i) + 1;
        const std::uint64_t threshold = (0 - bound) % bound;
        std::uint64_t x = slow.next();
        while (x < threshold) x = slow.next();
        CHECK(fast.below(bound) == x % bound);
    }
    CHECK(fast.state() == slow.state());
}

TEST(select_bit_finds_every_bit) {
    SplitMix64 rng(3);
    for (int round = 0; round < 20000; ++round) {
        std::uint64_t word = rng.next();
        if (round % 3 == 0) word &= rng.next() & rng.next();
        if (round % 5 == 0) word |= std::uint64_t{1} << 63;
        unsigned u = 0;
        for (int bit = 0; bit < 64; ++bit) {
            if ((word >> bit & 1) != 0) CHECK(select_bit(word, u++) == bit);
        }
    }
}

TEST(select_count_finds_every_copy) {
    SplitMix64 rng(4);
    for (int round = 0; round < 20000; ++round) {
        std::uint64_t ones = rng.next() & rng.next();
        const std::uint64_t twos = rng.next() & rng.next() & rng.next();
        if (std::popcount(ones) + 2 * std::popcount(twos) > 127) ones = 0;
        unsigned u = 0;
        for (int bit = 0; bit < 64; ++bit) {
            const auto here = static_cast<int>((ones >> bit & 1) + 2 * (twos >> bit & 1));
            for (int copy = 0; copy < here; ++copy) CHECK(select_count(ones, twos, u++) == bit);
        }
        const std::uint64_t fours = rng.next() & rng.next() & rng.next() & rng.next() & rng.next();
        if (std::popcount(ones) + 2 * std::popcount(twos) + 4 * std::popcount(fours) > 127) continue;
        u = 0;
        for (int bit = 0; bit < 64; ++bit) {
            const auto here = static_cast<int>((ones >> bit & 1) + 2 * (twos >> bit & 1) + 4 * (fours >> bit & 1));
            for (int copy = 0; copy < here; ++copy) CHECK(select_count(ones, twos, fours, u++) == bit);
        }
    }
}

TEST(bits_of_words_are_as_counted_one_by_one) {
    SplitMix64 rng(5);
    for (int round = 0; round < 20000; ++round) {
        std::uint64_t word = rng.next() >> rng.below(64);
        if (round % 3 == 0) word <<= rng.below(64);
        if (word == 0) continue;
        int low = 0;
        while ((word >> low & 1) == 0) ++low;
        int high = 63;
        while ((word >> high & 1) == 0) --high;
        int count = 0;
        for (int bit = 0; bit < 64; ++bit) count += static_cast<int>(word >> bit & 1);
        CHECK(low_bit(word) == low && high_bit(word) == high && count_bits(word) == count);
    }
}

TEST(two_words_shift_and_join_as_a_row_of_128_bits) {
    SplitMix64 rng(6);
    const auto bits = [](TwoWords words) {
        std::array<bool, 128> row{};
        for (std::size_t i = 0; i < 128; ++i) row[i] = ((i < 64 ? words.low : words.high) >> (i % 64) & 1) != 0;
        return row;
    };
    for (unsigned by = 0; by < 128; ++by) {
        for (int round = 0; round < 50; ++round) {
            const TwoWords a{rng.next(), rng.next()};
            const TwoWords b{rng.next(), rng.next()};
            TwoWords joined = a;
            joined |= b;
            const auto row = bits(a);
            const auto other = bits(b);
            const auto shifted = bits(a << by);
            for (std::size_t i = 0; i < 128; ++i) {
                CHECK(shifted[i] == (i >= by && row[i - by]));
                CHECK(bits(a & b)[i] == (row[i] && other[i]));
                CHECK(bits(joined)[i] == (row[i] || other[i]));
            }
        }
        CHECK(bits(TwoWords::bit(by))[by] && !TwoWords::bit(by).empty());
    }
    const TwoWords some{1, 2};
    const TwoWords other{1, 3};
    CHECK(TwoWords{}.empty() && some == TwoWords(some) && some != other);
}

TEST(clear_writes_zeros_and_no_more) {
    for (std::size_t size = 0; size < 300; ++size) {
        std::vector<std::uint8_t> bytes(size + 2, 7);
        clear(bytes.data() + 1, size);
        CHECK(bytes.front() == 7 && bytes.back() == 7);
        CHECK(std::count(bytes.begin() + 1, bytes.end() - 1, 0) == static_cast<std::ptrdiff_t>(size));
    }
    std::vector<float> row(603, 1.0F);
    clear(row.data(), 602);
    CHECK(row[601] == 0.0F && row[602] == 1.0F);
}

TEST(entries_with_finds_every_entry) {
    constexpr std::size_t kSize = 170;
    SplitMix64 rng(5);
    for (int round = 0; round < 200; ++round) {
        std::array<std::uint16_t, kSize> entries{};
        for (std::uint16_t& entry : entries) entry = static_cast<std::uint16_t>(rng.next() & rng.next());
        for (int bit = 0; bit < 16; ++bit) {
            const EntryBits<kSize> words = entries_with<kSize>(entries.data(), static_cast<std::uint16_t>(1u << bit));
            for (std::size_t i = 0; i < 64 * words.size(); ++i) {
                const bool wanted = i < kSize && (entries[i] >> bit & 1) != 0;
                CHECK((words[i / 64] >> (i % 64) & 1) == (wanted ? 1u : 0u));
            }
        }
    }
}

TEST(for_each_bit_visits_in_order) {
    std::vector<int> seen;
    for_each_bit(0b1010010u, [&](int bit) { seen.push_back(bit); });
    CHECK((seen == std::vector<int>{1, 4, 6}));
}

TEST(fnv1a_gives_published_vectors) {
    const auto hash = [](const std::string& text) {
        Fnv1a fnv;
        for (const char c : text) fnv.add_byte(static_cast<std::uint8_t>(c));
        return fnv.value();
    };
    CHECK(hash("") == 0xcbf29ce484222325u);  // offset basis
    CHECK(hash("a") == 0xaf63dc4c8601ec8cu);
    CHECK(hash("foobar") == 0x85944171f73967e8u);
}

TEST(a_hash_sees_every_byte) {
    struct Plain {
        std::uint64_t a;
        std::uint32_t b;
        std::uint32_t c;
    };
    const Plain plain{1, 2, 3};
    auto bytes = reinterpret_cast<const unsigned char*>(&plain);
    for (std::size_t i = 0; i < sizeof plain; ++i) {
        Plain other = plain;
        reinterpret_cast<unsigned char*>(&other)[i] = static_cast<unsigned char>(bytes[i] ^ 0x80u);
        CHECK(hash_bytes(&other, sizeof other) != hash_bytes(&plain, sizeof plain));
    }
}

TEST(a_list_of_ids_is_what_went_in) {
    SplitMix64 rng(9);
    IdList<700> list;
    for (int round = 0; round < 200; ++round) {
        list.clear();
        std::vector<Action> ids;
        for (Action first = static_cast<Action>(rng.below(300)); first < 600;) {
            if (rng.below(2) == 0) {
                list.push_back(first);
                ids.push_back(first);
                first += 1 + static_cast<Action>(rng.below(90));
                continue;
            }
            const std::uint64_t word = rng.below(3) == 0 ? 0 : rng.next() & rng.next();
            list.add_word(first, word);
            for_each_bit(word, [&](int bit) { ids.push_back(first + bit); });
            first += 64;
        }
        CHECK(list.size() == ids.size());
        CHECK(list.empty() == ids.empty());
        CHECK(std::vector<Action>(list.begin(), list.end()) == ids);
        for (std::size_t i = 0; i < ids.size(); ++i) CHECK(list[i] == ids[i]);
    }
}

TEST(bytes_round_trip_and_stay_in_bounds) {
    ByteWriter out;
    out.u8(200);
    out.i8(-3);
    out.u16(65535);
    out.i32(-123456);
    out.u64(0x0102030405060708u);
    out.text("wave");
    ByteReader in(out.bytes());
    CHECK(in.u8() == 200 && in.i8() == -3 && in.u16() == 65535 && in.i32() == -123456);
    CHECK(in.u64() == 0x0102030405060708u && in.text() == "wave" && in.good() && in.left() == 0);
    CHECK(in.u64() == 0 && !in.good());
    for (std::size_t cut = 0; cut < out.bytes().size(); ++cut) {
        ByteReader part(out.bytes().first(cut));
        part.u8(), part.i8(), part.u16(), part.i32(), part.u64(), part.text();
        CHECK(!part.good());
    }
    const std::vector<std::uint8_t> lying = {0xFF, 0xFF, 0xFF, 0xFF, 'a'};  // claims a text of 4 GiB
    ByteReader liar(lying);
    CHECK(liar.text().empty() && !liar.good());
}

TEST(json_and_shown) {
    const PlainData value = PlainData::Map{{"a", PlainData::List{1, true, PlainData(), -2}}, {"b\"\n", "\x01é"}};
    CHECK(to_json(value) == "{\"a\":[1,true,null,-2],\"b\\\"\\n\":\"\\u0001é\"}");
    CHECK(shown(PlainData("4")) == "'4' (str)");
    CHECK(shown(PlainData(true)) == "True (bool)");
    CHECK(shown(PlainData(PlainData::List{1, "x"})) == "[1, 'x']");
    CHECK(shown(PlainData(std::string(1000, 'x'))).size() < 220);
    const PlainData object = PlainData::Opaque{"<x>", "object"};
    CHECK(shown(object) == "<x> (object)" && to_json(object) == "\"<x>\"");
    CHECK(object == PlainData(PlainData::Opaque{"<x>", "object"}));
    CHECK(object != PlainData(PlainData::Opaque{"<x>", "int"}) && object != PlainData("<x>"));
    CHECK(object.as<PlainData::Opaque>()->type == "object" && PlainData(1).as<PlainData::Opaque>() == nullptr);
}

TEST(json_is_read_as_it_is_written) {
    const PlainData data =
        PlainData::Map{{"a", PlainData::List{1, true, false, PlainData(), -2, PlainData::List{}, PlainData::Map{}}},
                       {"b\"\\\n", "\x01é青"},
                       {"c", std::int64_t{-9223372036854775807} - 1}};
    const Result<PlainData> back = read_json(" " + to_json(data) + "\r\n\t");
    CHECK(back && *back == data && to_json(*back) == to_json(data));
    const Result<PlainData> escapes = read_json(R"("\u00e9\u9752\ud83c\udccf\/\b\f\u0041")");
    CHECK(escapes && *escapes == PlainData("é青🃏/\b\fA"));
}

TEST(json_that_is_wrong_is_refused_with_its_line) {
    const auto message = [](std::string_view text) {
        const Result<PlainData> read = read_json(text);
        return read ? std::string() : read.error();
    };
    CHECK(message("[1,\n2\n3]") == "line 3: a comma or ] is missing");
    CHECK(message("{\"a\": 1, \"a\": 2}") == "line 1: the key 'a' occurs twice");
    CHECK(message("{\"a\" 1}") == "line 1: a colon is missing");
    CHECK(message("{a: 1}") == "line 1: a key in double quotes is missing");
    CHECK(message("[1.5]") == "line 1: a number is not an integer");
    CHECK(message("[9223372036854775808]") == "line 1: a value is missing or not a 64-bit integer");
    CHECK(message("\"a\nb\"") == "line 1: a string does not end on its line");
    CHECK(message("\"\\x\"") == "line 1: a backslash with no meaning");
    CHECK(message("[] []") == "line 1: text after the value");
    CHECK(message(std::string(100, '[')) == "line 1: lists nest too deep");
    const std::string whole = "{\"a\": [1, {\"b\": \"\\u00e9\"}, null]}";
    for (std::size_t size = 0; size < whole.size(); ++size) CHECK(!message(whole.substr(0, size)).empty());
    CHECK(message(whole).empty());
}

}  // namespace
