// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/policy_settings.hpp"

#include "sim/config/yaml_text.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/parameters/parameter.hpp"
#include "sim/slurm/read/yaml/settings_yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm {

namespace {

/// Whether a parameter has a value after it was given a text.
struct HasValue {
    Settings& settings;
    std::string_view text;

    template <class M>
    bool operator()(MemberOf<std::optional<M>> member) const {
        return member(settings).has_value();
    }
    /// ClusterName="" names nothing.
    bool operator()(MemberOf<std::string> /*member*/) const { return !text.empty(); }
    bool operator()(auto const& /*member*/) const { return true; }
};

/// What a pair sets.
struct ReadPair {
    SettingsDraft draft;
    ConfReading reading;
};

ReadPair read_pair(ConfPair const& pair) {
    ReadPair read;
    read.draft.settings = {};
    read.reading.strict = true;
    apply_setting(read.draft, pair, {}, read.reading);
    if (read.draft.select_parameters || read.draft.topology_parameters)
        finish_settings(read.draft, read.reading);
    auto& given = read.draft.given;
    std::ranges::sort(given);  // as in a site file
    given.erase(std::unique(given.begin(), given.end()), given.end());
    return read;
}

void place_at(ConfigNode& node, ConfigNode const& place) {
    node.source = place.source;
    node.line = place.line;
    node.column = place.column;
    node.length = place.length;
    for (ConfigNode& item : node.items) place_at(item, place);
    for (ConfigNode::Entry& entry : node.entries) {
        place_at(entry.key_node, place);
        place_at(entry.value, place);
    }
}

bool says(ConfigNode const& node, std::span<std::string_view const> words) {
    return std::ranges::any_of(
        words, [&](std::string_view word) { return same_word(node.scalar, word); });
}
bool says_yes(ConfigNode const& node) {
    constexpr std::string_view words[] = {"yes", "true", "on"};
    return says(node, words);
}
bool says_no(ConfigNode const& node) {
    constexpr std::string_view words[] = {"no", "false", "off"};
    return says(node, words);
}

/// The part of a parameter's name before or after its `=`; empty if it is no word of a list.
std::string_view list_of(std::string_view conf) {
    auto const equals = conf.find('=');
    return equals == std::string_view::npos ? std::string_view() : conf.substr(0, equals);
}
std::string_view word_of(std::string_view conf) {
    return conf.substr(conf.find('=') + 1);
}

/// The list that has a word of that name: SchedulerParameters for bf_window. Empty if no list has
/// one, or if it is the name of a parameter.
std::string_view list_with(std::string_view word) {
    std::string_view found;
    for (Parameter const& one : parameters()) {
        if (same_word(one.conf, word)) return {};
        if (!list_of(one.conf).empty() && same_word(word_of(one.conf), word))
            found = list_of(one.conf);
    }
    return found;
}

/// Reads the pairs of one parameter into the block.
class PolicyParameter {
  public:
    PolicyParameter(std::span<std::string_view const> other,
                    ConfigNode& block,
                    Diagnostics& problems)
        : other_(other), block_(block), problems_(problems) {}

    void read(ConfigNode::Entry const& entry) {
        ConfigNode const& value = entry.value;
        std::string const list(list_with(entry.key));
        if (!list.empty()) {
            word(list, entry.key, value, entry.key_node);
        } else if (value.kind == ConfigNode::Kind::mapping) {
            for (ConfigNode::Entry const& one : value.entries)
                word(entry.key, one.key, one.value, one.key_node);
        } else if (value.kind == ConfigNode::Kind::sequence) {
            for (ConfigNode const& item : value.items) apply({entry.key, item.scalar}, item, item);
        } else {
            std::string const text = says_yes(value) ? "YES" : says_no(value) ? "NO" : value.scalar;
            apply({entry.key, text}, value, entry.key_node);
        }
    }

  private:
    struct Named {
        std::string key;
        std::string value;
    };

    /// One word of a list.
    void word(std::string const& list,
              std::string const& name,
              ConfigNode const& value,
              ConfigNode const& key) {
        Parameter const* known = find_parameter(list + "=" + name);
        bool const flag = known != nullptr && std::holds_alternative<MemberOf<bool>>(known->member);
        if (says_no(value) && !flag) {
            problems_.add(
                problem_at(value,
                           Code::wrong_type,
                           fmt::format("\"{}\" is not a flag that `no` turns off", name)));
            return;
        }
        std::string text = name;
        if (!says_yes(value) || !flag)
            text += "=" + (says_no(value) ? std::string("NO") : value.scalar);
        if (value.kind == ConfigNode::Kind::null) text = name;
        apply({list, text}, value.kind == ConfigNode::Kind::null ? key : value, key);
    }

    void apply(Named const& named, ConfigNode const& value, ConfigNode const& key) {
        ConfPair const pair{named.key, named.value, key.span(), value.span(), value.line_text()};
        ReadPair read = read_pair(pair);
        for (Diagnostic const& one : read.reading.problems.items()) {
            if (one.severity != Severity::error) continue;  // an unknown name is reported below
            Diagnostic& d = problems_.add(problem_at(value, one.code, one.message));
            d.expected = one.expected;
            d.help = one.help;
        }
        for (UnusedParameter const& one : read.reading.unused) report_unused(one, key);
        if (read.reading.problems.has_errors() || !read.reading.unused.empty()) return;
        if (!write(read.draft, named.value, value)) {
            problems_.add(problem_at(
                key,
                Code::inconsistent,
                fmt::format("a policy cannot change \"{}\" to \"{}\"", named.key, named.value)));
        }
    }

    void report_unused(UnusedParameter const& one, ConfigNode const& key) {
        if (one.why == Unused::unknown) {
            std::vector<std::string> known(other_.begin(), other_.end());
            std::string_view const list = list_of(one.name);
            for (Parameter const& each : parameters())
                if (list.empty() || same_word(list_of(each.conf), list))
                    known.emplace_back(word_of(each.conf));
            std::string const name(word_of(one.name));
            Diagnostic& d = problems_.add(problem_at(
                key, Code::unknown_name, fmt::format("Slurm has no parameter \"{}\"", one.name)));
            if (auto const near = nearest_name(name, known))
                d.help = fmt::format("did you mean \"{}\"?", *near);
            return;
        }
        bool const may_matter = one.why == Unused::unsupported;
        Diagnostic d = problem_at(
            key,
            Code::inconsistent,
            fmt::format("\"{}\" {}",
                        one.name,
                        may_matter ? "is not emulated, so this policy would change nothing here"
                                   : "does not affect where and when jobs run"));
        if (!may_matter) d.severity = Severity::warning;
        problems_.add(std::move(d));
    }

    /// Writes every parameter that the pair set to `text`; false if there is none.
    bool write(SettingsDraft& draft, std::string_view text, ConfigNode const& place) {
        bool any = false;
        auto const put = [&](std::string const& key, ConfigNode node) {
            place_at(node, place);
            any = set_value(block_, key, std::move(node));
        };
        for (Parameter const* one : draft.given)
            if (std::visit(HasValue{draft.settings, text}, one->member))
                put("settings." + std::string(one->key), parameter_node(*one, draft.settings));
        if (draft.weight_tres)
            for (ConfPair const& weight : words_of(*draft.weight_tres))
                put("settings.priority.weight_tres." + weight.key, scalar_node(weight.value));
        for (License const& licence : draft.licenses)
            put("licenses." + licence.name, scalar_node(std::to_string(licence.total)));
        return any;
    }

    std::span<std::string_view const> other_;
    ConfigNode& block_;
    Diagnostics& problems_;
};

}  // namespace

void read_policy_setting(ConfigNode::Entry const& entry,
                         std::span<std::string_view const> other,
                         ConfigNode& block,
                         Diagnostics& problems) {
    PolicyParameter(other, block, problems).read(entry);
}

}  // namespace clustersim::slurm
