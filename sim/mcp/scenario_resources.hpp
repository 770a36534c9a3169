// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace clustersim {

/// The shipped scenarios and projects with their schemas, which agents read as examples: the result of resources/list as
/// JSON. `folder` is the folder scenarios/ of the data. Exercises of courses are left out: they need their own files.
std::string listed_resources(std::filesystem::path const& folder);

/// The result of resources/read as JSON; nothing if resources/list has no such address.
std::optional<std::string> read_resource(std::filesystem::path const& folder,
                                         std::string const& address);

}  // namespace clustersim
