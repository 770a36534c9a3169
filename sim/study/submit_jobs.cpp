// SPDX-License-Identifier: Apache-2.0
#include "sim/study/submit_jobs.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>

namespace clustersim {
namespace {

using Numbers = std::vector<std::vector<std::size_t>>;

/// The part of a job that the queue of a replicate needs. The jobs that it waits for have numbers.
StudyJob submitted_job(Replicate replicate,
                       ResolvedJob const& job,
                       Submission submission,
                       Numbers const& numbers) {
    StudyJob one = job.request;
    if (job.training != nullptr) one.work = work_in(job.training, replicate);
    auto* slurm = std::get_if<SlurmSubmission>(&one.request);
    if (slurm == nullptr) return one;
    for (JobCondition const& condition : job.spec.form.after) {
        std::size_t const other = index_of(submission, condition.job);
        // The end of a chain is not in this queue: after_chains.hpp.
        if (waits_for_chain(condition, submission[other].spec)) continue;
        slurm->after.push_back({condition.type, numbers[other], condition.minutes});
    }
    return one;
}

bool can_be_submitted(ResolvedJob const& job, Submission submission, Numbers const& numbers) {
    return std::ranges::none_of(
        job.spec.form.after,
        [&](JobCondition const& condition) {
            return numbers[index_of(submission, condition.job)].empty();
        });
}

}  // namespace

std::size_t index_of(Submission submission, std::string const& job) {
    auto const found = std::ranges::find(
        submission, job, [](ResolvedJob const& one) -> auto const& { return one.spec.name; });
    CS_ENSURE(found != submission.end(), "a condition names a job of the scenario");
    return static_cast<std::size_t>(found - submission.begin());
}

std::vector<std::vector<std::size_t>>
submit_jobs(QueueModel& queue, Submission submission, Replicate replicate) {
    Numbers numbers(submission.size());
    for (std::size_t done = 0; done < submission.size(); ++done) {
        std::size_t next = 0;
        while (next < submission.size() &&
               (!numbers[next].empty() || !can_be_submitted(submission[next], submission, numbers)))
            ++next;
        CS_ENSURE(next < submission.size(), "no job waits for itself");
        SubmissionForm const& form = submission[next].spec.form;
        StudyJob const job = submitted_job(replicate, submission[next], submission, numbers);
        for (std::int32_t copy = 0; copy < form.count; ++copy) {
            std::size_t const first = queue.submit_now(job);
            for (std::int32_t task = 0; task < form.array_tasks; ++task)
                numbers[next].push_back(first + static_cast<std::size_t>(task));
        }
    }
    return numbers;
}

}  // namespace clustersim
