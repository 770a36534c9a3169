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

/// The combined use of the jobs of one QOS, of one user or account in it, or of one association and
/// its descendants.
struct GroupUse {
    std::int64_t jobs = 0;       ///< running
    std::int64_t submitted = 0;  ///< pending and running; each array task counts as a job
    std::int64_t accruing = 0;   ///< pending and gaining age
    TresCounts tres;             ///< in use; a node shared by several jobs counts once
    /// TRES-seconds that running jobs may still use, UsageFactorSafe applied.
    std::vector<double> run_seconds;
    NodeSet nodes;  ///< in use, if a limit counts nodes
    std::vector<std::int32_t> jobs_on_node;

    [[nodiscard]] std::int64_t tres_at(std::size_t i) const {
        return i < tres.size() ? tres[i] : 0;
    }
    /// Whole minutes that running jobs may still use.
    [[nodiscard]] std::int64_t run_minutes(std::size_t i) const {
        return i < run_seconds.size() ? static_cast<std::int64_t>(run_seconds[i] / 60.0) : 0;
    }
};

/// The resources of a running job, as its limits count them.
struct JobUse {
    JobGroups groups;
    std::span<std::int64_t const> tres;  ///< by position
    NodeSet const* nodes = nullptr;      ///< its nodes
};

/// The counts that limits are compared with. A value: copies are independent. The plan must outlive
/// it. Every call takes constant time for each QOS and each level of the tree (and for the nodes of
/// the job if a limit counts nodes); groups without limits are not counted.
class UsageCounts {
  public:
    explicit UsageCounts(LimitPlan const& plan);

    /// Jobs or array tasks are submitted, or leave for good.
    void add_submit(JobGroups const& groups, std::int64_t tasks = 1);
    void remove_submit(JobGroups const& groups, std::int64_t tasks = 1);
    /// Pending jobs start or (negative number) stop gaining age (spec 8.5).
    void add_accrue(JobGroups const& groups, std::int64_t tasks);
    /// A job starts or ends. `left` is the part of its time limit not yet charged by `run_down`:
    /// all of it at the start. Submit counts are unchanged.
    void start(JobUse const& job, Seconds left);
    void end(JobUse const& job, Seconds left);
    /// A part of a running job's time limit has passed.
    void run_down(JobUse const& job, Seconds passed);

    [[nodiscard]] GroupUse const& qos(std::int32_t index) const;
    /// The use by one user or account in a QOS; empty if the QOS has no such limit.
    [[nodiscard]] GroupUse const& user_of_qos(std::int32_t qos, std::int32_t user) const;
    [[nodiscard]] GroupUse const& account_of_qos(std::int32_t qos, std::int32_t account) const;
    [[nodiscard]] GroupUse const& association(std::int32_t index) const;

    /// Nodes that a job gets first because groups of the job in which a limit counts nodes already
    /// use them: those of one group, one user and one account. Slurm takes the first with such a
    /// limit, QOS before associations; a group of the second QOS replaces the nodes of the first
    /// (observed).
    [[nodiscard]] NodeSet preferred_nodes(JobGroups const& groups) const;

    [[nodiscard]] LimitPlan const& plan() const { return *plan_; }
    /// True if both count the same jobs with the same TRES and nodes. The remaining parts of their
    /// time limits are not compared.
    [[nodiscard]] bool same_jobs(UsageCounts const& other) const;

  private:
    struct QosUse {
        GroupUse all;
        std::vector<GroupUse> users, accounts;
    };
    /// Calls visit(use, counts_nodes) for every group of the job that has limits.
    template <class Visit>
    void for_each_group(JobGroups const& groups, Visit visit);

    /// Seconds of a time limit as counted by limits.
    [[nodiscard]] double limit_seconds(JobUse const& job, Seconds seconds) const;

    LimitPlan const* plan_;
    std::vector<QosUse> qos_;
    std::vector<GroupUse> associations_;
    GroupUse nothing_;
};

}  // namespace clustersim::slurm
