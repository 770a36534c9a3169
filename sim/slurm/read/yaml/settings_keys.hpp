// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/settings.hpp"

namespace clustersim::slurm {

/// The keys of a structure in a site file: each(visitor) shows every member once, with its name and
/// what its number measures, so that reading, writing and describing cannot come to differ. A key
/// is written only where the value is not the structure's own default.
template <class T>
struct KeysOf;

template <>
struct KeysOf<BackfillSettings> {
    using T = BackfillSettings;
    template <class Key>
    static void each(Key& key) {
        key.seconds("interval", &T::interval);
        key.minutes("window", &T::window_minutes);
        key.step("resolution", &T::resolution);
        key("max_job_test", &T::max_job_test);
        key("node_space_size", &T::node_space_size);
        key("max_job_start", &T::max_job_start);
        key("max_job_part", &T::max_job_part);
        key("max_job_user", &T::max_job_user);
        key("max_job_user_part", &T::max_job_user_part);
        key("max_job_assoc", &T::max_job_assoc);
        key("max_job_array_resv", &T::max_job_array_resv);
        key("job_part_count_reserve", &T::job_part_count_reserve);
        key.seconds("min_age_reserve", &T::min_age_reserve);
        key("min_prio_reserve", &T::min_prio_reserve);
        key("one_resv_per_job", &T::one_resv_per_job);
        key("running_job_reserve", &T::running_job_reserve);
        key("licenses", &T::licenses);
        key("busy_nodes", &T::busy_nodes);
        key("window_linear", &T::window_linear);
    }
};

template <>
struct KeysOf<SchedulerSettings> {
    using T = SchedulerSettings;
    template <class Key>
    static void each(Key& key) {
        key("type", &T::type);
        key("default_queue_depth", &T::default_queue_depth);
        key("partition_job_depth", &T::partition_job_depth);
        key.seconds_or_unlimited("sched_interval", &T::sched_interval);
        key.seconds("batch_sched_delay", &T::batch_sched_delay);
        key("min_interval_us", &T::min_interval_us);
        key("max_job_start", &T::max_job_start);
        key.seconds("max_switch_wait", &T::max_switch_wait);
        key("defer", &T::defer);
        key("assoc_limit_stop", &T::assoc_limit_stop);
        key("reduce_completing_frag", &T::reduce_completing_frag);
        key("pack_serial_at_end", &T::pack_serial_at_end);
        key("preempt_youngest_first", &T::preempt_youngest_first);
        key("preempt_strict_order", &T::preempt_strict_order);
        key("preempt_reorder_count", &T::preempt_reorder_count);
        key("time_min_as_soft_limit", &T::time_min_as_soft_limit);
        key("backfill", &T::backfill);
    }
};

template <>
struct KeysOf<PrioritySettings> {
    using T = PrioritySettings;
    template <class Key>
    static void each(Key& key) {
        key("type", &T::type);
        key("weight_age", &T::weight_age);
        key("weight_assoc", &T::weight_assoc);
        key("weight_fairshare", &T::weight_fairshare);
        key("weight_job_size", &T::weight_job_size);
        key("weight_partition", &T::weight_partition);
        key("weight_qos", &T::weight_qos);
        key("weight_tres", &T::weight_tres);
        key.seconds("max_age", &T::max_age);
        key.seconds("decay_half_life", &T::decay_half_life);
        key.seconds("calc_period", &T::calc_period);
        key("usage_reset", &T::usage_reset);
        key("dampening_factor", &T::dampening_factor);
        key("favor_small", &T::favor_small);
        key("fairshare", &T::fairshare);
        key("accrue_always", &T::accrue_always);
        key("calculate_running", &T::calculate_running);
        key("incr_only", &T::incr_only);
        key("max_tres", &T::max_tres);
        key("small_relative_to_time", &T::small_relative_to_time);
        key("no_normal_assoc", &T::no_normal_assoc);
        key("no_normal_part", &T::no_normal_part);
        key("no_normal_qos", &T::no_normal_qos);
        key("no_normal_tres", &T::no_normal_tres);
        key("merge_tied_accounts", &T::merge_tied_accounts);
    }
};

template <>
struct KeysOf<SelectSettings> {
    using T = SelectSettings;
    template <class Key>
    static void each(Key& key) {
        key("cores", &T::cores);
        key("sockets", &T::sockets);
        key("memory", &T::memory);
        key("lln", &T::lln);
        key("core_default_dist_block", &T::core_default_dist_block);
        key("linear", &T::linear);
        key("topology", &T::topology);
        key("topology_dragonfly", &T::topology_dragonfly);
        key("topology_optional", &T::topology_optional);
    }
};

template <>
struct KeysOf<EnforceSettings> {
    using T = EnforceSettings;
    template <class Key>
    static void each(Key& key) {
        key("associations", &T::associations);
        key("limits", &T::limits);
        key("qos", &T::qos);
        key("safe", &T::safe);
    }
};

template <>
struct KeysOf<Settings> {
    using T = Settings;
    template <class Key>
    static void each(Key& key) {
        key("cluster_name", &T::cluster_name);
        key("release", &T::release);
        key("scheduler", &T::scheduler);
        key("priority", &T::priority);
        key("select", &T::select);
        key("enforce", &T::enforce);
        key("preempt_type", &T::preempt_type);
        key("preempt_mode", &T::preempt_mode);
        key("preempt_within", &T::preempt_within);
        key("gang", &T::gang);
        key.seconds("scheduler_time_slice", &T::scheduler_time_slice);
        key.seconds_or_unlimited("preempt_exempt_time", &T::preempt_exempt_seconds);
        key("enforce_part_limits", &T::enforce_part_limits);
        key("accounting_storage", &T::accounting_storage);
        key("kill_invalid_depend", &T::kill_invalid_depend);
        key("job_requeue", &T::job_requeue);
        key.seconds("complete_wait", &T::complete_wait);
        key.seconds("kill_wait", &T::kill_wait);
        key.seconds("min_job_age", &T::min_job_age);
        key("max_job_count", &T::max_job_count);
        key("max_array_size", &T::max_array_size);
        key.seconds("message_timeout", &T::message_timeout);
        key.minutes_or_unlimited("over_time", &T::over_time_minutes);
        key.minutes_or_unlimited("resv_over_run", &T::resv_over_run_minutes);
        key("first_job_id", &T::first_job_id);
        key("return_to_service", &T::return_to_service);
        key.mebibytes("def_mem_per_cpu", &T::def_mem_per_cpu_mb);
        key.mebibytes("def_mem_per_node", &T::def_mem_per_node_mb);
        key.mebibytes("def_mem_per_gpu", &T::def_mem_per_gpu_mb);
        key.mebibytes("max_mem_per_cpu", &T::max_mem_per_cpu_mb);
        key.mebibytes("max_mem_per_node", &T::max_mem_per_node_mb);
        key("def_cpu_per_gpu", &T::def_cpu_per_gpu);
    }
};

}  // namespace clustersim::slurm
