// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/results/job_record.hpp"
#include "sim/sched/policy.hpp"
#include "sim/study/replay_summary.hpp"
#include "sim/study/work.hpp"
#include "sim/workload/swf.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A trace of jobs, a machine of equal processors and a policy.
struct PolicyReplay {
    std::string trace;  ///< its name, for the summary
    std::int32_t processors = 1;
    PolicyEntry const* policy = nullptr;  ///< one of policies()
};

struct PolicyReplayAnswer {
    std::vector<JobRecord> records;  ///< in the order of the trace
    ReplaySummary summary;
};

/// Runs the jobs of a trace until all have ended; nothing if interrupted.
std::optional<PolicyReplayAnswer>
replay_under_policy(PolicyReplay const& question, SwfTrace const& trace, Work const& work);

}  // namespace clustersim
