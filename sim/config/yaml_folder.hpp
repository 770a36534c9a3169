// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

/// A folder of YAML files, each named without ".yaml": the machines, the applications, the mixes.
/// To add one, add a file.
class YamlFolder {
  public:
    /// `what` is the kind of its files in messages: "machine".
    YamlFolder(std::filesystem::path folder, std::string what)
        : folder_(std::move(folder)), what_(std::move(what)) {}

    /// Sorted; empty if the folder cannot be read.
    [[nodiscard]] std::vector<std::string> names() const;
    /// The file of a name, or any file by its path (`-`, anything with a `/` or ending in .yaml or
    /// .yml; relative to `from`). Names of the subfolder `reference`, alone or as `reference/NAME`, are
    /// found too. An unknown name gives an error with the nearest known name.
    [[nodiscard]] Result<std::filesystem::path> find(std::string const& name_or_path,
                                                     std::filesystem::path const& from = {}) const;
    /// Reads that file; its `extends:` takes a name or a path too.
    [[nodiscard]] Result<ConfigNode> read(std::string const& name_or_path,
                                          std::filesystem::path const& from = {}) const;

  private:
    std::filesystem::path folder_;
    std::string what_;
};

/// How a new file at `path` names a parent in `extends:`: a file relative to the new one, a name of the catalogue as it is.
std::string parent_text(std::string const& name_or_path, std::filesystem::path const& path);

}  // namespace clustersim
