// SPDX-License-Identifier: Apache-2.0
#include "sim/config/reader.hpp"

#include "sim/config/replaced.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

constexpr std::array<std::string_view, 3> annotations{"source", "confidence", "note"};

bool is_annotation(std::string_view key) {
    return key.ends_with(replaced_suffix) ||
           std::ranges::find(annotations, key) != annotations.end();
}

std::string_view shape_of(ConfigNode const& node) {
    switch (node.kind) {
        case ConfigNode::Kind::null: return "nothing";
        case ConfigNode::Kind::scalar: return "plain text";
        case ConfigNode::Kind::sequence: return "a list";
        case ConfigNode::Kind::mapping: return "a mapping";
    }
    return "";
}

}  // namespace

Reader::Reader(ConfigNode const& node, Diagnostics& diagnostics, Style style)
    : node_(&node), diagnostics_(&diagnostics), style_(style) {
    if (style_ == Style::annotated) known_.insert(annotations.begin(), annotations.end());
    if (node.kind != ConfigNode::Kind::mapping) {
        report(node,
               Code::wrong_type,
               fmt::format("found {}", shape_of(node)),
               "a mapping of keys to values");
    }
}

bool Reader::has(std::string_view key) const {
    ConfigNode const* value = node_->find(key);
    return value != nullptr && value->kind != ConfigNode::Kind::null;
}

ConfigNode const* Reader::raw(std::string_view key) {
    known_.emplace(key);
    return has(key) ? node_->find(key) : nullptr;
}

void Reader::report(ConfigNode const& node,
                    Code code,
                    std::string message,
                    std::string expected,
                    std::string help) {
    Diagnostic d = problem_at(node, code, std::move(message));
    d.expected = std::move(expected);
    d.help = std::move(help);
    diagnostics_->add(std::move(d));
}

Diagnostic& Reader::complain(std::string_view key, Code code, std::string message) {
    ConfigNode const* value = node_->find(key);
    return diagnostics_->add(problem_at(value ? *value : *node_, code, std::move(message)));
}

void Reader::require(std::string_view key) {
    known_.emplace(key);
    // A value that is not a mapping was already reported; its keys are not reported as missing.
    if (has(key) || node_->kind != ConfigNode::Kind::mapping) return;
    auto const entry = std::ranges::find(node_->entries, key, &ConfigNode::Entry::key);
    bool const empty = entry != node_->entries.end();
    report(empty ? entry->key_node : *node_,
           Code::missing_key,
           empty ? fmt::format("the key \"{}\" has no value", key)
                 : fmt::format("the key \"{}\" is missing here", key),
           {});
}

ConfigNode const* Reader::scalar_at(std::string_view key) {
    ConfigNode const* value = raw(key);
    if (value == nullptr) return nullptr;
    if (style_ == Style::annotated && value->kind == ConfigNode::Kind::mapping &&
        value->find("value") != nullptr) {
        Reader wrapped(*value, *diagnostics_, style_);
        ConfigNode const* inner = wrapped.raw("value");
        wrapped.require("value");
        wrapped.finish();
        value = inner;
        if (value == nullptr) return nullptr;
    }
    if (value->kind != ConfigNode::Kind::scalar) {
        report(*value,
               Code::wrong_type,
               fmt::format("\"{}\" is {}", key, shape_of(*value)),
               "one value");
        return nullptr;
    }
    return value;
}

std::vector<Reader> Reader::list(std::string_view key) {
    std::vector<Reader> readers;
    ConfigNode const* value = raw(key);
    if (value == nullptr) return readers;
    if (value->kind != ConfigNode::Kind::sequence) {
        report(
            *value, Code::wrong_type, fmt::format("\"{}\" is {}", key, shape_of(*value)), "a list");
        return readers;
    }
    for (ConfigNode const& item : value->items) readers.emplace_back(item, *diagnostics_, style_);
    return readers;
}

std::vector<std::string> Reader::text_list(std::string_view key) {
    std::vector<std::string> texts;
    ConfigNode const* value = raw(key);
    if (value == nullptr) return texts;
    if (style_ == Style::annotated && value->kind == ConfigNode::Kind::mapping &&
        value->find("value") != nullptr) {
        Reader wrapped(*value, *diagnostics_, style_);
        texts = wrapped.text_list("value");
        wrapped.finish();
        return texts;
    }
    if (value->kind != ConfigNode::Kind::sequence) {
        report(
            *value, Code::wrong_type, fmt::format("\"{}\" is {}", key, shape_of(*value)), "a list");
        return texts;
    }
    for (ConfigNode const& item : value->items) {
        if (item.kind == ConfigNode::Kind::scalar) {
            texts.push_back(item.scalar);
        } else {
            report(item,
                   Code::wrong_type,
                   fmt::format("an element of \"{}\" is {}", key, shape_of(item)),
                   "one value");
        }
    }
    return texts;
}

void Reader::each_number(std::string_view key, std::function<void(ConfigNode const&)> const& take) {
    ConfigNode const* value = raw(key);
    if (value != nullptr && style_ == Style::annotated &&
        value->kind == ConfigNode::Kind::mapping && value->find("value") != nullptr) {
        Reader wrapped(*value, *diagnostics_, style_);
        wrapped.each_number("value", take);
        wrapped.finish();
        return;
    }
    if (value == nullptr) return;
    if (value->kind != ConfigNode::Kind::sequence) {
        report(*value,
               Code::wrong_type,
               fmt::format("\"{}\" is {}", key, shape_of(*value)),
               "a list of numbers");
        return;
    }
    for (ConfigNode const& item : value->items) {
        if (item.kind != ConfigNode::Kind::scalar) {
            report(item,
                   Code::wrong_type,
                   fmt::format("an element of \"{}\" is {}", key, shape_of(item)),
                   "a number");
        } else {
            take(item);
        }
    }
}

std::vector<double> Reader::number_list(std::string_view key, Range range) {
    std::vector<double> numbers;
    each_number(key, [&](ConfigNode const& item) {
        if (auto const number = number_of(item, key, range))
            numbers.push_back(std::clamp(*number, range.low, range.high));
    });
    return numbers;
}

std::vector<std::int64_t> Reader::integer_list(std::string_view key, Range range) {
    std::vector<std::int64_t> numbers;
    each_number(key, [&](ConfigNode const& item) {
        if (auto const number = whole_of(item, key, range)) numbers.push_back(*number);
    });
    return numbers;
}

std::optional<Reader> Reader::optional_child(std::string_view key) {
    ConfigNode const* value = raw(key);
    if (value == nullptr) return std::nullopt;
    return Reader(*value, *diagnostics_, style_);
}

Reader Reader::child(std::string_view key) {
    require(key);
    if (auto found = optional_child(key)) return *found;
    // An empty mapping replaces it, so that the caller continues reading; its keys are not reported
    // as missing in addition to the mapping itself.
    static ConfigNode const absent;
    Diagnostics unheard;
    Reader stand_in(absent, unheard, style_);
    stand_in.diagnostics_ = diagnostics_;
    return stand_in;
}

std::vector<std::pair<std::string, Reader>> Reader::named_children(std::string_view key) {
    std::vector<std::pair<std::string, Reader>> children;
    ConfigNode const* value = raw(key);
    if (value == nullptr) return children;
    if (value->kind != ConfigNode::Kind::mapping) {
        report(*value,
               Code::wrong_type,
               fmt::format("\"{}\" is {}", key, shape_of(*value)),
               "a mapping of names");
        return children;
    }
    for (ConfigNode::Entry const& entry : value->entries)
        if (style_ != Style::annotated || !is_annotation(entry.key))
            children.emplace_back(entry.key, Reader(entry.value, *diagnostics_, style_));
    return children;
}

void Reader::schema(std::string_view name) {
    ConfigNode const* value = scalar_at("schema");
    if (value != nullptr && value->scalar == name) return;
    std::string const help = fmt::format("write `schema: {}` at the top of the file", name);
    if (value != nullptr) {
        report(*value,
               Code::unknown_name,
               fmt::format("the schema is \"{}\"", value->scalar),
               std::string(name),
               help);
    } else if (!has("schema") && node_->kind == ConfigNode::Kind::mapping) {
        report(*node_, Code::missing_key, "the key \"schema\" is missing here", {}, help);
    }
}

void Reader::elsewhere(std::initializer_list<std::string_view> keys, std::string_view where) {
    for (std::string_view const key : keys) elsewhere_.emplace(key, where);
}

void Reader::finish() {
    std::set<std::string> all(known_.begin(), known_.end());
    for (auto const& [key, unused] : elsewhere_) all.insert(key);
    std::vector<std::string> const known(all.begin(), all.end());
    for (ConfigNode::Entry const& entry : node_->entries) {
        if (known_.contains(entry.key)) continue;
        if (style_ == Style::annotated && is_annotation(entry.key)) continue;
        if (auto const found = elsewhere_.find(entry.key); found != elsewhere_.end()) {
            report(entry.key_node.source ? entry.key_node : entry.value,
                   Code::unknown_key,
                   fmt::format("the key \"{}\" is for {} only", entry.key, found->second),
                   {});
            continue;
        }
        // A key set by an option has no place of its own.
        report(entry.key_node.source ? entry.key_node : entry.value,
               Code::unknown_key,
               fmt::format("unknown key \"{}\"", entry.key),
               {},
               did_you_mean(entry.key, known));
    }
}

}  // namespace clustersim
