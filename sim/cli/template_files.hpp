// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

/// A shipped scenario or project that `clustersim init` copies.
struct TemplateFile {
    std::string name;  ///< of the file, without folder and extension
    std::filesystem::path path;
};

/// Those of scenarios/, by name.
std::vector<TemplateFile> template_files(std::filesystem::path const& data_root);

/// Its `title:`; empty if there is none.
std::string title_of(TemplateFile const& file);

/// The text of a template as a file in another folder: its paths to files of the program are absolute. Errors: the file
/// cannot be read.
Result<std::string> template_text(TemplateFile const& file);

}  // namespace clustersim
