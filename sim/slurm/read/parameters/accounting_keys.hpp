// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/parameters/keys_of.hpp"
#include "sim/slurm/site/association.hpp"
#include "sim/slurm/site/qos.hpp"

namespace clustersim::slurm {

template <>
struct KeysOf<GroupLimits> {
    using T = GroupLimits;
    template <class Key>
    static void each(Key& key) {
        key({"tres", "GrpTRES", "Maximum resources of all running jobs together."}, &T::tres);
        key({"tres_mins",
             "GrpTRESMins",
             "Maximum resource minutes of past and running jobs together."},
            &T::tres_mins);
        key({"tres_run_mins",
             "GrpTRESRunMins",
             "Maximum resource minutes that running jobs may still use."},
            &T::tres_run_mins);
        key({"jobs", "GrpJobs", "Maximum number of running jobs."}, &T::jobs);
        key({"submit_jobs", "GrpSubmitJobs", "Maximum number of pending and running jobs."},
            &T::submit_jobs);
        key.minutes({"wall", "GrpWall", "Maximum wall time of past and running jobs together."},
                    &T::wall_minutes);
        key({"jobs_accrue",
             "GrpJobsAccrue",
             "Maximum number of pending jobs that gain priority by age."},
            &T::jobs_accrue);
    }
};

template <>
struct KeysOf<JobLimits> {
    using T = JobLimits;
    template <class Key>
    static void each(Key& key) {
        key({"tres", "MaxTRES", "Maximum resources of a job."}, &T::tres);
        key({"tres_per_node", "MaxTRESPerNode", "Maximum resources of a job on each node."},
            &T::tres_per_node);
        key({"tres_mins", "MaxTRESMins", "Maximum resource minutes of a job."}, &T::tres_mins);
        key.minutes({"wall", "MaxWall", "Longest time limit of a job."}, &T::wall_minutes);
    }
};

template <>
struct KeysOf<QosFlags> {
    using T = QosFlags;
    template <class Key>
    static void each(Key& key) {
        key({"deny_on_limit", "DenyOnLimit", "A job beyond a limit is refused, not kept pending."},
            &T::deny_on_limit);
        key({"over_part_qos",
             "OverPartQOS",
             "Limits of this QOS replace those of the partition's QOS."},
            &T::over_part_qos);
        key({"no_reserve", "NoReserve", "Backfill reserves no resources for its jobs."},
            &T::no_reserve);
        key({"no_decay", "NoDecay", "Its usage does not decay."}, &T::no_decay);
        key({"enforce_usage_threshold",
             "EnforceUsageThreshold",
             "Jobs of associations below the usage threshold are not started."},
            &T::enforce_usage_threshold);
        key({"partition_min_nodes",
             "PartitionMinNodes",
             "MinNodes of the partition does not apply."},
            &T::partition_min_nodes);
        key({"partition_max_nodes",
             "PartitionMaxNodes",
             "MaxNodes of the partition does not apply."},
            &T::partition_max_nodes);
        key({"partition_time_limit",
             "PartitionTimeLimit",
             "MaxTime of the partition does not apply."},
            &T::partition_time_limit);
        key({"requires_reservation",
             "RequiresReservation",
             "Only jobs in a reservation are admitted."},
            &T::requires_reservation);
        key({"usage_factor_safe",
             "UsageFactorSafe",
             "A job starts only if all of its usage fits into the limits."},
            &T::usage_factor_safe);
    }
};

template <>
struct KeysOf<Qos> {
    using T = Qos;
    template <class Key>
    // NOLINTNEXTLINE(readability-function-size): a table, as long as the struct has members
    static void each(Key& key) {
        key({"priority", "Priority", "Priority of the QOS."}, &T::priority);
        key({"usage_factor", "UsageFactor", "Usage of its jobs counts this many times."},
            &T::usage_factor);
        key({"usage_threshold",
             "UsageThreshold",
             "Lowest fair-share factor with which jobs are started."},
            &T::usage_threshold);
        key({"limit_factor", "LimitFactor", "Limits of associations are multiplied by this."},
            &T::limit_factor);
        key.seconds({"grace_time",
                     "GraceTime",
                     "Time between the notice of preemption and the end of the job."},
                    &T::grace_seconds);
        key({"preempt", "Preempt", "QOS whose jobs this one may preempt."}, &T::preempt);
        key({"preempt_mode", "PreemptMode", "What happens to its preempted jobs."},
            &T::preempt_mode);
        key({"preempt_within",
             "PreemptMode",
             "Its jobs may preempt others of the same QOS and lower priority (WITHIN)."},
            &T::preempt_within);
        key.seconds_or_unlimited({"preempt_exempt_time",
                                  "PreemptExemptTime",
                                  "Time that a job runs before it can be preempted."},
                                 &T::preempt_exempt_seconds);
        key({"min_prio_threshold",
             "MinPrioThreshold",
             "Lowest priority with which backfill reserves resources for a job."},
            &T::min_prio_threshold);
        key({"flags", "Flags", "Flags."}, &T::flags);
        key({"group", "", "Limits of all jobs together."}, &T::group);
        key({"job", "", "Limits of each job."}, &T::job);
        key({"max_tres_per_user",
             "MaxTRESPerUser",
             "Maximum resources of the running jobs of a user."},
            &T::max_tres_per_user);
        key({"max_tres_per_account",
             "MaxTRESPerAccount",
             "Maximum resources of the running jobs of an account."},
            &T::max_tres_per_account);
        key({"min_tres_per_job", "MinTRES", "Minimum resources of a job."}, &T::min_tres_per_job);
        key({"max_jobs_per_user", "MaxJobsPerUser", "Maximum number of running jobs of a user."},
            &T::max_jobs_per_user);
        key({"max_jobs_per_account",
             "MaxJobsPerAccount",
             "Maximum number of running jobs of an account."},
            &T::max_jobs_per_account);
        key({"max_submit_per_user",
             "MaxSubmitJobsPerUser",
             "Maximum number of pending and running jobs of a user."},
            &T::max_submit_per_user);
        key({"max_submit_per_account",
             "MaxSubmitJobsPerAccount",
             "Maximum number of pending and running jobs of an account."},
            &T::max_submit_per_account);
        key({"max_accrue_per_user",
             "MaxJobsAccruePerUser",
             "Maximum number of pending jobs of a user that gain priority by age."},
            &T::max_accrue_per_user);
        key({"max_accrue_per_account",
             "MaxJobsAccruePerAccount",
             "Maximum number of pending jobs of an account that gain priority by age."},
            &T::max_accrue_per_account);
    }
};

/// The parent of an account is a name in the file but an index here, so it is not among these keys.
template <>
struct KeysOf<Association> {
    using T = Association;
    template <class Key>
    static void each(Key& key) {
        key({"account", "Account", "Account."}, &T::account);
        key({"user", "User", "User; empty: the account itself."}, &T::user);
        key({"partition", "Partition", "Partition; empty: any."}, &T::partition);
        key({"shares", "Fairshare", "Shares of the parent's usage."}, &T::shares);
        key({"shares_of_parent",
             "Fairshare",
             "The user has the fair-share factor of the account (Fairshare=parent)."},
            &T::shares_of_parent);
        key({"is_default", "DefaultAccount", "It is the user's default account."}, &T::is_default);
        key({"priority", "Priority", "Priority of the association."}, &T::priority);
        key({"default_qos", "DefaultQOS", "Default QOS of jobs."}, &T::default_qos);
        key({"allowed_qos", "QOS", "QOS that jobs may use; empty: those of the parent."},
            &T::allowed_qos);
        key({"group", "", "Limits of all jobs together."}, &T::group);
        key({"job", "", "Limits of each job."}, &T::job);
        key({"max_jobs", "MaxJobs", "Maximum number of running jobs."}, &T::max_jobs);
        key({"max_submit_jobs", "MaxSubmitJobs", "Maximum number of pending and running jobs."},
            &T::max_submit_jobs);
        key({"max_jobs_accrue",
             "MaxJobsAccrue",
             "Maximum number of pending jobs that gain priority by age."},
            &T::max_jobs_accrue);
    }
};

}  // namespace clustersim::slurm
