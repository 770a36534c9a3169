// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace clustersim {

/// Output format of a result on stdout.
enum class Format { table, json, csv, markdown, latex };

constexpr std::array<std::pair<std::string_view, Format>, 4> format_names{
    {{"table", Format::table},
     {"json", Format::json},
     {"csv", Format::csv},
     {"markdown", Format::markdown}}};

/// Of results that go into a proposal.
constexpr std::array<std::pair<std::string_view, Format>, 5> document_format_names{
    {{"table", Format::table},
     {"json", Format::json},
     {"csv", Format::csv},
     {"markdown", Format::markdown},
     {"latex", Format::latex}}};

}  // namespace clustersim
