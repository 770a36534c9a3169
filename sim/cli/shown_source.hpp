// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <filesystem>
#include <set>
#include <string>

namespace clustersim {

/// Where the text of a file may be shown in messages. An input can name any file that the process may read, and
/// whoever sees the messages need not be allowed to read it.
struct ShownSources {
    std::set<std::filesystem::path> named;  ///< on the command line, without links
    std::set<std::string> texts;  ///< that came with the question, by what they call themselves
    std::filesystem::path data;   ///< the shipped data
};

/// The diagnostics without text of other files. Of a file that was named on the command line, lies beside or below one
/// of those, or is shipped, everything is shown; of another configuration file no line; of any other file only the
/// place and the kind of the problem.
Diagnostics without_hidden_text(Diagnostics const& diagnostics, ShownSources const& shown);

}  // namespace clustersim
