// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/conf_reading.hpp"

#include "sim/core/hostlist.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/slurm/site/limit_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace clustersim::slurm {

namespace {

Diagnostic about(ConfPair const& pair, Code code, std::string message) {
    Diagnostic d;
    d.code = code;
    d.where = pair.value_at;
    d.message = std::move(message);
    d.line_text = pair.line_text;
    return d;
}

std::optional<bool> boolean_of(std::string_view text) {
    for (std::string_view const word : {"YES", "UP", "TRUE", "1"})
        if (same_word(text, word)) return true;
    for (std::string_view const word : {"NO", "DOWN", "FALSE", "0"})
        if (same_word(text, word)) return false;
    return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> scaled_integer(std::string_view text) {
    std::int64_t value = 0;
    auto const* const end = text.data() + text.size();
    auto const [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop == text.data()) return std::nullopt;
    if (stop == end) return value;
    auto const letter = static_cast<char>(std::toupper(static_cast<unsigned char>(*stop)));
    auto const power = std::string_view("KMGTP").find(letter);
    if (power == std::string_view::npos || stop + 1 != end) return std::nullopt;
    for (std::size_t i = 0; i <= power; ++i) {
        if (std::abs(value) > std::int64_t{1} << 52) return std::nullopt;
        value *= 1024;
    }
    return value;
}

Diagnostic& ConfReading::complain(ConfPair const& pair, Code code, std::string message) {
    return problems.add(about(pair, code, std::move(message)));
}

Diagnostic& ConfReading::warn(ConfPair const& pair, Code code, std::string message) {
    Diagnostic d = about(pair, code, std::move(message));
    d.severity = Severity::warning;
    return problems.add(std::move(d));
}

void ConfReading::integer(ConfPair const& pair,
                          std::int64_t& target,
                          std::int64_t low,
                          std::int64_t high) {
    bool const lenient = pair.word && !strict;
    auto value = lenient ? leading_integer(pair) : scaled_integer(pair.value);
    if (!lenient && is_unlimited(pair.value)) value = high;
    if (!value) {
        complain(pair,
                 Code::wrong_type,
                 fmt::format("{} = \"{}\" is not a whole number", pair.key, pair.value));
        return;
    }
    if (*value >= low && *value <= high) {
        target = *value;
        return;
    }
    auto const message = fmt::format("{} = {} is out of range", pair.key, *value);
    if (lenient) {
        warn(pair, Code::out_of_range, message + "; Slurm uses its default").expected =
            fmt::format("{} to {}", low, high);
        return;
    }
    complain(pair, Code::out_of_range, message).expected = fmt::format("{} to {}", low, high);
}

std::int64_t ConfReading::leading_integer(ConfPair const& pair) {
    std::string_view digits = trimmed(pair.value);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    std::int64_t value = 0;
    auto const* const end = digits.data() + digits.size();
    auto const [stop, error] = std::from_chars(digits.data(), end, value);
    // Slurm's atoi has 32 bits; a longer number is beyond every range.
    if (error == std::errc::result_out_of_range) value = max_integer + 1;
    if (stop != end || digits.empty()) {
        warn(pair,
             Code::wrong_type,
             fmt::format("{} = \"{}\": Slurm reads {}", pair.key, pair.value, value))
            .expected = "a whole number";
    }
    return value;
}

void ConfReading::integer(ConfPair const& pair, std::int32_t& target, std::int32_t low) {
    std::int64_t value = target;
    integer(pair, value, low, std::numeric_limits<std::int32_t>::max());
    target = static_cast<std::int32_t>(value);
}

void ConfReading::memory(ConfPair const& pair, std::optional<std::int64_t>& target_mb) {
    std::int64_t value = -1;
    if (!is_unlimited(pair.value)) integer(pair, value, 0, max_memory);
    if (value > 0)
        target_mb = value;
    else if (value == 0 || is_unlimited(pair.value))
        target_mb.reset();
}

void ConfReading::number(ConfPair const& pair, double& target) {
    double value = 0.0;
    auto const* const end = pair.value.data() + pair.value.size();
    auto const [stop, error] = std::from_chars(pair.value.data(), end, value);
    bool const number = error == std::errc{} && std::isfinite(value);
    if (number && stop != end && pair.word && !strict) {
        warn(pair,
             Code::wrong_type,
             fmt::format("{} = \"{}\": Slurm reads {}", pair.key, pair.value, value))
            .expected = "a number";
    } else if (!number || stop != end) {
        complain(pair,
                 Code::wrong_type,
                 fmt::format("{} = \"{}\" is not a number", pair.key, pair.value));
        return;
    }
    target = value;
}

void ConfReading::boolean(ConfPair const& pair, bool& target) {
    if (auto const value = boolean_of(pair.value)) {
        target = *value;
        return;
    }
    complain(pair,
             Code::wrong_type,
             fmt::format("{} = \"{}\" is neither yes nor no", pair.key, pair.value))
        .expected = "YES, UP, TRUE, 1 or NO, DOWN, FALSE, 0";
}

void ConfReading::flag(ConfPair const& pair, bool& target) {
    if (pair.value.empty()) {
        target = true;
        return;
    }
    if (strict || boolean_of(pair.value)) {
        boolean(pair, target);
        return;
    }
    target = true;
    warn(pair, Code::wrong_type, fmt::format("Slurm ignores what follows {}=", pair.key));
}

void ConfReading::minutes(ConfPair const& pair, std::int64_t& target) {
    if (auto const value = limit_minutes(pair.value)) {
        target = *value;
        return;
    }
    complain(pair, Code::wrong_type, fmt::format("{} = \"{}\" is not a time", pair.key, pair.value))
        .expected = "minutes, M:S, H:M:S, D-H, D-H:M, D-H:M:S or UNLIMITED";
}

void ConfReading::minutes_as_seconds(ConfPair const& pair, std::int64_t& target) {
    std::int64_t value = unlimited_time;
    auto const errors = problems.items().size();
    minutes(pair, value);
    if (problems.items().size() != errors) return;
    if (value == unlimited_time) {
        complain(pair, Code::out_of_range, fmt::format("{} cannot be unlimited", pair.key));
        return;
    }
    target = value * 60;
}

void ConfReading::unknown_word(ConfPair const& pair, std::span<std::string const> known) {
    complain(pair,
             Code::unknown_name,
             fmt::format("{} = \"{}\" is not a known choice", pair.key, pair.value))
        .help = did_you_mean(pair.value, known);
}

std::vector<std::string> ConfReading::hosts(ConfPair const& pair) {
    std::string text = pair.value;
    std::ranges::replace_if(
        text, [](char c) { return c == ' ' || c == '\t'; }, ',');
    // Blanks around commas leave empty items, which Slurm ignores.
    std::string list;
    for (char const c : text)
        if (c != ',' || (!list.empty() && list.back() != ',')) list += c;
    while (!list.empty() && list.back() == ',') list.pop_back();
    if (list.empty()) return {};
    auto names = expand_hostlist(list);
    if (!names) {
        complain(pair, Code::bad_syntax, fmt::format("{}: {}", pair.key, names.error()));
        return {};
    }
    return std::move(*names);
}

bool ConfReading::is_unlimited(std::string_view text) {
    return same_word(text, "UNLIMITED") || same_word(text, "INFINITE");
}

void note_unused(ConfReading& reading,
                 ConfPair const& pair,
                 std::string name,
                 Unused why,
                 std::span<std::string const> known) {
    reading.unused.push_back({name, why, pair.key_at});
    if (why != Unused::unknown) return;
    Diagnostic& d =
        reading.warn(pair, Code::unknown_key, fmt::format("unknown parameter \"{}\"", name));
    d.where = pair.key_at;
    if (auto const near = nearest_name(pair.key, known))
        d.help = fmt::format("did you mean \"{}\"?", *near);
}

std::vector<ConfPair> words_of(ConfPair const& list) {
    std::vector<ConfPair> words;
    std::size_t begin = 0;
    while (begin <= list.value.size()) {
        auto const end = std::min(list.value.find(',', begin), list.value.size());
        auto const word = std::string_view(list.value).substr(begin, end - begin);
        auto const text = split_list(word);
        if (!text.empty()) {
            auto const equals = text.front().find('=');
            ConfPair pair = list;
            pair.key = text.front().substr(0, equals);
            pair.value = equals == std::string::npos ? "" : text.front().substr(equals + 1);
            pair.word = true;
            // A list continued on the next line has the position of its beginning.
            pair.value_at.column += static_cast<int>(begin);
            pair.value_at.length = std::max(1, static_cast<int>(text.front().size()));
            pair.key_at = pair.value_at;
            words.push_back(std::move(pair));
        }
        begin = end + 1;
    }
    return words;
}

}  // namespace clustersim::slurm
