// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/project.hpp"
#include "sim/study/stage_choices.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace clustersim {

/// A way to run one stage, with its sampled times.
struct TimedChoice {
    StageChoice const* choice = nullptr;
    std::vector<double> times;  ///< s, with the waits (stage_times)
    std::vector<double>
        deciding;  ///< s, those by which stages are compared: without the waits if they are assumed
    double earliest =
        0.0;  ///< the stage does not begin before this time after the project's start, in s
};

/// Median and 95 % quantile of the time of stages that follow each other, in s.
struct WholeTime {
    double median = 0.0;
    double high = 0.0;
};
WholeTime time_of(std::vector<TimedChoice const*> const& stages);
/// The part of its median that passes before the earliest begin of stages, in s.
double pause_of(std::vector<TimedChoice const*> const& stages);
/// Median and quantile of the times that decide.
WholeTime deciding_time_of(std::vector<TimedChoice const*> const& stages);
/// The same without such pauses.
WholeTime busy_time_of(std::vector<TimedChoice const*> const& stages);

/// One choice for each stage: the cheapest in node-hours; if a project of these ends after `most` seconds in more than
/// one of twenty samples, the change that saves the most time for a node-hour is made, again and again.
/// `options` has at least one choice for each stage.
std::vector<TimedChoice const*> choose_nodes(Project const& project,
                                             std::vector<std::vector<TimedChoice>> const& options,
                                             std::optional<double> most);

}  // namespace clustersim
