// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/limits/limit_plan.hpp"
#include "sim/slurm/site/node_set.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// What the jobs of one QOS, of one user or account in it, or of one association and everything
/// below it, use together.
struct GroupUse {
    std::int64_t jobs = 0;       ///< running
    std::int64_t submitted = 0;  ///< pending and running, an array task counting as a job
    std::int64_t accruing = 0;   ///< pending and gaining age
    TresCounts tres;             ///< in use; a node that several jobs share counts once
    /// TRES-seconds that running jobs may still use, UsageFactorSafe applied.
    std::vector<double> run_seconds;
    NodeSet nodes;  ///< in use, where a limit counts nodes
    std::vector<std::int32_t> jobs_on_node;

    [[nodiscard]] std::int64_t tres_at(std::size_t i) const {
        return i < tres.size() ? tres[i] : 0;
    }
    /// Whole minutes that running jobs may still use.
    [[nodiscard]] std::int64_t run_minutes(std::size_t i) const {
        return i < run_seconds.size() ? static_cast<std::int64_t>(run_seconds[i] / 60.0) : 0;
    }
};

/// What a running job holds, as its limits count it.
struct JobUse {
    JobGroups groups;
    std::span<std::int64_t const> tres;  ///< by position
    NodeSet const* nodes = nullptr;      ///< its nodes
};

/// The counts that limits are held against. A value: copies are independent. The plan must outlive
/// it. Every call costs a constant time for each QOS and each level of the tree (and the nodes of
/// the job where a limit counts nodes); groups without limits are not counted.
class UsageCounts {
  public:
    explicit UsageCounts(LimitPlan const& plan);

    /// Jobs, or tasks of an array, come in; leave for good.
    void add_submit(JobGroups const& groups, std::int64_t tasks = 1);
    void remove_submit(JobGroups const& groups, std::int64_t tasks = 1);
    /// Pending jobs begin or cease to gain age; a negative number takes them away (spec 8.5).
    void add_accrue(JobGroups const& groups, std::int64_t tasks);
    /// A job starts or ends. `left` is how much of its time limit it has not yet been charged by
    /// `run_down`: all of it at the start. The submit counts stay.
    void start(JobUse const& job, Seconds left);
    void end(JobUse const& job, Seconds left);
    /// So many seconds of a running job's time limit are over.
    void run_down(JobUse const& job, Seconds passed);

    [[nodiscard]] GroupUse const& qos(std::int32_t index) const;
    /// A user's or an account's part of a QOS; nothing used where the QOS has no such limit.
    [[nodiscard]] GroupUse const& user_of_qos(std::int32_t qos, std::int32_t user) const;
    [[nodiscard]] GroupUse const& account_of_qos(std::int32_t qos, std::int32_t account) const;
    [[nodiscard]] GroupUse const& association(std::int32_t index) const;

    /// Nodes that a job is given first, for groups of it in which a limit counts nodes use them: those
    /// of one group, user and account. Slurm takes the first with such a limit, QOS before
    /// associations; a group of the second QOS puts aside what the first has given (observed).
    [[nodiscard]] NodeSet preferred_nodes(JobGroups const& groups) const;

    [[nodiscard]] LimitPlan const& plan() const { return *plan_; }
    /// Whether the same jobs, with the same TRES and nodes, are counted in both. How much of their
    /// time limits is left does not matter.
    [[nodiscard]] bool same_jobs(UsageCounts const& other) const;

  private:
    struct QosUse {
        GroupUse all;
        std::vector<GroupUse> users, accounts;
    };
    /// Calls visit(use, counts_nodes) for every group of the job that has limits.
    template <class Visit>
    void for_each_group(JobGroups const& groups, Visit visit);

    /// Seconds of a time limit as limits count them.
    [[nodiscard]] double limit_seconds(JobUse const& job, Seconds seconds) const;

    LimitPlan const* plan_;
    std::vector<QosUse> qos_;
    std::vector<GroupUse> associations_;
    GroupUse nothing_;
};

}  // namespace clustersim::slurm
