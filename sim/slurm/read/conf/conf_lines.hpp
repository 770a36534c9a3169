// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/ascii.hpp"
#include "sim/core/diagnostic.hpp"
#include "sim/slurm/read/conf/conf_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// `key = value` of a Slurm configuration file, and its position.
struct ConfPair {
    std::string key;    ///< as written; keys compare without case
    std::string value;  ///< without its quotes
    SourceSpan key_at;
    SourceSpan value_at;
    std::string line_text;  ///< the source line of the value; empty if it is very long
    bool word = false;      ///< of a comma list: Slurm reads its number with atoi
};

/// The pairs of one line, with continuations joined.
using ConfLine = std::vector<ConfPair>;

/// The lines of a file in Slurm's format (spec 12.1): comments, continuation by a backslash at the
/// end of a line, escapes, quoted values, `Include` (relative to the folder of `file`, `%c` is the
/// cluster's name in small letters). A file of another machine names paths of that machine: what
/// cannot be read there is looked for below the folder of `file`. What cannot be read is reported
/// and left out.
std::vector<ConfLine>
conf_lines(ConfText const& file, ConfFetch const& fetch, Diagnostics& problems);

}  // namespace clustersim::slurm
