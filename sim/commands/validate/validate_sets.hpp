// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/validate/validation.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

/// The measurements to compare predictions with.
struct ValidationQuestion {
    std::vector<std::string> sets;                ///< by name; empty: all
    std::vector<std::filesystem::path> measured;  ///< the user's files, scored instead of the sets'
    std::filesystem::path folder;                 ///< of the sets' files
};

/// The names of all sets, in the order of reports.
std::vector<std::string> validation_set_names();

/// Scores each chosen set, or each of the user's files by the layout of the named set, else of the set with its
/// columns. For a file that cannot be scored, the result holds its problems; the others are still scored. Fails for
/// an unknown set, and for user's files with several sets.
Result<std::vector<Result<ValidationResult>>> validate_sets(ValidationQuestion const& question,
                                                            References const& references);

}  // namespace clustersim
