// SPDX-License-Identifier: Apache-2.0
#include "sim/study/settle_backlogs.hpp"

#include "sim/config/yaml_text.hpp"
#include "sim/scenario/set_background.hpp"
#include "sim/slurm/read/machine/machine_people.hpp"
#include "sim/study/horizons.hpp"
#include "sim/study/matched_backlog.hpp"
#include "sim/study/queue_store.hpp"
#include "sim/study/run_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace clustersim {
namespace {

constexpr std::array tried_shares{0.125, 0.25, 0.5, 1.0, 2.0, 4.0};
constexpr std::uint64_t tried_queues = 3;
constexpr int instants = 3;
constexpr Seconds between_instants{16 * 3600};
/// The warm-up if the scenario gives none. A queue that begins empty needs days for the longest
/// backlog to build up.
constexpr Seconds warm_up_from_empty{std::int64_t{4} * 86400};
constexpr Seconds warm_up_from_steady{std::int64_t{12} * 3600};
/// No replicate has these numbers.
constexpr std::uint64_t first_tried = std::uint64_t{1} << 40U;
constexpr double never_starts = std::numeric_limits<double>::infinity();

/// The same Slurm with another backlog of the partition under study.
std::shared_ptr<SlurmSetup const> with_backlog(SlurmSetup const& setup, Backlog const& backlog) {
    auto changed = std::make_shared<SlurmSetup>(setup);
    changed->backgrounds.front().backlog = backlog;
    changed->key +=
        fmt::format("; {} {} {}", backlog.brief.si(), backlog.usual.si(), backlog.extended.si());
    return changed;
}

StudyJob job_of(RecordedWait const& record, ResolvedRun const& run) {
    SlurmPlace const& place = run.slurm->place;
    Job job;
    job.nodes = record.nodes;
    job.units = record.gpus.value_or(std::max(1, place.gpus));
    job.requested = record.walltime;
    job.run = record.walltime;
    if (place.whole_nodes) job.units = 1;
    AdmittingQos const& qos = fit_to_site(place, job);
    slurm::JobRequest request = slurm_request(job, place);
    request.name = "recorded";
    request.user = study_user;
    request.account = study_account;
    request.qos = qos.slurm_name;
    return {SlurmSubmission{std::move(request), std::nullopt, run.scenario.user.standing}, nullptr};
}

/// The waits of the records' jobs in one queue, by record.
std::vector<std::vector<double>> waits_in(QueueSetup const& setup,
                                          std::uint64_t number,
                                          std::span<StudyJob const> jobs,
                                          std::function<bool()> const& interrupted) {
    std::vector<std::vector<double>> waits(jobs.size());
    SampledQueue const sampled = sample_queue(setup, number);
    sampled.queue->set_interrupted(interrupted);
    for (int instant = 0; instant < instants; ++instant) {
        Seconds const after{setup.background.warm_up.value().count +
                            instant * between_instants.count};
        sampled.queue->run_until(Instant{after.count});
        for (std::size_t j = 0; j < jobs.size(); ++j) {
            auto const copy = sampled.queue->fork();
            auto const started = copy->run_until_started(copy->submit_now(jobs[j]), longest_wait);
            waits[j].push_back(started
                                   ? static_cast<double>((*started - Instant{after.count}).count)
                                   : never_starts);
        }
    }
    return waits;
}

struct Matching {
    std::vector<ResolvedRun*> runs;
    Backlog prior;
    std::vector<TriedBacklog> tried;
    std::vector<StudyJob> jobs;
};

bool can_be_matched(ResolvedRun const& run) {
    BackgroundSpec const& background = run.scenario.background;
    return run.slurm != nullptr && !run.evidence.empty() && background.backlog &&
           background.backlog->is_range() && !run.slurm->backgrounds.empty();
}

std::vector<Matching> matchings_of(std::vector<ResolvedRun>& runs) {
    std::vector<Matching> all;
    for (ResolvedRun& run : runs) {
        if (!can_be_matched(run)) continue;
        auto const same = std::ranges::find_if(
            all, [&](Matching const& one) { return same_queue(*one.runs.front(), run); });
        Matching& matching = same != all.end() ? *same : all.emplace_back();
        matching.runs.push_back(&run);
        if (matching.runs.size() > 1) continue;
        matching.prior = *run.scenario.background.backlog;
        for (double const share : tried_shares)
            matching.tried.push_back({share * matching.prior.usual,
                                      std::vector<std::vector<double>>(run.evidence.size())});
        for (RecordedWait const& record : run.evidence)
            matching.jobs.push_back(job_of(record, run));
    }
    return all;
}

QueueSetup tried_setup(ResolvedRun const& run, Duration backlog) {
    QueueSetup setup = queue_setup(run);
    setup.background.backlog = Backlog::exactly(backlog);
    setup.background.warm_up = run.scenario.background.warm_up.value_or(
        setup.background.begins_empty ? warm_up_from_empty : warm_up_from_steady);
    setup.background.window = Seconds{instants * between_instants.count};
    setup.scheduler = with_backlog(*run.slurm, Backlog::exactly(backlog));
    setup.whole_queue = false;
    return setup;
}

void settle(ResolvedRun& run,
            MatchedBacklog const& matched,
            std::shared_ptr<SlurmSetup const> const& slurm) {
    run.slurm = slurm;
    run.evidence.clear();
    run.warnings.append(matched.warnings);
    ConfigNode range;
    range.kind = ConfigNode::Kind::mapping;
    for (auto const& [key, value] : {std::pair("short", matched.range.brief),
                                     std::pair("usual", matched.range.usual),
                                     std::pair("long", matched.range.extended)})
        add_entry(range, key, text_node(fmt::format("{:.0f} s", value.si())));
    // A result holds the backlog, not the evidence for it.
    for (ConfigNode::Entry& entry : run.variant.document.entries)
        if (entry.key == "background")
            std::erase_if(entry.value.entries,
                          [](ConfigNode::Entry const& one) { return one.key == "evidence"; });
    set_background(run, "backlog", std::move(range));
    run.scenario.background.basis = matched.basis;
}

Backlog whole_seconds(Backlog const& exact) {
    auto const whole = [](Duration value) { return seconds(std::round(value.si())); };
    return {whole(exact.brief), whole(exact.usual), whole(exact.extended)};
}

/// Simulates the records of one queue at each backlog and compares; nothing if interrupted.
std::optional<MatchedBacklog> match(Matching& one, RunOptions const& options) {
    std::vector<QueueSetup> setups;
    for (TriedBacklog const& tried : one.tried)
        setups.push_back(tried_setup(*one.runs.front(), tried.backlog));
    std::vector<std::vector<std::vector<double>>> waits(one.tried.size() * tried_queues);
    bool const done = run_tasks(options, waits.size(), {}, [&](std::size_t t) {
        waits[t] = waits_in(setups[t / tried_queues],
                            first_tried + t % tried_queues,
                            one.jobs,
                            options.work.interrupted);
    });
    if (!done || options.work.is_interrupted()) return std::nullopt;
    for (std::size_t t = 0; t < waits.size(); ++t)
        for (std::size_t r = 0; r < waits[t].size(); ++r)
            std::ranges::copy(waits[t][r],
                              std::back_inserter(one.tried[t / tried_queues].waits[r]));
    MatchedBacklog matched = match_backlog(one.prior, one.runs.front()->evidence, one.tried);
    matched.range = whole_seconds(matched.range);
    return matched;
}

std::string text_of(RecordedWait const& record) {
    auto const or_none = [](auto const& value) { return value ? value->count : -1; };
    return fmt::format("{} {} {} {} {} {} {} {}",
                       record.nodes,
                       record.gpus.value_or(-1),
                       record.walltime.count,
                       or_none(record.wait),
                       or_none(record.at_least),
                       or_none(record.at_most),
                       record.jobs,
                       record.date);
}

/// Who submits the jobs of the records.
std::string text_of(std::optional<slurm::Standing> const& standing) {
    if (!standing) return "none";
    if (auto const* quantile = std::get_if<slurm::UsageQuantile>(&*standing))
        return fmt::format("usage {}", quantile->p);
    return fmt::format("fairshare {}", std::get<slurm::FairshareFactor>(*standing).value);
}

/// The same, from the store if that has it.
std::shared_ptr<MatchedBacklog const> matched_backlog(Matching& one, RunOptions const& options) {
    ResolvedRun const& run = *one.runs.front();
    std::string identity = options.queues != nullptr ? queue_identity(run) : "";
    if (identity.empty()) {
        auto matched = match(one, options);
        return matched ? std::make_shared<MatchedBacklog const>(std::move(*matched)) : nullptr;
    }
    identity += "; " + text_of(run.scenario.user.standing);
    for (RecordedWait const& record : run.evidence) identity += "; " + text_of(record);
    return options.queues->backlogs.get(identity, [&] { return match(one, options); });
}

}  // namespace

void settle_backlogs(std::vector<ResolvedRun>& runs, RunOptions const& options) {
    for (Matching& one : matchings_of(runs)) {
        auto const matched = matched_backlog(one, options);
        if (matched == nullptr) return;
        std::shared_ptr<SlurmSetup const> const slurm =
            with_backlog(*one.runs.front()->slurm, matched->range);
        for (ResolvedRun* run : one.runs) settle(*run, *matched, slurm);
    }
}

}  // namespace clustersim
