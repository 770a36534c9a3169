// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/variants.hpp"

#include "sim/scenario/defaults.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

constexpr std::size_t max_variants = 10'000;

/// True if the key's path exists, or if only its last step is missing and may be added.
bool can_be_set(ConfigNode const& root, std::string_view path) {
    ConfigNode const* at = &root;
    while (true) {
        std::string_view const step = take_step(*at, path);
        if (path.empty()) return at->kind == ConfigNode::Kind::mapping;
        at = at->find(step);
        if (at == nullptr) return false;
    }
}

std::string text_of(ConfigNode const& node) {
    if (node.kind == ConfigNode::Kind::scalar) return node.scalar;
    if (node.kind == ConfigNode::Kind::null) return "~";
    std::string parts;
    for (ConfigNode::Entry const& entry : node.entries)
        parts += (parts.empty() ? "" : ", ") + entry.key + ": " + text_of(entry.value);
    for (ConfigNode const& item : node.items) parts += (parts.empty() ? "" : ", ") + text_of(item);
    return (node.kind == ConfigNode::Kind::mapping ? "{" : "[") + parts +
           (node.kind == ConfigNode::Kind::mapping ? "}" : "]");
}

/// True if the sweep's value at `axis` replaces the value at `key`: it is the same key, or a block that contains it.
bool replaces(std::string_view axis, std::string_view key) {
    return key.starts_with(axis) && (key.size() == axis.size() || key[axis.size()] == '.');
}

void refuse_swept(ConfigNode const& document,
                  std::string const& option,
                  std::string const& assignment,
                  Diagnostics& wrong) {
    ConfigNode const* sweep = document.find("sweep");
    if (sweep == nullptr) return;
    std::string const key = assignment.substr(0, assignment.find('='));
    for (ConfigNode::Entry const& axis : sweep->entries) {
        if (!replaces(axis.key, key)) continue;
        wrong
            .add(problem_at(
                axis.key_node,
                Code::inconsistent,
                fmt::format(
                    "{} {} has no effect: the sweep sets \"{}\"", option, assignment, axis.key)))
            .help = fmt::format("remove it from the sweep, or sweep only over that value: "
                                "--set 'sweep={{{}: [{}]}}'",
                                axis.key,
                                assignment.substr(std::min(assignment.size(), key.size() + 1)));
    }
}

/// The approximate size of a document in memory, in bytes: its nodes and their texts.
std::size_t size_of(ConfigNode const& node) {
    std::size_t bytes = sizeof(ConfigNode) + node.scalar.size();
    for (ConfigNode const& item : node.items) bytes += size_of(item);
    for (ConfigNode::Entry const& entry : node.entries) {
        bytes += sizeof(ConfigNode::Entry) - sizeof(ConfigNode) + entry.key.size() +
                 entry.key_node.scalar.size() + size_of(entry.value);
    }
    return bytes;
}

/// Every variant is a separate document, and all of them must fit in memory.
void check_memory(ConfigNode const& document,
                  ConfigNode const& sweep,
                  std::size_t variants,
                  Diagnostics& wrong) {
    constexpr std::size_t most_bytes = 300'000'000;
    std::size_t const each = size_of(document) - size_of(sweep);
    if (variants <= most_bytes / each) return;
    wrong
        .add(problem_at(
            sweep,
            Code::out_of_range,
            fmt::format("the sweep has {} variants of a scenario of {} kB", variants, each / 1000)))
        .expected = fmt::format("at most {} MB in all", most_bytes / 1'000'000);
}

/// The sweep's axes, or their problems.
Result<std::vector<ConfigNode::Entry>> read_axes(ConfigNode const& document) {
    ConfigNode const* sweep = document.find("sweep");
    if (sweep == nullptr || sweep->kind == ConfigNode::Kind::null)
        return std::vector<ConfigNode::Entry>{};
    Diagnostics wrong;
    if (sweep->kind != ConfigNode::Kind::mapping) {
        return failure(problem_at(
            *sweep, Code::wrong_type, "`sweep` maps keys such as jobs.train.nodes to lists"));
    }
    std::size_t variants = 1;
    for (ConfigNode::Entry const& axis : sweep->entries) {
        if (axis.value.kind != ConfigNode::Kind::sequence || axis.value.items.empty()) {
            wrong.add(
                problem_at(axis.value,
                           Code::wrong_type,
                           fmt::format("the sweep of \"{}\" is not a list of values", axis.key)));
            continue;
        }
        // A policy names what it changes; its reader knows the names.
        if (!axis.key.starts_with("policy.") && !can_be_set(document, axis.key)) {
            wrong
                .add(problem_at(axis.key_node,
                                Code::unknown_key,
                                fmt::format("the scenario has no \"{}\" to sweep", axis.key)))
                .help = "write the whole path, for example jobs.train.nodes";
        }
        variants *= axis.value.items.size();
        if (variants > max_variants) {
            wrong.add(problem_at(*sweep,
                                 Code::out_of_range,
                                 fmt::format("the sweep has more than {} variants", max_variants)));
            break;
        }
    }
    if (!wrong.has_errors()) check_memory(document, *sweep, variants, wrong);
    if (wrong.has_errors()) return failure(std::move(wrong));
    return sweep->entries;
}

}  // namespace

std::string Variant::label() const {
    std::string out;
    for (auto const& [key, value] : settings) {
        std::string const last = key.substr(key.rfind('.') + 1);
        out += fmt::format("{}{}={}", out.empty() ? "" : " ", last, value);
    }
    return out;
}

Result<ConfigNode> scenario_document(ConfigNode scenario, Settings const& settings) {
    if (scenario.kind != ConfigNode::Kind::mapping) {
        return failure(
            problem_at(scenario, Code::wrong_type, "a scenario is a mapping of keys to values"));
    }
    auto document = parse_yaml(scenario_defaults, "default");
    if (!document) return document;
    merge_onto(*document, std::move(scenario));
    return with_settings(std::move(*document), settings);
}

Result<ConfigNode> read_scenario_document(std::filesystem::path const& path,
                                          Settings const& settings) {
    auto scenario = read_yaml_extended(path, find_parent_file);
    if (!scenario) return scenario;
    return scenario_document(std::move(*scenario), settings);
}

Result<ConfigNode> with_settings(ConfigNode document, Settings const& settings) {
    Diagnostics wrong;
    for (auto const& [option, assignment] : settings)
        if (auto set = apply_setting(document, assignment, option); !set)
            wrong.append(std::move(set.error()));
    for (auto const& [option, assignment] : settings)
        refuse_swept(document, option, assignment, wrong);
    if (wrong.has_errors()) return failure(std::move(wrong));
    return document;
}

Result<std::vector<Variant>> expand_sweep(ConfigNode const& document) {
    auto const axes = read_axes(document);
    if (!axes) return failure(axes.error());
    Variant base{{}, document};
    std::erase_if(base.document.entries,
                  [](ConfigNode::Entry const& e) { return e.key == "sweep"; });
    std::vector<Variant> variants{std::move(base)};
    for (ConfigNode::Entry const& axis : *axes) {
        std::vector<Variant> longer;
        for (Variant const& shorter : variants) {
            for (ConfigNode const& value : axis.value.items) {
                Variant next = shorter;
                set_value(next.document, axis.key, value);
                next.settings.emplace_back(axis.key, text_of(value));
                longer.push_back(std::move(next));
            }
        }
        variants = std::move(longer);
    }
    return variants;
}

}  // namespace clustersim
