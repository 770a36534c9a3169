// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/scenario/read_inputs.hpp"
#include "sim/scenario/resolved_run.hpp"

#include <map>
#include <string>
#include <vector>

namespace clustersim {

/// All inputs that determine the answers of a study, except the program's version. A result holds them, so that its
/// queues can be simulated again if the files are missing or have changed.
struct StudyInputs {
    std::vector<ConfigNode> scenarios;  ///< resolved, one for each variant
    /// {systems: {NAME: {document, accelerators, links}}, applications: {NAME: ...}, mixes: {NAME: ...}, grids: {COUNTRY: ...}} by the names
    /// or paths in the scenarios, merged with their parents. The content of a Slurm site file replaces its path; a
    /// trace is named as in `traces`.
    ConfigNode files;
    std::map<std::string, std::string> traces;  ///< by file name: the jobs as CSV

    /// FNV-1a over everything, as 16 hex digits: equal for equal contents, independent of the files' paths.
    [[nodiscard]] std::string hash() const;
};

/// `runs` are those of one study, at least one.
StudyInputs inputs_of(std::vector<ResolvedRun> const& runs);
/// Everything that was read, without scenarios.
StudyInputs inputs_of(ReadInputs const& read);

/// A hash of all that was read of a machine or of a mix with its trace, as in StudyInputs::hash; computed once.
std::string const& hash_of(LoadedSystem const& machine);
std::string const& hash_of(Mix const& mix);

}  // namespace clustersim
