// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/question_value.hpp"

#include "sim/cli/question_keys.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

using ValueKind = QuestionKey::Kind;

bool is_truth(ConfigNode const& node) {
    return node.kind == ConfigNode::Kind::scalar && !node.quoted &&
           (node.scalar == "true" || node.scalar == "false");
}

/// The number that a node is in JSON, which knows neither hexadecimal digits nor infinity.
std::optional<double> number_of(ConfigNode const& node) {
    constexpr std::string_view digits = "0123456789";
    if (node.kind != ConfigNode::Kind::scalar || node.quoted) return std::nullopt;
    std::string const& text = node.scalar;
    std::string_view const unsigned_text =
        std::string_view(text).substr(text.starts_with('-') ? 1 : 0);
    if (unsigned_text.empty() || digits.find(unsigned_text.front()) == std::string_view::npos ||
        text.find_first_not_of("0123456789+-.eE") != std::string::npos)
        return std::nullopt;
    char* end = nullptr;
    double const value = std::strtod(text.c_str(), &end);
    return *end == '\0' ? std::optional(value) : std::nullopt;
}

/// A value as a message shows it.
std::string shown(ConfigNode const& node) {
    switch (node.kind) {
        case ConfigNode::Kind::null: return "null";
        case ConfigNode::Kind::sequence: return "a list";
        case ConfigNode::Kind::mapping: return "an object";
        case ConfigNode::Kind::scalar: break;
    }
    return node.quoted ? fmt::format("\"{}\"", node.scalar) : node.scalar;
}

bool has_type(QuestionKey const& key, ConfigNode const& value) {
    auto const number = number_of(value);
    switch (key.kind) {
        case ValueKind::flag: return is_truth(value);
        case ValueKind::integer: return number && std::floor(*number) == *number;
        case ValueKind::number: return number.has_value();
        case ValueKind::choice: return is_text(value);
        case ValueKind::text: return is_text(value) || (number && !key.is_name);
    }
    return false;
}

/// JSON may write a whole number as 4.0 or 1e3, the command line may not.
std::string text_of(QuestionKey const& key, ConfigNode const& value) {
    bool const plain = value.scalar.find_first_of(".eE") == std::string::npos;
    if (key.kind != ValueKind::integer || plain) return value.scalar;
    return fmt::format("{:.0f}", *number_of(value));
}

}  // namespace

bool is_text(ConfigNode const& node) {
    return node.kind == ConfigNode::Kind::scalar && node.quoted;
}

std::string expected_value(QuestionKey const& key) {
    // Limits that only say that a number must fit into a word are of no interest.
    constexpr double far = 9.0e15;
    std::string range;
    if (std::fabs(key.low) < far && std::fabs(key.high) < far)
        range = fmt::format(" from {} to {}", key.low, key.high);
    else if (std::fabs(key.low) < far)
        range = fmt::format(" of at least {}", key.low);
    switch (key.kind) {
        case ValueKind::flag: return "true or false";
        case ValueKind::integer: return "a whole number" + range;
        case ValueKind::number: return "a number" + range;
        case ValueKind::choice:
            return fmt::format("one of \"{}\"", fmt::join(key.choices, "\", \""));
        case ValueKind::text: break;
    }
    if (key.takes_document) return "a path in quotes, or the document itself";
    return "a text in quotes";
}

Result<std::string> word_of(QuestionKey const& key, ConfigNode const& value) {
    auto const wrong = [&](Code code, std::string message, std::string help = {}) {
        Diagnostic d = problem_at(value, code, std::move(message));
        d.expected = expected_value(key);
        d.help = std::move(help);
        return failure(std::move(d));
    };
    std::string const refused = fmt::format("`{}` cannot be {}", key.name, shown(value));
    if (!has_type(key, value)) return wrong(Code::wrong_type, refused);
    auto const number = number_of(value);
    if (number && (*number < key.low || *number > key.high))
        return wrong(Code::out_of_range, refused);
    bool const listed = key.kind != ValueKind::choice ||
                        std::ranges::find(key.choices, value.scalar) != key.choices.end();
    if (!listed) return wrong(Code::unknown_name, refused, did_you_mean(value.scalar, key.choices));
    if (value.scalar.find('\0') != std::string::npos)
        return wrong(Code::out_of_range, fmt::format("`{}` holds a NUL", key.name));
    std::string word = text_of(key, value);
    if (key.kind == ValueKind::flag) return word;
    if (std::string const why = refusal(*key.option, word); !why.empty())
        return wrong(Code::out_of_range, fmt::format("`{}`: {}", key.name, why));
    return word;
}

}  // namespace clustersim
