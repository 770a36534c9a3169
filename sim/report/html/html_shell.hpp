// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace clustersim {

/// sim/report/web/shell.html: the page without its data.
std::string_view html_shell();

}  // namespace clustersim
