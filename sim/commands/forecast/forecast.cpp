// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/forecast.hpp"

#include "sim/commands/forecast/carried_friction.hpp"
#include "sim/commands/forecast/forecast_request.hpp"
#include "sim/commands/forecast/forecast_summary.hpp"
#include "sim/commands/forecast/future_sample.hpp"
#include "sim/commands/forecast/impossible_start.hpp"
#include "sim/commands/forecast/past_submissions.hpp"
#include "sim/commands/forecast/recent_submissions.hpp"
#include "sim/commands/forecast/simulated_site.hpp"
#include "sim/commands/forecast/trust.hpp"
#include "sim/slurm/controller/controller.hpp"
#include "sim/study/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace clustersim {
namespace {

class Forecasting {
  public:
    Forecasting(slurm::QueueSnapshot const& snapshot,
                ForecastQuestion const& question,
                Work const& work)
        : snapshot_(snapshot),
          question_(question),
          work_(work),
          site_(simulated_site(snapshot, question.exact)),
          runs_(run_lengths(snapshot, question)),
          later_(later_submissions(snapshot, question, runs_)) {}

    Result<ForecastAnswer> run() {
        auto asked = asked_request();
        if (!asked) return failure(std::move(asked.error()));
        describe();
        if (answer_.running_since || answer_.no_start) return std::move(answer_);
        carry_friction(*asked);
        auto start = starting_point(*asked, true);
        if (!start) return failure(std::move(start.error()));
        if (auto never = why_never(*start)) return never_starts(std::move(*never));
        answer_.asked = simulate(*start, *asked, nullptr);
        say_what_was_taken_over(start->taken);
        if (auto done = learn(*asked); !done) return failure(std::move(done.error()));
        if (question_.alternatives) try_alternatives(*asked);
        return std::move(answer_);
    }

  private:
    static RunLengths run_lengths(slurm::QueueSnapshot const& snapshot,
                                  ForecastQuestion const& question) {
        if (question.past != nullptr)
            return {snapshot.site, question.past->submissions, question.mix.get(), question.seed};
        return {snapshot.site, snapshot.queue.jobs, question.mix.get(), question.seed};
    }
    static std::unique_ptr<LaterSubmissions> later_submissions(slurm::QueueSnapshot const& snapshot,
                                                               ForecastQuestion const& question,
                                                               RunLengths const& runs) {
        if (!question.later_jobs) return nullptr;
        if (question.past != nullptr)
            if (auto past = PastSubmissions::from(*question.past, snapshot, runs)) return past;
        return std::make_unique<RecentSubmissions>(snapshot, runs);
    }

    [[nodiscard]] QueuedTarget const* queued() const {
        return std::get_if<QueuedTarget>(&question_.target);
    }

    Result<slurm::JobRequest> asked_request() {
        if (auto const* request = std::get_if<slurm::JobRequest>(&question_.target)) {
            answer_.subject = "a new job";
            return *request;
        }
        at_ = record_of(snapshot_.queue.jobs, *queued());
        auto const name = queued()->task ? fmt::format("{}_{}", queued()->job, *queued()->task)
                                         : fmt::format("{}", queued()->job);
        if (at_ == snapshot_.queue.jobs.size()) {
            return failure(problem(
                Code::unknown_name,
                fmt::format("job {} is not in the queue of {}", name, snapshot_.cluster),
                "it was not submitted when the snapshot was taken, has ended, or is hidden; "
                "jobs.txt of the archive lists the jobs that are"));
        }
        auto const& job = snapshot_.queue.jobs[at_];
        answer_.subject = "job " + name;
        if (is_final(job.state))
            return failure(
                problem(Code::unknown_name,
                        fmt::format("job {} has ended ({})", name, state_name(job.state))));
        return job.request;
    }

    /// What needs no simulation.
    void describe() {
        answer_.samples = question_.samples;
        answer_.notes = snapshot_.notes;
        if (question_.past != nullptr)
            answer_.notes.insert(
                answer_.notes.end(), question_.past->notes.begin(), question_.past->notes.end());
        answer_.sources = {slurm::rules_text(site_->settings.release),
                           runs_.source(),
                           later_ ? later_->source() : "no later submissions, as asked"};
        auto const cycle = site_->settings.scheduler.backfill.interval;
        if (cycle != snapshot_.site.settings.scheduler.backfill.interval)
            answer_.sources.push_back(
                fmt::format("backfill every {} s instead of {} s, because {} jobs wait (--exact "
                            "simulates every cycle)",
                            cycle,
                            snapshot_.site.settings.scheduler.backfill.interval,
                            waiting_records(snapshot_.queue)));
        bool const hidden = !snapshot_.queue.usage_known || !runs_.from_history();
        if (hidden) {
            answer_.low_share = 0.01;
            answer_.high_share = 0.99;
            answer_.notes.emplace_back("the range is 1 % to 99 % instead of 5 % to 95 %, because "
                                       "usage or past run times are not known");
        }
        if (queued() == nullptr) return;
        auto const& job = snapshot_.queue.jobs[at_];
        if (job.state != slurm::JobState::pending) {
            answer_.running_since = snapshot_.queue.now - job.start.value_or(snapshot_.queue.now);
            return;
        }
        answer_.reason_now = reason_name(job.reason);
        if (job.held)
            answer_.no_start =
                fmt::format("no start until it is released ({})", answer_.reason_now);
        if (job.reason == slurm::Reason::dependency_never)
            answer_.no_start = fmt::format("no start: its dependency {} can never be fulfilled",
                                           dependency_text(job.request.dependency.list));
    }

    [[nodiscard]] AskedStart asked_start(slurm::JobRequest const& asked) const {
        AskedStart out{.request = asked, .record = {}, .task = {}};
        if (auto const* target = queued()) {
            out.record = at_;
            out.task = target->task;
        }
        return out;
    }

    /// Of a job of the queue that is an answer; a new one should not be submitted so.
    Result<ForecastAnswer> never_starts(std::string why) {
        answer_.no_start = "no start: " + why;
        if (queued() != nullptr) return std::move(answer_);
        return failure(problem(Code::never_fits, "the job can never start: " + why));
    }

    void carry_friction(slurm::JobRequest const& asked) {
        if (question_.past == nullptr || !question_.friction) return;
        auto const known = known_jobs(snapshot_, question_.past.get(), asked_start(asked));
        friction_.emplace(snapshot_, known.past);
        site_ = friction_->limited(site_);
        for (std::string const& one : friction_->sources()) answer_.sources.push_back(one);
    }

    /// `first`: problems are those of the question, else an alternative is left out.
    Result<StartingPoint> starting_point(slurm::JobRequest const& request, bool first) {
        StartingPoint point{slurm::Controller(site_, snapshot_.phases), {}, {}};
        auto queue = snapshot_.queue;
        if (auto const* target = queued()) {
            point.target = *target;
            queue.jobs[at_].request = request;
        }
        point.taken = point.controller.take_over(queue);
        if (auto const* target = queued()) {
            auto const id = static_cast<std::int64_t>(snapshot_.queue.jobs[at_].request.number);
            for (auto const& left : point.taken.left_out)
                if (left.job == id)
                    return failure(problem(
                        Code::never_fits,
                        fmt::format("job {} cannot be simulated: {}", target->job, left.why)));
            return point;
        }
        auto submitted = request;
        submitted.submit = point.controller.now();
        auto const outcome = point.controller.submit(submitted);
        if (!outcome.accepted()) {
            auto wrong =
                problem(Code::never_fits, "Slurm would refuse the job: " + outcome.message);
            if (first && snapshot_.site.settings.enforce.associations)
                wrong.help = "the site accepts only users with an association: --user and "
                             "--account name one "
                             "(usage.txt of the archive lists them)";
            return failure(std::move(wrong));
        }
        point.target.job = outcome.job_id;
        return point;
    }

    StartForecast simulate(StartingPoint const& start,
                           slurm::JobRequest const& request,
                           StartForecast const* than) {
        std::vector<SampledStart> samples(question_.samples);
        SampledFuture const future{
            snapshot_, question_, work_, runs_, later_.get(), friction_ ? &*friction_ : nullptr};
        bool const all = run_parallel(question_.samples, work_, [&](std::size_t i) {
            samples[i] = sample_start(start, future, i);
        });
        answer_.complete = answer_.complete && all && !work_.is_interrupted();
        StartForecast out;
        out.request = request_text(snapshot_.site, request);
        std::map<slurm::Reason, std::int64_t> seconds;
        for (SampledStart const& one : samples) {
            out.waits.push_back(one.wait);
            for (auto const& [reason, waited] : one.seconds) seconds[reason] += waited;
        }
        summarise(out, question_, snapshot_.queue.now, {answer_.low_share, answer_.high_share});
        out.reasons = reason_shares(seconds);
        if (than != nullptr) compare_with(*than, question_.horizon.span(), out);
        return out;
    }

    Result<void> learn(slurm::JobRequest const& asked) {
        if (!question_.learn) return {};
        PastQuestion const question{.snapshot = snapshot_,
                                    .past = question_.past.get(),
                                    .model = question_.waits_model.get(),
                                    .asked = asked_start(asked),
                                    .by = question_.by};
        LearningOptions learning;
        learning.work = work_.telling({});
        auto past = ask_the_past(question, learning);
        if (!past) return failure(std::move(past.error()));
        if (work_.is_interrupted()) answer_.complete = false;
        answer_.trust = whom_to_trust(*past);
        answer_.learned = std::move(past->start);
        answer_.notes.insert(answer_.notes.end(), past->notes.begin(), past->notes.end());
        return {};
    }

    void try_alternatives(slurm::JobRequest const& asked) {
        for (slurm::JobRequest const& request : smaller_requests(snapshot_.site, asked)) {
            if (!answer_.complete) return;
            auto start = starting_point(request, false);
            if (!start) continue;
            auto one = simulate(*start, request, &answer_.asked);
            if (one.gain > Seconds{0}) answer_.alternatives.push_back(std::move(one));
        }
        std::ranges::stable_sort(
            answer_.alternatives, std::ranges::greater{}, &StartForecast::gain);
    }

    void say_what_was_taken_over(slurm::TakeOver const& taken) {
        if (!taken.left_out.empty())
            answer_.notes.push_back(fmt::format("{} jobs are left out, and the nodes of those that "
                                                "run stay out of use; the first is job {}: {}",
                                                taken.left_out.size(),
                                                taken.left_out.front().job,
                                                taken.left_out.front().why));
        if (taken.assumed_places > 0)
            answer_.notes.push_back(fmt::format("the cores or devices of {} running jobs are not "
                                                "known: the first free ones are assumed",
                                                taken.assumed_places));
        if (taken.priorities == 0) return;
        answer_.sources.push_back(
            snapshot_.queue.usage_known
                ? fmt::format("priorities: recomputed as Slurm does; {} of {} waiting jobs have "
                              "the computed one now",
                              taken.priorities - taken.other_priorities,
                              taken.priorities)
                : std::string("priorities: those of the snapshot, growing with age only"));
    }

    slurm::QueueSnapshot const& snapshot_;
    ForecastQuestion const& question_;
    Work const& work_;
    std::shared_ptr<slurm::Site const> site_;
    RunLengths runs_;
    std::unique_ptr<LaterSubmissions> later_;  ///< null: none
    std::optional<CarriedFriction> friction_;
    std::size_t at_ = 0;  ///< of the job in the snapshot
    ForecastAnswer answer_;
};

}  // namespace

Result<ForecastAnswer>
forecast(slurm::QueueSnapshot const& snapshot, ForecastQuestion const& question, Work const& work) {
    return Forecasting(snapshot, question, work).run();
}

}  // namespace clustersim
