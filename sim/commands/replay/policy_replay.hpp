// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/results/job_record.hpp"
#include "sim/sched/policy.hpp"
#include "sim/study/answered.hpp"
#include "sim/study/replay_summary.hpp"
#include "sim/study/work.hpp"
#include "sim/workload/swf.hpp"

#include <cstdint>
#include <filesystem>
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

/// How long do the jobs of a trace in a file wait under a policy?
struct PolicyReplayQuestion {
    std::filesystem::path trace;  ///< Standard Workload Format ("-": standard input)
    SwfOptions swf;               ///< which jobs to use, and the processors of the machine
    std::string policy;           ///< the name of one of policies()
};

/// Reads the trace and replays it. What is odd about the trace is a note.
Answered<PolicyReplayAnswer> replay_trace(PolicyReplayQuestion const& question, Work const& work);

}  // namespace clustersim
