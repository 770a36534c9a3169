// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/replay/outcomes.hpp"

#include "sim/core/csv.hpp"
#include "sim/core/hostlist.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim::slurm {

namespace {

constexpr std::string_view rejected = "REJECTED";

std::string at_text(std::optional<Instant> const& at) {
    return at ? fmt::format("{}", at->since_origin) : std::string();
}

std::string hosts_of(ReplayedJob const& job, Site const& site) {
    std::vector<std::string> names;
    for (auto const node : job.nodes)
        names.push_back(site.nodes[static_cast<std::size_t>(node)].name);
    return compress_hostlist(names);
}

std::string_view starter(StartedBy by) {
    switch (by) {
        case StartedBy::main: return "main";
        case StartedBy::backfill: return "backfill";
        case StartedBy::nobody: break;
    }
    return "";
}

std::string one_line(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    std::ranges::replace(text, '\n', ' ');
    return text;
}

void count_cause(std::vector<OutcomeCounts::Cause>& causes, std::string text, std::int64_t job) {
    auto const known = std::ranges::find(causes, text, &OutcomeCounts::Cause::text);
    if (known == causes.end())
        causes.push_back({std::move(text), 1, job});
    else
        ++known->jobs;
}

}  // namespace

std::string write_outcomes_csv(std::span<ReplayedJob const> jobs, Site const& site) {
    std::string out = "job_id,submit_s,start_s,end_s,state,nodelist,nnodes,ncpus,prio_last,"
                      "partition,restarts,started_by,reason,user,ngpus\n";
    for (ReplayedJob const& job : jobs) {
        std::string const id =
            job.task ? fmt::format("{}_{}", job.number, *job.task) : fmt::format("{}", job.number);
        std::string const partition =
            job.partition ? site.partitions[static_cast<std::size_t>(*job.partition)].name : "";
        std::string const reason =
            job.state ? std::string(reason_name(job.reason)) : one_line(job.refusal);
        out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                           id,
                           job.submit.since_origin,
                           at_text(job.start),
                           at_text(job.end),
                           job.state ? state_name(*job.state) : rejected,
                           csv_cell(hosts_of(job, site)),
                           job.nodes.size(),
                           job.cpus,
                           job.priority,
                           csv_cell(partition),
                           job.restarts,
                           starter(job.started_by),
                           csv_cell(reason),
                           csv_cell(job.user),
                           job.gpus);
    }
    return out;
}

OutcomeCounts count_outcomes(std::span<ReplayedJob const> jobs) {
    OutcomeCounts out;
    std::map<JobState, std::int64_t> by_state;
    std::int64_t refusals = 0;
    for (ReplayedJob const& job : jobs) {
        if (!job.state) {
            ++refusals;
            count_cause(out.refused, one_line(job.refusal), job.number);
            continue;
        }
        ++by_state[*job.state];
        if (*job.state == JobState::pending)
            count_cause(out.waiting, std::string(reason_name(job.reason)), job.number);
    }
    for (auto const& [state, count] : by_state) out.states.emplace_back(state_name(state), count);
    if (refusals > 0) out.states.emplace_back(rejected, refusals);
    return out;
}

}  // namespace clustersim::slurm
