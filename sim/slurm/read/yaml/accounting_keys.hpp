// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/yaml/keys_of.hpp"
#include "sim/slurm/site/association.hpp"
#include "sim/slurm/site/qos.hpp"

namespace clustersim::slurm {

template <>
struct KeysOf<GroupLimits> {
    using T = GroupLimits;
    template <class Key>
    static void each(Key& key) {
        key("tres", &T::tres);
        key("tres_mins", &T::tres_mins);
        key("tres_run_mins", &T::tres_run_mins);
        key("jobs", &T::jobs);
        key("submit_jobs", &T::submit_jobs);
        key.minutes("wall", &T::wall_minutes);
        key("jobs_accrue", &T::jobs_accrue);
    }
};

template <>
struct KeysOf<JobLimits> {
    using T = JobLimits;
    template <class Key>
    static void each(Key& key) {
        key("tres", &T::tres);
        key("tres_per_node", &T::tres_per_node);
        key("tres_mins", &T::tres_mins);
        key.minutes("wall", &T::wall_minutes);
    }
};

template <>
struct KeysOf<QosFlags> {
    using T = QosFlags;
    template <class Key>
    static void each(Key& key) {
        key("deny_on_limit", &T::deny_on_limit);
        key("over_part_qos", &T::over_part_qos);
        key("no_reserve", &T::no_reserve);
        key("no_decay", &T::no_decay);
        key("enforce_usage_threshold", &T::enforce_usage_threshold);
        key("partition_min_nodes", &T::partition_min_nodes);
        key("partition_max_nodes", &T::partition_max_nodes);
        key("partition_time_limit", &T::partition_time_limit);
        key("requires_reservation", &T::requires_reservation);
        key("usage_factor_safe", &T::usage_factor_safe);
    }
};

template <>
struct KeysOf<Qos> {
    using T = Qos;
    template <class Key>
    static void each(Key& key) {
        key("priority", &T::priority);
        key("usage_factor", &T::usage_factor);
        key("usage_threshold", &T::usage_threshold);
        key("limit_factor", &T::limit_factor);
        key.seconds("grace_time", &T::grace_seconds);
        key("preempt", &T::preempt);
        key("preempt_mode", &T::preempt_mode);
        key("preempt_within", &T::preempt_within);
        key.seconds_or_unlimited("preempt_exempt_time", &T::preempt_exempt_seconds);
        key("min_prio_threshold", &T::min_prio_threshold);
        key("flags", &T::flags);
        key("group", &T::group);
        key("job", &T::job);
        key("max_tres_per_user", &T::max_tres_per_user);
        key("max_tres_per_account", &T::max_tres_per_account);
        key("min_tres_per_job", &T::min_tres_per_job);
        key("max_jobs_per_user", &T::max_jobs_per_user);
        key("max_jobs_per_account", &T::max_jobs_per_account);
        key("max_submit_per_user", &T::max_submit_per_user);
        key("max_submit_per_account", &T::max_submit_per_account);
        key("max_accrue_per_user", &T::max_accrue_per_user);
        key("max_accrue_per_account", &T::max_accrue_per_account);
    }
};

/// The parent of an account is a name in the file and an index here: it is not among these keys.
template <>
struct KeysOf<Association> {
    using T = Association;
    template <class Key>
    static void each(Key& key) {
        key("account", &T::account);
        key("user", &T::user);
        key("partition", &T::partition);
        key("shares", &T::shares);
        key("shares_of_parent", &T::shares_of_parent);
        key("is_default", &T::is_default);
        key("priority", &T::priority);
        key("default_qos", &T::default_qos);
        key("allowed_qos", &T::allowed_qos);
        key("group", &T::group);
        key("job", &T::job);
        key("max_jobs", &T::max_jobs);
        key("max_submit_jobs", &T::max_submit_jobs);
        key("max_jobs_accrue", &T::max_jobs_accrue);
    }
};

}  // namespace clustersim::slurm
