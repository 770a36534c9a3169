// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/yaml/keys_of.hpp"
#include "sim/slurm/site/node_config.hpp"
#include "sim/slurm/site/partition_config.hpp"
#include "sim/slurm/site/reservation_config.hpp"
#include "sim/slurm/site/site.hpp"

namespace clustersim::slurm {

template <>
struct KeysOf<NodeGres> {
    using T = NodeGres;
    template <class Key>
    static void each(Key& key) {
        key("name", &T::name);
        key("type", &T::type);
        key("count", &T::count);
        key.signed_list("sockets", &T::sockets);
        key.signed_list("links", &T::links);
    }
};

template <>
struct KeysOf<NodeRecord> {
    using T = NodeRecord;
    template <class Key>
    static void each(Key& key) {
        key("cpus", &T::cpus);
        key("sockets", &T::sockets);
        key("cores_per_socket", &T::cores_per_socket);
        key("threads_per_core", &T::threads_per_core);
        key.mebibytes("real_memory", &T::real_memory_mb);
        key.mebibytes("tmp_disk", &T::tmp_disk_mb);
        key("weight", &T::weight);
        key("core_spec_count", &T::core_spec_count);
        key.mebibytes("mem_spec_limit", &T::mem_spec_limit_mb);
        key("features", &T::features);
        key("gres", &T::gres);
    }
};

template <>
struct KeysOf<Partition> {
    using T = Partition;
    template <class Key>
    static void each(Key& key) {
        key.nodes("nodes", &T::nodes);
        key("is_default", &T::is_default);
        key("hidden", &T::hidden);
        key("root_only", &T::root_only);
        key("requires_reservation", &T::requires_reservation);
        key("state", &T::state);
        key("priority_tier", &T::priority_tier);
        key("priority_job_factor", &T::priority_job_factor);
        key.minutes("max_time", &T::max_minutes);
        key.minutes("default_time", &T::default_minutes);
        key.minutes_or_unlimited("over_time", &T::over_time_minutes);
        key("min_nodes", &T::min_nodes);
        key("max_nodes", &T::max_nodes);
        key("max_cpus_per_node", &T::max_cpus_per_node);
        key("oversubscribe", &T::oversubscribe);
        key("max_share", &T::max_share);
        key("exclusive_user", &T::exclusive_user);
        key("lln", &T::lln);
        key("qos", &T::qos);
        key("allow_accounts", &T::allow_accounts);
        key("deny_accounts", &T::deny_accounts);
        key("allow_qos", &T::allow_qos);
        key("deny_qos", &T::deny_qos);
        key("allow_groups", &T::allow_groups);
        key("billing_weights", &T::billing_weights);
        key.mebibytes("def_mem_per_cpu", &T::def_mem_per_cpu_mb);
        key.mebibytes("def_mem_per_node", &T::def_mem_per_node_mb);
        key.mebibytes("def_mem_per_gpu", &T::def_mem_per_gpu_mb);
        key.mebibytes("max_mem_per_cpu", &T::max_mem_per_cpu_mb);
        key.mebibytes("max_mem_per_node", &T::max_mem_per_node_mb);
        key("def_cpu_per_gpu", &T::def_cpu_per_gpu);
        key("preempt_mode", &T::preempt_mode);
        key.seconds("grace_time", &T::grace_seconds);
    }
};

template <>
struct KeysOf<SiteUser> {
    using T = SiteUser;
    template <class Key>
    static void each(Key& key) {
        key("groups", &T::groups);
    }
};

template <>
struct KeysOf<ReservationFlags> {
    using T = ReservationFlags;
    template <class Key>
    static void each(Key& key) {
        key("maint", &T::maint);
        key("ignore_jobs", &T::ignore_jobs);
        key("overlap", &T::overlap);
        key("flex", &T::flex);
        key("any_nodes", &T::any_nodes);
        key("all_nodes", &T::all_nodes);
        key("part_nodes", &T::part_nodes);
        key("static_alloc", &T::static_alloc);
        key("time_float", &T::time_float);
        key("replace", &T::replace);
        key("no_hold_jobs_after_end", &T::no_hold_jobs_after_end);
        key("magnetic", &T::magnetic);
    }
};

template <>
struct KeysOf<Reservation> {
    using T = Reservation;
    template <class Key>
    static void each(Key& key) {
        key.seconds("start", &T::start);
        key.seconds("duration", &T::duration);
        key.nodes("nodes", &T::nodes);
        key("node_count", &T::node_count);
        key("users", &T::users);
        key("accounts", &T::accounts);
        key("partition", &T::partition);
        key("licenses", &T::licenses);
        key("flags", &T::flags);
        key("recurrence", &T::recurrence);
        key.seconds("purge_after", &T::purge_after);
    }
};

}  // namespace clustersim::slurm
