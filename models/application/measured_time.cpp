// SPDX-License-Identifier: Apache-2.0
//
// Measured times of a step at other node counts.
//
// Equation. Between two rows: log t is linear in log n. The range: with more nodes a step gets neither slower
// nor faster than in proportion, so for n0 < n < n1 max(t1, t0 n0/n) <= t <= min(t0, t1 n1/n) under strong
// scaling, and between t0 and t1 under weak scaling; then the spread of a measurement on both sides.
//   Amdahl: t(n) = t(m) (s + (1 - s)/n) / (s + (1 - s)/m). The problem stays the same.
//   Gustafson: t(n) = t(m), and the work of a step is s + (1 - s) n.
// The range of Amdahl's law is that of half and twice the serial share, with the spread of the measurement.
// Source. G. M. Amdahl, AFIPS 1967, 483; J. L. Gustafson, CACM 31 (1988) 532.
// Domain. Inside the measured node counts; the laws: no cost of communication that grows with the nodes.
// Error. Held-out node counts of GROMACS and CP2K: docs/validation.md, set generic.
#include "models/application/measured_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

double amdahl(double serial, double nodes) {
    return serial + (1.0 - serial) / nodes;
}

void set_range(GenericStep& step, Duration low, Duration high, double spread) {
    // A speed-up above the number of nodes lies outside the bounds of the range.
    step.low = std::min(low, step.total) * (1.0 - spread);
    step.high = std::max(high, step.total) * (1.0 + spread);
}

double work_of(ProblemScaling scaling, int nodes) {
    return scaling == ProblemScaling::weak ? nodes : 1.0;
}

GenericStep between(MeasuredTime const& before,
                    MeasuredTime const& after,
                    int nodes,
                    MeasuredTimes const& times) {
    double const at = std::log(static_cast<double>(nodes) / before.nodes) /
                      std::log(static_cast<double>(after.nodes) / before.nodes);
    GenericStep step;
    step.total = before.time * std::pow(after.time / before.time, at);
    step.basis =
        fmt::format("between the times measured on {} and {} nodes", before.nodes, after.nodes);
    if (times.scaling == ProblemScaling::weak) {
        auto const [low, high] = std::minmax(before.time, after.time);
        set_range(step, low, high, times.spread);
        return step;
    }
    double const n = nodes;
    set_range(step,
              std::max(after.time, before.time * (before.nodes / n)),
              std::min(before.time, after.time * (after.nodes / n)),
              times.spread);
    return step;
}

}  // namespace

Result<GenericStep> measured_step(MeasuredTimes const& times, int nodes) {
    auto const& rows = times.rows;
    if (nodes < rows.front().nodes || nodes > rows.back().nodes) {
        bool const one = rows.size() == 1;
        return failure(
            problem(Code::never_fits,
                    fmt::format("its time on {} node{} is not known: it was measured on {}{}{}",
                                nodes,
                                nodes == 1 ? "" : "s",
                                rows.front().nodes,
                                one ? "" : fmt::format(" to {}", rows.back().nodes),
                                rows.back().nodes == 1 ? " node" : " nodes"),
                    "measure it there and add the row, or use a law or a roofline"));
    }
    auto const after =
        std::ranges::find_if(rows, [&](MeasuredTime const& row) { return row.nodes >= nodes; });
    GenericStep step;
    if (after->nodes == nodes) {
        step.total = after->time;
        step.basis = fmt::format("measured on {} node{}", nodes, nodes == 1 ? "" : "s");
        set_range(step, step.total, step.total, times.spread);
    } else {
        step = between(*(after - 1), *after, nodes, times);
    }
    step.work = work_of(times.scaling, nodes);
    return step;
}

GenericStep law_step(LawTimes const& times, int nodes) {
    GenericStep step;
    double const m = times.measured.nodes;
    if (times.law == SpeedupLaw::gustafson) {
        step.total = times.measured.time;
        step.work = times.serial + (1.0 - times.serial) * nodes;
        step.basis = fmt::format("Gustafson's law, serial share {:.3g}", times.serial);
        set_range(step, step.total, step.total, times.spread);
        return step;
    }
    auto const at = [&](double serial) {
        return times.measured.time * (amdahl(serial, nodes) / amdahl(serial, m));
    };
    step.total = at(times.serial);
    step.basis = fmt::format("Amdahl's law, serial share {:.3g}", times.serial);
    Duration const less = at(times.serial / 2.0);
    Duration const more = at(std::min(1.0, 2.0 * times.serial));
    set_range(step, std::min(less, more), std::max(less, more), times.spread);
    return step;
}

}  // namespace clustersim
