// SPDX-License-Identifier: Apache-2.0
#include "sim/core/hostlist.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <tuple>

namespace clustersim {
namespace {

using Error = tl::unexpected<std::string>;
using Names = std::vector<std::string>;

/// The longest host name in the DNS.
constexpr std::size_t max_name = 253;
/// Longer digit strings are text, not a number to count up.
constexpr std::size_t max_digits = 15;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::uint64_t number_of(std::string_view digits) {
    std::uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

std::string padded(std::uint64_t value, std::size_t width) {
    return fmt::format("{:0{}}", value, width);
}

/// One entry of a bracket: `7` or `0001-0573`.
struct NumberRange {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::size_t width = 1;
    [[nodiscard]] std::uint64_t size() const { return high - low + 1; }
};

tl::expected<NumberRange, std::string> parse_range(std::string_view text) {
    auto const dash = text.find('-');
    std::string_view const low = text.substr(0, dash);
    std::string_view const high = dash == std::string_view::npos ? low : text.substr(dash + 1);
    for (std::string_view const digits : {low, high})
        if (digits.empty() || digits.size() > max_digits || !std::ranges::all_of(digits, is_digit))
            return Error(fmt::format("\"{}\" in brackets is neither a number nor a range", text));
    NumberRange const range{number_of(low), number_of(high), low.size()};
    if (range.high < range.low) return Error(fmt::format("the range \"{}\" is backwards", text));
    return range;
}

tl::expected<std::vector<NumberRange>, std::string> parse_bracket(std::string_view inside) {
    std::vector<NumberRange> ranges;
    while (true) {
        auto const comma = inside.find(',');
        auto range = parse_range(inside.substr(0, comma));
        if (!range) return Error(std::move(range.error()));
        ranges.push_back(*range);
        if (comma == std::string_view::npos) return ranges;
        inside.remove_prefix(comma + 1);
    }
}

/// Appends every number of `ranges` to every name.
tl::expected<Names, std::string> multiply(Names const& names,
                                          std::vector<NumberRange> const& ranges) {
    std::uint64_t numbers = 0;
    for (NumberRange const& range : ranges)
        numbers += std::min<std::uint64_t>(range.size(), max_hosts + 1);
    if (numbers * names.size() > max_hosts)
        return Error(fmt::format("the list has more than {} hosts", max_hosts));
    Names out;
    out.reserve(numbers * names.size());
    for (std::string const& name : names) {
        for (NumberRange const& range : ranges)
            for (std::uint64_t value = range.low; value <= range.high; ++value)
                out.push_back(name + padded(value, range.width));
    }
    return out;
}

/// The first error in the text before a bracket, given the text before that.
std::string fault_of_literal(std::string_view literal, std::size_t before, std::string_view item) {
    if (std::ranges::any_of(literal, [](char c) { return static_cast<unsigned char>(c) <= ' '; }))
        return fmt::format("a blank in the host name \"{}\"", item);
    // Checked before the names are multiplied: a long name times a million is a gigabyte.
    if (before + literal.size() > max_name)
        return fmt::format("a host name has more than {} characters", max_name);
    return {};
}

/// Expands one item of the list, without a comma outside brackets.
tl::expected<Names, std::string> expand_item(std::string_view item) {
    Names names{""};
    std::string_view rest = item;
    while (!rest.empty()) {
        auto const open = rest.find_first_of("[]");
        std::string_view const literal = rest.substr(0, open);
        std::string fault = fault_of_literal(literal, names.front().size(), item);
        if (!fault.empty()) return Error(std::move(fault));
        for (std::string& name : names) name += literal;
        if (open == std::string_view::npos) break;
        auto const close = rest.find_first_of("[]", open + 1);
        if (rest[open] == ']' || close == std::string_view::npos || rest[close] == '[')
            return Error(fmt::format("the brackets of \"{}\" do not match", item));
        auto names_so_far =
            parse_bracket(rest.substr(open + 1, close - open - 1))
                .and_then([&](auto const& ranges) { return multiply(names, ranges); });
        if (!names_so_far) return names_so_far;
        names = std::move(*names_so_far);
        rest.remove_prefix(close + 1);
    }
    return names;
}

/// The end of the first item: a comma outside brackets, or the end of the text.
std::size_t item_end(std::string_view text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '[') ++depth;
        if (text[i] == ']') --depth;
        if (text[i] == ',' && depth <= 0) return i;
    }
    return text.size();
}

/// A name split at its last number.
struct Cut {
    std::string_view prefix;
    std::string_view digits;
    std::string_view suffix;
};

Cut cut(std::string_view name) {
    std::size_t end = name.size();
    while (end > 0 && !is_digit(name[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && is_digit(name[begin - 1])) --begin;
    if (end - begin > max_digits) return {name, {}, {}};
    return {name.substr(0, begin), name.substr(begin, end - begin), name.substr(end)};
}

/// The ranges of names[first, last), which differ only in their number.
std::string bracket_of(std::span<std::string const> names) {
    std::string out;
    for (std::size_t i = 0; i < names.size();) {
        std::string_view const low = cut(names[i]).digits;
        std::uint64_t high = number_of(low);
        std::size_t next = i + 1;
        while (next < names.size() && cut(names[next]).digits == padded(high + 1, low.size())) {
            ++high;
            ++next;
        }
        if (!out.empty()) out += ',';
        out += low;
        if (next > i + 1) out += '-' + padded(high, low.size());
        i = next;
    }
    return out;
}

}  // namespace

tl::expected<Names, std::string> expand_hostlist(std::string_view text) {
    Names all;
    if (text.empty()) return all;
    while (true) {
        std::size_t const end = item_end(text);
        std::string_view const item = text.substr(0, end);
        if (item.empty()) return Error(std::string("a host name is empty"));
        auto names = expand_item(item);
        if (!names) return names;
        if (all.size() + names->size() > max_hosts)
            return Error(fmt::format("the list has more than {} hosts", max_hosts));
        std::ranges::move(*names, std::back_inserter(all));
        if (end == text.size()) return all;
        text.remove_prefix(end + 1);
    }
}

std::string compress_hostlist(std::span<std::string const> names) {
    std::string out;
    for (std::size_t i = 0; i < names.size();) {
        Cut const first = cut(names[i]);
        std::size_t next = i + 1;
        while (!first.digits.empty() && next < names.size()) {
            Cut const other = cut(names[next]);
            bool const same = other.prefix == first.prefix && other.suffix == first.suffix;
            if (!same || other.digits.empty()) break;
            ++next;
        }
        if (!out.empty()) out += ',';
        if (next == i + 1) {
            out += names[i];
        } else {
            out += fmt::format(
                "{}[{}]{}", first.prefix, bracket_of(names.subspan(i, next - i)), first.suffix);
        }
        i = next;
    }
    return out;
}

}  // namespace clustersim
