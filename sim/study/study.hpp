// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/core/time.hpp"
#include "sim/history/past_job.hpp"
#include "sim/scenario/run_place.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/study/job_outcome.hpp"
#include "sim/study/pipeline.hpp"
#include "sim/study/queue_state.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// A change of the machine's state during a replicate.
struct TimelinePoint {
    Instant time;
    std::int64_t busy_units = 0;  ///< GPUs or nodes in use
    std::int64_t queued_jobs = 0;
};

/// The background load during a run.
struct BackgroundTerms {
    std::string mix;                 ///< empty: the machine was
    double load = 0.0;               ///< offered load divided by the partition's capacity
    std::optional<Backlog> backlog;  ///< of users who react, in place of a load
    std::string basis;               ///< of a backlog that the scenario does not give, in words
    std::vector<QueueState> queues;  ///< by replicate, when the study's jobs are submitted
    double jobs_per_day = 0.0;       ///< expected at a load
    std::vector<OtherBackground> others;  ///< of other partitions
    Seconds window{};                     ///< of the instants at which the jobs are submitted
    Seconds warm_up{};                    ///< before it
    bool begins_steady = false;  ///< with what ran and waited before, not with an empty machine
};

/// The settings of a run, except its machine and its jobs.
struct RunTerms {
    std::uint64_t seed = 0;
    std::int64_t replicates = 0;
    std::string scheduler;
    BackgroundTerms background;
    std::string
        rules{};  ///< of the emulated Slurm: "rules of Slurm 22.05"; empty under another scheduler
};

/// One variant, answered.
struct RunAnswer {
    std::vector<std::pair<std::string, std::string>> settings;  ///< of the sweep
    std::string label;
    RunPlace place;
    RunTerms terms;
    std::vector<JobOutcome> outcomes;
    std::optional<PipelineAnswer> pipeline{};  ///< if a job waits for another one
};

/// The replicate that serves as an example.
struct ShownReplicate {
    std::uint64_t number = 0;
    std::size_t of = 0;  ///< replicates; 0: not known
    std::string whose;   ///< the job whose median wait it has: "train, nodes=4"
};

/// One replicate of a queue, without the study's jobs.
struct QueueTimeline {
    std::int64_t capacity = 0;  ///< units in all
    bool counts_nodes = true;   ///< else units are accelerators
    std::vector<TimelinePoint> points;
    Past runs;  ///< of its jobs, in the order of their starts; sizes in these units
    ShownReplicate shown{};
};

/// A whole scenario, answered.
struct Study {
    std::string title;
    std::vector<RunAnswer> runs;    ///< in the order of the sweep
    QueueTimeline timeline;         ///< of the first variant's queue
    Diagnostics warnings;           ///< notes that prevent no answer
    bool show_differences = false;  ///< of the other runs from the first one
    bool complete = true;           ///< false when Ctrl-C ended it early
};

}  // namespace clustersim
