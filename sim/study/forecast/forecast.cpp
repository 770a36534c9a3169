// SPDX-License-Identifier: Apache-2.0
#include "sim/study/forecast/forecast.hpp"

#include "sim/slurm/controller/controller.hpp"
#include "sim/slurm/controller/outlook.hpp"
#include "sim/study/forecast/forecast_load.hpp"
#include "sim/study/forecast/forecast_request.hpp"
#include "sim/study/forecast/forecast_summary.hpp"
#include "sim/study/forecast/start_watch.hpp"
#include "sim/study/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace clustersim {
namespace {

/// A simulation stops to look for an interruption at least so often.
constexpr Seconds look_interval{3600};

/// Up to so many waiting jobs every cycle of backfill is simulated.
constexpr std::int64_t short_queue = 250;
/// Never coarser: a start is then found at most so much later.
constexpr std::int64_t coarsest_cycle = 600;
constexpr std::int64_t coarsest_pass = 300;

/// The periods of the loops that walk the whole queue.
struct LoopPeriods {
    std::int64_t backfill = 0, full_pass = 0;
};

/// Their cost grows with the queue, while a wait in a long queue is long: fewer cycles cost little
/// precision.
LoopPeriods loop_periods(slurm::Site const& site, std::int64_t waiting) {
    auto const& scheduler = site.settings.scheduler;
    LoopPeriods periods{scheduler.backfill.interval, scheduler.sched_interval};
    auto const factor = std::max<std::int64_t>(1, waiting / short_queue);
    if (periods.backfill > 0)
        periods.backfill =
            std::max(periods.backfill, std::min(coarsest_cycle, periods.backfill * factor));
    if (periods.full_pass > 0)
        periods.full_pass =
            std::max(periods.full_pass, std::min(coarsest_pass, periods.full_pass * factor));
    return periods;
}

/// One request and the queue that it waits in, at the moment of the snapshot.
struct StartingPoint {
    slurm::Controller controller;
    slurm::TakeOver taken;
    QueuedTarget target;
};

/// What one sample showed.
struct SampledStart {
    std::optional<Seconds> wait;
    std::map<slurm::Reason, std::int64_t> seconds;  ///< waited for each reason
};

class Forecasting {
  public:
    Forecasting(slurm::QueueSnapshot const& snapshot, ForecastQuestion const& question)
        : snapshot_(snapshot),
          question_(question),
          site_(simulated_site(snapshot, question)),
          runs_(snapshot.site, snapshot.queue.jobs, question.mix, question.seed),
          later_(snapshot) {}

    Result<ForecastAnswer> run() {
        auto asked = asked_request();
        if (!asked) return failure(std::move(asked.error()));
        describe();
        if (answer_.running_since || answer_.no_start) return std::move(answer_);
        auto start = starting_point(*asked, true);
        if (!start) return failure(std::move(start.error()));
        answer_.asked = simulate(*start, *asked, nullptr);
        say_what_was_taken_over(start->taken);
        if (question_.alternatives) try_alternatives(*asked);
        return std::move(answer_);
    }

  private:
    static std::shared_ptr<slurm::Site const> simulated_site(slurm::QueueSnapshot const& snapshot,
                                                             ForecastQuestion const& question) {
        auto site = std::make_shared<slurm::Site>(snapshot.site);
        auto const periods = loop_periods(*site, question.exact ? 0 : waiting_records(snapshot));
        site->settings.scheduler.backfill.interval = periods.backfill;
        site->settings.scheduler.sched_interval = periods.full_pass;
        return site;
    }
    static std::int64_t waiting_records(slurm::QueueSnapshot const& snapshot) {
        return std::ranges::count(
            snapshot.queue.jobs, slurm::JobState::pending, &slurm::QueuedJob::state);
    }

    [[nodiscard]] QueuedTarget const* queued() const {
        return std::get_if<QueuedTarget>(&question_.target);
    }

    /// The record of the snapshot that holds the job.
    [[nodiscard]] std::size_t find(QueuedTarget const& target) const {
        auto const& jobs = snapshot_.queue.jobs;
        std::size_t found = jobs.size();
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            auto const& job = jobs[i];
            bool const pending_task =
                target.task &&
                std::ranges::find(job.pending_tasks, *target.task) != job.pending_tasks.end();
            bool const matches =
                target.task
                    ? job.array_id == target.job && (job.task == target.task || pending_task)
                    : job.request.number == target.job || job.array_id == target.job;
            // Of an array the record of the pending tasks counts, not those that ran.
            if (matches && (found == jobs.size() || job.state == slurm::JobState::pending))
                found = i;
        }
        return found;
    }

    Result<slurm::JobRequest> asked_request() {
        if (auto const* request = std::get_if<slurm::JobRequest>(&question_.target)) {
            answer_.subject = "a new job";
            return *request;
        }
        at_ = find(*queued());
        auto const name = queued()->task ? fmt::format("{}_{}", queued()->job, *queued()->task)
                                         : fmt::format("{}", queued()->job);
        if (at_ == snapshot_.queue.jobs.size()) {
            return failure(problem(
                Code::unknown_name,
                fmt::format("job {} is not in the queue of {}", name, snapshot_.cluster),
                "it was not submitted when the snapshot was taken, has ended, or is hidden; "
                "jobs.csv of the snapshot lists the jobs that are"));
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
        answer_.sources = {runs_.source(),
                           question_.later_jobs ? later_.source()
                                                : "no later submissions, as asked"};
        auto const cycle = site_->settings.scheduler.backfill.interval;
        if (cycle != snapshot_.site.settings.scheduler.backfill.interval)
            answer_.sources.push_back(
                fmt::format("backfill every {} s instead of {} s, because {} jobs wait (--exact "
                            "simulates every cycle)",
                            cycle,
                            snapshot_.site.settings.scheduler.backfill.interval,
                            waiting_records(snapshot_)));
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
                                           job.request.dependency);
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
                             "(usage.csv of the snapshot lists them)";
            return failure(std::move(wrong));
        }
        point.target.job = outcome.job_id;
        return point;
    }

    /// Gives every job of the snapshot a run time.
    void sample_runs(slurm::Controller& controller, RandomStream& random) const {
        for (slurm::QueuedJob const& job : snapshot_.queue.jobs) {
            if (is_final(job.state)) continue;
            auto const limit = RunLengths::limit_of(snapshot_.site, job.request);
            auto const elapsed = job.start && job.state != slurm::JobState::pending
                                     ? snapshot_.queue.now - *job.start
                                     : Seconds{0};
            std::size_t times = 1;
            if (!job.pending_tasks.empty())
                times = static_cast<std::size_t>(job.pending_tasks.back()) + 1;
            // A record that was split off takes the entry of its task.
            std::vector<Seconds> run_times;
            for (std::size_t i = 0; i < times; ++i)
                run_times.push_back(
                    runs_.draw(job.request.user, limit, elapsed, random.uniform01()));
            controller.set_run_times(static_cast<std::int32_t>(job.request.number),
                                     std::move(run_times));
        }
    }

    static std::size_t waiting(slurm::Controller const& controller) {
        return controller.unfinished() - controller.state().jobs.running.size();
    }

    [[nodiscard]] SampledStart sample(StartingPoint const& start, std::uint64_t number) const {
        slurm::Controller controller = start.controller;
        RandomStream runs(question_.seed, "forecast run times", number);
        RandomStream arrivals(question_.seed, "forecast arrivals", number);
        sample_runs(controller, runs);
        StartWatch watch(start.target, snapshot_.queue.now);
        controller.observe(&watch);
        watch.begin(controller);
        auto const origin = snapshot_.queue.now;
        auto const end = origin + question_.horizon;
        auto const most = LaterJobs::most_waiting(waiting(controller));
        double next = 0.0;
        auto const arrive = [&] {
            auto const gap = question_.later_jobs ? later_.next_gap(arrivals) : std::nullopt;
            next = gap ? next + *gap : static_cast<double>(question_.horizon.count) + 1.0;
        };
        arrive();
        while (!watch.started() && controller.now() < end) {
            if (question_.interrupted && question_.interrupted()) break;
            auto const due = origin + Seconds{static_cast<std::int64_t>(next)};
            auto const until = std::min({due, controller.now() + look_interval, end});
            controller.run_until(until);
            if (watch.started()) break;
            if (due > until) {
                if (!question_.later_jobs && waits_for_ever(controller.state())) break;
                continue;
            }
            auto request = later_.sample(snapshot_.site, runs_, arrivals);
            request.submit = controller.now();
            if (waiting(controller) < most) static_cast<void>(controller.submit(request));
            arrive();
        }
        watch.finish(controller.now());
        SampledStart out;
        if (auto const at = watch.started()) out.wait = *at - origin;
        out.seconds = watch.seconds();
        return out;
    }

    StartForecast simulate(StartingPoint const& start,
                           slurm::JobRequest const& request,
                           StartForecast const* than) {
        std::vector<SampledStart> samples(question_.samples);
        bool const all = run_parallel(question_.samples,
                                      question_.workers,
                                      question_.interrupted,
                                      question_.progress,
                                      [&](std::size_t i) { samples[i] = sample(start, i); });
        bool const stopped = question_.interrupted && question_.interrupted();
        answer_.complete = answer_.complete && all && !stopped;
        StartForecast out;
        out.request = request_text(snapshot_.site, request);
        std::map<slurm::Reason, std::int64_t> seconds;
        for (SampledStart const& one : samples) {
            out.waits.push_back(one.wait);
            for (auto const& [reason, waited] : one.seconds) seconds[reason] += waited;
        }
        summarise(out, question_, snapshot_.queue.now, {answer_.low_share, answer_.high_share});
        out.reasons = reason_shares(seconds);
        if (than != nullptr) compare_with(*than, question_.horizon, out);
        return out;
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
    std::shared_ptr<slurm::Site const> site_;
    RunLengths runs_;
    LaterJobs later_;
    std::size_t at_ = 0;  ///< of the job in the snapshot
    ForecastAnswer answer_;
};

}  // namespace

Result<ForecastAnswer> forecast(slurm::QueueSnapshot const& snapshot,
                                ForecastQuestion const& question) {
    return Forecasting(snapshot, question).run();
}

}  // namespace clustersim
