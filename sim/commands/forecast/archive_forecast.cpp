// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/archive_forecast.hpp"

#include "sim/commands/forecast/forecast.hpp"
#include "sim/history/waits/waits_model_file.hpp"
#include "sim/slurm/site/site_totals.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace clustersim {
namespace {

/// What the question asks for, without the past and the mix.
Result<ForecastQuestion> question_of(ArchiveQuestion const& asked,
                                     slurm::QueueSnapshot const& snapshot,
                                     Diagnostics& remarks) {
    slurm::Clock const clock{snapshot.queue.now, Seconds{snapshot.origin}};
    ForecastQuestion question;
    auto target = read_target(asked.target, clock, remarks);
    if (!target) return failure(std::move(target.error()));
    question.target = std::move(*target);
    if (!asked.by.empty()) {
        auto const by = slurm::parse_instant(asked.by, clock);
        if (!by)
            return failure(problem(Code::wrong_usage,
                                   fmt::format("--by {} is not a time", asked.by),
                                   "2026-11-24T08:00 (UTC) or now+4hours"));
        question.by = *by;
    }
    question.samples = static_cast<std::size_t>(asked.samples);
    question.seed = static_cast<std::uint64_t>(asked.seed);
    question.exact = asked.exact;
    question.later_jobs = asked.later_jobs;
    question.alternatives = asked.alternatives;
    question.horizon = Horizon::days(asked.horizon_days);
    question.learn = asked.learn;
    question.friction = asked.friction;
    return question;
}

Result<Mix> mix_of(ArchiveQuestion const& asked, slurm::Site const& site, Library const& library) {
    auto const name = !asked.mix.empty()         ? asked.mix
                      : slurm::gpus_of(site) > 0 ? std::string("gpu-centre")
                                                 : std::string("archer2");
    return load_mix(name, library.mixes, library.scenario_folder);
}

/// Reads the history and the learned waits, and says at once what is wrong with both.
Result<void> read_past(ArchiveQuestion const& asked,
                       slurm::QueueSnapshot const& snapshot,
                       ForecastQuestion& question) {
    Diagnostics problems;
    if (!asked.history.empty()) {
        auto read = read_past_jobs(asked.history, asked.history_key, snapshot);
        if (read)
            question.past = std::make_shared<PastJobs const>(std::move(*read));
        else
            problems.append(std::move(read.error()));
    }
    if (!asked.waits_model.empty()) {
        auto read = read_waits_model(asked.waits_model);
        if (read)
            question.waits_model = std::make_shared<WaitsModel const>(std::move(*read));
        else
            problems.append(std::move(read.error()));
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return {};
}

}  // namespace

Answered<ArchiveAnswer>
forecast_from_archive(ArchiveQuestion const& asked, Library const& library, Work const& work) {
    Answered<ArchiveAnswer> out;
    auto read = slurm::read_queue_archive(asked.archive);
    if (out.value_of(read) == nullptr) return out;
    out.notes = std::move(read->warnings);
    slurm::QueueSnapshot& snapshot = read->snapshot;
    if (auto const release = slurm::release_of(asked.release))
        snapshot.site.settings.release = *release;
    auto question = question_of(asked, snapshot, out.problems);
    if (out.value_of(question) == nullptr) return out;
    auto mix = mix_of(asked, snapshot.site, library);
    if (out.value_of(mix) == nullptr) return out;
    question->mix = std::make_shared<Mix const>(std::move(*mix));
    auto past = read_past(asked, snapshot, *question);
    if (!past) {
        out.problems.append(std::move(past.error()));
        return out;
    }
    auto answer = forecast(snapshot, *question, work);
    if (out.value_of(answer) == nullptr || !answer->complete) return out;
    out.answer = ArchiveAnswer{std::move(snapshot), std::move(*question), std::move(*answer)};
    return out;
}

}  // namespace clustersim
