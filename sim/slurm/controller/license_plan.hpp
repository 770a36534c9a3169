// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// Backfill's map of licences under bf_licenses: how many no job has been promised, by stretches of
/// time (spec 4.3.3, 4.6.7). Empty, it is short of nothing. Times are seconds.
class LicensePlan {
  public:
    /// One stretch over the window, all licences unpromised; `totals` by position.
    void reset(std::int64_t begin, std::int64_t end, std::vector<std::int64_t> totals);
    /// Of the stretches that end after `start` and begin at or before `end`, the first with too few
    /// licences: when it ends.
    [[nodiscard]] std::optional<std::int64_t>
    short_until(std::int64_t start, std::int64_t end, LicenseCounts const& needs) const;
    /// Promises licences for [start, end).
    void take(std::int64_t start, std::int64_t end, LicenseCounts const& needs);

  private:
    void split(std::int64_t at);

    std::map<std::int64_t, std::vector<std::int64_t>> free_from_;  ///< by where a stretch begins
    std::int64_t end_ = 0;
};

}  // namespace clustersim::slurm
