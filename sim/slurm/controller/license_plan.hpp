// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// Backfill's plan of licences under bf_licenses: how many are not promised to any job, by
/// intervals of time (spec 4.3.3, 4.6.7). If empty, licences are unlimited.
class LicensePlan {
  public:
    /// Resets to one interval over the window with no licence promised; `totals` by position.
    void reset(Instant begin, Instant end, std::vector<std::int64_t> totals);
    /// Among the intervals that end after `start` and begin at or before `end`, the end of the
    /// first one with too few licences.
    [[nodiscard]] std::optional<Instant>
    short_until(Instant start, Instant end, LicenseCounts const& needs) const;
    /// Promises licences for [start, end).
    void take(Instant start, Instant end, LicenseCounts const& needs);

  private:
    void split(Instant at);

    std::map<Instant, std::vector<std::int64_t>> free_from_;  ///< by beginning of the interval
    Instant end_;
};

}  // namespace clustersim::slurm
