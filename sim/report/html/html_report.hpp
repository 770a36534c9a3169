// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace clustersim {

/// One HTML file that shows the JSON of a page (page_json.hpp). It opens from disk and loads nothing.
std::string html_report(std::string_view page_json);

}  // namespace clustersim
