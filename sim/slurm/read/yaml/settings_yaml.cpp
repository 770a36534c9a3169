// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/yaml/settings_yaml.hpp"

#include "sim/slurm/read/yaml/key_writer.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

bool may_be_unlimited(Measure measure) {
    return measure == Measure::limit_seconds || measure == Measure::limit_time ||
           measure == Measure::limit_minutes;
}

AmountRange range_of(Parameter const& parameter) {
    AmountRange range{.least = std::max<std::int64_t>(0, parameter.bounds.low),
                      .most = parameter.bounds.high};
    if (parameter.measure == Measure::minutes || parameter.measure == Measure::limit_minutes) {
        range.unit = 60.0;
    } else if (parameter.measure == Measure::mebibytes) {
        range.dimension = Dimension::data;
        range.unit = mebibyte;
    }
    return range;
}

/// Reads a key into a member by the parameter's measure.
struct ReadMember {
    Parameter const& parameter;
    std::string_view key;
    Reader& reader;
    KnownNames const& names;
    Settings& settings;

    void operator()(MemberOf<bool> member) const {
        member(settings) = reader.flag(key, member(settings));
    }
    void operator()(MemberOf<double> member) const {
        if (auto const value = reader.optional_number(key, Range::at_least(0)))
            member(settings) = *value;
    }
    void operator()(MemberOf<std::string> member) const {
        if (auto value = reader.optional_text(key)) member(settings) = std::move(*value);
    }
    void operator()(MemberOf<std::int64_t> member) const {
        if (auto const value = whole()) member(settings) = *value;
    }
    template <class M>
    void operator()(MemberOf<std::optional<M>> member) const {
        if (auto const value = whole()) member(settings) = static_cast<M>(*value);
    }
    void operator()(MemberOf<TresWeights> member) const {
        read_weights(reader, key, names, member(settings));
    }
    void operator()(MemberOf<Release> member) const { read_release(reader, key, member(settings)); }
    void operator()(Choice const& choice) const {
        std::vector<std::string> known;
        std::vector<int> values;
        for (ChoiceWord const& word : choice.words) {
            if (word.yaml.empty()) continue;
            known.emplace_back(word.yaml);
            values.push_back(word.value);
        }
        if (auto const at = reader.choice(key, known)) choice.set(settings, values[*at]);
    }

  private:
    [[nodiscard]] std::optional<std::int64_t> whole() const {
        if (parameter.measure == Measure::count) {
            return reader.optional_integer(
                key,
                Range::at_least(static_cast<double>(parameter.bounds.low),
                                static_cast<double>(parameter.bounds.high)));
        }
        if (may_be_unlimited(parameter.measure) && is_unlimited(reader, key)) return -1;
        return read_amount(reader, key, range_of(parameter));
    }
};

/// The node of a member's value.
struct WriteMember {
    Parameter const& parameter;
    Settings& settings;
    TresTable const& tres;

    ConfigNode operator()(MemberOf<bool> member) const {
        return scalar_node(member(settings) ? "true" : "false");
    }
    ConfigNode operator()(MemberOf<double> member) const { return number_node(member(settings)); }
    ConfigNode operator()(MemberOf<std::string> member) const {
        return text_node(member(settings));
    }
    ConfigNode operator()(MemberOf<std::int64_t> member) const { return whole(member(settings)); }
    template <class M>
    ConfigNode operator()(MemberOf<std::optional<M>> member) const {
        return whole(*member(settings));
    }
    ConfigNode operator()(MemberOf<TresWeights> member) const {
        return weights_node(member(settings), tres);
    }
    ConfigNode operator()(MemberOf<Release> member) const { return release_node(member(settings)); }
    ConfigNode operator()(Choice const& choice) const {
        auto const word = std::ranges::find(choice.words, choice.get(settings), &ChoiceWord::value);
        return text_node(word->yaml);
    }

  private:
    [[nodiscard]] ConfigNode whole(std::int64_t value) const {
        if (parameter.measure == Measure::count) return number_node(value);
        AmountRange const range = range_of(parameter);
        return amount_node(value,
                           range.dimension == Dimension::data ? "MiB"
                           : range.unit > 1.0                 ? "min"
                                                              : "s");
    }
};

/// Reads the keys below a prefix such as "scheduler.".
void read_group(Reader& reader,
                std::string_view prefix,
                KnownNames const& names,
                Settings& settings) {
    std::string_view done;
    for (Parameter const& one : parameters()) {
        if (!one.key.starts_with(prefix)) continue;
        std::string_view const rest = one.key.substr(prefix.size());
        auto const dot = rest.find('.');
        if (dot == std::string_view::npos) {
            std::visit(ReadMember{one, rest, reader, names, settings}, one.member);
        } else if (std::string_view const group = rest.substr(0, dot); group != done) {
            done = group;
            auto child = reader.optional_child(group);
            if (!child) continue;
            read_group(*child, one.key.substr(0, prefix.size() + dot + 1), names, settings);
            child->finish();
        }
    }
}

/// True if a parameter has the same value in both.
bool same_parameter(Parameter const& parameter, Settings& a, Settings& b) {
    return std::visit(
        [&](auto const& one) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(one)>, Choice>)
                return one.get(a) == one.get(b);
            else
                return one(a) == one(b);
        },
        parameter.member);
}

/// The mapping that contains the last part of a dotted key.
ConfigNode& mapping_of(ConfigNode& root, std::string_view key) {
    ConfigNode* node = &root;
    for (auto dot = key.find('.'); dot != std::string_view::npos; dot = key.find('.')) {
        std::string_view const group = key.substr(0, dot);
        key.remove_prefix(dot + 1);
        auto const known = std::ranges::find(node->entries, group, &ConfigNode::Entry::key);
        node = known != node->entries.end() ? &known->value : &add_entry(*node, group, {});
    }
    return *node;
}

}  // namespace

void read_settings(Reader& reader, KnownNames const& names, Settings& settings) {
    read_group(reader, "", names, settings);
}

ConfigNode settings_node(Site const& site) {
    Settings settings = site.settings;
    Settings defaults;
    ConfigNode root;
    root.kind = ConfigNode::Kind::mapping;
    for (Parameter const& one : parameters()) {
        if (same_parameter(one, settings, defaults)) continue;
        auto const name = one.key.substr(one.key.rfind('.') + 1);
        add_entry(mapping_of(root, one.key),
                  name,
                  std::visit(WriteMember{one, settings, site.tres}, one.member));
    }
    return root;
}

ConfigNode parameter_node(Parameter const& parameter, Settings& settings) {
    return std::visit(WriteMember{parameter, settings, TresTable{}}, parameter.member);
}

}  // namespace clustersim::slurm
