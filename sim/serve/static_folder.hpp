// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace clustersim {

/// A file as it is served.
struct StaticFile {
    std::string type;
    std::string policy;  ///< content security policy
    std::string bytes;
};

/// The files below a folder, by their addresses ("/", "/worker.js"), read once. So a request is looked up in a table and
/// never reaches the file system. Links and hidden files are left out.
Result<std::map<std::string, StaticFile>> read_static_folder(std::filesystem::path const& folder);

/// "text/javascript" of a file with the ending ".js".
std::string content_type(std::filesystem::path const& file);

}  // namespace clustersim
