// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep_pilot.hpp"

#include "sim/config/yaml_text.hpp"
#include "sim/scenario/resolve.hpp"
#include "sim/study/run_study.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

constexpr std::size_t most_queues = 3;
constexpr std::size_t several_points = 33;

/// Times of answering some points of a queue; nothing if none of them is possible or if interrupted.
class Stopwatch {
  public:
    Stopwatch(Sweep const& sweep,
              std::function<double()> const& clock,
              std::function<bool()> const& interrupted)
        : sweep_(sweep), clock_(clock), interrupted_(interrupted) {}

    std::optional<double> time(std::vector<std::size_t> const& points, int replicates) {
        double const began = clock_();
        RunResolver resolver(sweep_.library, std::nullopt, sweep_.inputs);
        std::vector<ResolvedRun> runs;
        for (std::size_t const number : points) {
            Variant variant = sweep_.variant(number);
            set_value(variant.document, "replicates", scalar_node(std::to_string(replicates)));
            set_value(variant.document, "precision", ConfigNode{});
            if (auto run = resolver.resolve(variant)) runs.push_back(std::move(*run));
        }
        if (runs.empty()) return std::nullopt;
        answered_ = runs.size();
        RunOptions options;
        options.work.interrupted = interrupted_;
        if (!run_study(std::move(runs), options).complete) return std::nullopt;
        return clock_() - began;
    }
    /// Possible points of the last call.
    [[nodiscard]] std::size_t answered() const { return answered_; }

  private:
    Sweep const& sweep_;
    std::function<double()> const& clock_;
    std::function<bool()> const& interrupted_;
    std::size_t answered_ = 0;
};

/// Up to `count` elements, evenly spread.
std::vector<std::size_t> spread(std::vector<std::size_t> const& all, std::size_t count) {
    if (all.size() <= count) return all;
    std::vector<std::size_t> some;
    for (std::size_t i = 0; i < count; ++i) some.push_back(all[i * (all.size() - 1) / (count - 1)]);
    return some;
}

std::optional<SweepCosts> measure_queue(SweepQueue const& queue, Stopwatch& watch) {
    for (std::size_t const point : spread(queue.points, several_points)) {
        auto const once = watch.time({point}, 1);
        // An impossible point has no time.
        if (!once) continue;
        auto const thrice = watch.time({point}, 3);
        auto const several = watch.time(spread(queue.points, several_points), 1);
        auto const several_thrice = watch.time(spread(queue.points, several_points), 3);
        if (!thrice || !several || !several_thrice) return std::nullopt;
        auto const more = static_cast<double>(watch.answered() - 1);
        // Measured times scatter, and no cost is negative.
        double const replicate = std::max(0.0, *thrice - *once) / 2.0;
        double const of_several = std::max(replicate, (*several_thrice - *several) / 2.0);
        SweepCosts costs;
        if (more > 0.0) {
            costs.point_replicate = (of_several - replicate) / more;
            costs.point = std::max(0.0, (*several - *once) / more - costs.point_replicate);
        }
        costs.queue_replicate = std::max(0.0, replicate - costs.point_replicate);
        costs.queue = std::max(0.0, *once - replicate - costs.point);
        return costs;
    }
    return std::nullopt;
}

}  // namespace

double
core_seconds(SweepCosts const& costs, std::size_t queues, std::size_t points, double replicates) {
    auto const q = static_cast<double>(queues);
    auto const n = static_cast<double>(points);
    return q * costs.queue + n * costs.point +
           replicates * (q * costs.queue_replicate + n * costs.point_replicate);
}

std::optional<SweepCosts> measure_costs(Sweep const& sweep,
                                        std::vector<SweepQueue> const& queues,
                                        std::function<double()> const& clock,
                                        std::function<bool()> const& interrupted) {
    Stopwatch watch(sweep, clock, interrupted);
    SweepCosts sum;
    double measured = 0.0;
    std::vector<std::size_t> numbers(queues.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    for (std::size_t const number : spread(numbers, most_queues)) {
        auto const costs = measure_queue(queues[number], watch);
        if (interrupted && interrupted()) return std::nullopt;
        if (!costs) continue;
        sum.queue += costs->queue;
        sum.queue_replicate += costs->queue_replicate;
        sum.point += costs->point;
        sum.point_replicate += costs->point_replicate;
        measured += 1.0;
    }
    // Points of other queues are possible, or the sweep would have been refused; then nothing is known of them.
    if (measured == 0.0) return SweepCosts{};
    return SweepCosts{sum.queue / measured,
                      sum.queue_replicate / measured,
                      sum.point / measured,
                      sum.point_replicate / measured};
}

}  // namespace clustersim
