// SPDX-License-Identifier: Apache-2.0
#include "sim/config/reader.hpp"

#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace clustersim {
namespace {

constexpr std::array<std::string_view, 3> annotations{"source", "confidence", "note"};

std::string_view shape_of(ConfigNode const& node) {
    switch (node.kind) {
        case ConfigNode::Kind::null: return "nothing";
        case ConfigNode::Kind::scalar: return "plain text";
        case ConfigNode::Kind::sequence: return "a list";
        case ConfigNode::Kind::mapping: return "a mapping";
    }
    return "";
}

std::optional<double> as_number(std::string const& text) {
    double value = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

std::string range_text(Range range, auto const& show) {
    bool const bounded_low = std::isfinite(range.low);
    bool const bounded_high = range.high < 1e300;
    std::string const low =
        bounded_low
            ? fmt::format("{} {}", range.open_low ? "more than" : "at least", show(range.low))
            : "";
    std::string const high = bounded_high ? fmt::format("at most {}", show(range.high)) : "";
    if (bounded_low && bounded_high) return low + " and " + high;
    return low + high;
}

bool outside(double value, Range range) {
    return value > range.high || value < range.low || (range.open_low && value == range.low);
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
    // A mapping of the wrong shape was reported once already; its keys are not missed one by one.
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

std::optional<std::string> Reader::optional_text(std::string_view key) {
    ConfigNode const* value = scalar_at(key);
    return value ? std::optional(value->scalar) : std::nullopt;
}

std::string Reader::text(std::string_view key) {
    require(key);
    return optional_text(key).value_or(std::string{});
}

bool Reader::flag(std::string_view key, bool fallback) {
    ConfigNode const* value = scalar_at(key);
    if (value == nullptr) return fallback;
    if (value->scalar == "true" || value->scalar == "false") return value->scalar == "true";
    report(*value,
           Code::wrong_type,
           fmt::format("\"{}\" is \"{}\"", key, value->scalar),
           "true or false");
    return fallback;
}

void Reader::check_range(ConfigNode const& node,
                         std::string_view key,
                         double value,
                         Range range,
                         std::string const& shown) {
    if (!outside(value, range)) return;
    report(node,
           Code::out_of_range,
           fmt::format("\"{}\" is {}", key, shown),
           range_text(range, [](double v) { return fmt::format("{}", v); }));
}

std::optional<double> Reader::number_of(ConfigNode const& node, std::string_view key, Range range) {
    auto const value = as_number(node.scalar);
    if (!value || node.quoted) {
        report(node,
               Code::wrong_type,
               fmt::format(
                   "\"{}\" is {}\"{}\"", key, node.quoted ? "the quoted text " : "", node.scalar),
               "a number without a unit");
        return std::nullopt;
    }
    check_range(node, key, *value, range, node.scalar);
    return value;
}

std::optional<double> Reader::optional_number(std::string_view key, Range range) {
    ConfigNode const* value = scalar_at(key);
    return value ? number_of(*value, key, range) : std::nullopt;
}

double Reader::number(std::string_view key, Range range) {
    require(key);
    return optional_number(key, range).value_or(std::isfinite(range.high) ? range.high : 1.0);
}

std::optional<std::int64_t> Reader::optional_integer(std::string_view key, Range range) {
    ConfigNode const* value = scalar_at(key);
    if (value == nullptr) return std::nullopt;
    auto const parsed = number_of(*value, key, range);
    if (!parsed) return std::nullopt;
    if (*parsed != std::floor(*parsed) || std::fabs(*parsed) > 9e15) {
        report(*value,
               Code::wrong_type,
               fmt::format("\"{}\" is {}", key, value->scalar),
               "a whole number");
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*parsed);
}

std::int64_t Reader::integer(std::string_view key, Range range) {
    require(key);
    return optional_integer(key, range).value_or(1);
}

std::optional<double>
Reader::quantity_si(std::string_view key, Dimension dimension, Range range, bool required) {
    if (required) require(key);
    ConfigNode const* value = scalar_at(key);
    if (value == nullptr) return std::nullopt;
    auto const si = parse_quantity(value->scalar, dimension);
    if (!si) {
        report(*value,
               Code::wrong_unit,
               fmt::format("\"{}\": {}", key, si.error()),
               std::string(describe(dimension)));
        return std::nullopt;
    }
    if (outside(*si, range)) {
        report(*value,
               Code::out_of_range,
               fmt::format("\"{}\" is {}", key, value->scalar),
               range_text(range, [&](double v) { return print_exact(v, dimension); }));
    }
    return *si;
}

std::optional<std::size_t> Reader::choice(std::string_view key,
                                          std::span<std::string const> known) {
    ConfigNode const* value = scalar_at(key);
    if (value == nullptr) return std::nullopt;
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (known[i] == value->scalar) return i;
    }
    report(*value,
           Code::unknown_name,
           fmt::format("\"{}\" is not a known {}", value->scalar, key),
           {},
           did_you_mean(value->scalar, known));
    return std::nullopt;
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

std::vector<double> Reader::number_list(std::string_view key, Range range) {
    std::vector<double> numbers;
    ConfigNode const* value = raw(key);
    if (value != nullptr && style_ == Style::annotated &&
        value->kind == ConfigNode::Kind::mapping && value->find("value") != nullptr) {
        Reader wrapped(*value, *diagnostics_, style_);
        numbers = wrapped.number_list("value", range);
        wrapped.finish();
        return numbers;
    }
    if (value == nullptr) return numbers;
    if (value->kind != ConfigNode::Kind::sequence) {
        report(*value,
               Code::wrong_type,
               fmt::format("\"{}\" is {}", key, shape_of(*value)),
               "a list of numbers");
        return numbers;
    }
    for (ConfigNode const& item : value->items) {
        if (item.kind != ConfigNode::Kind::scalar) {
            report(item,
                   Code::wrong_type,
                   fmt::format("an element of \"{}\" is {}", key, shape_of(item)),
                   "a number");
        } else if (auto const number = number_of(item, key, range)) {
            numbers.push_back(*number);
        }
    }
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
    // An empty mapping stands in, so that the caller's reading goes on; its own keys are not
    // reported as missing on top of the mapping itself.
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
    for (ConfigNode::Entry const& entry : value->entries) {
        bool const annotation = style_ == Style::annotated &&
                                std::ranges::find(annotations, entry.key) != annotations.end();
        if (!annotation)
            children.emplace_back(entry.key, Reader(entry.value, *diagnostics_, style_));
    }
    return children;
}

void Reader::finish() {
    std::vector<std::string> const known(known_.begin(), known_.end());
    for (ConfigNode::Entry const& entry : node_->entries) {
        if (known_.contains(entry.key)) continue;
        // A key set by an option has no place of its own.
        report(entry.key_node.source ? entry.key_node : entry.value,
               Code::unknown_key,
               fmt::format("nothing reads the key \"{}\"", entry.key),
               {},
               did_you_mean(entry.key, known));
    }
}

}  // namespace clustersim
