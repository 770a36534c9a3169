// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/policy_queue.hpp"
#include "sim/engine/queue_model.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/scenario/slurm_queue.hpp"
#include "sim/sched/policy.hpp"
#include "sim/sched/pool_shape.hpp"
#include "sim/study/queue_state.hpp"
#include "sim/study/study.hpp"
#include "sim/study/submit_jobs.hpp"
#include "sim/study/training_run.hpp"
#include "sim/study/whole_queue.hpp"
#include "sim/workload/mix.hpp"
#include "sim/workload/partition_shape.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace clustersim {

/// One partition under a teaching policy.
struct PolicySetup {
    PoolShape shape;
    PolicyEntry const* policy = nullptr;
    std::shared_ptr<Mix const> mix;  ///< null: an empty machine
    PartitionShape partition;        ///< what background jobs may request
};

/// The queue that some variants of a study share: machine, scheduler, background load.
struct QueueSetup {
    std::variant<PolicySetup, std::shared_ptr<SlurmSetup const>> scheduler;
    BackgroundSpec background;
    std::uint64_t seed = 0;
    bool whole_queue = false;  ///< observes all jobs of the queue, too
    std::size_t watched = 0;   ///< submissions, from the first one on, whose waits are recorded
};

/// A queue with one sample of its background load, at its origin.
struct SampledQueue {
    std::unique_ptr<QueueModel> queue;
    double offered_load = 0.0;
    double jobs_per_day = 0.0;
};
SampledQueue sample_queue(QueueSetup const& setup, std::uint64_t replicate);

/// The same for a setup under Slurm, for commands that inspect it. The setup must be under Slurm.
struct SampledSlurm {
    SlurmSimulation simulation;
    double offered_load = 0.0;
    double jobs_per_day = 0.0;
};
SampledSlurm sample_slurm(QueueSetup const& setup, std::uint64_t replicate);

/// The same for a setup under a policy for teaching. The setup must be under one.
struct SampledPolicy {
    PolicyQueue queue;
    double offered_load = 0.0;
    double jobs_per_day = 0.0;
};
SampledPolicy sample_policy(QueueSetup const& setup, std::uint64_t replicate);

/// The time over which background jobs are submitted: warm-up, window, and two days for the jobs of the study to
/// start among newcomers.
Seconds whole_span(BackgroundSpec const& background);

/// Whether the queue begins with the jobs that ran and waited before. It does not if the submission
/// comes within an hour, too early for them to start, or under the textbook policies, which know no
/// past.
bool begins_steady(QueueSetup const& setup);

/// The time after the warm-up within which the study's jobs are submitted. A queue that begins steady begins at any hour
/// of the week, so an hour is enough for it, unless the site does something at given times; else it is the window.
Seconds submission_span(QueueSetup const& setup);

/// When the study's jobs are submitted in a replicate: at a random instant of that span.
Instant submission_instant(QueueSetup const& setup, std::uint64_t replicate);

/// Nodes of the partition under study, or accelerators if jobs share nodes.
double units_of(QueueSetup const& setup);
/// False if these units are accelerators.
bool counts_nodes(QueueSetup const& setup);

/// A queue at the instant at which the jobs of a replicate are submitted to copies of it.
struct QueueAtSubmission {
    std::unique_ptr<QueueModel> queue;
    QueueState state;
    double offered_load = 0.0;  ///< of this replicate
    double jobs_per_day = 0.0;  ///< expected in any replicate
};

/// Samples the background load of one replicate and simulates it up to that instant; without a queue if `interrupted`,
/// which is called regularly and may be empty, ended it.
QueueAtSubmission queue_at_submission(QueueSetup const& setup,
                                      std::uint64_t replicate,
                                      std::function<bool()> const& interrupted = {});

/// One replicate: the course of every submission's jobs.
struct ReplicateAnswer {
    /// By submission, by job, by task.
    std::vector<std::vector<std::vector<QueueSample>>> samples;
    QueueState queue;
    double offered_load = 0.0;                      ///< of this replicate
    double jobs_per_day = 0.0;                      ///< expected in any replicate
    std::optional<WholeQueueSample> whole_queue{};  ///< if it was requested
};

/// Tries each submission on a copy of the queue. Later jobs keep arriving while the study's jobs wait. Has no samples if
/// `interrupted` ended it.
ReplicateAnswer try_submissions(QueueSetup const& setup,
                                std::uint64_t replicate,
                                QueueAtSubmission const& at,
                                std::span<Submission const> submissions,
                                std::function<bool()> const& interrupted = {});

/// queue_at_submission() and try_submissions() for one replicate; also observes the whole queue, if
/// that is requested.
ReplicateAnswer simulate_replicate(QueueSetup const& setup,
                                   std::uint64_t replicate,
                                   std::span<Submission const> submissions,
                                   std::function<bool()> const& interrupted = {});

/// The busy units, the length of the queue and its jobs over one replicate without the study's jobs; empty if
/// interrupted.
QueueTimeline queue_timeline(QueueSetup const& setup,
                             std::uint64_t replicate,
                             std::function<bool()> const& interrupted = {});

}  // namespace clustersim
