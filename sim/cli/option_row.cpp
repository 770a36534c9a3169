// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/option_row.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

/// The number that a whole text is, with a sign or without.
template <class T>
std::optional<T> number_in(std::string_view text) {
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    T value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool within(OptionSpec const& spec, double value) {
    return value >= spec.least.value_or(value) && value <= spec.most.value_or(value);
}

}  // namespace

bool may_be_held(ValueKind kind) {
    return !held_form(kind).empty();
}

std::string held_form(ValueKind kind) {
    switch (kind) {
        case ValueKind::scenario:
        case ValueKind::project: return "the document itself";
        case ValueKind::script: return R"({"text": "#!/bin/bash\n…"})";
        case ValueKind::archive: return R"({"base64": "…"})";
        default: return {};
    }
}

std::string expected_value(OptionSpec const& spec) {
    std::string range;
    if (spec.least && spec.most)
        range = fmt::format(" from {} to {}", *spec.least, *spec.most);
    else if (spec.least)
        range = fmt::format(" of at least {}", *spec.least);
    switch (spec.kind) {
        case ValueKind::flag: return "true or false";
        case ValueKind::integer: return "a whole number" + range;
        case ValueKind::number: return "a number" + range;
        case ValueKind::choice:
            return fmt::format("one of \"{}\"", fmt::join(spec.choices, "\", \""));
        case ValueKind::duration: return "a time with its unit in quotes, such as \"2 h\"";
        case ValueKind::scenario:
        case ValueKind::project:
        case ValueKind::script:
        case ValueKind::archive: return "a path in quotes, or " + held_form(spec.kind);
        default: return "a text in quotes";
    }
}

OptionRow::OptionRow(Command& command, CLI::Option& option) : command_(&command), option_(&option) {
    spec_.is_positional = option.get_positional() && !option.nonpositional();
    spec_.name = option.get_name();
    spec_.names = option.get_name(spec_.is_positional, !spec_.is_positional);
    spec_.help = option.get_description();
    spec_.key = spec_.is_positional           ? lower(option.get_name(true))
                : option.get_lnames().empty() ? option.get_snames().front()
                                              : option.get_lnames().front();
    if (option.get_items_expected_max() == 0) spec_.kind = ValueKind::flag;
}

std::string OptionRow::refusal(std::string const& word) const {
    std::string read = word;
    std::string why = read_number(read);
    for (Check const& check : checks_)
        if (why.empty()) why = check(read);
    return why;
}

void OptionRow::give(GivenDocument document) {
    held_.emplace(option_->results().size(), std::move(document));
    give(std::string("-"));
}

std::vector<GivenDocument> OptionRow::documents(std::vector<std::string> const& words) const {
    std::vector<GivenDocument> found;
    for (std::string const& word : words) {
        auto const held = held_.find(found.size());
        found.push_back(held != held_.end() ? held->second : GivenDocument(word));
    }
    return found;
}

std::string OptionRow::read_number(std::string& text) const {
    auto const wrong = [&](OptionSpec const& expected) {
        return fmt::format("\"{}\" is not {}", text, expected_value(expected));
    };
    if (spec_.kind == ValueKind::integer) {
        auto const value = number_in<std::int64_t>(text);
        bool const fits = value && *value >= type_least_ && *value <= type_most_;
        bool const is_whole = text.find_first_not_of("+-0123456789") == std::string::npos;
        if (!fits && is_whole) return wrong(within_type());
        if (!fits || !within(spec_, static_cast<double>(*value))) return wrong(spec_);
        text = fmt::to_string(*value);
    } else if (spec_.kind == ValueKind::number) {
        auto const value = number_in<double>(text);
        // The inverse of a number so small is infinite.
        bool const usable =
            value && std::isfinite(*value) && (*value == 0.0 || std::fabs(*value) >= 1e-100);
        if (!usable || !within(spec_, *value)) return wrong(spec_);
    }
    return {};
}

OptionSpec OptionRow::within_type() const {
    auto const least = static_cast<double>(type_least_);
    auto const most = static_cast<double>(type_most_);
    OptionSpec spec = spec_;
    spec.least = std::max(spec_.least.value_or(least), least);
    spec.most = std::min(spec_.most.value_or(most), most);
    return spec;
}

void OptionRow::take_integers(std::int64_t least, std::int64_t most) {
    spec_.kind = ValueKind::integer;
    type_least_ = least;
    type_most_ = most;
    if (least == 0) spec_.least = 0.0;
}

OptionRow* OptionRow::required() {
    spec_.required = true;
    option_->required();
    return this;
}

OptionRow* OptionRow::takes(ValueKind kind, std::string value_name) {
    spec_.kind = kind;
    return type_name(std::move(value_name));
}

OptionRow* OptionRow::type_name(std::string value_name) {
    // CLI11 names the value when it is missing.
    if (!value_name.empty()) option_->type_name(value_name);
    spec_.value_name = std::move(value_name);
    return this;
}

OptionRow* OptionRow::between(double least, double most) {
    spec_.least = least;
    spec_.most = most;
    return this;
}

OptionRow* OptionRow::at_least(double least) {
    spec_.least = least;
    return this;
}

OptionRow* OptionRow::one_of(std::vector<std::string> choices) {
    spec_.kind = ValueKind::choice;
    spec_.choices = std::move(choices);
    return check([this](std::string const& text) {
        bool const known = std::ranges::find(spec_.choices, text) != spec_.choices.end();
        return known ? std::string() : "\"" + text + "\": " + did_you_mean(text, spec_.choices);
    });
}

OptionRow* OptionRow::check(Check check) {
    option_->check(check);
    checks_.push_back(std::move(check));
    return this;
}

OptionRow* OptionRow::delimiter(char separator) {
    spec_.has_commas = separator == ',';
    option_->delimiter(separator);
    return this;
}

OptionRow* OptionRow::allow_extra_args(bool value) {
    spec_.takes_more_words = value;
    option_->allow_extra_args(value);
    return this;
}

OptionRow* OptionRow::needs(OptionRow* other) {
    spec_.needs.push_back(other);
    option_->needs(other->option_);
    return this;
}

OptionRow* OptionRow::excludes(OptionRow* other) {
    spec_.excludes.push_back(other);
    other->spec_.excludes.push_back(this);
    option_->excludes(other->option_);
    return this;
}

OptionRow* OptionRow::envname(std::string variable) {
    spec_.variable = std::move(variable);
    return this;
}

OptionRow* OptionRow::group(std::string heading) {
    option_->group(heading);
    spec_.group = std::move(heading);
    return this;
}

OptionRow* OptionRow::writes(Output output) {
    spec_.writes = output;
    return this;
}

OptionRow* OptionRow::capture_default_str() {
    option_->capture_default_str();
    spec_.default_text = option_->get_default_str();
    return this;
}

OptionRow* OptionRow::default_val(std::string const& value) {
    // The variable gets the default now; a check must not refuse it later.
    option_->default_val(value)->run_callback_for_default(false);
    spec_.default_text = value;
    return this;
}

OptionRow* OptionRow::unit(std::string text) {
    spec_.unit = std::move(text);
    return this;
}

OptionRow* OptionRow::in_foreign(std::string value) {
    spec_.in_foreign = std::move(value);
    return this;
}

OptionRow* OptionRow::example(std::string value) {
    spec_.example = std::move(value);
    return this;
}

}  // namespace clustersim
