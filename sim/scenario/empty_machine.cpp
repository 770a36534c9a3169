// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/empty_machine.hpp"

#include "sim/slurm/controller/controller.hpp"
#include "sim/slurm/controller/outlook.hpp"
#include "sim/slurm/request/array_text.hpp"

#include <utility>

namespace clustersim {
namespace {

/// The record of the job, or of the first task of an array that no longer waits; null if Slurm has forgotten it.
slurm::Job const*
foremost(slurm::Controller const& machine, std::int32_t id, std::string const& array) {
    slurm::Job const* const job = machine.find(id);
    if (array.empty() || (job != nullptr && !job->pending())) return job;
    slurm::JobTable const& table = machine.state().jobs.table;
    if (auto const tasks = slurm::parse_array(array, std::int64_t{INT32_MAX}))
        for (std::int32_t const task : tasks->tasks)
            if (auto const slot = table.find_task(id, task); slot && !table.at(*slot).pending())
                return &table.at(*slot);
    return job;
}

EmptyMachineStart start_of(slurm::Job const& job, slurm::Site const& site) {
    EmptyMachineStart start;
    start.partition = site.partitions[static_cast<std::size_t>(job.chosen().partition)].name;
    if (job.spec->qos >= 0) start.qos = site.qos[static_cast<std::size_t>(job.spec->qos)].name;
    if (job.limit) start.limit = job.limit->seconds();
    start.allocation = job.allocation;
    return start;
}

}  // namespace

EmptyMachineAnswer ask_empty_machine(std::shared_ptr<slurm::Site const> const& site,
                                     slurm::JobRequest request) {
    // Two passes of the main scheduler and many of backfill: a job that has not started by then never will, unless
    // maintenance or another reservation keeps its nodes.
    constexpr Instant long_enough{600};
    constexpr Instant last_look{30 * 86400};
    // Shorter than any limit, so that the job is seen while it runs.
    constexpr Seconds look_gap{30};
    request.run_times = {Seconds{3600}};
    request.work = nullptr;
    slurm::Controller empty(site, slurm::Phases{});
    slurm::SubmitOutcome const outcome = empty.submit(request);
    if (!outcome.accepted()) return {outcome.message, {}};
    slurm::Job const* job = nullptr;
    for (Instant t{look_gap.count}; t <= last_look; t = t + look_gap) {
        empty.run_until(t);
        job = foremost(empty, outcome.job_id, request.array);
        if (job == nullptr || !job->pending()) break;
        bool const may_change = reservation_ahead(empty.state()) && !can_never_start(*job);
        if (t >= long_enough && !may_change) break;
    }
    if (job == nullptr) return {"the job was removed", {}};
    if (job->allocation.nodes.empty()) {
        std::string why(slurm::reason_name(job->reason));
        if (empty.state().clock.now() >= last_look)
            why += ": maintenance or another reservation keeps its nodes for 30 days or longer";
        return {std::move(why), {}};
    }
    return {std::nullopt, start_of(*job, *site)};
}

}  // namespace clustersim
