// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/validate/validation.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

/// Which measurements to compare predictions with.
struct ValidationQuestion {
    std::vector<std::string> sets;  ///< by name; empty: all
    std::vector<std::filesystem::path>
        measured;                  ///< files of one's own, scored instead of the sets'
    std::filesystem::path folder;  ///< of the sets' files
};

/// The names of all sets, in the order of reports.
std::vector<std::string> validation_set_names();

/// Scores each chosen set, or each file of one's own by the layout of the set that is named, else of the
/// set whose columns it has. A file that cannot be scored leaves the others alone: its place holds its
/// problems. Fails for a set that does not exist, and for files of one's own with several sets.
Result<std::vector<Result<ValidationResult>>> validate_sets(ValidationQuestion const& question,
                                                            References const& references);

}  // namespace clustersim
