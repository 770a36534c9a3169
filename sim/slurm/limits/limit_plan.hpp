// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/limits/reason_kind.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// The limits and counts that apply to a job. Absent ones are -1. The user is any dense numbering
/// of the caller; the account is the index of the account's own association.
struct JobGroups {
    std::int32_t association = -1;
    std::int32_t qos = -1;
    std::int32_t partition_qos = -1;
    std::int32_t user = -1;
    std::int32_t account = -1;
};

/// The checks that have at least one limit: all false for a site without limits.
struct LimitStages {
    bool pre_select = false;
    bool post_select = false;
    bool submit = false;
    bool in_use = false;  ///< may end a running job
    bool accrue = false;

    [[nodiscard]] bool any() const {
        return pre_select || post_select || submit || in_use || accrue;
    }
    LimitStages& operator|=(LimitStages const& other);
};

/// A QOS and the counts that its limits need.
struct QosPlan {
    Qos qos;
    LimitStages stages;
    bool per_user = false;
    bool per_account = false;
    bool group_nodes = false;  ///< GrpTRES=node: the nodes in use by its jobs are tracked
    bool user_nodes = false;
    bool account_nodes = false;
};

/// An association with its own and inherited Max limits (spec 1.5.3).
struct AssociationPlan {
    Association association;
    LimitStages stages;  ///< of this one and all above it
    bool group_nodes = false;
};

/// The limits of a site, prepared once: every check consults the stages first, so that a site
/// without limits has no overhead (spec 8).
class LimitPlan {
  public:
    explicit LimitPlan(Site const& site);

    /// AccountingStorageEnforce has "limits"; otherwise nothing is checked or counted.
    [[nodiscard]] bool enforced() const { return enforced_; }
    /// AccountingStorageEnforce has "safe".
    [[nodiscard]] bool safe() const { return safe_; }
    /// False if no limit may ever end a running job.
    [[nodiscard]] bool ends_running_jobs() const { return ends_running_jobs_; }
    [[nodiscard]] std::size_t node_count() const { return nodes_; }
    [[nodiscard]] ReasonKind kind(std::size_t tres) const { return kinds_[tres]; }
    [[nodiscard]] std::vector<QosPlan> const& qos() const { return qos_; }
    [[nodiscard]] std::vector<AssociationPlan> const& associations() const { return associations_; }
    /// The checks that have a limit for a job of these groups.
    [[nodiscard]] LimitStages stages(JobGroups const& groups) const;
    /// The factor applied to a time limit in sums of TRES-minutes: UsageFactor of a job QOS with
    /// UsageFactorSafe, else 1 (spec 1.4.3).
    [[nodiscard]] double time_factor(JobGroups const& groups) const;

  private:
    bool enforced_ = false;
    bool safe_ = false;
    bool ends_running_jobs_ = false;
    std::size_t nodes_ = 0;
    std::vector<ReasonKind> kinds_;
    std::vector<QosPlan> qos_;
    std::vector<AssociationPlan> associations_;
};

}  // namespace clustersim::slurm
