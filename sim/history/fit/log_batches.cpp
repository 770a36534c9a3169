// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/log_batches.hpp"

#include <map>
#include <utility>

namespace clustersim {
namespace {

constexpr Seconds same_batch{300};

}  // namespace

std::vector<LogBatch> batches_of(JobLog const& log) {
    std::vector<LogBatch> batches;
    std::map<std::pair<std::uint32_t, std::int32_t>, std::size_t> open;
    for (std::size_t i = 0; i < log.past.jobs.size(); ++i) {
        PastJob const& job = log.past.jobs[i];
        std::int32_t const size = log.size_of(job);
        auto const [found, is_new] = open.try_emplace({job.user, size}, batches.size());
        if (!is_new) {
            LogBatch& batch = batches[found->second];
            if (job.submit - log.past.jobs[batch.jobs.back()].submit <= same_batch) {
                batch.jobs.push_back(i);
                continue;
            }
            found->second = batches.size();
        }
        batches.push_back({size, job.user, {i}});
    }
    return batches;
}

std::vector<std::vector<std::size_t>> batches_by_user(std::vector<LogBatch> const& batches,
                                                      std::size_t users) {
    std::vector<std::vector<std::size_t>> by_user(users);
    for (std::size_t b = 0; b < batches.size(); ++b) by_user[batches[b].user].push_back(b);
    return by_user;
}

}  // namespace clustersim
