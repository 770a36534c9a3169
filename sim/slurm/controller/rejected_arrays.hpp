// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_queue.hpp"
#include "sim/slurm/controller/job_record.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// The arrays that a pass or a cycle refused in a partition: their other tasks are not tested there (spec 3.5.5).
class RejectedArrays {
  public:
    void clear() { known_.clear(); }
    void add(Job const& job, QueueRecord const& record) {
        known_.emplace_back(job.array_id, record.partition);
    }
    [[nodiscard]] bool contains(Job const& job, QueueRecord const& record) const {
        return std::ranges::find(known_, std::pair(job.array_id, record.partition)) != known_.end();
    }

  private:
    std::vector<std::pair<std::int32_t, std::int32_t>> known_;
};

}  // namespace clustersim::slurm
