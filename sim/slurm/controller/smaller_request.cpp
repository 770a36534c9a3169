// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/smaller_request.hpp"

#include "sim/slurm/controller/outlook.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

struct Change {
    char const* name;
    std::int32_t nodes_divisor;
    std::int64_t time_divisor;
};

constexpr Change changes[] = {{"as asked", 1, 1},
                              {"half the nodes", 2, 1},
                              {"a quarter of the nodes", 4, 1},
                              {"half the time", 1, 2},
                              {"a quarter of the time", 1, 4},
                              {"half of both", 2, 2}};

/// Divides the nodes of the request, and its tasks; returns false if they cannot be divided.
bool divide_nodes(JobRequest& request, std::int32_t divisor) {
    if (divisor == 1) return true;
    auto const divides = [divisor](std::optional<std::int32_t> const& count) {
        return !count || *count % divisor == 0;
    };
    bool const by_nodes = request.min_nodes && *request.min_nodes >= divisor;
    bool const by_tasks = !request.min_nodes && request.ntasks && *request.ntasks >= divisor;
    if (!by_nodes && !by_tasks) return false;
    if (!divides(request.min_nodes) || !divides(request.ntasks)) return false;
    for (auto* const count : {&request.min_nodes, &request.max_nodes, &request.ntasks})
        if (*count) *count = std::max(**count / divisor, 1);
    for (GresRequest& gres : request.gres)
        if (gres.scope == GresScope::per_job)
            gres.count = std::max<std::int64_t>(gres.count / divisor, 1);
    return true;
}

std::optional<Seconds>
wait_of(Controller fork, std::int32_t original, JobRequest const& request, Horizon horizon) {
    Instant const from = fork.now();
    JobCancel cancel;
    cancel.jobs = {{original, std::nullopt}};
    if (fork.apply(cancel)) return std::nullopt;
    SubmitOutcome const outcome = fork.submit(request);
    if (!outcome.accepted()) return std::nullopt;
    // Finished jobs are remembered for some minutes: with this interval none is missed.
    constexpr Seconds between_looks{120};
    while (fork.now() <= horizon.after(from)) {
        fork.run_until(fork.now() + between_looks);
        Job const* const job = fork.find(outcome.job_id);
        if (job == nullptr) return std::nullopt;
        if (!job->allocation.nodes.empty()) return job->start - from;
        if (is_final(job->state) || can_never_start(*job)) return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::vector<RequestTrial>
try_smaller_requests(Controller const& present, std::int32_t job_id, Horizon horizon) {
    std::vector<RequestTrial> trials;
    Job const* const job = present.find(job_id);
    if (job == nullptr || !job->pending() || job->array_id != 0) return trials;
    for (Change const& change : changes) {
        JobRequest request = job->spec->request;
        request.submit = present.now();
        if (!divide_nodes(request, change.nodes_divisor)) continue;
        if (change.time_divisor > 1) {
            if (!job->limit || job->limit->count < change.time_divisor) continue;
            request.time_minutes = job->limit->count / change.time_divisor;
        }
        RequestTrial trial;
        trial.change = change.name;
        trial.nodes = request.min_nodes.value_or(job->chosen().request.min_nodes);
        trial.limit_minutes = change.time_divisor > 1 ? request.time_minutes : count_of(job->limit);
        trial.wait = wait_of(present, job_id, request, horizon);
        trials.push_back(std::move(trial));
    }
    return trials;
}

}  // namespace clustersim::slurm
