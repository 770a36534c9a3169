// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/stage_time.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/stats/two_piece_normal.hpp"

#include <algorithm>
#include <span>

namespace clustersim {
namespace {

/// The quantile of a calendar time by straight lines through its three known ones, not below half of the lowest.
double calendar_time(CampaignForecast const& forecast, double share) {
    double const low = forecast.calendar_low.si();
    double const middle = forecast.calendar_median.si();
    double const high = forecast.calendar_high.si();
    double const time = share < 0.5 ? middle - (0.5 - share) / 0.45 * (middle - low)
                                    : middle + (share - 0.5) / 0.45 * (high - middle);
    return std::max(time, 0.5 * low);
}

/// The time of one run from its submission to the end of its last task.
double turnaround(JobOutcome const& outcome, double model_share, RandomStream& random) {
    if (outcome.campaign_result) {
        double last = 0.0;
        for (int task = 0; task < outcome.tasks; ++task)
            last = std::max(last,
                            calendar_time(outcome.campaign_result->forecast, random.uniform01()));
        return last;
    }
    Estimate<Duration> const& time = outcome.runtime;
    TwoPieceNormal const model{time.low.si(), time.value.si(), time.high.si()};
    double const factor = model.quantile(model_share) / model.median;
    auto const tasks = static_cast<std::size_t>(outcome.tasks);
    std::size_t const first = random.uniform_int(outcome.replicates()) * tasks;
    double longest = 0.0;
    for (QueueSample const& task : std::span(outcome.samples).subspan(first, tasks)) {
        double const held = static_cast<double>(task.held.count);
        double const predicted = static_cast<double>(task.turnaround()->count);
        longest = std::max(longest, predicted + held * (factor - 1.0));
    }
    return longest;
}

/// The time of one run on its nodes. A run over several submissions uses them as long as its cost says.
double time_on_nodes(JobOutcome const& outcome, double model_share) {
    Estimate<Duration> const& time = outcome.runtime;
    if (outcome.campaign_result && outcome.nodes > 0) {
        CampaignUncertainty const& of = outcome.campaign->uncertainty;
        double const mean = outcome.campaign_result->bill.node_hours.value * 3600.0 / outcome.nodes;
        return TwoPieceNormal{mean * of.work_low, mean, mean * of.work_high}.quantile(model_share);
    }
    return TwoPieceNormal{time.low.si(), time.value.si(), time.high.si()}.quantile(model_share);
}

/// One time for each sampled project, of runs that `time_of_run(model_share, random)` gives.
template <class TimeOfRun>
std::vector<double> sampled_times(Stage const& stage, std::uint64_t seed, TimeOfRun time_of_run) {
    std::vector<double> times;
    for (std::size_t project = 0; project < sampled_projects; ++project) {
        // Equal numbers for all choices of a stage: they differ by what was chosen only.
        RandomStream random(seed, "stage." + stage.name, project);
        double const model_share = random.uniform01();
        double whole = 0.0;
        for (std::int64_t begun = 0; begun < stage.repeat; begun += stage.at_once) {
            double longest = 0.0;
            auto const together = std::min(stage.at_once, stage.repeat - begun);
            for (std::int64_t run = 0; run < together; ++run)
                longest = std::max(longest, time_of_run(model_share, random));
            whole += longest;
        }
        times.push_back(whole);
    }
    return times;
}

}  // namespace

std::vector<double> stage_times(Stage const& stage, StageChoice const& choice, std::uint64_t seed) {
    return sampled_times(
        stage,
        seed,
        [&](double model_share, RandomStream& random) {
            return turnaround(choice.outcome(), model_share, random);
        });
}

std::vector<double>
stage_run_times(Stage const& stage, StageChoice const& choice, std::uint64_t seed) {
    return sampled_times(
        stage,
        seed,
        [&](double model_share, RandomStream&) {
            return time_on_nodes(choice.outcome(), model_share);
        });
}

}  // namespace clustersim
