// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/preempt_mode.hpp"
#include "sim/slurm/site/release.hpp"
#include "sim/slurm/site/topology_config.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm {

enum class SchedulerType { backfill, builtin };
enum class PriorityType { basic, multifactor };
enum class FairshareAlgorithm { fair_tree, classic, depth_oblivious };
enum class EnforcePartLimits { no, any, all };
enum class UsageReset { none, now, daily, weekly, monthly, quarterly, yearly };

/// SchedulerParameters that begin with bf_, and the parameters that backfill shares with them (spec
/// 4.1). In seconds unless the name says otherwise; for counts, zero means "no limit".
struct BackfillSettings {
    std::int64_t interval = 30;
    std::int64_t window_minutes = 1440;
    std::int64_t resolution = 60;
    std::int64_t max_job_test = 500;
    std::optional<std::int64_t> node_space_size;  ///< bf_max_job_test unless set
    std::int64_t max_job_start = 0;
    std::int64_t max_job_part = 0;
    std::int64_t max_job_user = 0;
    std::int64_t max_job_user_part = 0;
    std::int64_t max_job_assoc = 0;
    std::int64_t max_job_array_resv = 20;
    std::int64_t job_part_count_reserve = 0;
    std::int64_t min_age_reserve = 0;
    std::int64_t min_prio_reserve = 0;
    bool one_resv_per_job = false;
    bool running_job_reserve = false;
    bool licenses = false;
    bool busy_nodes = false;
    std::int64_t window_linear =
        0;  ///< seconds added to a window of ends; 0: it doubles (spec 4.4.4)

    friend bool operator==(BackfillSettings const&, BackfillSettings const&) = default;
};

/// The rest of SchedulerType and SchedulerParameters (spec 3).
struct SchedulerSettings {
    SchedulerType type = SchedulerType::backfill;
    std::int64_t default_queue_depth = 100;
    std::int64_t partition_job_depth = 0;
    std::int64_t sched_interval = 60;  ///< seconds; -1 turns the main scheduler off
    std::int64_t batch_sched_delay = 3;
    std::int64_t min_interval_us = 2;    ///< sched_min_interval: between two passes, microseconds
    std::int64_t max_job_start = 0;      ///< sched_max_job_start
    std::int64_t max_switch_wait = 300;  ///< seconds
    bool defer = false;
    bool assoc_limit_stop = false;
    bool reduce_completing_frag = false;
    bool pack_serial_at_end = false;
    bool preempt_youngest_first = false;
    bool preempt_strict_order = false;
    std::int64_t preempt_reorder_count = 1;
    bool time_min_as_soft_limit = false;
    BackfillSettings backfill;

    friend bool operator==(SchedulerSettings const&, SchedulerSettings const&) = default;
};

/// PriorityType=priority/multifactor and its weights (spec 5).
struct PrioritySettings {
    PriorityType type = PriorityType::basic;
    double weight_age = 0, weight_assoc = 0, weight_fairshare = 0, weight_job_size = 0,
           weight_partition = 0, weight_qos = 0;
    std::vector<std::pair<std::size_t, double>> weight_tres;  ///< by TRES position
    std::int64_t max_age = std::int64_t{7} * 86400;
    std::int64_t decay_half_life = std::int64_t{7} * 86400;  ///< 0: usage never decays
    std::int64_t calc_period = 300;
    UsageReset usage_reset = UsageReset::none;
    double dampening_factor = 1.0;
    bool favor_small = false;
    FairshareAlgorithm fairshare = FairshareAlgorithm::fair_tree;
    bool accrue_always = false, calculate_running = false, incr_only = false, max_tres = false,
         small_relative_to_time = false;
    bool no_normal_assoc = false, no_normal_part = false, no_normal_qos = false,
         no_normal_tres = false;
    /// Merge accounts of equal level fairshare, as Slurm's documentation says but Slurm does not.
    bool merge_tied_accounts = false;

    friend bool operator==(PrioritySettings const&, PrioritySettings const&) = default;
};

/// SelectTypeParameters of select/cons_tres (spec 6).
struct SelectSettings {
    bool cores = true;  ///< CR_Core / CR_CPU; false with CR_Socket
    bool sockets = false;
    bool memory = true;  ///< CR_*_Memory
    bool lln = false;
    bool core_default_dist_block = false;
    bool linear = false;  ///< select/linear: every job gets whole nodes
    TopologyPlugin topology = TopologyPlugin::none;
    bool topology_dragonfly = false;
    bool topology_optional = false;

    friend bool operator==(SelectSettings const&, SelectSettings const&) = default;
};

/// AccountingStorageEnforce (spec 8.1).
struct EnforceSettings {
    bool associations = false, limits = false, qos = false, safe = false;

    friend bool operator==(EnforceSettings const&, EnforceSettings const&) = default;
};

/// The other parameters of slurm.conf that affect schedules (spec 1.12). In seconds unless the name
/// says otherwise.
struct Settings {
    std::string cluster_name = "cluster";
    Release release;
    SchedulerSettings scheduler;
    PrioritySettings priority;
    SelectSettings select;
    EnforceSettings enforce;
    PreemptType preempt_type = PreemptType::none;
    PreemptMode preempt_mode = PreemptMode::off;
    bool preempt_within = false;
    bool gang = false;  ///< PreemptMode=…,GANG: jobs take turns on their cores
    std::int64_t scheduler_time_slice = 30;  ///< between two turns
    std::optional<std::int64_t> preempt_exempt_seconds;
    EnforcePartLimits enforce_part_limits = EnforcePartLimits::no;
    bool accounting_storage = false;  ///< a slurmdbd: without it age and fairshare have no weight
    bool kill_invalid_depend = false;
    bool job_requeue = true;
    std::int64_t complete_wait = 0;
    std::int64_t kill_wait = 30;
    std::int64_t min_job_age = 300;
    std::int64_t max_job_count = 10000;
    std::int64_t max_array_size = 1001;
    std::int64_t message_timeout = 10;
    std::int64_t over_time_minutes = 0;  ///< -1: UNLIMITED
    std::int64_t resv_over_run_minutes = 0;
    std::int64_t first_job_id = 1;
    std::int64_t return_to_service = 0;
    std::optional<std::int64_t> def_mem_per_cpu_mb, def_mem_per_node_mb, def_mem_per_gpu_mb;
    std::optional<std::int64_t> max_mem_per_cpu_mb, max_mem_per_node_mb;
    std::optional<std::int32_t> def_cpu_per_gpu;

    friend bool operator==(Settings const&, Settings const&) = default;
};

}  // namespace clustersim::slurm
