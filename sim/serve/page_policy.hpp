// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

/// What every reply says to browsers: keep nothing, guess no types, tell nobody the address, let no other site in.
HttpHeaders usual_headers();

/// The content security policy of a page that runs only the scripts that it has itself and asks only its own server.
std::string page_policy(std::string_view html);

/// That of a static edition, whose scripts are in files of the same folder, WebAssembly among them.
std::string static_policy(std::string_view html);

}  // namespace clustersim
