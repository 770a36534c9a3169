// SPDX-License-Identifier: Apache-2.0
//
// A long run under walltime limits, failures and waits.
//
// Equation. A submission holds its nodes for at most W: a start-up s, then rounds of an interval t
// of work and a checkpoint that blocks for d and can be used after a drain a; the last checkpoint
// ends before W. It saves floor((W - s - a) / (t + d)) t and the work of a shorter last round. A
// failure, exponential with mean M, ends it; work saved before the failure counts. If failures end
// submissions, the mean work saved is the sum over k of t exp(-(s + a + k (t + d)) / M), and the
// mean time held is M (1 - exp(-W / M)). The forecast samples 1,000 campaigns, each with a failure
// rate (log-normal, the given range as its 5 and 95 % quantiles), a speed, failures, and the waits
// of each submission in the queue. If other jobs stop a submission, it keeps what a failure at that
// moment would leave, waits again and continues from the last checkpoint.
// Source. Renewal argument as in Daly 2006 (see checkpoint.cpp), with the walltime as a second end.
// Domain. Failures independent of load and of each other; a lost node is replaced before the next start;
// submissions one after another, none queued ahead.
#include "models/failure/campaign.hpp"

#include "sim/core/ensure.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/stats/two_piece_normal.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace clustersim {
namespace {

constexpr int samples = 1000;
/// Upper limit for one campaign: a plan that needs more submissions makes no progress.
constexpr double most_submissions = 100'000.0;

/// Work saved in `room`, which starts with a round and ends after the last drain.
double saved_in(CampaignPlan const& plan, double room) {
    double const t = plan.interval.si();
    double const d = plan.checkpoint.block.si();
    double const usable = room - plan.checkpoint.drain.si();
    if (usable <= d) return 0.0;
    double const rounds = std::floor(usable / (t + d));
    return rounds * t + std::max(0.0, usable - rounds * (t + d) - d);
}

/// Time from the start of the first round of `work` to the end of its last checkpoint.
double time_of(CampaignPlan const& plan, double work) {
    double const rounds = std::max(1.0, std::ceil(work / plan.interval.si() * (1.0 - 1e-12)));
    return work + rounds * plan.checkpoint.block.si() + plan.checkpoint.drain.si();
}

struct Submission {
    double saved = 0.0;
    double held = 0.0;
    double failures = 0.0;
    bool stopped = false;  ///< for other jobs
};

/// Work of whole rounds that start at `begin`, whose checkpoints can be used by `end`.
double saved_between(CampaignPlan const& plan, double begin, double end, double needed) {
    double const round = plan.interval.si() + plan.checkpoint.block.si();
    double const rounds = std::floor((end - begin - plan.checkpoint.drain.si()) / round);
    return std::clamp(rounds * plan.interval.si(), 0.0, needed);
}

/// One run of a submission, which other jobs stop at `stop`.
Submission
submit(CampaignPlan const& plan, double needed, double mtbf, double stop, RandomStream& random) {
    Submission done;
    double const walltime = plan.walltime.si();
    double begin = plan.startup.si();
    double failure = random.exponential(mtbf);
    for (;;) {
        double const room = saved_in(plan, walltime - begin);
        bool const finishes = needed - done.saved <= room;
        double const end = finishes ? begin + time_of(plan, needed - done.saved) : walltime;
        if (stop < std::min(failure, end)) {
            done.saved += saved_between(plan, begin, stop, needed - done.saved);
            done.held = stop;
            done.stopped = true;
            return done;
        }
        if (failure >= end) {
            done.saved += finishes ? needed - done.saved : room;
            done.held = end;
            return done;
        }
        done.failures += 1.0;
        done.saved += saved_between(plan, begin, failure, needed - done.saved);
        begin = failure + plan.restart.si();
        if (!plan.in_place || begin >= walltime) {
            done.held = failure;
            return done;
        }
        failure += random.exponential(mtbf);
    }
}

/// A factor on the work whose 5 and 95 % quantiles are the given ones.
double work_factor(CampaignUncertainty const& uncertainty, RandomStream& random) {
    TwoPieceNormal const factor{
        std::min(1.0, uncertainty.work_low), 1.0, std::max(1.0, uncertainty.work_high)};
    return factor.quantile(random.uniform01());
}

}  // namespace

Duration saved_by_submission(CampaignPlan const& plan) {
    return seconds(saved_in(plan, (plan.walltime - plan.startup).si()));
}

Duration saved_when_stopped(CampaignPlan const& plan, Duration after) {
    return seconds(saved_between(plan, plan.startup.si(), after.si(), plan.work.si()));
}

Duration checkpointed_time(CampaignPlan const& plan, Duration work) {
    return seconds(time_of(plan, work.si()));
}

SubmissionMean mean_submission(CampaignPlan const& plan, Duration mtbf) {
    double const M = mtbf.si();
    double const round = plan.interval.si() + plan.checkpoint.block.si();
    double const first = plan.startup.si() + plan.checkpoint.drain.si();
    double const full = std::floor(std::max(0.0, plan.walltime.si() - first) / round);
    double const rest = saved_by_submission(plan).si() - full * plan.interval.si();
    // A geometric series over the rounds, plus the short last round.
    double const q = std::exp(-round / M);
    double const series =
        std::exp(-first / M) * q * (1.0 - std::pow(q, full)) / -std::expm1(-round / M);
    SubmissionMean mean;
    mean.saved = seconds(plan.interval.si() * series +
                         std::max(0.0, rest) * std::exp(-plan.walltime.si() / M));
    mean.occupied = seconds(M * -std::expm1(-plan.walltime.si() / M));
    return mean;
}

CampaignRun run_campaign(CampaignPlan const& plan,
                         Duration mtbf,
                         std::span<QueueTurns const> turns,
                         RandomStream& random) {
    CS_ENSURE(saved_by_submission(plan).si() > 0.0, "a submission saves some work");
    QueueTurns const free_machine{QueueTurn{}};
    CampaignRun run;
    double left = plan.work.si();
    while (left > 0.0 && run.submissions < most_submissions) {
        QueueTurns const& met =
            turns.empty() ? free_machine : turns[random.uniform_int(turns.size())];
        for (QueueTurn const& turn : met) {
            double const stop = turn.stopped_after ? turn.stopped_after->si()
                                                   : std::numeric_limits<double>::infinity();
            Submission const done = submit(plan, left, mtbf.si(), stop, random);
            left -= done.saved;
            run.occupied += seconds(done.held);
            run.calendar += turn.wait;
            run.calendar += seconds(done.held);
            run.failures += done.failures;
            if (!done.stopped) break;
        }
        run.submissions += 1.0;
    }
    return run;
}

CampaignForecast forecast_campaign(CampaignPlan const& plan,
                                   CampaignUncertainty const& uncertainty,
                                   std::span<QueueTurns const> turns,
                                   RandomStream random) {
    constexpr double quantile_95 = 1.6449;
    double const sigma =
        std::log(uncertainty.rate.high / uncertainty.rate.low) / (2.0 * quantile_95);
    std::vector<double> calendars;
    CampaignForecast forecast;
    Duration work{};
    for (int i = 0; i < samples; ++i) {
        CampaignPlan sampled = plan;
        sampled.work = plan.work * work_factor(uncertainty, random);
        Frequency const rate = uncertainty.rate.value * random.lognormal(0.0, sigma);
        Duration const mtbf = mean_time_between_failures(rate, uncertainty.devices);
        CampaignRun const run = run_campaign(sampled, mtbf, turns, random);
        work += sampled.work / static_cast<double>(samples);
        calendars.push_back(run.calendar.si());
        forecast.mean.calendar += run.calendar / static_cast<double>(samples);
        forecast.mean.occupied += run.occupied / static_cast<double>(samples);
        forecast.mean.submissions += run.submissions / samples;
        forecast.mean.failures += run.failures / samples;
    }
    std::ranges::sort(calendars);
    for (double const calendar : calendars) forecast.calendars.push_back(seconds(calendar));
    forecast.calendar_median = seconds(quantile(calendars, 0.5));
    forecast.calendar_low = seconds(quantile(calendars, 0.05));
    forecast.calendar_high = seconds(quantile(calendars, 0.95));
    forecast.goodput = work / forecast.mean.occupied;
    return forecast;
}

}  // namespace clustersim
