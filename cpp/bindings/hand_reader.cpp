// HandReader, also for Python (python/uneri/_util/notation.py).
#include "bindings/hand_reader.hpp"

#include <memory>

namespace uneri {
namespace binding {

HandReader::HandReader(const std::vector<std::string>& tokens, const std::vector<int>& most) {
    if (tokens.size() != most.size() || most.size() > kMostKinds)
        throw py::value_error("a hand has one token and one limit per kind, for at most 64 kinds");
    for (std::size_t kind = 0; kind < tokens.size(); ++kind) {
        std::string token = tokens[kind];
        std::ranges::transform(token, token.begin(), to_lower);
        kind_of_.emplace(std::move(token), kind);
        most_.push_back(static_cast<std::uint8_t>(most[kind]));
    }
}

bool HandReader::read(const py::handle& hand, std::span<std::uint8_t> counts) const {
    if (!(PyUnicode_CheckExact(hand.ptr()) ? read_text(ascii_of(hand), counts) : read_counts(hand, counts)))
        return false;
    return std::ranges::equal(counts, most_, std::less_equal{});
}

bool HandReader::read_kind(const py::handle& object, int& kind) const {
    if (!PyUnicode_CheckExact(object.ptr())) return read_int(object, 0, static_cast<int>(kinds()) - 1, kind);
    std::string token(ascii_of(object));
    std::ranges::transform(token, token.begin(), to_lower);
    const auto found = kind_of_.find(token);
    if (found == kind_of_.end()) return false;
    kind = static_cast<int>(found->second);
    return true;
}

bool HandReader::read_text(std::string_view text, std::span<std::uint8_t> counts) const {
    std::string token;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && !is_gap(text[i])) {
            token += to_lower(text[i]);
            continue;
        }
        if (token.empty()) continue;
        const auto found = kind_of_.find(token);
        if (found == kind_of_.end() || ++counts[found->second] > most_[found->second]) return false;
        token.clear();
    }
    return true;
}

}  // namespace binding

void bind_hand_reader(py::module_& m) {
    using namespace binding;
    binding::GuardedClass<HandReader, std::shared_ptr<HandReader>>(m, "HandReader")
        .def(py::init([](const std::vector<std::string>& tokens, const std::vector<int>& most) {
                 return std::make_shared<HandReader>(tokens, most);
             }),
             binding::Names("tokens most"))
        .def(
            "read",  // The hand as uint8[1, kinds]; None if it is wrong or written in an unusual way.
            [](const HandReader& self, const py::handle& hand) -> py::object {
                std::array<std::uint8_t, HandReader::kMostKinds> buffer{};
                const std::span<std::uint8_t> counts = std::span(buffer).first(self.kinds());
                if (!self.read(hand, counts)) return py::none();
                py::array_t<std::uint8_t> row({std::size_t{1}, self.kinds()});
                std::ranges::copy(counts, row.mutable_data());
                return row;
            },
            Names("hand"));
}

}  // namespace uneri
