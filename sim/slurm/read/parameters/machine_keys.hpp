// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/parameters/keys_of.hpp"
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
        key({"name", "", "Name of the resource: gpu, mps, shard or another of GresTypes."},
            &T::name);
        key({"type", "", "Type, such as a100; without one the site gives none."}, &T::type);
        key({"count", "", "Resources of this name and type on a node."}, &T::count);
        key.signed_list({"sockets", "", "Socket next to each device; -1: no preference."},
                        &T::sockets);
        key.signed_list({"links", "", "Links between the devices, row by row."}, &T::links);
    }
};

template <>
struct KeysOf<NodeRecord> {
    using T = NodeRecord;
    template <class Key>
    static void each(Key& key) {
        key({"cpus", "CPUs", "CPUs that Slurm allocates: hardware threads or cores."}, &T::cpus);
        key({"sockets", "Sockets", "Sockets of a node."}, &T::sockets);
        key({"cores_per_socket", "CoresPerSocket", "Cores of a socket."}, &T::cores_per_socket);
        key({"threads_per_core", "ThreadsPerCore", "Hardware threads of a core."},
            &T::threads_per_core);
        key.mebibytes({"real_memory", "RealMemory", "Memory of a node."}, &T::real_memory_mb);
        key.mebibytes({"tmp_disk", "TmpDisk", "Temporary disk space of a node."}, &T::tmp_disk_mb);
        key({"weight", "Weight", "Nodes of low weight are allocated first."}, &T::weight);
        key({"core_spec_count", "CoreSpecCount", "Cores that jobs cannot use."},
            &T::core_spec_count);
        key.mebibytes({"mem_spec_limit", "MemSpecLimit", "Memory that jobs cannot use."},
                      &T::mem_spec_limit_mb);
        key({"features", "Features", "Features that --constraint can ask for."}, &T::features);
        key({"gres", "Gres", "Generic resources of a node."}, &T::gres);
    }
};

template <>
struct KeysOf<Partition> {
    using T = Partition;
    template <class Key>
    // NOLINTNEXTLINE(readability-function-size): a table, as long as the struct has members
    static void each(Key& key) {
        key.nodes({"nodes", "Nodes", "Nodes of the partition."}, &T::nodes);
        key({"is_default", "Default", "Jobs that name no partition are submitted to this one."},
            &T::is_default);
        key({"hidden", "Hidden", "squeue and sinfo hide the partition."}, &T::hidden);
        key({"root_only", "RootOnly", "Only root submits jobs."}, &T::root_only);
        key({"requires_reservation", "ReqResv", "Only jobs in a reservation are admitted."},
            &T::requires_reservation);
        key({"state", "State", "Whether jobs may be submitted and started."}, &T::state);
        key({"priority_tier",
             "PriorityTier",
             "Jobs of a higher tier are tested first and may preempt those of lower tiers."},
            &T::priority_tier);
        key({"priority_job_factor",
             "PriorityJobFactor",
             "Factor of the partition in the priority of its jobs."},
            &T::priority_job_factor);
        key.minutes({"max_time", "MaxTime", "Longest time limit of a job."}, &T::max_minutes);
        key.minutes({"default_time", "DefaultTime", "Default time limit of a job."},
                    &T::default_minutes);
        key.minutes_or_unlimited(
            {"over_time", "OverTimeLimit", "Time that a job may run beyond its limit."},
            &T::over_time_minutes);
        key({"min_nodes", "MinNodes", "Minimum number of nodes of a job."}, &T::min_nodes);
        key({"max_nodes", "MaxNodes", "Maximum number of nodes of a job."}, &T::max_nodes);
        key({"max_cpus_per_node",
             "MaxCPUsPerNode",
             "Maximum number of CPUs of a node that jobs of the partition can use."},
            &T::max_cpus_per_node);
        key({"oversubscribe", "OverSubscribe", "Whether jobs share resources."}, &T::oversubscribe);
        key({"max_share", "", "Maximum number of jobs on one resource: N of YES:N or FORCE:N."},
            &T::max_share);
        key({"exclusive_user", "ExclusiveUser", "A node runs jobs of one user only."},
            &T::exclusive_user);
        key({"lln", "LLN", "Jobs go to the least loaded nodes."}, &T::lln);
        key({"qos", "QOS", "QOS whose limits hold for all jobs of the partition."}, &T::qos);
        key({"allow_accounts", "AllowAccounts", "Accounts that are admitted; empty: all."},
            &T::allow_accounts);
        key({"deny_accounts", "DenyAccounts", "Accounts that are not admitted."},
            &T::deny_accounts);
        key({"allow_qos", "AllowQos", "QOS that are admitted; empty: all."}, &T::allow_qos);
        key({"deny_qos", "DenyQos", "QOS that are not admitted."}, &T::deny_qos);
        key({"allow_groups", "AllowGroups", "Groups of users that are admitted; empty: all."},
            &T::allow_groups);
        key({"billing_weights", "TRESBillingWeights", "Billing units of each trackable resource."},
            &T::billing_weights);
        key.mebibytes({"def_mem_per_cpu", "DefMemPerCPU", "Default memory per CPU of a job."},
                      &T::def_mem_per_cpu_mb);
        key.mebibytes({"def_mem_per_node", "DefMemPerNode", "Default memory per node of a job."},
                      &T::def_mem_per_node_mb);
        key.mebibytes({"def_mem_per_gpu", "DefMemPerGPU", "Default memory per GPU of a job."},
                      &T::def_mem_per_gpu_mb);
        key.mebibytes({"max_mem_per_cpu",
                       "MaxMemPerCPU",
                       "Maximum memory per CPU; a job that requests more gets more CPUs."},
                      &T::max_mem_per_cpu_mb);
        key.mebibytes({"max_mem_per_node", "MaxMemPerNode", "Maximum memory per node."},
                      &T::max_mem_per_node_mb);
        key({"def_cpu_per_gpu", "DefCpuPerGPU", "Default CPUs per GPU of a job."},
            &T::def_cpu_per_gpu);
        key({"preempt_mode", "PreemptMode", "What happens to preempted jobs of the partition."},
            &T::preempt_mode);
        key.seconds({"grace_time",
                     "GraceTime",
                     "Time between the notice of preemption and the end of the job."},
                    &T::grace_seconds);
    }
};

template <>
struct KeysOf<SiteUser> {
    using T = SiteUser;
    template <class Key>
    static void each(Key& key) {
        key({"groups", "", "Groups of the user, for AllowGroups."}, &T::groups);
    }
};

template <>
struct KeysOf<ReservationFlags> {
    using T = ReservationFlags;
    template <class Key>
    static void each(Key& key) {
        key({"maint", "MAINT", "The reservation is for maintenance."}, &T::maint);
        key({"ignore_jobs", "IGNORE_JOBS", "It may take nodes of running jobs."}, &T::ignore_jobs);
        key({"overlap", "OVERLAP", "It may overlap with other reservations."}, &T::overlap);
        key({"flex", "FLEX", "Its jobs may start before it and use nodes outside it."}, &T::flex);
        key({"any_nodes", "ANY_NODES", "It reserves licences on any nodes."}, &T::any_nodes);
        key({"all_nodes", "ALL_NODES", "It reserves all nodes."}, &T::all_nodes);
        key({"part_nodes", "PART_NODES", "It reserves all nodes of its partition."},
            &T::part_nodes);
        key({"static_alloc", "STATIC_ALLOC", "Nodes that fail are not replaced."},
            &T::static_alloc);
        key({"time_float", "TIME_FLOAT", "Its start stays the same time ahead of now."},
            &T::time_float);
        key({"replace", "REPLACE", "Nodes that jobs use are replaced by idle ones."}, &T::replace);
        key({"no_hold_jobs_after_end",
             "NO_HOLD_JOBS_AFTER_END",
             "Its pending jobs are not held once it has ended."},
            &T::no_hold_jobs_after_end);
        key({"magnetic", "MAGNETIC", "Jobs that may use it do so without asking for it."},
            &T::magnetic);
    }
};

template <>
struct KeysOf<Reservation> {
    using T = Reservation;
    template <class Key>
    static void each(Key& key) {
        key.seconds({"start", "StartTime", "Start, from the beginning of the simulation."},
                    &T::start);
        key.seconds({"duration", "Duration", "Length."}, &T::duration);
        key.nodes({"nodes", "Nodes", "Reserved nodes."}, &T::nodes);
        key({"node_count", "NodeCnt", "Number of reserved nodes that Slurm chooses."},
            &T::node_count);
        key({"users", "Users", "Users who may submit jobs to it; -NAME excludes one."}, &T::users);
        key({"accounts", "Accounts", "Accounts that may submit jobs to it; -NAME excludes one."},
            &T::accounts);
        key({"partition",
             "PartitionName",
             "Partition of the nodes that Slurm chooses; empty: any."},
            &T::partition);
        key({"licenses", "Licenses", "Reserved licences."}, &T::licenses);
        key({"flags", "Flags", "Flags."}, &T::flags);
        key({"recurrence", "", "How often it is repeated."}, &T::recurrence);
        key.seconds({"purge_after", "PURGE_COMP", "It is deleted after it was idle this long."},
                    &T::purge_after);
    }
};

template <>
struct KeysOf<NodeFailures> {
    using T = NodeFailures;
    template <class Key>
    static void each(Key& key) {
        key.seconds({"node_mtbf", "", "Mean time between failures of one node; 0: no failures."},
                    &T::node_mtbf);
        key.seconds({"mttr", "", "Mean time to repair of a node."}, &T::mttr);
        key.seconds({"start", "", "No node fails before, from the beginning of the simulation."},
                    &T::start);
    }
};

template <>
struct KeysOf<Outage> {
    using T = Outage;
    template <class Key>
    static void each(Key& key) {
        key.seconds({"start", "", "Start, from the beginning of the simulation."}, &T::start);
        key.seconds({"duration", "", "Time until the nodes return."}, &T::duration);
        key.nodes({"nodes", "", "Nodes that are down."}, &T::nodes);
        key({"partition", "", "Partition whose nodes are down; neither: all nodes."},
            &T::partition);
    }
};

}  // namespace clustersim::slurm
