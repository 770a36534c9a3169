// SPDX-License-Identifier: Apache-2.0
//
// An application's step time fitted to a pilot and carried on to more nodes.
//
// Equation. t(n) = a C(n) + b N(n) + c: C is what the models say that a device does for itself on n nodes (kernels, the
// pipeline's bubble, the optimizer, host work), N the communication that is left exposed; a, b and c are fitted by least squares
// of log(t / measured). With s^2 = SSR / (points - parameters) and the covariance V = s^2 (J^T J)^-1, a parameter's
// interval is q sqrt(V_ii) around its logarithm, a further run's q sqrt(g^T V g + s^2) with g = d log t / d parameters and q the
// 97.5 % quantile of Student's t (Seber and Wild, Nonlinear Regression, 1989, section 5.1, doi:10.1002/0471725315).
// Domain. Scatter that is alike at all node counts, and a machine that goes on as it began: where the models miss a
// mechanism that only sets in beyond the pilot, the band does not know it.
#include "sim/commands/fit/pilot.hpp"

#include "sim/commands/fit/pilot_curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace clustersim {
namespace {

/// A factor whose interval spans more than this to either side says nothing.
constexpr double undetermined = 1.0;  // of the natural logarithm

Result<PilotParts> parts_at(PilotSetup const& setup, int nodes) {
    auto const plan = plan_for(setup.application, setup.platform, nodes, setup.scaling);
    if (!plan) return failure(plan.error());
    auto const step = step_time(setup.application, setup.platform, *plan);
    if (!step) return failure(step.error());
    double const network = sum_of(*step, StepPart::Kind::network).si();
    return PilotParts{step->total.si() - network, network, plan->devices(), plan->global_batch()};
}

/// The parameter that the measurements determine least, if they determine too little: its change by a factor e moves
/// no predicted time by more than the scatter lets one see.
std::optional<std::size_t> vague(PilotCurve const& curve, PilotSolution const& solution) {
    std::optional<std::size_t> worst;
    double widest = undetermined;
    for (std::size_t i = 0; i < curve.parameters().size(); ++i) {
        // Singular or nearly so even without scatter: times are hardly known to a thousandth.
        double const half = std::max(solution.half_width(i), 1e-3 * solution.fit.errors[i]);
        if (half > widest || !std::isfinite(half)) {
            widest = std::isfinite(half) ? half : 1e300;
            worst = i;
        }
    }
    return worst;
}

/// How far a measurement lies from the curve: the logarithm of measured over fitted.
double misfit(PilotCurve const& curve,
              PilotSolution const& solution,
              PilotPoint const& point,
              PilotParts const& parts) {
    return std::log(point.step.si() / curve.at(parts, solution.fit.values));
}

/// What a factor at the end of its range says: the steps are of another order than the models'.
Diagnostic out_of_reach(std::span<PilotPoint const> points,
                        std::map<int, PilotParts> const& parts) {
    std::vector<double> ratios;
    for (PilotPoint const& point : points) {
        PilotParts const& of = parts.at(point.nodes);
        ratios.push_back(point.step.si() / (of.compute + of.network));
    }
    std::ranges::sort(ratios);
    double const most = std::exp(most_log_factor);
    return problem(
        Code::inconsistent,
        fmt::format("the measured steps take {:.4g} to {:.4g} times as long as the models "
                    "say, a fitted factor is between {:.2g} and {:.0f}",
                    ratios.front(),
                    ratios.back(),
                    1.0 / most,
                    most),
        "step times are in seconds; the batch is the application's on these nodes");
}

/// Says that the measurements contradict each other, if the band of a further run at one of their own node counts is
/// wider than a factor of two to either side: the models say more without them (docs/validation.md).
std::optional<Diagnostic> contradiction(PilotCurve const& curve,
                                        PilotSolution const& solution,
                                        std::span<PilotPoint const> points,
                                        std::map<int, PilotParts> const& parts) {
    constexpr double widest = 0.693;  // log 2
    auto const half_at = [&](PilotPoint const& point) {
        return pilot_band(curve, solution, parts.at(point.nodes));
    };
    PilotPoint const& vaguest = *std::ranges::max_element(points, {}, half_at);
    double const half = half_at(vaguest);
    if (half <= widest) return std::nullopt;
    auto const off = [&](PilotPoint const& point) {
        return std::abs(misfit(curve, solution, point, parts.at(point.nodes)));
    };
    PilotPoint const& furthest = *std::ranges::max_element(points, {}, off);
    double const fitted = curve.at(parts.at(vaguest.nodes), solution.fit.values);
    Diagnostic d =
        problem(Code::inconsistent,
                fmt::format("these {} measurements do not fit {} parameter{}: they deviate by a "
                            "factor of {:.3g} from the best "
                            "fit, by which a further run on {} node{} takes {:.3g} to {:.3g} s",
                            points.size(),
                            curve.parameters().size(),
                            curve.parameters().size() == 1 ? "" : "s",
                            std::exp(solution.scatter),
                            vaguest.nodes,
                            vaguest.nodes == 1 ? "" : "s",
                            fitted * std::exp(-half),
                            fitted * std::exp(half)));
    d.expected =
        "a 95 % band of at most a factor of two to either side at the measured node counts";
    d.help =
        fmt::format("furthest from the fit: {:.4g} s on {} node{}, {:.4g} s fitted; measure each "
                    "count more than once, without the first steps",
                    furthest.step.si(),
                    furthest.nodes,
                    furthest.nodes == 1 ? "" : "s",
                    curve.at(parts.at(furthest.nodes), solution.fit.values));
    return d;
}

/// Whether a factor lies at the end of its range.
bool at_bound(PilotCurve const& curve, PilotSolution const& solution) {
    for (std::size_t i = 0; i < curve.parameters().size(); ++i) {
        bool const factor = curve.parameters()[i] != PilotParameter::overhead;
        if (factor && std::abs(solution.fit.values[i]) > most_log_factor - 1e-6) return true;
    }
    return false;
}

std::size_t distinct_counts(std::span<PilotPoint const> points) {
    std::set<int> counts;
    for (PilotPoint const& point : points) counts.insert(point.nodes);
    return counts.size();
}

/// How many parameters so many points carry.
std::size_t carried(std::span<PilotPoint const> points) {
    return points.empty() ? 0 : std::min(distinct_counts(points), points.size() - 1);
}

Diagnostic too_few(std::span<PilotPoint const> points, std::size_t wanted) {
    return problem(
        Code::inconsistent,
        fmt::format("{} measurement{} at {} node count{} carr{} {} parameter{}, not {}",
                    points.size(),
                    points.size() == 1 ? "" : "s",
                    distinct_counts(points),
                    distinct_counts(points) == 1 ? "" : "s",
                    points.size() == 1 ? "ies" : "y",
                    carried(points),
                    carried(points) == 1 ? "" : "s",
                    wanted),
        fmt::format("enough for {0}: {1} measurements, at {0} different node count{2} or "
                    "more; one more than the parameters gives the intervals",
                    wanted,
                    wanted + 1,
                    wanted == 1 ? "" : "s"));
}

/// The predicted parts at all node counts of the points and of `further`.
Result<std::map<int, PilotParts>> all_parts(PilotSetup const& setup,
                                            std::span<PilotPoint const> points,
                                            std::span<int const> further) {
    std::map<int, PilotParts> parts;
    Diagnostics problems;
    std::set<int> counts(further.begin(), further.end());
    for (PilotPoint const& point : points) counts.insert(point.nodes);
    for (int const nodes : counts) {
        auto const at = parts_at(setup, nodes);
        if (at)
            parts.emplace(nodes, *at);
        else
            problems.append_unsaid(at.error());
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return parts;
}

std::vector<FittedParameter> parameters_of(PilotCurve const& curve, PilotSolution const& solution) {
    std::vector<FittedParameter> parameters;
    for (std::size_t i = 0; i < curve.parameters().size(); ++i) {
        double const value = solution.fit.values[i];
        double const half = solution.half_width(i);
        PilotParameter const parameter = curve.parameters()[i];
        if (parameter == PilotParameter::overhead) {
            parameters.push_back({parameter,
                                  value * curve.unit(),
                                  std::max(0.0, value - half) * curve.unit(),
                                  (value + half) * curve.unit()});
        } else {
            parameters.push_back(
                {parameter, std::exp(value), std::exp(value - half), std::exp(value + half)});
        }
    }
    return parameters;
}

std::vector<PilotPrediction> predictions_of(PilotCurve const& curve,
                                            PilotSolution const& solution,
                                            std::span<PilotPoint const> points,
                                            std::map<int, PilotParts> const& parts) {
    std::vector<PilotPrediction> predictions;
    for (auto const& [nodes, of_nodes] : parts) {
        PilotPrediction p;
        p.nodes = nodes;
        p.model = seconds(of_nodes.compute + of_nodes.network);
        double const fitted = curve.at(of_nodes, solution.fit.values);
        double const half = pilot_band(curve, solution, of_nodes);
        p.fitted = seconds(fitted);
        p.low = seconds(fitted * std::exp(-half));
        p.high = seconds(fitted * std::exp(half));
        double sum = 0.0;
        int count = 0;
        for (PilotPoint const& point : points) {
            if (point.nodes != nodes) continue;
            sum += point.step.si();
            ++count;
        }
        if (count > 0) p.measured = seconds(sum / count);
        PilotParts const& first = parts.begin()->second;
        double const base = predictions.empty() ? fitted : predictions.front().fitted.si();
        p.efficiency =
            (of_nodes.batch / fitted / of_nodes.devices) / (first.batch / base / first.devices);
        predictions.push_back(p);
    }
    return predictions;
}

}  // namespace

Result<PilotFit> fit_pilot(PilotSetup const& setup,
                           std::span<PilotPoint const> points,
                           std::span<int const> further_nodes) {
    std::size_t const most = carried(points);
    std::size_t const wanted = std::max<std::size_t>(1, setup.fit.size());
    if (wanted > most) return failure(too_few(points, wanted));
    auto const parts = all_parts(setup, points, further_nodes);
    if (!parts) return failure(parts.error());
    std::vector<PilotParameter> parameters = setup.fit;
    for (auto const& [name, parameter] : pilot_parameter_names())
        if (setup.fit.empty() && parameters.size() < most) parameters.push_back(parameter);
    double const shortest = std::ranges::min(points, {}, &PilotPoint::step).step.si();
    PilotFit fit;
    fit.points = static_cast<int>(points.size());
    while (true) {
        PilotCurve const curve(parameters, shortest);
        PilotSolution const solution = solve_pilot(curve, points, *parts);
        bool const last = parameters.size() == 1 || !setup.fit.empty();
        if (last && at_bound(curve, solution)) return failure(out_of_reach(points, *parts));
        auto const contradicted = contradiction(curve, solution, points, *parts);
        if (contradicted && last) return failure(*contradicted);
        auto unclear = vague(curve, solution);
        // Fewer parameters leave more measurements to say how far they scatter.
        if (contradicted && !unclear) unclear = parameters.size() - 1;
        if (unclear && parameters.size() > 1) {
            std::string const name(name_of(parameters[*unclear]));
            if (!setup.fit.empty()) {
                return failure(problem(
                    Code::inconsistent,
                    fmt::format("the measurements cannot separate \"{}\" from the others", name),
                    "leave it out, or measure where it weighs more: more nodes for the network"));
            }
            fit.remarks.push_back(fmt::format(
                "{} is not determined by these measurements and stays as modelled", name));
            parameters.erase(parameters.begin() + static_cast<std::ptrdiff_t>(*unclear));
            continue;
        }
        fit.parameters = parameters_of(curve, solution);
        fit.predictions = predictions_of(curve, solution, points, *parts);
        fit.scatter = solution.scatter;
        return fit;
    }
}

}  // namespace clustersim
