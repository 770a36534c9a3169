// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/limits/limit_plan.hpp"

#include <algorithm>

namespace clustersim::slurm {
namespace {

bool pre_select(GroupLimits const& limits) {
    return limits.jobs || limits.wall_minutes;
}

bool post_select(GroupLimits const& group, JobLimits const& job) {
    return !group.tres.empty() || !group.tres_mins.empty() || !group.tres_run_mins.empty() ||
           !job.tres.empty() || !job.tres_per_node.empty() || !job.tres_mins.empty();
}

bool in_use(GroupLimits const& group, JobLimits const& job) {
    return !group.tres_mins.empty() || group.wall_minutes || !job.tres_mins.empty();
}

bool limits_nodes(TresLimits const& limits) {
    return limits.at(tres::node).has_value();
}

QosPlan plan_of(Qos const& qos) {
    QosPlan plan{.qos = qos, .stages = {}};
    LimitStages& stages = plan.stages;
    bool const sizes = post_select(qos.group, qos.job) || !qos.min_tres_per_job.empty() ||
                       !qos.max_tres_per_user.empty() || !qos.max_tres_per_account.empty();
    stages.pre_select = pre_select(qos.group) || qos.max_jobs_per_user ||
                        qos.max_jobs_per_account || qos.job.wall_minutes;
    stages.post_select = sizes;
    stages.submit = sizes || qos.group.submit_jobs || qos.max_submit_per_user ||
                    qos.max_submit_per_account || qos.job.wall_minutes || qos.group.wall_minutes;
    stages.in_use = in_use(qos.group, qos.job);
    stages.accrue = qos.group.jobs_accrue || qos.max_accrue_per_user || qos.max_accrue_per_account;
    plan.per_user = qos.max_jobs_per_user || qos.max_submit_per_user || qos.max_accrue_per_user ||
                    !qos.max_tres_per_user.empty();
    plan.per_account = qos.max_jobs_per_account || qos.max_submit_per_account ||
                       qos.max_accrue_per_account || !qos.max_tres_per_account.empty();
    plan.group_nodes = limits_nodes(qos.group.tres);
    plan.user_nodes = limits_nodes(qos.max_tres_per_user);
    plan.account_nodes = limits_nodes(qos.max_tres_per_account);
    return plan;
}

LimitStages stages_of(Association const& one) {
    LimitStages stages;
    bool const sizes = post_select(one.group, one.job);
    stages.pre_select = pre_select(one.group) || one.max_jobs || one.job.wall_minutes;
    stages.post_select = sizes;
    stages.submit = sizes || one.group.submit_jobs || one.max_submit_jobs || one.job.wall_minutes ||
                    one.group.wall_minutes;
    stages.in_use = in_use(one.group, one.job);
    stages.accrue = one.group.jobs_accrue || one.max_jobs_accrue;
    return stages;
}

void inherit(std::optional<std::int64_t>& own, std::optional<std::int64_t> const& parent) {
    if (!own) own = parent;
}

void inherit(TresLimits& own, TresLimits const& parent) {
    for (std::size_t i = 0; i < parent.size(); ++i) {
        auto const limit = parent.at(i);
        if (limit && !own.at(i)) own.set(i, *limit);
    }
}

AssociationPlan plan_of(Association const& one, AssociationPlan const* parent) {
    AssociationPlan plan{.association = one, .stages = {}};
    Association& own = plan.association;
    if (parent != nullptr) {
        Association const& above = parent->association;
        inherit(own.job.tres, above.job.tres);
        inherit(own.job.tres_per_node, above.job.tres_per_node);
        inherit(own.job.tres_mins, above.job.tres_mins);
        inherit(own.job.wall_minutes, above.job.wall_minutes);
        inherit(own.max_jobs, above.max_jobs);
        inherit(own.max_submit_jobs, above.max_submit_jobs);
        inherit(own.max_jobs_accrue, above.max_jobs_accrue);
        plan.stages = parent->stages;
    }
    plan.stages |= stages_of(own);
    plan.group_nodes = limits_nodes(own.group.tres);
    return plan;
}

}  // namespace

LimitStages& LimitStages::operator|=(LimitStages const& other) {
    pre_select = pre_select || other.pre_select;
    post_select = post_select || other.post_select;
    submit = submit || other.submit;
    in_use = in_use || other.in_use;
    accrue = accrue || other.accrue;
    return *this;
}

LimitPlan::LimitPlan(Site const& site)
    : enforced_(site.settings.enforce.limits || site.settings.enforce.safe),
      safe_(site.settings.enforce.safe),
      nodes_(site.nodes.size()) {
    for (std::size_t i = 0; i < site.tres.size(); ++i)
        kinds_.push_back(kind_of_tres(site.tres.name(i)));
    for (Qos const& one : site.qos) qos_.push_back(plan_of(one));
    associations_.reserve(site.associations.size());
    for (Association const& one : site.associations) {
        AssociationPlan const* const parent =
            one.parent < 0 ? nullptr : &associations_[static_cast<std::size_t>(one.parent)];
        associations_.push_back(plan_of(one, parent));
    }
    auto const in_use = [](auto const& plan) { return plan.stages.in_use; };
    ends_running_jobs_ = enforced_ && (std::ranges::any_of(qos_, in_use) ||
                                       std::ranges::any_of(associations_, in_use));
}

LimitStages LimitPlan::stages(JobGroups const& groups) const {
    LimitStages all;
    if (!enforced_) return all;
    for (auto const index : {groups.qos, groups.partition_qos})
        if (index >= 0) all |= qos_[static_cast<std::size_t>(index)].stages;
    if (groups.association >= 0)
        all |= associations_[static_cast<std::size_t>(groups.association)].stages;
    return all;
}

double LimitPlan::time_factor(JobGroups const& groups) const {
    if (groups.qos < 0) return 1.0;
    Qos const& qos = qos_[static_cast<std::size_t>(groups.qos)].qos;
    return qos.flags.usage_factor_safe ? qos.usage_factor : 1.0;
}

}  // namespace clustersim::slurm
