// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/recorded_policy_queue.hpp"

#include "sim/scenario/slurm_request.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"
#include "sim/study/queue_study.hpp"
#include "sim/study/run_queue.hpp"
#include "sim/study/submit_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// The nodes of every job that has started, ascending.
using NodesOfJobs = std::map<std::uint32_t, std::vector<std::int32_t>>;

/// A simulation forgets the nodes of a job that has ended, so they are noted after every step.
void note_nodes(Simulation const& simulation, NodesOfJobs& noted) {
    for (RunningJob const& running : simulation.running()) {
        auto const [found, is_new] = noted.try_emplace(running.job.value);
        if (!is_new) continue;
        for (NodeRange const range : simulation.nodes_of(running.job))
            for (std::int32_t i = 0; i < range.count; ++i) found->second.push_back(range.first + i);
        std::ranges::sort(found->second);
    }
}

void run_to(PolicyQueue& queue, Instant end, NodesOfJobs& nodes) {
    while (queue.step(end)) note_nodes(queue.simulation(), nodes);
    queue.run_until(end);
}

bool all_over(Simulation const& simulation, std::vector<std::vector<std::size_t>> const& jobs) {
    return std::ranges::all_of(
        jobs,
        [&](std::vector<std::size_t> const& copies) {
            return std::ranges::all_of(
                copies,
                [&](std::size_t copy) {
                    auto const over = simulation.end_of(JobIndex{static_cast<std::uint32_t>(copy)});
                    return over && *over <= simulation.now();
                });
        });
}

/// The total over the job's nodes of what the emulated Slurm would request for it.
void set_resources(Job const& job, SlurmPlace const& place, slurm::AccountingRecord& record) {
    slurm::JobRequest const request = slurm_request(job, place);
    record.limit_minutes = request.time_minutes;
    record.requested_nodes = record.tasks = job.nodes;
    record.requested_cpus = job.nodes * request.cpus_per_task.value_or(1);
    record.requested_memory_mb = job.nodes * request.mem_per_node_mb.value_or(0);
    record.requested_tres = {
        {"cpu", record.requested_cpus}, {"mem", record.requested_memory_mb}, {"node", job.nodes}};
    for (slurm::GresRequest const& gres : request.gres) {
        record.requested_tres.emplace_back("gres/gpu", job.nodes * gres.count);
        if (!gres.type.empty())
            record.requested_tres.emplace_back("gres/gpu:" + gres.type, job.nodes * gres.count);
    }
}

slurm::AccountingRecord record_of(Simulation const& simulation,
                                  JobIndex index,
                                  SlurmPlace const& place,
                                  NodesOfJobs const& nodes) {
    Job const& job = simulation.job(index);
    slurm::AccountingRecord record;
    record.id = std::int64_t{index.value} + 1;
    record.partition = place.partition;
    record.submit = job.submit;
    record.eligible = job.submit;
    set_resources(job, place, record);
    record.start = simulation.start_of(index);
    if (!record.start) return record;
    record.nodes = nodes.at(index.value);
    record.allocated_cpus = record.requested_cpus;
    record.allocated_tres = record.requested_tres;
    record.state = slurm::JobState::running;
    Instant const end = *simulation.end_of(index);
    if (end > simulation.now()) return record;
    record.end = end;
    record.state = job.run > job.requested ? slurm::JobState::timeout : slurm::JobState::completed;
    return record;
}

/// The partition's nodes, which the policy numbers from 0.
std::vector<slurm::NodeView> nodes_of(ResolvedRun const& run) {
    slurm::NodeRecord const record = node_record(run.system->system, *run.node_type);
    std::vector<slurm::NodeView> nodes(static_cast<std::size_t>(run.partition->nodes));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        nodes[i].name = fmt::format("{}-{:04}", run.node_type->name, i + 1);
        nodes[i].cpus = record.cpus;
        nodes[i].memory_mb = record.real_memory_mb;
    }
    return nodes;
}

}  // namespace

RecordedQueue
recorded_policy_queue(ResolvedRun const& run, std::uint64_t replicate, Instant end, Instant last) {
    QueueSetup const setup = queue_setup(run);
    PolicyQueue queue = sample_policy(setup, replicate).queue;
    Simulation const& simulation = queue.simulation();
    NodesOfJobs nodes;
    run_to(queue, submission_instant(setup, replicate), nodes);
    auto const jobs = submit_jobs(queue, run.jobs, {setup.seed, replicate});
    run_to(queue, end, nodes);
    while (!all_over(simulation, jobs) && queue.step(last)) note_nodes(simulation, nodes);

    RecordedQueue recorded;
    recorded.snapshot.cluster = run.system->system.name;
    recorded.snapshot.now = simulation.now();
    recorded.snapshot.nodes = nodes_of(run);
    SlurmPlace const place = slurm_place(run.system->system, *run.partition);
    for (std::size_t j = 0; j < jobs.size(); ++j)
        for (std::size_t const copy : jobs[j])
            recorded.study_jobs.emplace_back(run.jobs[j].spec.name,
                                             static_cast<std::int32_t>(copy + 1));
    auto const name_of = [&](std::int64_t id) {
        auto const found = std::ranges::find(
            recorded.study_jobs, id, &std::pair<std::string, std::int32_t>::second);
        return found == recorded.study_jobs.end() ? std::string() : found->first;
    };
    std::vector<slurm::AccountingRecord>& records = recorded.snapshot.accounting;
    for (std::uint32_t i = 0; i < simulation.job_count(); ++i) {
        if (simulation.job({i}).submit > simulation.now()) continue;
        records.push_back(record_of(simulation, {i}, place, nodes));
        records.back().name = name_of(records.back().id);
    }
    std::ranges::stable_sort(records, {}, &slurm::AccountingRecord::submit);
    return recorded;
}

}  // namespace clustersim
