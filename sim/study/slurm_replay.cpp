// SPDX-License-Identifier: Apache-2.0
#include "sim/study/slurm_replay.hpp"

#include "sim/slurm/read/accounting/event_file.hpp"
#include "sim/slurm/read/accounting/jobs_csv.hpp"
#include "sim/slurm/read/machine/slurm_policy.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"
#include "sim/slurm/replay/plain_site.hpp"
#include "sim/slurm/site/site_totals.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// A machine with more cores than any real one would need too much memory and time.
constexpr std::int64_t most_cores = 20'000'000;

Result<slurm::Site> plain_site_of(PlainCluster const& cluster) {
    std::int64_t const cores = std::int64_t{cluster.nodes} * cluster.cores;
    if (cores <= most_cores) return slurm::plain_site(cluster.nodes, cluster.cores);
    return failure(problem(
        Code::out_of_range,
        fmt::format("--nodes {} of --cores {} are {} cores", cluster.nodes, cluster.cores, cores),
        fmt::format("at most {} cores in all", most_cores)));
}

Result<slurm::Site> site_asked_for(SlurmReplayQuestion const& question) {
    if (auto const* file = std::get_if<GivenDocument>(&question.site))
        return slurm::read_site_yaml(*file);
    return plain_site_of(std::get<PlainCluster>(question.site));
}

TraceKind kind_of(SlurmReplayQuestion const& question) {
    if (question.kind != TraceKind::by_name) return question.kind;
    std::string const name = question.trace.filename().string();
    if (name.find(".events") != std::string::npos) return TraceKind::events;
    return name.find(".csv") != std::string::npos ? TraceKind::jobs : TraceKind::swf;
}

Result<slurm::ImportedJobs> read_swf_jobs(SlurmReplayQuestion const& question, std::int64_t cpus) {
    SwfOptions swf = question.swf;
    swf.processors = static_cast<std::int32_t>(cpus);
    swf.limits_beyond_runs = true;
    auto trace = read_swf(question.trace, swf);
    if (!trace) return failure(std::move(trace.error()));
    slurm::ImportedJobs jobs = slurm::jobs_of(trace->jobs);
    jobs.notes = std::move(trace->odd_rows);
    return jobs;
}

Result<slurm::ImportedJobs> read_trace(SlurmReplayQuestion const& question, std::int64_t cpus) {
    TraceKind const kind = kind_of(question);
    if (kind == TraceKind::swf) return read_swf_jobs(question, cpus);
    auto jobs = kind == TraceKind::events ? slurm::read_event_file(question.trace)
                                          : slurm::read_jobs_csv(question.trace);
    if (!jobs) return jobs;
    std::erase_if(jobs->jobs, [&](slurm::ImportedJob const& job) {
        return job.request.submit < question.swf.from;
    });
    if (question.swf.first && *question.swf.first < jobs->jobs.size())
        jobs->jobs.resize(*question.swf.first);
    if (jobs->jobs.empty())
        return failure(problem(Code::no_jobs, "the trace has no job to replay"));
    return jobs;
}

/// The last thing that happens to a job by itself, and when.
std::pair<Instant, char const*> last_act(slurm::ImportedJob const& job) {
    std::pair<Instant, char const*> last{job.request.submit, "is submitted"};
    if (job.request.begin && *job.request.begin > last.first) last = {*job.request.begin, "begins"};
    if (job.cancel && *job.cancel > last.first) last = {*job.cancel, "is cancelled"};
    return last;
}

/// Jobs that can never start are tried again at every cycle, so that a wrong instant decades later
/// would take minutes to simulate.
Result<void> check_span(std::vector<slurm::ImportedJob> const& jobs) {
    constexpr std::int64_t year = std::int64_t{365} * 86400;
    constexpr std::int64_t most_years = 10;
    if (jobs.empty()) return {};
    auto const first = std::ranges::min_element(
        jobs, {}, [](slurm::ImportedJob const& job) { return job.request.submit; });
    auto const last = std::ranges::max_element(
        jobs, {}, [](slurm::ImportedJob const& job) { return last_act(job).first; });
    auto const [instant, act] = last_act(*last);
    std::int64_t const span = (instant - first->request.submit).count;
    if (span <= most_years * year) return {};
    return failure(
        problem(Code::out_of_range,
                fmt::format("job {} {} {} years after job {}{}",
                            last->request.number,
                            act,
                            span / year,
                            first->request.number,
                            instant == last->request.submit ? "" : " is submitted"),
                fmt::format("at most {} years; `--from` and `--first` replay a part of a trace",
                            most_years)));
}

/// The jobs that ran, in the form of other replays: one unit per CPU.
std::vector<JobRecord> records_of(std::vector<slurm::ReplayedJob> const& jobs) {
    std::vector<JobRecord> records;
    for (slurm::ReplayedJob const& job : jobs)
        if (job.start && job.end)
            records.push_back({job.number, job.submit, *job.start, *job.end, job.cpus, 1});
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

Instant first_submission(std::vector<slurm::ImportedJob> const& jobs) {
    Instant first = jobs.front().request.submit;
    for (slurm::ImportedJob const& job : jobs) first = std::min(first, job.request.submit);
    return first;
}

Result<slurm::Site>
changed_site(slurm::Site site, ConfigNode const& policy, Instant origin, Diagnostics& warnings) {
    if (policy.kind == ConfigNode::Kind::null) return site;
    auto const document = parse_yaml(slurm::write_site_yaml(site), "the site");
    if (!document) return failure(document.error());
    auto const changed = site_under_policy(*document, policy, origin, warnings);
    if (!changed) return failure(changed.error());
    return slurm::read_site(*changed);
}

}  // namespace

Result<SlurmReplayInput> read_slurm_replay(SlurmReplayQuestion const& question) {
    auto site = site_asked_for(question);
    if (!site) return failure(std::move(site.error()));
    auto jobs = read_trace(question, slurm::cpus_of(*site));
    if (!jobs) return failure(std::move(jobs.error()));
    if (auto spans = check_span(jobs->jobs); !spans) return failure(std::move(spans.error()));
    Diagnostics warnings;
    auto changed =
        changed_site(std::move(*site), question.policy, first_submission(jobs->jobs), warnings);
    if (!changed) return failure(std::move(changed.error()));
    return SlurmReplayInput{std::make_shared<slurm::Site const>(std::move(*changed)),
                            std::move(*jobs),
                            std::move(warnings)};
}

std::optional<SlurmReplayAnswer> replay_under_slurm(SlurmReplayInput const& input,
                                                    std::string const& trace,
                                                    slurm::ReplayOptions const& options) {
    auto replayed = slurm::replay_jobs(input.site, input.jobs.jobs, options);
    if (replayed.interrupted) return std::nullopt;
    SlurmReplayAnswer out;
    out.jobs = std::move(replayed.jobs);
    out.counts = slurm::count_outcomes(out.jobs);
    out.records = records_of(out.jobs);
    if (out.records.empty()) return out;
    std::int64_t const cpus = slurm::cpus_of(*input.site);
    out.summary = {.trace = trace,
                   .policy = "slurm",
                   .rules = slurm::rules_text(input.site->settings.release),
                   .processors = static_cast<std::int32_t>(cpus),
                   .metrics = metrics_of(out.records, cpus),
                   .states = out.counts.states,
                   .recorded_mean_wait_s = recorded_mean_wait(input.jobs.jobs)};
    if (input.site->nodes_fail())
        out.summary->failures = slurm::failure_totals(
            replayed.failures, first_submission(input.jobs.jobs), replayed.end);
    return out;
}

}  // namespace clustersim
