// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace clustersim {

/// Output format of a result on stdout.
enum class Format { table, json, csv, markdown };

constexpr std::array<std::pair<std::string_view, Format>, 4> format_names{
    {{"table", Format::table},
     {"json", Format::json},
     {"csv", Format::csv},
     {"markdown", Format::markdown}}};

}  // namespace clustersim
