// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/scheduler_parameters.hpp"

namespace clustersim::slurm {

namespace {

using Key = ConfKey<Settings>;

template <auto Member>
void count(Settings& s, ConfPair const& p, ConfReading& r) {
    r.integer(p, s.scheduler.*Member);
}
template <auto Member>
void flag(Settings& s, ConfPair const& p, ConfReading& r) {
    r.flag(p, s.scheduler.*Member);
}
template <auto Member>
void bf_count(Settings& s, ConfPair const& p, ConfReading& r) {
    r.integer(p, s.scheduler.backfill.*Member);
}
template <auto Member>
void bf_flag(Settings& s, ConfPair const& p, ConfReading& r) {
    r.flag(p, s.scheduler.backfill.*Member);
}
template <auto Member, std::int64_t Low, std::int64_t High>
void bf_range(Settings& s, ConfPair const& p, ConfReading& r) {
    r.integer(p, s.scheduler.backfill.*Member, Low, High);
}

using Sched = SchedulerSettings;
using Back = BackfillSettings;

constexpr Key used[] = {
    {"bf_interval", bf_range<&Back::interval, -1, 10800>},
    {"bf_window", bf_range<&Back::window_minutes, 1, 43200>},
    {"bf_resolution", bf_range<&Back::resolution, 1, 3600>},
    {"bf_max_job_test", bf_range<&Back::max_job_test, 1, 1'000'000>},
    {"bf_node_space_size", bf_count<&Back::node_space_size>},
    {"bf_max_job_start", bf_range<&Back::max_job_start, 0, 10000>},
    {"bf_max_job_part", bf_count<&Back::max_job_part>},
    {"bf_max_job_user", bf_count<&Back::max_job_user>},
    {"bf_max_job_user_part", bf_count<&Back::max_job_user_part>},
    {"bf_max_job_assoc", bf_count<&Back::max_job_assoc>},
    {"bf_max_job_array_resv", bf_range<&Back::max_job_array_resv, 0, 1000>},
    {"bf_job_part_count_reserve", bf_range<&Back::job_part_count_reserve, 0, 100'000>},
    {"bf_min_age_reserve", bf_range<&Back::min_age_reserve, 0, 30 * 86400>},
    {"bf_min_prio_reserve", bf_count<&Back::min_prio_reserve>},
    {"bf_one_resv_per_job", bf_flag<&Back::one_resv_per_job>},
    {"bf_running_job_reserve", bf_flag<&Back::running_job_reserve>},
    {"bf_licenses",
     [](Settings& s, ConfPair const& p, ConfReading& r) {
         r.flag(p, s.scheduler.backfill.licenses);
         // Licences of running jobs are only known to the map when those jobs are in it.
         s.scheduler.backfill.running_job_reserve |= s.scheduler.backfill.licenses;
     }},
    {"bf_busy_nodes", bf_flag<&Back::busy_nodes>},
    {"bf_window_linear", bf_count<&Back::window_linear>},
    {"default_queue_depth", count<&Sched::default_queue_depth>},
    {"partition_job_depth", count<&Sched::partition_job_depth>},
    {"sched_interval",
     [](Settings& s, ConfPair const& p, ConfReading& r) {
         r.integer(p, s.scheduler.sched_interval, -1);
     }},
    {"batch_sched_delay", count<&Sched::batch_sched_delay>},
    {"sched_min_interval", count<&Sched::min_interval_us>},
    {"sched_max_job_start", count<&Sched::max_job_start>},
    {"max_switch_wait", count<&Sched::max_switch_wait>},
    {"defer", flag<&Sched::defer>},
    {"assoc_limit_stop", flag<&Sched::assoc_limit_stop>},
    {"reduce_completing_frag", flag<&Sched::reduce_completing_frag>},
    {"pack_serial_at_end", flag<&Sched::pack_serial_at_end>},
    {"preempt_youngest_first", flag<&Sched::preempt_youngest_first>},
    {"preempt_strict_order", flag<&Sched::preempt_strict_order>},
    {"preempt_reorder_count", count<&Sched::preempt_reorder_count>},
    {"time_min_as_soft_limit", flag<&Sched::time_min_as_soft_limit>},
    {"kill_invalid_depend",
     [](Settings& s, ConfPair const& p, ConfReading& r) { r.flag(p, s.kill_invalid_depend); }},
};

constexpr std::string_view irrelevant[] = {
    "bf_continue",
    "bf_max_time",
    "bf_yield_interval",
    "bf_yield_sleep",
    "bf_yield_rpc_cnt",
    "max_rpc_cnt",
    "max_script_size",
    "max_submit_line_size",
    "max_sched_time",
    "max_depend_depth",
    "build_queue_timeout",
    "no_env_cache",
    "nohold_on_prolog_fail",
    "enable_user_top",
    "disable_job_shrink",
    "permit_job_expansion",
    "disable_hetjob_steps",
    "enable_hetjob_steps",
    "enable_job_state_cache",
    "default_gbytes",
    "inventory_interval",
    "no_backup_scheduling",
    "requeue_setup_env_fail",
    "salloc_wait_nodes",
    "sbatch_wait_nodes",
    "step_retry_count",
    "step_retry_time",
    "conmgr_max_connections",
    "conmgr_threads",
    "ignore_constraint_validation",
    "ignore_prefer_validation",
    "bf_hetjob_immediate",
    "bf_hetjob_prio",
    "whole_hetjob",
    "whole_pack",
    "hetjob_prio",
    "max_powered_nodes",
    "preempt_send_user_signal",
};

constexpr std::string_view unsupported[] = {
    "Ignore_NUMA",
    "spec_cores_first",
    "delay_boot",
    "max_array_tasks",
    "defer_batch",
    "bf_ignore_newly_avail_nodes",
    "bf_allow_magnetic_slot",
    "bf_topopt_enable",
    "bf_topopt_iterations",
    "extra_constraints",
    "allow_zero_lic",
    "jobs_per_user_per_part",
};

constexpr ConfKeys<Settings> keys{used, irrelevant, unsupported, "SchedulerParameters="};

}  // namespace

void read_scheduler_parameters(Settings& settings, ConfPair const& list, ConfReading& reading) {
    for (ConfPair const& word : words_of(list)) {
        apply_pair(keys, settings, word, reading);
    }
}

}  // namespace clustersim::slurm
