// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/one_for_each_id.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim::slurm {

namespace {

bool agree(QueuedJob const& job, QueuedJob const& squeue) {
    return job.state == squeue.state && job.priority == squeue.priority &&
           job.request.submit == squeue.request.submit && job.request.user == squeue.request.user;
}

}  // namespace

void OneForEachId::add(QueuedJob job, bool imitated) {
    auto const id = job.request.number;
    auto const [at, fresh] = place_.emplace(id, jobs_.size());
    if (imitated || !fresh) {
        Doubt& doubt = doubts_[id];
        if (fresh) doubt.first_imitated = imitated;
        doubt.twice = doubt.twice || !fresh;
        if (!fresh && !imitated) doubt.others.push_back(std::move(job));
    }
    if (fresh) jobs_.push_back(std::move(job));
}

void OneForEachId::hear(QueuedJob job) {
    auto& squeue = doubts_[job.request.number].squeue;
    if (!squeue) squeue = std::move(job);
}

std::optional<QueuedJob> OneForEachId::settle(QueuedJob first, Doubt& doubt) {
    std::vector<QueuedJob> candidates = std::move(doubt.others);
    if (!doubt.first_imitated) candidates.insert(candidates.begin(), std::move(first));
    if (!doubt.squeue)
        return candidates.empty() ? std::nullopt : std::optional(std::move(candidates.front()));
    for (QueuedJob& one : candidates)
        if (agree(one, *doubt.squeue)) return std::move(one);
    return std::move(doubt.squeue);
}

std::vector<QueuedJob> OneForEachId::finish(std::vector<std::string>& notes) {
    std::int64_t twice = 0;
    std::int64_t imitated = 0;
    std::int64_t lost = 0;
    std::vector<QueuedJob> out;
    out.reserve(jobs_.size());
    for (QueuedJob& job : jobs_) {
        auto const found = doubts_.find(job.request.number);
        if (found == doubts_.end()) {
            out.push_back(std::move(job));
            continue;
        }
        ++(found->second.twice ? twice : imitated);
        if (auto settled = settle(std::move(job), found->second))
            out.push_back(std::move(*settled));
        else
            ++lost;
    }
    if (twice > 0)
        notes.push_back(fmt::format(
            "{} jobs are listed twice: the entry that squeue confirms counts, else the first one",
            twice));
    if (imitated > 0)
        notes.push_back(fmt::format("{} jobs have a word twice, which a job's name may imitate: "
                                    "only what squeue shows of them counts",
                                    imitated));
    if (lost > 0)
        notes.push_back(fmt::format("{} of these jobs are left out: squeue is silent", lost));
    return out;
}

}  // namespace clustersim::slurm
