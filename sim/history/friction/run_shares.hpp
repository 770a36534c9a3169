// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/friction/past_queue.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace clustersim {

/// The limit of a job; a week if it has none.
std::int64_t limit_or_week(std::int64_t limit);

/// The shares of their limits for which jobs ran, from the jobs that ended in a part of a past.
class RunShares {
  public:
    RunShares() = default;
    RunShares(PastQueue const& past, std::int64_t from, std::int64_t until);

    /// The run time of a job that has run for `elapsed`, from the user's jobs (at least ten) or those of all. `chance` in
    /// [0, 1) selects it. Longer than `elapsed`.
    [[nodiscard]] std::int64_t
    draw(std::uint32_t user, std::int64_t limit, std::int64_t elapsed, double chance) const;

    /// No run is known.
    [[nodiscard]] bool empty() const { return of_all_.empty(); }

  private:
    std::map<std::uint32_t, std::vector<double>> of_user_;  ///< ascending
    std::vector<double> of_all_;                            ///< ascending
};

}  // namespace clustersim
