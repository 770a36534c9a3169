// SPDX-License-Identifier: Apache-2.0
// The limits at the start of a job, in Slurm's order: both QOS, then the association and each one
// above it. The first violated limit gives the reason (spec 8.3).
#include "sim/slurm/limits/limit_check.hpp"
#include "sim/slurm/limits/limit_families.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim::slurm {
namespace {

using Limit = std::optional<std::int64_t>;

bool reached(Limit const& limit, std::int64_t count) {
    return limit && count >= *limit;
}

bool too_long(Limit const& limit, JobLimitsView const& job) {
    return limit && (!job.minutes || *job.minutes > *limit);
}

/// Checks one job against the limits of a site.
class StartCheck {
  public:
    StartCheck(LimitState const& state, JobLimitsView const& job)
        : plan_(state.plan),
          counts_(state.counts),
          used_(state.used),
          job_(job),
          order_(plan_, job.groups),
          limit_factor_(order_.limit_factor()),
          minutes_(std::llround(static_cast<double>(job.minutes.value_or(year_minutes)) *
                                plan_.time_factor(job.groups))),
          usage_is_nothing_(job.groups.qos >= 0 &&
                            plan_.qos()[at(job.groups.qos)].qos.usage_factor == 0.0) {}

    [[nodiscard]] Reason pre_select() const {
        for (std::size_t place = 0; place < order_.size(); ++place)
            if (auto const reason = qos_pre_select(place); reason != Reason::none) return reason;
        return each_association([&](AssociationPlan const& one, std::int32_t index) {
            return association_pre_select(one.association, index);
        });
    }

    [[nodiscard]] Reason post_select() const {
        for (std::size_t place = 0; place < order_.size(); ++place)
            if (auto const reason = qos_post_select(place); reason != Reason::none) return reason;
        return each_association([&](AssociationPlan const& one, std::int32_t index) {
            return association_post_select(one, index);
        });
    }

  private:
    template <class Check>
    [[nodiscard]] Reason each_association(Check check) const {
        for (auto index = job_.groups.association; index >= 0;) {
            AssociationPlan const& one = plan_.associations()[at(index)];
            if (!one.stages.any()) break;
            if (auto const reason = check(one, index); reason != Reason::none) return reason;
            index = one.association.parent;
        }
        return Reason::none;
    }

    /// GrpWall: used up or, with "safe", too little left for this job.
    [[nodiscard]] bool wall_is_spent(Limit const& limit, SpentMinutes const& spent) const {
        if (!limit) return false;
        std::int64_t const used = usage_is_nothing_ ? 0 : spent.wall();
        return used >= *limit || (plan_.safe() && used + minutes_ > *limit);
    }

    [[nodiscard]] Reason qos_pre_select(std::size_t place) const {
        Qos const& qos = order_.at(place);
        auto const index = order_.index(place);
        auto const& groups = job_.groups;
        auto const mine = [&](auto says) { return !order_.any_of_first(place, says); };
        GroupUse const& use = counts_.qos(index);
        if (mine([](Qos const& q) { return q.group.jobs.has_value(); }) &&
            reached(qos.group.jobs, use.jobs))
            return Reason::qos_grp_jobs;
        if (mine([](Qos const& q) { return q.group.wall_minutes.has_value(); }) &&
            wall_is_spent(qos.group.wall_minutes, {used_, index, true}))
            return Reason::qos_grp_wall;
        if (mine([](Qos const& q) { return q.max_jobs_per_account.has_value(); }) &&
            reached(qos.max_jobs_per_account, counts_.account_of_qos(index, groups.account).jobs))
            return Reason::max_jobs_per_account;
        if (mine([](Qos const& q) { return q.max_jobs_per_user.has_value(); }) &&
            reached(qos.max_jobs_per_user, counts_.user_of_qos(index, groups.user).jobs))
            return Reason::qos_max_jobs_per_user;
        if (mine([](Qos const& q) { return q.job.wall_minutes.has_value(); }) &&
            too_long(qos.job.wall_minutes, job_))
            return Reason::qos_max_wall;
        return Reason::none;
    }

    [[nodiscard]] Reason association_pre_select(Association const& one, std::int32_t index) const {
        GroupUse const& use = counts_.association(index);
        auto const open = [&](auto says) { return !order_.any_of_first(order_.size(), says); };
        if (open([](Qos const& q) { return q.group.jobs.has_value(); }) &&
            reached(one.group.jobs, use.jobs))
            return Reason::assoc_grp_jobs;
        if (open([](Qos const& q) { return q.group.wall_minutes.has_value(); }) &&
            wall_is_spent(one.group.wall_minutes, {used_, index, false}))
            return Reason::assoc_grp_wall;
        if (index != job_.groups.association) return Reason::none;
        if (open([](Qos const& q) { return q.max_jobs_per_user || q.max_jobs_per_account; }) &&
            reached(one.max_jobs, use.jobs))
            return Reason::assoc_max_jobs;
        if (open([](Qos const& q) { return q.job.wall_minutes.has_value(); }) &&
            too_long(one.job.wall_minutes, job_))
            return Reason::assoc_max_wall;
        return Reason::none;
    }

    /// A family of limits: its values, the QOS that override it, and its first reason.
    struct Family {
        TresLimits const& limits;
        std::size_t places;  ///< number of QOS whose limits in the same family override it
        LimitFamily same;
        Reason reason;
    };

    template <class Violates>
    [[nodiscard]] Reason test(Family const& family, Violates violates) const {
        auto const tres =
            first_violated(family.limits, order_, family.places, family.same, violates);
        return tres ? reason_of(family.reason, plan_.kind(*tres)) : Reason::none;
    }

    /// GrpTRES and similar: the sum of requested and used must fit. Nodes already used by the group
    /// are not counted again.
    [[nodiscard]] auto over_group(GroupUse const& use, double factor = 1.0) const {
        return [this, &use, factor](std::size_t i, std::int64_t limit) {
            std::int64_t asked = job_.tres_at(i);
            if (i == tres::node && job_.nodes != nullptr && use.nodes.universe() != 0)
                asked -= use.nodes.count_common(*job_.nodes);
            auto const scaled =
                factor == 1.0 ? limit
                              : static_cast<std::int64_t>(static_cast<double>(limit) * factor);
            return asked > 0 && asked + use.tres_at(i) > scaled;
        };
    }
    [[nodiscard]] std::int64_t still_to_run(GroupUse const& use, std::size_t i) const {
        return usage_is_nothing_ ? 0 : use.run_minutes(i);
    }
    /// GrpTRESMins: all used or, with "safe", this job and the running ones could exceed it.
    [[nodiscard]] auto over_minutes(GroupUse const& use, SpentMinutes const& spent) const {
        return [this, &use, spent](std::size_t i, std::int64_t limit) {
            std::int64_t const asked = job_.tres_at(i);
            if (asked == 0) return false;
            std::int64_t const used = usage_is_nothing_ ? 0 : spent.tres(i);
            if (used >= limit) return true;
            return plan_.safe() && asked * minutes_ + still_to_run(use, i) > limit - used;
        };
    }
    [[nodiscard]] auto over_run_minutes(GroupUse const& use) const {
        return [this, &use](std::size_t i, std::int64_t limit) {
            std::int64_t const asked = job_.tres_at(i);
            return asked > 0 && asked * minutes_ + still_to_run(use, i) > limit;
        };
    }
    [[nodiscard]] auto over_job(double factor = 1.0) const {
        return [this, factor](std::size_t i, std::int64_t limit) {
            return static_cast<double>(job_.tres_at(i)) > static_cast<double>(limit) * factor;
        };
    }
    [[nodiscard]] auto over_job_minutes() const {
        return [this](std::size_t i, std::int64_t limit) {
            return job_.tres_at(i) * minutes_ > limit;
        };
    }
    [[nodiscard]] auto over_node() const {
        return [this](std::size_t i, std::int64_t limit) {
            return job_.tres_at(i) / std::max<std::int64_t>(1, job_.tres_at(tres::node)) > limit;
        };
    }

    [[nodiscard]] Reason qos_post_select(std::size_t place) const {
        Qos const& qos = order_.at(place);
        auto const index = order_.index(place);
        if (!plan_.qos()[at(index)].stages.post_select) return Reason::none;
        GroupUse const& use = counts_.qos(index);
        auto const in = [&](LimitFamily family, Reason reason) {
            return Family{family(qos), place, family, reason};
        };
        Reason found = test(in(family::group_mins, Reason::qos_grp_mins_cpu),
                            over_minutes(use, {used_, index, true}));
        auto const then = [&](Family const& one, auto violates) {
            if (found == Reason::none) found = test(one, violates);
        };
        then(in(family::group, Reason::qos_grp_cpu), over_group(use));
        then(in(family::group_run_mins, Reason::qos_grp_run_cpu), over_run_minutes(use));
        then(in(family::job_mins, Reason::qos_job_mins_cpu), over_job_minutes());
        then(in(family::job, Reason::qos_job_cpu), over_job());
        then(in(family::node, Reason::qos_node_cpu), over_node());
        then(in(family::minimum, Reason::qos_min_cpu),
             [&](std::size_t i, std::int64_t limit) { return job_.tres_at(i) < limit; });
        then(in(family::account, Reason::account_cpu),
             over_group(counts_.account_of_qos(index, job_.groups.account)));
        then(in(family::user, Reason::qos_user_cpu),
             over_group(counts_.user_of_qos(index, job_.groups.user)));
        return found;
    }

    [[nodiscard]] Reason association_post_select(AssociationPlan const& plan,
                                                 std::int32_t index) const {
        if (!plan.stages.post_select) return Reason::none;
        Association const& one = plan.association;
        GroupUse const& use = counts_.association(index);
        auto const in = [&](TresLimits const& limits, LimitFamily same, Reason reason) {
            return Family{limits, order_.size(), same, reason};
        };
        Reason found = test(in(one.group.tres_mins, family::group_mins, Reason::assoc_grp_mins_cpu),
                            over_minutes(use, {used_, index, false}));
        auto const then = [&](Family const& one_family, auto violates) {
            if (found == Reason::none) found = test(one_family, violates);
        };
        then(in(one.group.tres, family::group, Reason::assoc_grp_cpu),
             over_group(use, limit_factor_));
        then(in(one.group.tres_run_mins, family::group_run_mins, Reason::assoc_grp_run_cpu),
             over_run_minutes(use));
        if (index != job_.groups.association) return found;
        then(in(one.job.tres_mins, family::job_mins, Reason::assoc_job_mins_cpu),
             over_job_minutes());
        then(in(one.job.tres, family::job, Reason::assoc_job_cpu), over_job(limit_factor_));
        then(in(one.job.tres_per_node, family::node, Reason::assoc_node_cpu), over_node());
        return found;
    }

    LimitPlan const& plan_;
    UsageCounts const& counts_;
    AssociationUsage const& used_;
    JobLimitsView const& job_;
    QosOrder order_;
    double limit_factor_;
    std::int64_t minutes_;   ///< of the time limit, as counted in sums of TRES-minutes
    bool usage_is_nothing_;  ///< UsageFactor 0: usage and allocations of others do not count either
};

}  // namespace

Reason pre_select(LimitState const& state, JobLimitsView const& job) {
    if (!state.plan.stages(job.groups).pre_select) return Reason::none;
    return StartCheck(state, job).pre_select();
}

Reason post_select(LimitState const& state, JobLimitsView const& job) {
    if (!state.plan.stages(job.groups).post_select) return Reason::none;
    return StartCheck(state, job).post_select();
}

NodeLimit max_nodes(LimitPlan const& plan, JobGroups const& groups) {
    NodeLimit least;
    if (!plan.stages(groups).post_select) return least;
    QosOrder const order(plan, groups);
    double factor = 1.0;
    auto const hold =
        [&](TresLimits const& limits, std::size_t places, LimitFamily same, Reason reason) {
            auto limit = limits.at(tres::node);
            if (limit) limit = static_cast<std::int64_t>(static_cast<double>(*limit) * factor);
            auto const overruled = order.any_of_first(
                places, [&](Qos const& qos) { return same(qos).at(tres::node).has_value(); });
            if (limit && !overruled && (!least.nodes || *limit < *least.nodes))
                least = {limit, reason};
        };
    for (std::size_t place = 0; place < order.size(); ++place) {
        Qos const& qos = order.at(place);
        hold(qos.max_tres_per_account, place, family::account, Reason::account_node);
        hold(qos.max_tres_per_user, place, family::user, Reason::qos_user_node);
        hold(qos.group.tres, place, family::group, Reason::qos_grp_node);
        hold(qos.job.tres, place, family::job, Reason::qos_job_node);
    }
    factor = order.limit_factor();
    for (auto index = groups.association; index >= 0;) {
        Association const& one = plan.associations()[at(index)].association;
        hold(one.group.tres, order.size(), family::group, Reason::assoc_grp_node);
        if (index == groups.association)
            hold(one.job.tres, order.size(), family::job, Reason::assoc_job_node);
        index = one.parent;
    }
    return least;
}

}  // namespace clustersim::slurm
