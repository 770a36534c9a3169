// SPDX-License-Identifier: Apache-2.0
#include "sim/config/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace clustersim {
namespace {

std::optional<std::size_t> as_index(std::string_view step) {
    std::size_t index = 0;
    auto const [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
    if (error != std::errc{} || end != step.data() + step.size()) return std::nullopt;
    return index;
}

/// The child named by one step of the path, added if a mapping lacks it; null if there can be none.
/// A null value on the path ("workload:" with nothing below) becomes a mapping.
ConfigNode* descend(ConfigNode& node, std::string_view step) {
    if (node.kind == ConfigNode::Kind::null) node.kind = ConfigNode::Kind::mapping;
    if (node.kind == ConfigNode::Kind::sequence) {
        auto const index = as_index(step);
        return index && *index < node.items.size() ? &node.items[*index] : nullptr;
    }
    if (node.kind != ConfigNode::Kind::mapping) return nullptr;
    auto const found = std::ranges::find(node.entries, step, &ConfigNode::Entry::key);
    if (found != node.entries.end()) return &found->value;
    node.entries.push_back({std::string(step), {}, {}});
    return &node.entries.back().value;
}

}  // namespace

std::string_view take_step(ConfigNode const& at, std::string_view& path) {
    std::size_t end = std::min(path.find('.'), path.size());
    for (ConfigNode::Entry const& entry : at.entries) {
        std::string_view const key = entry.key;
        if (key.size() > end && path.starts_with(key) &&
            (path.size() == key.size() || path[key.size()] == '.'))
            end = key.size();
    }
    std::string_view const step = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    return step;
}

bool set_value(ConfigNode& root, std::string_view path, ConfigNode value) {
    ConfigNode* at = &root;
    do {
        std::size_t const before = path.size();
        std::string_view const step = take_step(*at, path);
        bool const dot_at_end = path.empty() && step.size() < before;
        at = descend(*at, step);
        if (at == nullptr || dot_at_end) return false;
        if (at->source == nullptr) at->source = value.source;
    } while (!path.empty());
    *at = std::move(value);
    return true;
}

Result<void>
apply_setting(ConfigNode& root, std::string const& assignment, std::string const& option) {
    std::string const name = option + " " + assignment;
    auto const equals = assignment.find('=');
    if (equals == 0 || equals == std::string::npos) {
        return failure(problem(Code::wrong_type,
                               name + ": not of the form key=value",
                               "for example --set jobs.train.nodes=8"));
    }
    auto value = parse_yaml(assignment.substr(equals + 1), name);
    if (!value) return failure(std::move(value.error()));
    std::string const path = assignment.substr(0, equals);
    if (!set_value(root, path, std::move(*value))) {
        return failure(problem(
            Code::unknown_key,
            fmt::format(
                "{}: \"{}\" goes through a plain value or past the end of a list", name, path),
            "list elements count from 0"));
    }
    return {};
}

}  // namespace clustersim
