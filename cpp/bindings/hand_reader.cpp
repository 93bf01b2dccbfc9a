// HandReader: reads one hand, for games with a token per kind (python/uneri/_util/notation.py).
#include "bindings/hand_reader.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bindings/classes.hpp"

namespace uneri {
namespace {

constexpr std::size_t kMostKinds = 64;

bool is_gap(char c) noexcept { return c == ' ' || c == ',' || (c >= '\t' && c <= '\r'); }
char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

class HandReader : public MadeByInit {
public:
    HandReader(const std::vector<std::string>& tokens, const std::vector<int>& most) {
        if (tokens.size() != most.size() || most.size() > kMostKinds)
            throw py::value_error("a hand has one token and one limit per kind; allowed: at most 64 kinds");
        for (std::size_t kind = 0; kind < tokens.size(); ++kind) {
            std::string token = tokens[kind];
            std::ranges::transform(token, token.begin(), lower);
            kind_of_.emplace(std::move(token), kind);
            most_.push_back(static_cast<std::uint8_t>(most[kind]));
        }
    }

    // The hand as uint8[1, kinds]; None if it is wrong or written in an unusual way.
    py::object read(const py::handle& hand) const {
        std::array<std::uint8_t, kMostKinds> buffer{};
        const std::span<std::uint8_t> counts = std::span(buffer).first(most_.size());
        const bool is_text = PyUnicode_CheckExact(hand.ptr());
        if (!(is_text ? read_text(hand, counts) : binding::read_counts(hand, counts))) return py::none();
        for (std::size_t kind = 0; kind < most_.size(); ++kind) {
            if (counts[kind] > most_[kind]) return py::none();
        }
        py::array_t<std::uint8_t> row({std::size_t{1}, most_.size()});
        std::copy(counts.begin(), counts.end(), row.mutable_data());
        return row;
    }

private:
    bool read_text(const py::handle& hand, std::span<std::uint8_t> counts) const {
        if (!PyUnicode_IS_COMPACT_ASCII(hand.ptr())) return false;
        const std::string_view text(reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(hand.ptr())),
                                    static_cast<std::size_t>(PyUnicode_GET_LENGTH(hand.ptr())));
        std::string token;
        for (std::size_t i = 0; i <= text.size(); ++i) {
            if (i < text.size() && !is_gap(text[i])) {
                token += lower(text[i]);
                continue;
            }
            if (token.empty()) continue;
            const auto found = kind_of_.find(token);
            if (found == kind_of_.end() || ++counts[found->second] > most_[found->second]) return false;
            token.clear();
        }
        return true;
    }

    std::unordered_map<std::string, std::size_t> kind_of_;
    std::vector<std::uint8_t> most_;
};

}  // namespace

void bind_hand_reader(py::module_& m) {
    binding::GuardedClass<HandReader, std::shared_ptr<HandReader>>(m, "HandReader")
        .def(py::init([](const std::vector<std::string>& tokens, const std::vector<int>& most) {
                 return std::make_shared<HandReader>(tokens, most);
             }),
             py::arg("tokens"), py::arg("most"))
        .def("read", &HandReader::read, py::arg("hand"));
}

}  // namespace uneri
