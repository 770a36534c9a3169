// SPDX-License-Identifier: Apache-2.0
// The limits on a submission (spec 8.4). Limits on submit counts always reject; sizes and times
// reject only under strict checking, otherwise the job is accepted and stays pending with the
// reason.
#include "sim/slurm/limits/limit_check.hpp"
#include "sim/slurm/limits/limit_families.hpp"

#include <algorithm>

namespace clustersim::slurm {
namespace {

using Limit = std::optional<std::int64_t>;

class SubmitCheck {
  public:
    SubmitCheck(LimitState const& state, SubmitView const& submission)
        : plan_(state.plan),
          counts_(state.counts),
          submission_(submission),
          job_(submission.job),
          order_(plan_, submission.job.groups),
          minutes_(submission.job.minutes),
          open_(submission.no_time_limit),
          strict_(order_.size() == 0 || order_.any_of_first(order_.size(), [](Qos const& qos) {
              return qos.flags.deny_on_limit;
          })) {}

    SubmitDecision decide() {
        for (std::size_t place = 0; place < order_.size() && ok(); ++place) check_qos(place);
        for (auto index = job_.groups.association; index >= 0 && ok();) {
            check_association(index);
            index = plan_.associations()[at(index)].association.parent;
        }
        SubmitDecision decision{.reason = reason_, .minutes = {}};
        if (ok() && filled_) decision.minutes = minutes_;
        return decision;
    }

  private:
    [[nodiscard]] bool ok() const { return reason_ == Reason::none; }

    void check_qos(std::size_t place) {
        Qos const& qos = order_.at(place);
        auto const index = order_.index(place);
        places_ = place;
        auto const& groups = job_.groups;
        sizes(qos.max_tres_per_account, family::account, Reason::account_cpu);
        sizes(qos.max_tres_per_user, family::user, Reason::qos_user_cpu);
        sizes(qos.group.tres, family::group, Reason::qos_grp_cpu);
        count(
            qos.group.submit_jobs,
            [](Qos const& q) { return q.group.submit_jobs.has_value(); },
            counts_.qos(index),
            Reason::qos_grp_submit);
        minutes(qos.job.tres_mins, family::job_mins, Reason::qos_job_mins_cpu);
        minutes(qos.group.tres_mins, family::group_mins, Reason::qos_grp_mins_cpu);
        minutes(qos.group.tres_run_mins, family::group_run_mins, Reason::qos_grp_run_cpu);
        wall(
            qos.job.wall_minutes,
            [](Qos const& q) { return q.job.wall_minutes.has_value(); },
            Reason::qos_max_wall);
        wall(
            qos.group.wall_minutes,
            [](Qos const& q) { return q.group.wall_minutes.has_value(); },
            Reason::qos_grp_wall);
        sizes(qos.job.tres, family::job, Reason::qos_job_cpu);
        per_node(qos.job.tres_per_node, Reason::qos_node_cpu);
        count(
            qos.max_submit_per_account,
            [](Qos const& q) { return q.max_submit_per_account.has_value(); },
            counts_.account_of_qos(index, groups.account),
            Reason::max_submit_per_account);
        count(
            qos.max_submit_per_user,
            [](Qos const& q) { return q.max_submit_per_user.has_value(); },
            counts_.user_of_qos(index, groups.user),
            Reason::qos_max_submit_per_user);
        if (!ok() || !strict_) return;
        violation(qos.min_tres_per_job,
                  family::minimum,
                  Reason::qos_min_cpu,
                  [&](std::size_t i, std::int64_t limit) { return job_.tres_at(i) < limit; });
    }

    void check_association(std::int32_t index) {
        AssociationPlan const& plan = plan_.associations()[at(index)];
        Association const& one = plan.association;
        places_ = order_.size();
        factor_ = order_.limit_factor();
        sizes(one.group.tres, family::group, Reason::assoc_grp_cpu);
        count(
            one.group.submit_jobs,
            [](Qos const& q) { return q.group.submit_jobs.has_value(); },
            counts_.association(index),
            Reason::assoc_grp_submit);
        minutes(one.group.tres_mins, family::group_mins, Reason::assoc_grp_mins_cpu);
        minutes(one.group.tres_run_mins, family::group_run_mins, Reason::assoc_grp_run_cpu);
        wall(
            one.group.wall_minutes,
            [](Qos const& q) { return q.group.wall_minutes.has_value(); },
            Reason::assoc_grp_wall);
        if (index != job_.groups.association) return;
        sizes(one.job.tres, family::job, Reason::assoc_job_cpu);
        per_node(one.job.tres_per_node, Reason::assoc_node_cpu);
        count(
            one.max_submit_jobs,
            [](Qos const& q) { return q.max_submit_per_user || q.max_submit_per_account; },
            counts_.association(index),
            Reason::assoc_max_submit);
        minutes(one.job.tres_mins, family::job_mins, Reason::assoc_job_mins_cpu);
        wall(
            one.job.wall_minutes,
            [](Qos const& q) { return q.job.wall_minutes.has_value(); },
            Reason::assoc_max_wall);
    }

    template <class Violates>
    void violation(TresLimits const& limits, LimitFamily same, Reason first, Violates violates) {
        if (!ok() || limits.empty()) return;
        auto const tres = first_violated(limits, order_, places_, same, violates);
        if (tres) reason_ = reason_of(first, plan_.kind(*tres));
    }

    /// A limit that the request alone may exceed.
    void sizes(TresLimits const& limits, LimitFamily same, Reason first) {
        if (!strict_) return;
        violation(limits, same, first, [&](std::size_t i, std::int64_t limit) {
            return static_cast<double>(job_.tres_at(i)) > static_cast<double>(limit) * factor_;
        });
    }

    void per_node(TresLimits const& limits, Reason first) {
        if (!strict_) return;
        auto const nodes = std::max<std::int64_t>(1, job_.tres_at(tres::node));
        violation(limits, family::node, first, [&](std::size_t i, std::int64_t limit) {
            return job_.tres_at(i) / nodes > limit;
        });
    }

    template <class Says>
    void count(Limit const& limit, Says says, GroupUse const& use, Reason reason) {
        if (!ok() || !limit || order_.any_of_first(places_, says)) return;
        if (use.submitted + submission_.tasks > *limit) reason_ = reason;
    }

    /// A limit on TRES-minutes limits the time of this request, but only under strict checking
    /// (observed with Slurm 22.05.8: otherwise a job without time limit keeps none).
    void minutes(TresLimits const& limits, LimitFamily same, Reason first) {
        if (!strict_) return;
        violation(limits, same, first, [&](std::size_t i, std::int64_t limit) {
            std::int64_t const asked = job_.tres_at(i);
            return asked > 0 && !fits_time(limit / asked, plan_.time_factor(job_.groups));
        });
    }

    template <class Says>
    void wall(Limit const& limit, Says says, Reason reason) {
        if (!ok() || !limit || order_.any_of_first(places_, says)) return;
        if (!fits_time(*limit, 1.0)) reason_ = reason;
    }

    /// Applies a maximum time: a job without time limit gets it; a longer given limit is rejected
    /// under strict checking.
    bool fits_time(std::int64_t most, double factor) {
        if (factor > 0.0 && factor != 1.0)
            most = static_cast<std::int64_t>(static_cast<double>(most) / factor);
        if (open_ && !filled_) {
            filled_ = true;
            minutes_ = std::min(most, submission_.partition_minutes.value_or(most));
            return true;
        }
        if (filled_) {
            minutes_ = std::min(*minutes_, most);
            return true;
        }
        return !strict_ || (minutes_ && *minutes_ <= most);
    }

    LimitPlan const& plan_;
    UsageCounts const& counts_;
    SubmitView const& submission_;
    JobLimitsView const& job_;
    QosOrder order_;
    Limit minutes_;
    bool open_;  ///< no time limit was given
    bool strict_;
    bool filled_ = false;
    std::size_t places_ = 0;  ///< number of QOS that override the limits being checked
    double factor_ = 1.0;     ///< LimitFactor, for the limits of associations
    Reason reason_ = Reason::none;
};

}  // namespace

SubmitDecision submit_check(LimitState const& state, SubmitView const& submission) {
    if (!state.plan.stages(submission.job.groups).submit) return {};
    return SubmitCheck(state, submission).decide();
}

}  // namespace clustersim::slurm
