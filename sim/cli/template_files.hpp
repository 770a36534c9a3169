// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// A shipped scenario or project that `clustersim init` copies.
struct TemplateFile {
    std::string name;  ///< of the file, without folder and extension
    std::filesystem::path path;
    std::string folder;  ///< below scenarios/
};

/// The one to start from.
inline constexpr std::string_view first_template = "quickstart";

/// Those of scenarios/ without solutions of exercises, by question; where to start comes first.
std::vector<TemplateFile> template_files(std::filesystem::path const& data_root);

/// The question that the templates of its folder help with.
std::string template_question(TemplateFile const& file);

/// Its `title:`, or what else it is; empty if it says nothing.
std::string title_of(TemplateFile const& file);

/// The text of a template as a file in another folder: its paths to files of the program are absolute. Errors: the file
/// cannot be read.
Result<std::string> template_text(TemplateFile const& file);

}  // namespace clustersim
