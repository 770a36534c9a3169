// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/workload/arrival_shape.hpp"
#include "sim/workload/job.hpp"
#include "sim/workload/mix.hpp"
#include "sim/workload/partition_shape.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim {

// The busy queue that a job under study is submitted into.
//
//   offered load = sum over jobs of nodes * units * run / (units of the partition * span)
//
// with each job cut to the partition's limits. A mix has a rate of work per unit of its own scale
// (copies of a trace, or batches per second); the scale is set so that the *expected* offered load
// over a week is the requested one, given the users that a replicate has. A replicate's own load,
// over its days, varies around it with the variations of the mix, and is reported.
//
// The partition starts empty: allow a warm-up of a few times the longest walltime before measuring.
// Above a load of about 1 the queue grows without limit, and waits depend on the length of the
// warm-up.

struct BackgroundLoad {
    std::vector<Job> jobs;  ///< by (submit, id), ids 1, 2, …; submissions in [0, span)
    /// For each job its user, a number below `count` of the mix's users (0 is the most active one);
    /// empty if the mix has no users.
    std::vector<std::uint32_t> users;
    double offered = 0.0;  ///< offered load of these jobs
    double scale = 0.0;    ///< copies of the trace, or batches or jobs per second
    double expected_jobs_per_day = 0.0;
    std::size_t sizes_cut = 0;  ///< jobs larger than the partition allows, cut to the limit
    std::size_t runs_cut = 0;   ///< jobs longer than the partition allows, cut to the limit
};

/// Work and jobs per unit of scale that a mix brings to a partition, in expectation.
struct MixRate {
    double work_per_second = 0.0;  ///< busy units per unit of scale
    double jobs_per_second = 0.0;  ///< per unit of scale
};
MixRate rate_of(Mix const& mix, PartitionShape const& partition);

/// Jobs in [0, span) for an expected offered load >= 0 (0 is an empty queue). The same stream gives
/// the same jobs.
BackgroundLoad make_background(Mix const& mix,
                               PartitionShape const& partition,
                               double load,
                               Seconds span,
                               RandomStream random);

}  // namespace clustersim
