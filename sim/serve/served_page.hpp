// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace clustersim {

/// The page of the server, built from `web/` and held by the program.
std::string_view served_page();

/// What somebody without the token gets: it looks whether the browser knows one from before, and goes to the page with
/// it, or says where the address with the token is.
std::string_view doorway_page();

}  // namespace clustersim
