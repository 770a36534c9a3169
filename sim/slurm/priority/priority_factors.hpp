// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// The factors of a job, spec 5.2: each between 0 and 1 unless the site chose raw numbers. Site and
/// nice are points.
struct PriorityFactors {
    double age = 0, assoc = 0, fairshare = 0, job_size = 0, partition = 0, qos = 0;
    std::vector<double> tres =
        {};  ///< in the order of PriorityWeightTRES; empty when it is not set
    std::int64_t site = 0;
    std::int64_t nice = 0;  ///< what the user gave; taken off
};

/// The same times the site's weights, as sprio shows them (rounded to whole points there).
struct WeightedFactors {
    double age = 0, assoc = 0, fairshare = 0, job_size = 0, partition = 0, qos = 0;
    std::vector<double> tres = {};
    std::int64_t site = 0;
    std::int64_t nice = 0;
};

/// The priority: the sum, truncated to whole points, from 1 (0 means "held") to 2^32 - 1.
std::uint32_t combine(WeightedFactors const& weighted);

}  // namespace clustersim::slurm
