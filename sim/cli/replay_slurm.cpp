// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/replay_slurm.hpp"

#include "sim/report/atomic_file.hpp"
#include "sim/report/replay_report.hpp"
#include "sim/slurm/read/accounting/event_file.hpp"
#include "sim/slurm/read/accounting/jobs_csv.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"
#include "sim/slurm/replay/outcomes.hpp"
#include "sim/slurm/replay/plain_site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace clustersim {
namespace {

std::int64_t cpus_of(slurm::Site const& site) {
    std::int64_t cpus = 0;
    for (std::size_t i = 0; i < site.nodes.size(); ++i) {
        cpus += site.record_of(static_cast<std::int32_t>(i)).cpus;
    }
    return cpus;
}

TraceKind kind_of(SlurmReplayOptions const& options) {
    if (options.kind != TraceKind::by_name) return options.kind;
    std::string const name = options.trace.filename().string();
    if (name.find(".events") != std::string::npos) return TraceKind::events;
    return name.find(".csv") != std::string::npos ? TraceKind::jobs : TraceKind::swf;
}

Result<slurm::ImportedJobs>
read_trace(SlurmReplayOptions const& options, slurm::Site const& site, CommandContext& context) {
    Result<slurm::ImportedJobs> jobs;
    switch (kind_of(options)) {
        case TraceKind::events: jobs = slurm::read_event_file(options.trace); break;
        case TraceKind::jobs: jobs = slurm::read_jobs_csv(options.trace); break;
        case TraceKind::swf:
        case TraceKind::by_name: {
            SwfOptions swf = options.swf;
            swf.processors = static_cast<std::int32_t>(cpus_of(site));
            auto trace = read_swf(options.trace, swf);
            if (!trace) return failure(std::move(trace.error()));
            jobs = slurm::jobs_of(trace->jobs);
            jobs->notes = std::move(trace->odd_rows);
            return jobs;
        }
    }
    if (!jobs) return jobs;
    std::erase_if(jobs->jobs, [&](slurm::ImportedJob const& job) {
        return job.request.submit < options.swf.from;
    });
    if (options.swf.first && *options.swf.first < jobs->jobs.size()) {
        jobs->jobs.resize(*options.swf.first);
    }
    if (jobs->jobs.empty()) {
        return failure(problem(Code::no_jobs, "no job of the trace is left"));
    }
    for (std::string const& name : jobs->ignored) {
        context.remark(fmt::format("{} does nothing here\n", name));
    }
    return jobs;
}

/// The jobs that ran, as other replays show them: one unit a CPU.
std::vector<JobRecord> records_of(std::vector<slurm::ReplayedJob> const& jobs) {
    std::vector<JobRecord> records;
    for (slurm::ReplayedJob const& job : jobs) {
        if (job.start && job.end) {
            records.push_back({job.number, job.submit, *job.start, *job.end, job.cpus, 1});
        }
    }
    return records;
}

std::optional<double> recorded_mean_wait(std::vector<slurm::ImportedJob> const& jobs) {
    double sum = 0;
    std::size_t count = 0;
    for (slurm::ImportedJob const& job : jobs) {
        if (job.recorded.start) {
            sum += static_cast<double>((*job.recorded.start - job.request.submit).count);
            ++count;
        }
    }
    return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
}

/// What Slurm would refuse or leave waiting for ever is said, with the first job of each kind.
void print_causes(slurm::OutcomeCounts const& counts, CommandContext& context) {
    for (auto const& one : counts.refused) {
        context.remark(
            fmt::format("refused: {} (jobs: {}, first: {})\n", one.text, one.jobs, one.first));
    }
    for (auto const& one : counts.waiting) {
        context.remark(fmt::format(
            "waiting for ever: {} (jobs: {}, first: {})\n", one.text, one.jobs, one.first));
    }
}

bool write_files(SlurmReplayOptions const& options,
                 slurm::Site const& site,
                 std::vector<slurm::ReplayedJob> const& jobs,
                 CommandContext& context) {
    Result<void> written;
    if (!options.outcomes.empty()) {
        written = write_file(options.outcomes, slurm::write_outcomes_csv(jobs, site));
    }
    if (written && !options.starts.empty()) {
        written = write_starts(options.starts, records_of(jobs));
    }
    if (!written) context.report(written.error());
    return written.has_value();
}

/// A machine of more cores than any that was built takes more memory and time than anyone has.
constexpr std::int64_t most_cores = 20'000'000;

Result<slurm::Site> plain_site_of(SlurmReplayOptions const& options) {
    std::int64_t const cores = std::int64_t{options.nodes} * options.cores;
    if (cores <= most_cores) return slurm::plain_site(options.nodes, options.cores);
    return failure(problem(
        Code::out_of_range,
        fmt::format("--nodes {} of --cores {} are {} cores", options.nodes, options.cores, cores),
        fmt::format("at most {} cores in all", most_cores)));
}

}  // namespace

void replay_slurm(SlurmReplayOptions options, CommandContext& context) {
    auto read_site =
        options.site.empty() ? plain_site_of(options) : slurm::read_site_yaml(options.site);
    if (context.value_of(read_site) == nullptr) return;
    auto const site = std::make_shared<slurm::Site const>(std::move(*read_site));
    auto jobs = read_trace(options, *site, context);
    if (context.value_of(jobs) == nullptr) return;
    if (!context.quiet && !jobs->notes.empty()) context.report(jobs->notes);

    slurm::ReplayOptions how;
    how.cycles = options.reference_cycles ? slurm::CycleMode::reference : slurm::CycleMode::fast;
    how.interrupted = context.interrupted;
    auto const replayed = slurm::replay_jobs(site, jobs->jobs, how);
    if (replayed.interrupted) {
        context.set_interrupted();
        return;
    }
    auto const counts = slurm::count_outcomes(replayed.jobs);
    if (!write_files(options, *site, replayed.jobs, context)) return;
    print_causes(counts, context);
    auto const records = records_of(replayed.jobs);
    if (records.empty()) {
        Diagnostics none;
        none.add(problem(Code::no_jobs, "no job of the trace ever started"));
        context.report(none);
        return;
    }
    auto const cpus = cpus_of(*site);
    context.print(print_replay({.trace = options.trace.string(),
                                .policy = "slurm",
                                .processors = static_cast<std::int32_t>(cpus),
                                .metrics = metrics_of(records, cpus),
                                .states = counts.states,
                                .recorded_mean_wait_s = recorded_mean_wait(jobs->jobs)},
                               options.format));
}

}  // namespace clustersim
