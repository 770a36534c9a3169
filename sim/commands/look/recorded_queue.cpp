// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/recorded_queue.hpp"

#include <algorithm>

namespace clustersim {

bool is_study_job(RecordedQueue const& queue, slurm::AccountingRecord const& record) {
    return std::ranges::any_of(
        queue.study_jobs,
        [&](auto const& job) {
            return record.id == job.second ||
                   (record.array_id != 0 && record.array_id == job.second);
        });
}

}  // namespace clustersim
