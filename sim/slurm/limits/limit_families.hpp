// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/limits/limit_plan.hpp"
#include "sim/slurm/priority/usage.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace clustersim::slurm {

/// Converts the index of a QOS, user or account to a position in a vector.
inline std::size_t at(std::int32_t index) {
    return static_cast<std::size_t>(index);
}

/// The member of a QOS that holds a family of limits.
using LimitFamily = TresLimits const& (*)(Qos const&);

namespace family {
inline TresLimits const& group(Qos const& qos) {
    return qos.group.tres;
}
inline TresLimits const& group_mins(Qos const& qos) {
    return qos.group.tres_mins;
}
inline TresLimits const& group_run_mins(Qos const& qos) {
    return qos.group.tres_run_mins;
}
inline TresLimits const& job(Qos const& qos) {
    return qos.job.tres;
}
inline TresLimits const& job_mins(Qos const& qos) {
    return qos.job.tres_mins;
}
inline TresLimits const& node(Qos const& qos) {
    return qos.job.tres_per_node;
}
inline TresLimits const& minimum(Qos const& qos) {
    return qos.min_tres_per_job;
}
inline TresLimits const& user(Qos const& qos) {
    return qos.max_tres_per_user;
}
inline TresLimits const& account(Qos const& qos) {
    return qos.max_tres_per_account;
}
}  // namespace family

/// The QOS that apply to a job, in order of precedence: that of the partition first, unless the
/// job's own has OverPartQOS (spec 8.2).
class QosOrder {
  public:
    QosOrder(LimitPlan const& plan, JobGroups const& groups) : plan_(&plan) {
        auto job = groups.qos;
        auto partition = groups.partition_qos == job ? -1 : groups.partition_qos;
        if (job >= 0 && plan.qos()[static_cast<std::size_t>(job)].qos.flags.over_part_qos)
            std::swap(job, partition);
        for (auto const index : {partition, job})
            if (index >= 0) indices_[size_++] = index;
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::int32_t index(std::size_t place) const { return indices_[place]; }
    [[nodiscard]] Qos const& at(std::size_t place) const {
        return plan_->qos()[static_cast<std::size_t>(indices_[place])].qos;
    }
    /// True if the predicate holds for one of the first `places` QOS.
    template <class Says>
    [[nodiscard]] bool any_of_first(std::size_t places, Says says) const {
        for (std::size_t i = 0; i < places; ++i)
            if (says(at(i))) return true;
        return false;
    }
    /// The LimitFactor of the first QOS that has one.
    [[nodiscard]] double limit_factor() const {
        for (std::size_t i = 0; i < size_; ++i) {
            auto const factor = at(i).limit_factor;
            if (factor && *factor > 0) return *factor;
        }
        return 1.0;
    }

  private:
    LimitPlan const* plan_;
    std::array<std::int32_t, 2> indices_{};
    std::size_t size_ = 0;
};

/// The usage of a QOS or an association in whole minutes.
struct SpentMinutes {
    AssociationUsage const& used;
    std::int32_t index;
    bool of_qos;

    [[nodiscard]] std::int64_t tres(std::size_t i) const {
        return minutes(of_qos ? used.qos_tres_seconds(index, i) : used.tres_seconds(index, i));
    }
    [[nodiscard]] std::int64_t wall() const {
        return minutes(of_qos ? used.qos_wall_seconds(index) : used.wall_seconds(index));
    }

  private:
    static std::int64_t minutes(double seconds) {
        return static_cast<std::int64_t>(seconds / 60.0);
    }
};

/// The first TRES, in index order, whose limit in `limits` is violated and which none of the first
/// `places` QOS limits in the same family.
template <class Violates>
std::optional<std::size_t> first_violated(TresLimits const& limits,
                                          QosOrder const& order,
                                          std::size_t places,
                                          LimitFamily same,
                                          Violates violates) {
    for (std::size_t i = 0; i < limits.size(); ++i) {
        auto const limit = limits.at(i);
        if (!limit) continue;
        if (order.any_of_first(places, [&](Qos const& qos) { return same(qos).at(i).has_value(); }))
            continue;
        if (violates(i, *limit)) return i;
    }
    return std::nullopt;
}

}  // namespace clustersim::slurm
