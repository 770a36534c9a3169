// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace clustersim {

/// The path that a name leads to, also through links to files that do not exist yet. As it is if the links lead in a
/// circle.
std::filesystem::path without_links(std::filesystem::path const& path);

}  // namespace clustersim
