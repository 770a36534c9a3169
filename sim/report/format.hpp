// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace clustersim {

/// Output format of a result on stdout, and the room that it has.
struct Format {
    enum Kind { table, json, csv, markdown, latex };

    constexpr Format() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a kind is a format of the usual width
    constexpr Format(Kind of_kind) : kind(of_kind) {}
    constexpr Format(Kind of_kind, std::size_t of_width) : kind(of_kind), width(of_width) {}
    // NOLINTNEXTLINE(google-explicit-constructor): `format == Format::csv`
    constexpr operator Kind() const { return kind; }

    Kind kind = table;
    std::size_t width = 80;  ///< characters of a line of a table on a terminal
    bool utf8 = true;        ///< whether bars may use block characters
    bool detail = false;     ///< of a table on a terminal: everything, not only what answers first
};

constexpr std::array<std::pair<std::string_view, Format::Kind>, 4> format_names{
    {{"table", Format::table},
     {"json", Format::json},
     {"csv", Format::csv},
     {"markdown", Format::markdown}}};

/// Of results that go into a proposal.
constexpr std::array<std::pair<std::string_view, Format::Kind>, 5> document_format_names{
    {{"table", Format::table},
     {"json", Format::json},
     {"csv", Format::csv},
     {"markdown", Format::markdown},
     {"latex", Format::latex}}};

}  // namespace clustersim
