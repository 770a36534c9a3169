// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/named_jobs.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <unordered_map>

namespace clustersim::slurm {

std::string NamedJobs::what_is_wrong(std::int64_t other, std::int64_t own, bool known) {
    if (!known)
        return fmt::format("job {} depends on job {}, which is not in the table", own, other);
    return other == own
               ? fmt::format("job {} depends on itself", own)
               : fmt::format("job {} depends on job {}, which is submitted after it", own, other);
}

void NamedJobs::check(ImportedJobs& jobs, Diagnostics& problems) const {
    if (waiting_.empty()) return;
    std::unordered_map<std::int64_t, std::size_t> turn;  // looked up only
    for (std::size_t i = 0; i < jobs.jobs.size(); ++i) turn.emplace(jobs.jobs[i].request.number, i);
    for (auto const& [number, place] : waiting_) {
        auto const own = turn.at(number);
        for (Dependency const& one : jobs.jobs[own].request.dependency.list.all) {
            if (one.type == DependencyType::singleton) continue;
            auto const other = turn.find(one.job_id);
            if (other != turn.end() && other->second < own) continue;
            Diagnostic trouble = place;
            trouble.message = what_is_wrong(one.job_id, number, other != turn.end());
            if (other == turn.end()) {
                trouble.severity = Severity::warning;
                trouble.help = "Slurm treats an unknown job as one that has ended";
                jobs.notes.add(std::move(trouble));
            } else {
                trouble.help = "a job can depend only on jobs that were submitted before it";
                problems.add(std::move(trouble));
            }
        }
    }
}

}  // namespace clustersim::slurm
