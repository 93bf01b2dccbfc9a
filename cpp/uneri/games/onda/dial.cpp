#include "uneri/games/onda/dial.hpp"

#include "uneri/base/global_lazy.hpp"
#include "uneri/base/json.hpp"
#include "uneri/games/onda/actions.hpp"

namespace uneri::onda {

std::string_view dial_json() noexcept;  // compiled in, see cmake/UneriData.cmake

std::optional<Dial> read_dial(const PlainData& list) {
    const auto* items = list.as<PlainData::List>();
    if (items == nullptr || items->empty() || items->size() > kMaxDial) return std::nullopt;
    Dial dial;
    for (const PlainData& item : *items) {
        const auto* shape = item.as<std::int64_t>();
        if (shape == nullptr || *shape < kRun2 || *shape > kSet4) return std::nullopt;
        dial.push_back(static_cast<std::uint8_t>(*shape));
    }
    return dial;
}

namespace {

using NamedDials = std::array<Dial, kBombPresets.size()>;

Result<NamedDials> read_dials(const PlainData& file) {
    NamedDials dials;
    for (std::size_t i = 0; i < dials.size(); ++i) {
        const PlainData* list = file.find(kBombPresets[i]);
        const std::optional<Dial> dial = list != nullptr ? read_dial(*list) : std::nullopt;
        if (!dial) return Error{std::string(kBombPresets[i]) + " is not a list of 1 to 16 shape numbers 1 to 6"};
        dials[i] = *dial;
    }
    return dials;
}

constinit GlobalLazy<NamedDials> kDials;

}  // namespace

const NamedDials& named_dials() {
    return kDials.get([] { return built_in_data("onda_dial.json", dial_json(), read_dials); });
}

}  // namespace uneri::onda
