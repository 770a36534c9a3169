// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/variants.hpp"

#include "sim/config/file_kind.hpp"
#include "sim/core/ensure.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/scenario/defaults.hpp"
#include "sim/scenario/resolved_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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
Result<void> check_memory(ConfigNode const& document, std::size_t variants) {
    constexpr std::size_t most_bytes = 300'000'000;
    ConfigNode const* found = document.find("sweep");
    if (found == nullptr) return {};
    ConfigNode const& sweep = *found;
    std::size_t const each = size_of(document) - size_of(sweep);
    if (variants <= most_bytes / each) return {};
    Diagnostics wrong;
    wrong
        .add(problem_at(
            sweep,
            Code::out_of_range,
            fmt::format("the sweep has {} variants of a scenario of {} kB", variants, each / 1000)))
        .expected = fmt::format("at most {} MB in all", most_bytes / 1'000'000);
    return failure(std::move(wrong));
}

/// The nearest path of the scenario to one that it does not have.
std::string help_for_path(ConfigNode const& document, std::string const& path) {
    std::vector<std::string> known;
    for (LeafValue const& leaf : leaf_values(document))
        if (!leaf.path.starts_with("sweep.")) known.push_back(leaf.path);
    auto const near = nearest_name(path, known);
    return near ? fmt::format("did you mean \"{}\"?", *near)
                : "write the whole path, for example jobs.train.nodes";
}

/// The sweep's axes, or their problems.
Result<std::vector<ConfigNode::Entry>> read_axes(ConfigNode const& document, std::size_t most) {
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
                .help = help_for_path(document, axis.key);
        }
        variants *= axis.value.items.size();
        if (variants > most) {
            wrong.add(problem_at(*sweep,
                                 Code::out_of_range,
                                 fmt::format("the sweep has more than {} variants", most)));
            break;
        }
    }
    if (wrong.has_errors()) return failure(std::move(wrong));
    return sweep->entries;
}

/// A value that replaces a whole mapping need not repeat the keys in it that have a default.
ConfigNode with_defaults(ConfigNode document) {
    auto base = parse_yaml(scenario_defaults, "default");
    CS_ENSURE(base, "the defaults are YAML");
    merge_onto(*base, std::move(document));
    return std::move(*base);
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
    if (auto other = other_kind(scenario, "clustersim/scenario/1"))
        return failure(std::move(*other));
    auto set = with_settings(with_defaults(std::move(scenario)), settings);
    if (!set) return set;
    return with_defaults(std::move(*set));
}

Result<ConfigNode> read_scenario_document(GivenDocument const& file, Settings const& settings) {
    auto scenario = read_yaml_extended(file, find_parent_file);
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

SweepGrid::SweepGrid(ConfigNode document, std::vector<ConfigNode::Entry> axes)
    : base_(std::move(document)), axes_(std::move(axes)) {
    std::erase_if(base_.entries, [](ConfigNode::Entry const& e) { return e.key == "sweep"; });
    for (ConfigNode::Entry const& axis : axes_) size_ *= axis.value.items.size();
}

std::vector<std::size_t> SweepGrid::coordinates(std::size_t position) const {
    std::vector<std::size_t> at(axes_.size());
    for (std::size_t a = axes_.size(); a-- > 0;) {
        at[a] = position % axes_[a].value.items.size();
        position /= axes_[a].value.items.size();
    }
    return at;
}

Variant SweepGrid::point(std::size_t position) const {
    Variant variant{{}, base_};
    std::vector<std::size_t> const at = coordinates(position);
    bool replaced = false;
    for (std::size_t a = 0; a < axes_.size(); ++a) {
        ConfigNode const& value = axes_[a].value.items[at[a]];
        set_value(variant.document, axes_[a].key, value);
        variant.settings.emplace_back(axes_[a].key, text_of(value));
        replaced |= value.kind == ConfigNode::Kind::mapping;
    }
    if (replaced) variant.document = with_defaults(std::move(variant.document));
    return variant;
}

Result<SweepGrid> sweep_grid(ConfigNode const& document, std::size_t most) {
    auto axes = read_axes(document, most);
    if (!axes) return failure(std::move(axes.error()));
    return SweepGrid(document, std::move(*axes));
}

Result<std::vector<Variant>> expand_sweep(ConfigNode const& document) {
    auto const grid = sweep_grid(document, max_variants);
    if (!grid) return failure(grid.error());
    if (auto const fits = check_memory(document, grid->size()); !fits) return failure(fits.error());
    std::vector<Variant> variants;
    for (std::size_t position = 0; position < grid->size(); ++position)
        variants.push_back(grid->point(position));
    return variants;
}

}  // namespace clustersim
