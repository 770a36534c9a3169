// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolved_run.hpp"
#include "sim/study/job_traffic.hpp"
#include "sim/study/study.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace clustersim {

/// A training job of a study on its fabric.
struct JobFabric {
    std::size_t run = 0;      ///< in Study::runs
    std::size_t outcome = 0;  ///< in RunAnswer::outcomes
    bool typical =
        false;  ///< on the first nodes of the partition, because the answer is that of a typical placement
    JobTraffic traffic;
    std::string problem{};  ///< why there is no traffic to show; else empty
};

/// Jobs of one study whose fabric is shown: a page with more is no help to readers.
constexpr std::size_t most_job_fabrics = 12;

/// The first training jobs of a study on several nodes, on the nodes for which it answered: those of the replicate with
/// the median run time. `runs` are those of the study.
std::vector<JobFabric> job_fabrics(std::vector<ResolvedRun> const& runs, Study const& study);

}  // namespace clustersim
