// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/workload/job.hpp"
#include "sim/workload/mix.hpp"
#include "sim/workload/partition_shape.hpp"

#include <cstddef>
#include <vector>

namespace clustersim {

// The busy queue that a job under study is submitted into.
//
//   offered load = sum over jobs of nodes * units * run / (units of the partition * span)
//
// with each job as the partition's limits leave it. A mix brings a rate of work per unit of its own
// scale (copies of a trace, or batches a second); the scale is set so that the *expected* offered
// load over a week is the one asked for. A replicate's own load, over its days, scatters around it
// as the variations of the mix make it, and is reported.
//
// The partition starts empty: let a warm-up of a few times the longest walltime pass before looking.
// Above a load of about 1 the queue grows without end and a wait depends on how long one warms up.

struct BackgroundLoad {
    std::vector<Job> jobs;  ///< by (submit, id), ids 1, 2, …; submissions in [0, span)
    double offered = 0.0;   ///< offered load of these very jobs
    double scale = 0.0;     ///< copies of the trace, or batches or jobs a second
    double expected_jobs_per_day = 0.0;
    std::size_t sizes_cut = 0;  ///< jobs larger than the partition allows, cut to the limit
    std::size_t runs_cut = 0;   ///< jobs longer than the partition allows, cut to the limit
};

/// Work per job and per unit of scale that a mix brings to a partition, before any sampling.
struct MixRate {
    double work_per_second = 0.0;  ///< busy units per unit of scale
    double jobs_per_second = 0.0;  ///< per unit of scale
};
MixRate rate_of(Mix const& mix, PartitionShape const& partition);

/// Jobs for [0, span) at an expected offered load >= 0 (0 is an empty queue). The same stream gives
/// the same jobs.
BackgroundLoad make_background(Mix const& mix,
                               PartitionShape const& partition,
                               double load,
                               Seconds span,
                               RandomStream random);

}  // namespace clustersim
