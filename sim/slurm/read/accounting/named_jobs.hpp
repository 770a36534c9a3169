// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/slurm/read/accounting/imported_jobs.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// The jobs that imported jobs name in their dependencies. sbatch cannot name a job that does not exist yet, so each
/// must be submitted before, and there are no cycles.
class NamedJobs {
  public:
    /// Adds a job with a dependency; `place` is where a problem with it is reported.
    void add(std::int64_t number, Diagnostic place) {
        waiting_.emplace_back(number, std::move(place));
    }
    /// Checks all dependencies, with the jobs in order of submission. A dependency on a job that is
    /// not among them gives a note.
    void check(ImportedJobs& jobs, Diagnostics& problems) const;

  private:
    static std::string what_is_wrong(std::int64_t other, std::int64_t own, bool known);

    std::vector<std::pair<std::int64_t, Diagnostic>> waiting_;  ///< by number, with their places
};

}  // namespace clustersim::slurm
