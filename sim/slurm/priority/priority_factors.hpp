// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// The factors of a job, spec 5.2: each between 0 and 1 unless the site chose raw numbers. Site
/// factor and nice are in points.
struct PriorityFactors {
    double age = 0, assoc = 0, fairshare = 0, job_size = 0, partition = 0, qos = 0;
    std::vector<double> tres = {};  ///< in the order of PriorityWeightTRES; empty if not set
    std::int64_t site = 0;
    std::int64_t nice = 0;  ///< the user's value; subtracted
};

/// The factors times the site's weights, as in sprio (which rounds them to whole points).
struct WeightedFactors {
    double age = 0, assoc = 0, fairshare = 0, job_size = 0, partition = 0, qos = 0;
    std::vector<double> tres = {};
    std::int64_t site = 0;
    std::int64_t nice = 0;
};

/// The priority: the sum, truncated to whole points, from 1 (0 means "held") to 2^32 - 1.
std::uint32_t combine(WeightedFactors const& weighted);

}  // namespace clustersim::slurm
