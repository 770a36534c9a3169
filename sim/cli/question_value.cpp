// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/question_value.hpp"

#include "sim/cli/json_value.hpp"
#include "sim/cli/option_row.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

std::optional<double> number_of(JsonValue const& value) {
    if (value.kind != JsonValue::Kind::number) return std::nullopt;
    return std::strtod(value.text.c_str(), nullptr);
}

/// A value as a message shows it.
std::string shown(JsonValue const& value) {
    switch (value.kind) {
        case JsonValue::Kind::list: return "a list";
        case JsonValue::Kind::object: return "an object";
        case JsonValue::Kind::text: return fmt::format("\"{}\"", value.text);
        default: return value.text;
    }
}

bool has_type(OptionSpec const& key, JsonValue const& value) {
    auto const number = number_of(value);
    bool const is_text = value.kind == JsonValue::Kind::text;
    switch (key.kind) {
        case ValueKind::flag: return value.kind == JsonValue::Kind::truth;
        case ValueKind::integer: return number && std::floor(*number) == *number;
        case ValueKind::number: return number.has_value();
        case ValueKind::text: return is_text || number;
        default: return is_text;
    }
}

/// JSON may write a whole number as 4.0 or 1e3, the command line may not.
std::string text_of(OptionSpec const& key, JsonValue const& value) {
    bool const plain = value.text.find_first_of(".eE") == std::string::npos;
    if (key.kind != ValueKind::integer || plain) return value.text;
    return fmt::format("{:.0f}", *number_of(value));
}

}  // namespace

Result<std::string> word_of(OptionRow const& row, JsonValue const& value) {
    OptionSpec const& key = row.spec();
    auto const wrong = [&](Code code, std::string message, std::string help = {}) {
        Diagnostic d = problem_at(value.place, code, std::move(message));
        d.expected = expected_value(key);
        d.help = std::move(help);
        return failure(std::move(d));
    };
    std::string const refused = fmt::format("`{}` cannot be {}", key.key, shown(value));
    if (!has_type(key, value)) return wrong(Code::wrong_type, refused);
    if (value.text.find('\0') != std::string::npos)
        return wrong(Code::out_of_range, fmt::format("`{}` holds a NUL", key.key));
    std::string word = text_of(key, value);
    if (key.kind == ValueKind::flag) return word;
    std::string const why = row.refusal(word);
    if (why.empty()) return word;
    if (key.kind == ValueKind::choice)
        return wrong(Code::unknown_name, refused, did_you_mean(value.text, key.choices));
    // The limits of a number are what is expected.
    bool const is_number = value.kind == JsonValue::Kind::number;
    return wrong(Code::out_of_range, is_number ? refused : fmt::format("`{}`: {}", key.key, why));
}

}  // namespace clustersim
