// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// Backfill's map of licences under bf_licenses: how many no job has been promised, by stretches of
/// time (spec 4.3.3, 4.6.7). Empty, it is short of nothing.
class LicensePlan {
  public:
    /// One stretch over the window, all licences unpromised; `totals` by position.
    void reset(Instant begin, Instant end, std::vector<std::int64_t> totals);
    /// Of the stretches that end after `start` and begin at or before `end`, the first with too few
    /// licences: when it ends.
    [[nodiscard]] std::optional<Instant>
    short_until(Instant start, Instant end, LicenseCounts const& needs) const;
    /// Promises licences for [start, end).
    void take(Instant start, Instant end, LicenseCounts const& needs);

  private:
    void split(Instant at);

    std::map<Instant, std::vector<std::int64_t>> free_from_;  ///< by where a stretch begins
    Instant end_;
};

}  // namespace clustersim::slurm
