#include "uneri/games/namima/melds.hpp"

#include <algorithm>
#include <tuple>

namespace uneri::namima {

namespace {

auto cards_key(const Cards& cards) noexcept { return std::tuple(cards.b0, cards.b1, cards.b2); }

std::string key_of(const RuleSet& rules, const Meld& meld) {
    return meld.kind == kOwn ? rules.own[meld.own].name : key_name(meld.kind, meld.size, meld.suffix);
}

// Makes all melds of a rule set within a deck (N-3.1 to N-3.9, N-2.3), in no particular order.
class MeldMaker {
public:
    MeldMaker(const RuleSet& rules, const Cards& deck) : rules_(rules), deck_(deck) {}

    std::vector<Meld> all() {
        for (int size = 2; size <= kMaxMeldSize; ++size) {
            for (int c = 0; c < rules_.colours; ++c) {
                for (int r = 0; r < rules_.ranks; ++r) {
                    if (rules_.has_size(kSame, size)) same(c, r, size);
                    if (rules_.has_size(kRun, size) && c != rules_.honour && block(r, size)) run(c, r, size);
                }
            }
            for (int r = 0; r < rules_.ranks; ++r) {
                if (rules_.has_size(kSai, size)) sai(r, size);
                for (int p = 0; rules_.cycle && p < rules_.colours; ++p) {
                    for (const int direction : {1, -1}) {
                        if (rules_.has_size(kAya, size)) diagonal(kAya, p, r, direction, size);
                        if (rules_.has_size(kJuu, size)) diagonal(kJuu, p, r, direction, size);
                    }
                }
            }
        }
        for (std::size_t form = 0; form < rules_.own.size(); ++form) {
            for (const MeldKindsList& kinds : rules_.own[form].melds) own(form, kinds);
        }
        return std::move(melds_);
    }

private:
    // Are the `length` ranks from index r on consecutive?
    bool block(int r, int length) const {
        for (int i = 1; i < length; ++i) {
            if (!rules_.linked(r + i - 1)) return false;  // N-3.6
        }
        return true;
    }

    bool may_substitute(int colour, int size) const {  // N-3.8
        return rules_.wild.colour >= 0 && colour != rules_.wild.colour && size >= rules_.wild.min_meld_size;
    }

    void same(int colour, int r, int size) {
        const int most = may_substitute(colour, size) ? std::min(rules_.wild.max_per_meld, size - 1) : 0;
        for (int wilds = 0; wilds <= most; ++wilds) {
            Meld meld = start(kSame, colour, r, 0, wilds);
            for (int i = 0; i < size - wilds; ++i) meld.cards.add(rules_.kind(colour, r));
            for (int i = 0; i < wilds; ++i) meld.cards.add(rules_.kind(rules_.wild.colour, r));  // N-3.7
            finish(meld);
        }
    }

    void run(int colour, int low, int size) {                             // N-3.2
        for (unsigned places = 0; places < (1u << size) - 1; ++places) {  // of substitutes; one card is natural
            const int wilds = std::popcount(places);
            if (wilds > 0 && (!may_substitute(colour, size) || wilds > rules_.wild.max_per_meld)) continue;
            Meld meld = start(kRun, colour, low, 0, wilds);
            for (int i = 0; i < size; ++i)
                meld.cards.add(rules_.kind(places >> i & 1 ? rules_.wild.colour : colour, low + i));
            finish(meld);
        }
    }

    void sai(int r, int size) {  // N-3.3
        for (unsigned colours = 0; colours < 1u << rules_.colours; ++colours) {
            if (std::popcount(colours) != size) continue;
            Meld meld = start(kSai, -1, r, 0, 0);
            for_each_bit(colours, [&](int c) { meld.cards.add(rules_.kind(c, r)); });
            finish(meld);
        }
    }

    void diagonal(MeldKind kind, int place, int low, int direction, int size) {  // N-3.4, N-3.5
        const int each = kind == kJuu ? 2 : 1;
        const int width = size / each;
        if (!block(low, width)) return;
        Meld meld = start(kind, -1, low, direction, 0);
        for (int i = 0; i < width; ++i) {
            const int at = (place + direction * i + width * rules_.colours) % rules_.colours;
            const int colour = (*rules_.cycle)[static_cast<std::size_t>(at)];
            for (int copy = 0; copy < each; ++copy) meld.cards.add(rules_.kind(colour, low + i));
        }
        finish(meld);
    }

    // N-2.4
    void own(std::size_t form, const MeldKindsList& kinds) {
        const auto colour = [&](std::uint8_t kind) { return rules_.colour_of(kind); };
        const bool single = colour(kinds.front()) == colour(kinds.back());  // kinds ascend by colour
        int low = rules_.ranks;
        for (const auto kind : kinds) low = std::min(low, rules_.rank_of(kind));
        Meld meld = start(kOwn, single ? colour(kinds[0]) : -1, low, 0, 0);
        meld.own = static_cast<std::uint8_t>(form);
        for (const auto kind : kinds) meld.cards.add(kind);
        finish(meld);
    }

    Meld start(MeldKind kind, int colour, int low, int direction, int wilds) const {
        Meld meld;
        meld.kind = kind;
        meld.colour = static_cast<std::int8_t>(colour);
        meld.low = static_cast<std::uint8_t>(low);
        meld.direction = static_cast<std::int8_t>(direction);
        meld.substitutes = static_cast<std::uint8_t>(wilds);
        // A SAME of the honour colour with substitutes has the reasons of both suffixes; `h` takes precedence.
        meld.suffix = kind == kSame && colour == rules_.honour ? kHonour : wilds > 0 ? kSubstituted : kPlain;
        return meld;
    }

    // N-2.5
    PointPair points_of(const Meld& meld) const {
        const bool own = meld.kind == kOwn;
        const PointPair& other = own ? rules_.own[meld.own].points : rules_.points[meld.kind][meld.size][meld.suffix];
        const SpecialPoints* special = rules_.special_points.empty() ? nullptr : rules_.special(key_of(rules_, meld));
        if (special == nullptr) return other;
        const MeldKindsList kinds(meld.kinds.begin(), meld.kinds.begin() + meld.size);
        for (const auto& [named, pair] : special->by_meld) {
            if (named == kinds) return pair;
        }
        if (const PointPair& pair = special->by_rank[meld.low]; pair.open >= 0) return pair;
        if (meld.colour < 0) return other;
        const PointPair& pair = special->by_colour[static_cast<std::size_t>(meld.colour)];
        return pair.open >= 0 ? pair : other;
    }

    void finish(Meld& meld) {
        if (!deck_.contains(meld.cards)) return;
        std::size_t at = 0;
        meld.cards.each([&](int kind, int count) {
            for (int i = 0; i < count; ++i) meld.kinds[at++] = static_cast<std::uint8_t>(kind);
        });
        meld.size = static_cast<std::uint8_t>(at);
        const PointPair pair = points_of(meld);
        meld.open = pair.open;
        meld.closed = pair.closed;
        melds_.push_back(meld);
    }

    const RuleSet& rules_;
    const Cards& deck_;
    std::vector<Meld> melds_;
};

// N-3.12
bool table_order(const Meld& a, const Meld& b) {
    return std::tuple(a.form(), a.size, a.kinds) < std::tuple(b.form(), b.size, b.kinds);
}

Error wrong(const std::string& path, const std::string& what) {
    return Error{"variant: '" + path + "' is not valid; allowed: " + what};
}

}  // namespace

Result<Melds> Melds::make(const RuleSet& rules, int players) {
    Melds table;
    table.rules_ = rules;
    table.deck_size_ = rules.deck_size(players);
    table.deal_size_ = rules.deal_size(players);
    const bool other_deck = rules.copies_by_players[static_cast<std::size_t>(players - 2)].has_value();
    const std::string deck_path = other_deck ? "copies_by_players." + std::to_string(players) : "copies";
    if (table.deck_size_ > 200)
        return wrong(deck_path, "at most 200 cards in all, not " + std::to_string(table.deck_size_));
    if (const int dealt = players * table.deal_size_; table.deck_size_ <= dealt) {
        return wrong(deck_path, "more than " + std::to_string(dealt) + " cards in all for " + std::to_string(players) +
                                    " hands of " + std::to_string(table.deal_size_) + ", not " +
                                    std::to_string(table.deck_size_));
    }
    for (int k = 0; k < rules.kinds(); ++k) table.deck_.set(k, static_cast<unsigned>(rules.copies_of(k, players)));

    table.melds_ = MeldMaker(rules, table.deck_).all();
    const auto& melds = table.melds_;
    if (melds.empty()) return wrong("melds", "at least one meld");
    if (melds.size() > kMaxMelds)
        return wrong("melds", "at most " + std::to_string(kMaxMelds) + " melds, not " + std::to_string(melds.size()));
    std::sort(table.melds_.begin(), table.melds_.end(), table_order);
    table.index();
    for (const Meld& meld : melds) {  // N-3.10
        const int same = table.find(meld.cards);
        if (&melds[static_cast<std::size_t>(same)] != &meld)
            return wrong("melds", "no two melds of the same cards, as " + table.text(same));
    }
    for (int id = 0; id < table.size(); ++id) {
        if (table[id].open >= 0) continue;
        const bool some = rules.special(table.key(id)) != nullptr;
        return Error{"variant: no key 'points." + table.key(id) + (some ? ".other'" : "'")};
    }
    for (const SpecialPoints& special : rules.special_points) {
        for (const auto& [kinds, pair] : special.by_meld) {
            Cards cards;
            for (const auto kind : kinds) cards.add(kind);
            const int id = table.find(cards);
            if (!table.deck_.contains(cards) || (id >= 0 && table.key(id) == special.key)) continue;
            return Error{"variant: 'points." + special.key + "." + table.cards_text(cards) +
                         "' is a list of 2; allowed: points of a meld of " + special.key};
        }
    }
    if (table.layoffs_.size() > kMaxLayoffs) {
        return wrong("melds", "at most " + std::to_string(kMaxLayoffs) + " lay-offs, not " +
                                  std::to_string(table.layoffs_.size()));
    }
    return table;
}

void Melds::index() {
    by_cards_.resize(melds_.size());
    for (std::size_t i = 0; i < melds_.size(); ++i) by_cards_[i] = static_cast<std::uint16_t>(i);
    std::stable_sort(by_cards_.begin(), by_cards_.end(), [&](std::uint16_t a, std::uint16_t b) {
        return cards_key(melds_[a].cards) < cards_key(melds_[b].cards);
    });
    for (int k = 0; k < kinds(); ++k) {
        for (int id = 0; id < size(); ++id) {
            if ((*this)[id].cards.some() >> k & 1) holding_.items.push_back(static_cast<std::uint16_t>(id));
        }
        holding_.close();
    }
    smallest_ = kMaxMeldSize;
    for (int id = 0; id < size(); ++id) {
        const Meld& target = (*this)[id];
        smallest_ = std::min<int>(smallest_, target.size);
        largest_ = std::max<int>(largest_, target.size);
        target.cards.each([&](int kind, int) {
            const int source = find(target.cards - Cards::of(kind));
            if (source < 0 || (*this)[source].form() != target.form()) return;
            layoffs_.push_back(
                {static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(id), static_cast<std::uint8_t>(kind)});
        });
    }
    std::vector<std::vector<std::uint16_t>> on(melds_.size());
    for (std::size_t i = 0; i < layoffs_.size(); ++i) on[layoffs_[i].source].push_back(static_cast<std::uint16_t>(i));
    for (const auto& ids : on) {
        layoffs_on_.items.insert(layoffs_on_.items.end(), ids.begin(), ids.end());
        layoffs_on_.close();
    }
    // Lay-offs lead to later melds of the table. So one pass from the end reaches all of them.
    std::vector<std::vector<std::uint16_t>> grown(melds_.size());
    for (std::size_t id = melds_.size(); id-- > 0;) {
        for (const std::uint16_t layoff : on[id]) {
            const std::uint16_t target = layoffs_[layoff].target;
            grown[id].push_back(target);
            grown[id].insert(grown[id].end(), grown[target].begin(), grown[target].end());
        }
        std::sort(grown[id].begin(), grown[id].end());
        grown[id].erase(std::unique(grown[id].begin(), grown[id].end()), grown[id].end());
    }
    for (const auto& ids : grown) {
        grown_.items.insert(grown_.items.end(), ids.begin(), ids.end());
        grown_.close();
    }
}

int Melds::find(const Cards& cards) const noexcept {
    const auto key = cards_key(cards);
    const auto found = std::lower_bound(by_cards_.begin(), by_cards_.end(), key, [&](std::uint16_t id, const auto& k) {
        return cards_key(melds_[id].cards) < k;
    });
    return found != by_cards_.end() && cards_key(melds_[*found].cards) == key ? *found : -1;
}

int Melds::highest_points() const noexcept {
    int most = 0;
    for (const Meld& meld : melds_) most = std::max<int>({most, meld.open, meld.closed});
    return most;
}

std::string Melds::cards_text(const Cards& cards) const {
    std::string text;
    cards.each([&](int kind, int count) {
        for (int i = 0; i < count; ++i) {
            if (!text.empty()) text += '.';
            text += rules_.kind_name(kind);
        }
    });
    return text;
}

std::string Melds::text(int id) const { return cards_text((*this)[id].cards); }

std::string Melds::key(int id) const { return key_of(rules_, (*this)[id]); }

OwnCombos::OwnCombos(const Melds& melds) {
    const RuleSet& rules = melds.rules();
    for (const OwnCombo& combo : rules.own_combos) {
        combos_.push_back({combo.some ? combo.at_least : 0, combo.fewest_colours,
                           combo.most_colours > 0 ? combo.most_colours : kMaxColours});
    }
    if (combos_.empty()) return;
    for (int id = 0; id < melds.size(); ++id) {
        const Meld& meld = melds[id];
        unsigned ranks = 0;
        unsigned colours = 0;
        meld.cards.each([&](int kind, int) {
            ranks |= 1u << rules.rank_of(kind);
            colours |= 1u << rules.colour_of(kind);
        });
        const auto meets = [&](const std::optional<MeldConditions>& conditions) {
            if (!conditions) return 1u;
            const auto among = [](unsigned there, unsigned allowed) { return allowed == 0 || (there & ~allowed) == 0; };
            const bool all = among(1u << meld.form(), conditions->forms) && among(1u << meld.size, conditions->sizes) &&
                             among(ranks, conditions->ranks) && among(colours, conditions->colours);
            return static_cast<unsigned>(all);
        };
        OfMeld& of = of_.emplace_back();
        of.colours = static_cast<std::uint8_t>(colours);
        for (std::size_t i = 0; i < combos_.size(); ++i) {
            of.all = static_cast<std::uint8_t>(of.all | meets(rules.own_combos[i].all) << i);
            of.some = static_cast<std::uint8_t>(of.some | meets(rules.own_combos[i].some) << i);
        }
    }
}

}  // namespace uneri::namima
