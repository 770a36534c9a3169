// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/conf/conf_text.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace clustersim::slurm {

/// A blank of a line: all but its end.
bool is_blank(char c);

/// Removes a backslash that continues the line, and the blanks after it.
bool take_continuation(std::string_view& line);

/// The line up to its comment: a # after an even number of backslashes.
std::string_view without_comment(std::string_view line);

/// The line and column at which the lines are a template that nobody has filled in ({{ }}, {% %},
/// <% %>); none if they are a configuration.
std::optional<std::pair<int, int>> template_mark(std::span<std::string_view const> lines);

/// The contents of the file `full`, or of the file below `folder` whose path is the longest end of
/// the path of `full`; `full` is then changed to that path.
Result<std::string> fetch_included(ConfFetch const& fetch,
                                   std::filesystem::path const& folder,
                                   std::filesystem::path& full);

}  // namespace clustersim::slurm
