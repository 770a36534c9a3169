// SPDX-License-Identifier: Apache-2.0
// Limits that end a running job (spec 8.6) and limits on how many pending jobs gain age (spec 8.5).
#include "sim/slurm/limits/limit_check.hpp"
#include "sim/slurm/limits/limit_families.hpp"

#include <algorithm>

namespace clustersim::slurm {
namespace {

/// The limits of one QOS or association that a running job can reach.
struct RunningLimits {
    GroupLimits const& group;
    JobLimits const* job;  ///< null: the association is not the job's own
    std::size_t places;    ///< number of QOS that override these limits
    SpentMinutes spent;
};

struct RunningReasons {
    Reason group_mins, group_wall, job_mins;
};

class RunningCheck {
  public:
    RunningCheck(LimitPlan const& plan, JobLimitsView const& job, Seconds elapsed)
        : plan_(plan), job_(job), order_(plan, job.groups), elapsed_(elapsed) {}

    [[nodiscard]] QosOrder const& order() const { return order_; }

    [[nodiscard]] Reason check(RunningLimits const& limits, RunningReasons const& reasons) const {
        auto const used_up = [&](std::size_t i, std::int64_t limit) {
            return job_.tres_at(i) > 0 && limits.spent.tres(i) >= limit;
        };
        if (auto const tres = first_violated(
                limits.group.tres_mins, order_, limits.places, family::group_mins, used_up))
            return reason_of(reasons.group_mins, plan_.kind(*tres));
        auto const& wall = limits.group.wall_minutes;
        auto const overruled = order_.any_of_first(
            limits.places, [](Qos const& qos) { return qos.group.wall_minutes.has_value(); });
        if (wall && !overruled && limits.spent.wall() >= *wall) return reasons.group_wall;
        if (limits.job == nullptr) return Reason::none;
        auto const job_used_up = [&](std::size_t i, std::int64_t limit) {
            return job_.tres_at(i) > 0 && job_.tres_at(i) * elapsed_.count / 60 >= limit;
        };
        if (auto const tres = first_violated(
                limits.job->tres_mins, order_, limits.places, family::job_mins, job_used_up))
            return reason_of(reasons.job_mins, plan_.kind(*tres));
        return Reason::none;
    }

  private:
    LimitPlan const& plan_;
    JobLimitsView const& job_;
    QosOrder order_;
    Seconds elapsed_;
};

}  // namespace

Reason time_out(LimitState const& state, JobLimitsView const& job, Seconds elapsed) {
    LimitPlan const& plan = state.plan;
    if (!plan.stages(job.groups).in_use) return Reason::none;
    RunningCheck const check(plan, job, elapsed);
    auto const& order = check.order();
    for (std::size_t place = 0; place < order.size(); ++place) {
        Qos const& qos = order.at(place);
        RunningLimits const limits{
            qos.group, &qos.job, place, {state.used, order.index(place), true}};
        auto const reason = check.check(
            limits, {Reason::qos_grp_mins_cpu, Reason::qos_grp_wall, Reason::qos_job_mins_cpu});
        if (reason != Reason::none) return reason;
    }
    for (auto index = job.groups.association; index >= 0;) {
        Association const& one = plan.associations()[at(index)].association;
        JobLimits const* const own = index == job.groups.association ? &one.job : nullptr;
        RunningLimits const limits{one.group, own, order.size(), {state.used, index, false}};
        auto const reason = check.check(
            limits,
            {Reason::assoc_grp_mins_cpu, Reason::assoc_grp_wall, Reason::assoc_job_mins_cpu});
        if (reason != Reason::none) return reason;
        index = one.parent;
    }
    return Reason::none;
}

std::optional<std::int64_t> accrue_slots(LimitState const& state, JobGroups const& groups) {
    std::optional<std::int64_t> slots;
    LimitPlan const& plan = state.plan;
    UsageCounts const& counts = state.counts;
    if (!plan.stages(groups).accrue) return slots;
    QosOrder const order(plan, groups);
    auto const hold = [&](std::optional<std::int64_t> const& limit, GroupUse const& use) {
        if (!limit) return;
        auto const left = std::max<std::int64_t>(0, *limit - use.accruing);
        slots = std::min(slots.value_or(left), left);
    };
    auto const group = [](Qos const& qos) { return qos.group.jobs_accrue.has_value(); };
    auto const user = [](Qos const& qos) { return qos.max_accrue_per_user.has_value(); };
    auto const account = [](Qos const& qos) { return qos.max_accrue_per_account.has_value(); };
    for (std::size_t place = 0; place < order.size(); ++place) {
        Qos const& qos = order.at(place);
        auto const index = order.index(place);
        if (!order.any_of_first(place, group)) hold(qos.group.jobs_accrue, counts.qos(index));
        if (!order.any_of_first(place, user))
            hold(qos.max_accrue_per_user, counts.user_of_qos(index, groups.user));
        if (!order.any_of_first(place, account))
            hold(qos.max_accrue_per_account, counts.account_of_qos(index, groups.account));
    }
    for (auto index = groups.association; index >= 0;) {
        Association const& one = plan.associations()[at(index)].association;
        GroupUse const& use = counts.association(index);
        if (!order.any_of_first(order.size(), group)) hold(one.group.jobs_accrue, use);
        if (index == groups.association && !order.any_of_first(order.size(), user))
            hold(one.max_jobs_accrue, use);
        index = one.parent;
    }
    return slots;
}

}  // namespace clustersim::slurm
