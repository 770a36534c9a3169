// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"

#include <string>
#include <string_view>

namespace clustersim {

constexpr std::string_view page_schema = "clustersim/report/1";

/// The page as JSON of that schema. Jobs and time series are columns of numbers, and what grows is stored
/// as differences, so that a hundred thousand jobs are a few megabytes. Bytes that are not UTF-8 are replaced.
std::string page_json(ReportPage const& page);

}  // namespace clustersim
