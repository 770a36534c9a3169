// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/workload/job.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The field of a trace that gives a job's size. If it is unknown, the other one is used.
enum class SizeField { requested, allocated };

struct SwfOptions {
    std::int32_t processors = 1;  ///< of the machine; larger jobs are skipped
    SizeField size = SizeField::requested;
    Instant from = {};  ///< jobs submitted earlier are left out
    /// Assumed limits are a second longer than the run: in whole minutes, as Slurm counts them, no run
    /// then ends with its limit.
    bool limits_beyond_runs = false;
    std::optional<std::size_t> first =
        {};  ///< upper limit of jobs, counted after cleaning and sorting
};

struct SwfTrace {
    std::vector<Job> jobs;  ///< by (submit, id); one unit per node; each node is a processor
    Diagnostics odd_rows;   ///< notes: how many rows were skipped, why, and the first places; how
                            ///< many limits were assumed
};

/// Reads a trace in the Standard Workload Format (S. Chapin et al., JSSPP 1999; version 2.2: 18
/// fields), plain or compressed, `-` for standard input.
///
/// Size = field 8 (requested processors) if positive, else field 5 (allocated), or the other way
/// around. Run time = field 4. Requested time = field 9 if positive, else the run time, at least 1
/// s. A row is skipped if it has fewer than 9 fields, a field that is not a number, an unknown run
/// time, no size, a size larger than the machine, or a negative submit time. Jobs of zero length are
/// kept.
///
/// Errors: CS0001 for a file that cannot be read or is damaged; CS0302 if no job is left.
Result<SwfTrace> read_swf(std::filesystem::path const& path, SwfOptions const& options);

}  // namespace clustersim
