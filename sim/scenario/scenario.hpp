// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/plan_text.hpp"
#include "models/application/step_distribution.hpp"
#include "models/machine/backlog.hpp"
#include "models/storage/format_name.hpp"
#include "sim/config/document.hpp"
#include "sim/core/time.hpp"
#include "sim/scenario/resource_form.hpp"
#include "sim/scenario/submission_form.hpp"
#include "sim/slurm/read/machine/topology_kind.hpp"
#include "sim/slurm/request/standing.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace clustersim {

/// The background load of another partition of the machine. It competes with the study's jobs if the partitions share
/// nodes.
struct OtherBackground {
    std::string partition;
    std::string mix;
    double load = 0.0;
    std::optional<Backlog> backlog;  ///< of users who react, in place of a load
};

/// The background load of the queue: a mix of workloads/mixes at an offered load, or users who react to the length of
/// the queue.
struct BackgroundSpec {
    std::string mix;    ///< name or path; "none" is an empty machine
    double load = 0.0;  ///< offered GPU- or node-seconds divided by the partition's capacity
    std::optional<Backlog>
        backlog;        ///< requested time of the pending jobs per unit of the partition
    std::string basis;  ///< of a backlog that the scenario does not give, in words; else empty
    std::optional<std::string> evidence;  ///< a file of recorded waits that decides the backlog
    /// Simulated before any job of the study is submitted; absent: until the queue is steady.
    std::optional<Seconds> warm_up;
    Seconds window{};           ///< the study's submission falls at a random instant of this span
    bool begins_empty = false;  ///< with an empty machine, else with what ran and waited before
    std::vector<OtherBackground> others;
};

/// Whose jobs the study submits.
struct UserSpec {
    std::optional<slurm::Standing> standing;  ///< absent: a user without usage
    double quota_used = 0.0;  ///< of the project's allocation for this month; 1 is all of it
    bool by_default = true;   ///< the scenario does not say more than the default
};

/// The location of a job's training set and how it reaches the devices.
struct DatasetSpec {
    Bytes size{};
    double files = 1.0;
    double shards = 0.0;               ///< number of archives that contain the files; 0: none
    std::optional<double> stripes;     ///< storage targets of each archive; unset: one
    std::optional<DataFormat> format;  ///< unset: not stated; the next two describe the reads
    bool random = false;               ///< samples are read at random places of the archives
    std::optional<Bytes> read_size;    ///< of such a read; unset: a whole sample
    std::optional<double> samples;     ///< unset: the application's, or computed from the size
    std::optional<std::string> on;     ///< a file system; unset: the machine's first
    std::optional<std::string> stage;  ///< "disk" or "ram" of the nodes; unset: read where it is
    int workers = 8;                   ///< staging processes per node
    bool unpack = true;                ///< unpack archives into files while staging
    bool split = false;                ///< each node stages only its part
    Duration decode{};                 ///< time of one sample on one core
    std::optional<int> loader_cores;   ///< cores per device; unset: all free cores

    /// Whether samples are read at random places of archives.
    [[nodiscard]] bool jumps() const {
        return format ? *format != DataFormat::tar && shards > 0.0 : random;
    }
    /// Files in the file system: the archives if there are any.
    [[nodiscard]] double stored_files() const { return shards > 0.0 ? shards : files; }
};

struct CheckpointSpec {
    std::optional<Duration> every;  ///< of computation; unset: Daly's interval
    std::optional<std::string> on;  ///< a file system; unset: the machine's first
    std::optional<Bytes> size;      ///< unset: weights and optimizer states of the application
    bool asynchronous = false;
    std::optional<bool>
        sharded;  ///< all nodes write equal parts, or one the whole; unset: as the plan has the states
};

/// The software that every node reads before the first step: an image of a container, or loose files.
struct SoftwareSpec {
    std::optional<Bytes> image;            ///< size of the image; unset: loose files
    std::optional<double> files;           ///< opened by the start of the program, of loose files
    std::optional<Bytes> read;             ///< that the start reads; unset: a share of the image
    std::optional<std::string> on;         ///< a file system; unset: the machine's first
    double stripes = 1.0;                  ///< storage targets of the image
    std::optional<std::string> broadcast;  ///< the image is sent to "disk" or "ram" of the nodes
};

/// What interrupts a job and how it resumes.
struct ResilienceSpec {
    Duration restart = seconds(300.0);    ///< processes, libraries, communicators; estimate
    bool in_place = false;                ///< resumes inside the allocation; else it is requeued
    std::optional<Duration> device_mtbf;  ///< of one device; unset: the published failure rate
    double device_spread = 0.0;           ///< coefficient of variation of the devices' step times
    double storage_share = 1.0;  ///< share of the shared file system's bandwidth that this job gets
};

/// A job whose run time the user knows.
struct FixedWork {
    Duration runtime{};
    std::optional<Watts> gpu_power;  ///< mean power of each accelerator, if known
};

/// Who decides on the parts of a plan that a scenario leaves open.
enum class PlanChoice {
    usual,  ///< no plan is given: the fastest one that fits and keeps the batch of the application's own
    own,     ///< the application's file
    fastest  ///< a search, with the published batch (`plan: auto`)
};

/// A training run whose step time the models predict. Unset fields use the application's defaults.
struct TrainingWork {
    std::string application;
    PlanChanges plan;  ///< the parts of the plan that the scenario fixes
    PlanChoice choice = PlanChoice::usual;
    std::optional<std::string> framework;  ///< software other than the application's
    std::optional<int> global_batch;       ///< strong scaling: the same whatever the node count
    ComputeNoise noise;                    ///< off unless given
    std::optional<std::int64_t> steps;
    std::optional<double> epochs;
    std::optional<double> tokens;  ///< to train on, of a language model
};

struct SbatchJob;

struct JobSpec {
    std::string name;
    std::optional<std::string> partition;  ///< unset: the run's
    std::optional<std::string> qos;        ///< unset: the run's, if the partition is the run's
    int nodes = 1;
    std::optional<int> gpus;               ///< of each node, if it is not all of them
    std::optional<Seconds> walltime;       ///< requested; unset: from the predicted run time
    bool default_walltime = false;         ///< requests none: the partition's default applies
    std::optional<Seconds> extended_time;  ///< the limit is extended by this while the job runs
    std::optional<int> switches;  ///< waits for a placement under at most this many leaf switches
    std::optional<Seconds> switches_wait;  ///< for at most this time
    bool interactive = false;
    SubmissionForm form;
    ResourceForm resources;
    std::variant<FixedWork, TrainingWork> work;
    std::optional<DatasetSpec> dataset;
    std::optional<SoftwareSpec> software;
    std::optional<CheckpointSpec> checkpoint;
    ResilienceSpec resilience;
    ConfigNode place;  ///< for messages about this job
    /// Its request to sbatch, if it is not made from the keys; null for a job of a file.
    std::shared_ptr<SbatchJob const> sbatch;
};

/// The place of a key of the job or of one of its blocks, for messages; the job's place if the key is absent.
ConfigNode const& place_of(JobSpec const& job, std::string_view key);
/// The place of a key of one block; the block's or the job's place if it is absent.
ConfigNode const& place_in(JobSpec const& job, std::string_view block, std::string_view key);

/// Whether a job with this condition on the other one waits for its last submission. Only the first submission of a run
/// with checkpoints is in the simulated queue.
bool waits_for_chain(JobCondition const& condition, JobSpec const& other);

/// The detail of the network model: formulas for a typical placement; the flows of each job on its allocated nodes; the
/// same among the other running jobs, batch by batch; the same among jobs that are slowed down in turn.
enum class NetworkDetail { closed, flow, flow_background, flow_reacting };

/// Enough for any precision that the models have.
inline constexpr std::int64_t most_replicates = 10'000;

/// One question to the simulator: a scenario with all defaults filled in and the sweep expanded.
struct Scenario {
    std::string title;
    std::string system;
    std::optional<std::string> partition;
    std::optional<std::string> qos;
    bool site_limits =
        true;  ///< false: limits of partition and QOS are waived, as for a benchmark campaign
    std::string scheduler;
    NetworkDetail network = NetworkDetail::closed;
    SlurmTopology topology = SlurmTopology::none;
    ConfigNode
        policy;  ///< changes of the machine and its Slurm (read/machine/policy.hpp); null: none
    BackgroundSpec background;
    UserSpec user;
    std::vector<JobSpec> jobs;
    std::int64_t replicates = 1;  ///< at least
    /// More replicates are simulated until the 95 % interval of each median wait is this narrow: half of it over the
    /// median.
    std::optional<double> precision;
    std::uint64_t seed = 1;
    bool grid_hours = false;        ///< `energy: {grid: hourly}`: compare hours of start
    std::optional<int> grid_month;  ///< 0..11; unset: the mean of the year
    bool whole_queue = false;  ///< `show: {whole-queue: true}`: report on all jobs of the queue
    bool differences = false;  ///< `show: {differences: true}`: compare the runs with the first one
};

}  // namespace clustersim
