// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/choose_nodes.hpp"

#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <limits>

namespace clustersim {
namespace {

double cost_of(Stage const& stage, TimedChoice const& one) {
    return static_cast<double>(stage.repeat) * one.choice->node_hours.value;
}

/// The change of one stage that saves the most time for a node-hour; false if none saves time.
bool speed_up(Project const& project,
              std::vector<std::vector<TimedChoice>> const& options,
              std::vector<TimedChoice const*>& chosen) {
    double best = 0.0;
    std::size_t where = 0;
    TimedChoice const* what = nullptr;
    for (std::size_t s = 0; s < options.size(); ++s) {
        double const now = mean(chosen[s]->deciding);
        double const cost = cost_of(project.stages[s], *chosen[s]);
        for (TimedChoice const& other : options[s]) {
            double const saved = now - mean(other.deciding);
            if (saved <= 0.0) continue;
            double const more = cost_of(project.stages[s], other) - cost;
            double const rate = more > 0.0 ? saved / more : std::numeric_limits<double>::infinity();
            if (rate > best) {
                best = rate;
                where = s;
                what = &other;
            }
        }
    }
    if (what == nullptr) return false;
    chosen[where] = what;
    return true;
}

enum class Gaps { counted, left_out };

WholeTime sum_of(std::vector<TimedChoice const*> const& stages,
                 std::vector<double> TimedChoice::*times,
                 Gaps gaps) {
    std::vector<double> sums((stages.front()->*times).size(), 0.0);
    for (TimedChoice const* stage : stages)
        for (std::size_t i = 0; i < sums.size(); ++i) {
            if (gaps == Gaps::counted) sums[i] = std::max(sums[i], stage->earliest);
            sums[i] += (stage->*times)[i];
        }
    std::ranges::sort(sums);
    return {quantile(sums, 0.5), quantile(sums, 0.95)};
}

}  // namespace

WholeTime time_of(std::vector<TimedChoice const*> const& stages) {
    return sum_of(stages, &TimedChoice::times, Gaps::counted);
}

double pause_of(std::vector<TimedChoice const*> const& stages) {
    return time_of(stages).median - sum_of(stages, &TimedChoice::times, Gaps::left_out).median;
}

WholeTime deciding_time_of(std::vector<TimedChoice const*> const& stages) {
    return sum_of(stages, &TimedChoice::deciding, Gaps::counted);
}

WholeTime busy_time_of(std::vector<TimedChoice const*> const& stages) {
    return sum_of(stages, &TimedChoice::deciding, Gaps::left_out);
}

std::vector<TimedChoice const*> choose_nodes(Project const& project,
                                             std::vector<std::vector<TimedChoice>> const& options,
                                             std::optional<double> most) {
    std::vector<TimedChoice const*> chosen;
    for (std::size_t s = 0; s < options.size(); ++s)
        chosen.push_back(&*std::ranges::min_element(options[s], {}, [&](TimedChoice const& one) {
            return cost_of(project.stages[s], one);
        }));
    while (most && deciding_time_of(chosen).high > *most && speed_up(project, options, chosen)) {
    }
    return chosen;
}

}  // namespace clustersim
