// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/swf_row.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace clustersim {
namespace {

constexpr std::int64_t absurd = 1'000'000'000'000'000;
constexpr std::size_t needed_fields = 9;

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/// A whole number; a fraction or exponent is cut off at the point.
SwfRowFault read_number(std::string_view text, std::int64_t& value) {
    char const* const end = text.data() + text.size();
    auto whole = std::from_chars(text.data(), end, value);
    if (whole.ec != std::errc{} || whole.ptr != end) {
        double real = 0.0;
        auto const parsed = std::from_chars(text.data(), end, real);
        if (parsed.ec != std::errc{} || parsed.ptr != end || std::isnan(real))
            return SwfRowFault::not_a_number;
        if (std::fabs(real) > static_cast<double>(absurd)) return SwfRowFault::absurd_number;
        value = static_cast<std::int64_t>(real);
    }
    if (value > absurd || value < -absurd) return SwfRowFault::absurd_number;
    return SwfRowFault::none;
}

}  // namespace

bool is_swf_comment(std::string_view line) {
    auto const start = std::ranges::find_if_not(line, is_blank);
    return start == line.end() || *start == ';';
}

SwfRowFault read_swf_row(std::string_view line, SwfRow& row) {
    std::array<std::int64_t*, 16> const wanted{&row.id,
                                               &row.submit,
                                               &row.wait,
                                               &row.run,
                                               &row.allocated,
                                               nullptr,
                                               nullptr,
                                               &row.requested,
                                               &row.requested_time,
                                               nullptr,
                                               nullptr,
                                               &row.user,
                                               nullptr,
                                               nullptr,
                                               nullptr,
                                               &row.partition};
    SwfRowFault fault = SwfRowFault::none;
    std::size_t at = 0;
    for (std::size_t field = 0; field < wanted.size(); ++field) {
        while (at < line.size() && is_blank(line[at])) ++at;
        if (at == line.size()) return field < needed_fields ? SwfRowFault::too_few_fields : fault;
        std::size_t end = at;
        while (end < line.size() && !is_blank(line[end])) ++end;
        std::int64_t* const value = wanted[field];
        if (value != nullptr && fault == SwfRowFault::none) {
            SwfRowFault const wrong = read_number(line.substr(at, end - at), *value);
            bool const optional = value == &row.wait || field >= needed_fields;
            if (!optional)
                fault = wrong;
            else if (wrong != SwfRowFault::none)
                *value = -1;
        }
        at = end;
    }
    return fault;
}

}  // namespace clustersim
