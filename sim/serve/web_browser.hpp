// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace clustersim {

/// Opens an address in the browser of whoever works at this machine, by xdg-open. Why that cannot be, or nothing. `path` is
/// the list of folders in which programs are.
std::string open_in_browser(std::string const& address, std::string const& path);

}  // namespace clustersim
