// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/priority/decay.hpp"
#include "sim/slurm/priority/usage_table.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// The usage of a running job in one interval.
struct Charge {
    Seconds elapsed = {};                     ///< since its start or its last charge, whichever is
                                              ///< later
    double billing = 0;                       ///< per second, not truncated (spec 5.11)
    double usage_factor = 1.0;                ///< of the job's own QOS (spec 5.4.3)
    std::span<std::int64_t const> tres = {};  ///< allocated, by TRES position; may be short
};

/// Recorded usage of every association and QOS, spec 5.4. The usage of a job is charged to its
/// association and all accounts above. Recorded usage decays; new usage of d seconds is recorded as
/// d * D^d. The usage of a QOS with NoDecay does not decay in either way.
class AssociationUsage {
  public:
    AssociationUsage() = default;
    explicit AssociationUsage(Site const& site);

    /// Decays all recorded usage by the time since the last period. Must be called before the
    /// charges of a period.
    void decay(Seconds since_previous);
    /// Records a job's usage. `association` < 0: the job has none. `qos` names the job's QOS and
    /// that of its partition, by index.
    void charge(std::int32_t association, std::span<std::int32_t const> qos, Charge const& used);
    /// Adds usage from before the run to an association and the accounts above (TRES-seconds).
    void add_past(std::int32_t association, long double usage_raw);
    /// Sets the usage from before the run of one association (without the accounts above) or of one
    /// QOS: TRES-seconds times usage factor, seconds of wall-clock time, and TRES-seconds by TRES
    /// position.
    void set_past(std::int32_t association,
                  double usage_raw,
                  double wall_seconds,
                  std::span<double const> tres_seconds);
    void set_past_of_qos(std::int32_t qos,
                         double usage_raw,
                         double wall_seconds,
                         std::span<double const> tres_seconds);
    /// PriorityUsageResetPeriod: clears all usage.
    void reset();

    /// Decayed billing-seconds times usage factor: RawUsage of sshare.
    [[nodiscard]] long double usage_raw(std::int32_t association) const {
        return decaying_.raw(index(association));
    }
    /// The same up to a common, rarely changing factor: sufficient for ratios.
    [[nodiscard]] long double relative_usage(std::int32_t association) const {
        return decaying_.scaled_raw(index(association));
    }
    /// Grows with each change. A caller that keeps it can later ask what has changed since.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    /// Whether the relative usage of an association, or of one below it, was set since changes()
    /// returned `changes`.
    [[nodiscard]] bool changed_since(std::int32_t association, std::uint64_t changes) const {
        return changed_at_[index(association)] > changes;
    }
    /// Decayed TRES-seconds, compared with GrpTRESMins.
    [[nodiscard]] double tres_seconds(std::int32_t association, std::size_t tres) const {
        return decaying_.tres(index(association), tres);
    }
    /// Decayed seconds of wall-clock time, compared with GrpWall.
    [[nodiscard]] double wall_seconds(std::int32_t association) const {
        return decaying_.wall(index(association));
    }
    [[nodiscard]] long double qos_usage_raw(std::int32_t qos) const;
    [[nodiscard]] double qos_tres_seconds(std::int32_t qos, std::size_t tres) const;
    [[nodiscard]] double qos_wall_seconds(std::int32_t qos) const;
    [[nodiscard]] std::size_t associations() const { return parents_.size(); }

  private:
    static std::size_t index(std::int32_t row) { return static_cast<std::size_t>(row); }
    [[nodiscard]] std::size_t decaying_row(std::int32_t qos) const {
        return parents_.size() + index(qos);
    }
    [[nodiscard]] double decayed_over(Seconds elapsed);
    /// Calls `add(row)` for an association and the accounts above, whose usage then counts as changed.
    template <typename Add>
    void record(std::int32_t association, Add add);
    void mark_all_changed();

    Decay decay_;
    std::vector<std::int32_t> parents_;
    std::vector<bool> keeps_;  ///< by QOS: NoDecay
    std::uint64_t changes_ = 0;
    std::vector<std::uint64_t> changed_at_;  ///< by association: `changes_` after its last change
    UsageTable decaying_;                    ///< of the associations, then of the QOS
    UsageTable kept_qos_;                    ///< of QOS with NoDecay
    Seconds last_elapsed_{0};                ///< most charges cover one period: its D^d is cached
    double last_decay_ = 1.0;
};

}  // namespace clustersim::slurm
