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
#include "sim/validation/pilot.hpp"

#include "sim/stats/least_squares.hpp"
#include "sim/stats/student.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

constexpr std::array parameter_names{std::pair{"compute"sv, PilotParameter::compute},
                                     std::pair{"network"sv, PilotParameter::network},
                                     std::pair{"overhead"sv, PilotParameter::overhead}};
/// A factor whose interval spans more than this to either side says nothing.
constexpr double undetermined = 1.0;  // of the natural logarithm
constexpr double confidence = 0.975;

std::string_view name_of(PilotParameter parameter) {
    for (auto const& [name, each] : parameter_names) {
        if (each == parameter) return name;
    }
    return "";
}

/// The parts of a predicted step, in seconds.
struct Parts {
    double compute = 0.0;
    double network = 0.0;
    int devices = 1;
    double batch = 1.0;
};

Result<Parts> parts_at(PilotSetup const& setup, int nodes) {
    auto const plan = plan_for(setup.application, setup.platform, nodes, setup.scaling);
    if (!plan) return failure(plan.error());
    auto const step = step_time(setup.application, setup.platform, *plan);
    if (!step) return failure(step.error());
    double const network =
        (step->tp_comm + step->cp_comm + step->ep_comm + step->pp_comm + step->dp_exposed).si();
    return Parts{step->total.si() - network, network, plan->devices(), plan->global_batch()};
}

/// The unknowns of a fit in units in which they are alike: logarithms of factors, the overhead in
/// units of the shortest measured step.
class Curve {
  public:
    Curve(std::vector<PilotParameter> parameters, double unit)
        : parameters_(std::move(parameters)), unit_(unit) {}

    [[nodiscard]] std::vector<BoundedUnknown> unknowns() const {
        std::vector<BoundedUnknown> unknowns;
        for (PilotParameter const parameter : parameters_) {
            bool const seconds = parameter == PilotParameter::overhead;
            unknowns.push_back(seconds ? BoundedUnknown{0.01, 0.0, 1.0}
                                       : BoundedUnknown{0.0, -5.0, 5.0});
        }
        return unknowns;
    }
    [[nodiscard]] double at(Parts const& parts, std::span<double const> values) const {
        double compute = 1.0;
        double network = 1.0;
        double overhead = 0.0;
        for (std::size_t i = 0; i < parameters_.size(); ++i) {
            switch (parameters_[i]) {
                case PilotParameter::compute: compute = std::exp(values[i]); break;
                case PilotParameter::network: network = std::exp(values[i]); break;
                case PilotParameter::overhead: overhead = values[i] * unit_; break;
            }
        }
        return compute * parts.compute + network * parts.network + overhead;
    }
    [[nodiscard]] std::vector<PilotParameter> const& parameters() const { return parameters_; }
    [[nodiscard]] double unit() const { return unit_; }

  private:
    std::vector<PilotParameter> parameters_;
    double unit_;
};

struct Solution {
    LeastSquaresFit fit;
    double scatter = 0.0;
    double quantile = 0.0;
    /// Half the width of the interval of unknown i.
    [[nodiscard]] double half_width(std::size_t i) const {
        return quantile * scatter * fit.errors[i];
    }
};

Solution
solve(Curve const& curve, std::span<PilotPoint const> points, std::map<int, Parts> const& parts) {
    Residuals const residuals = [&](std::span<double const> values, std::span<double> r) {
        for (std::size_t i = 0; i < points.size(); ++i)
            r[i] = std::log(curve.at(parts.at(points[i].nodes), values) / points[i].step.si());
    };
    std::vector<BoundedUnknown> const unknowns = curve.unknowns();
    Solution solution;
    solution.fit = least_squares(residuals, points.size(), unknowns);
    auto const freedom = static_cast<double>(points.size() - unknowns.size());
    solution.scatter = std::sqrt(2.0 * solution.fit.cost / freedom);
    solution.quantile = student_quantile(confidence, freedom);
    return solution;
}

/// The parameter that the measurements tell least of, if they tell too little: its change by a factor e moves
/// no predicted time by more than the scatter lets one see.
std::optional<std::size_t> vague(Curve const& curve, Solution const& solution) {
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
Result<std::map<int, Parts>> all_parts(PilotSetup const& setup,
                                       std::span<PilotPoint const> points,
                                       std::span<int const> further) {
    std::map<int, Parts> parts;
    Diagnostics problems;
    std::set<int> counts(further.begin(), further.end());
    for (PilotPoint const& point : points) counts.insert(point.nodes);
    for (int const nodes : counts) {
        auto const at = parts_at(setup, nodes);
        if (at) {
            parts.emplace(nodes, *at);
        } else {
            problems.append_unsaid(at.error());
        }
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return parts;
}

std::vector<FittedParameter> parameters_of(Curve const& curve, Solution const& solution) {
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

/// Half the width of the band of log t at given parts.
double band(Curve const& curve, Solution const& solution, Parts const& parts) {
    std::vector<double> values = solution.fit.values;
    std::size_t const count = values.size();
    std::vector<double> gradient(count);
    double const at = curve.at(parts, values);
    for (std::size_t i = 0; i < count; ++i) {
        constexpr double step = 1e-5;
        values[i] += step;
        gradient[i] = std::log(curve.at(parts, values) / at) / step;
        values[i] -= step;
    }
    double variance = 1.0;
    for (std::size_t a = 0; a < count; ++a) {
        for (std::size_t b = 0; b < count; ++b)
            variance += gradient[a] * solution.fit.covariance[a * count + b] * gradient[b];
    }
    return solution.quantile * solution.scatter * std::sqrt(std::max(0.0, variance));
}

std::vector<PilotPrediction> predictions_of(Curve const& curve,
                                            Solution const& solution,
                                            std::span<PilotPoint const> points,
                                            std::map<int, Parts> const& parts) {
    std::vector<PilotPrediction> predictions;
    for (auto const& [nodes, of_nodes] : parts) {
        PilotPrediction p;
        p.nodes = nodes;
        p.model = seconds(of_nodes.compute + of_nodes.network);
        double const fitted = curve.at(of_nodes, solution.fit.values);
        double const half = band(curve, solution, of_nodes);
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
        Parts const& first = parts.begin()->second;
        double const base = predictions.empty() ? fitted : predictions.front().fitted.si();
        p.efficiency =
            (of_nodes.batch / fitted / of_nodes.devices) / (first.batch / base / first.devices);
        predictions.push_back(p);
    }
    return predictions;
}

}  // namespace

std::span<std::pair<std::string_view, PilotParameter> const> pilot_parameter_names() {
    return parameter_names;
}

Result<std::vector<PilotPoint>> pilot_points(MeasuredTable const& table, PilotSetup const& setup) {
    std::vector<PilotPoint> points;
    Diagnostics problems;
    auto const complain = [&](MeasuredRow const& row, std::string message, std::string help) {
        Diagnostic d = problem(Code::wrong_type, std::move(message), std::move(help));
        d.where = {table.file, row.line(), 1, 1};
        problems.add(std::move(d));
    };
    constexpr std::array rates{"step_time_s", "iter_s", "samples_per_s", "tokens_per_s"};
    bool const any_rate = std::ranges::any_of(rates, [&](auto name) { return table.has(name); });
    if (!table.has("nodes") || !any_rate) {
        return failure(problem(
            Code::missing_key,
            fmt::format("{}: the columns are {}", table.file, fmt::join(table.columns, ", ")),
            "nodes and one of step_time_s, samples_per_s and tokens_per_s, with commas between"));
    }
    for (LeftOutRow const& row : table.broken)
        complain(MeasuredRow(row.line, {}), row.reason, "one cell under each column");
    for (MeasuredRow const& row : table.rows) {
        auto const stated = row.number("nodes");
        auto const nodes =
            stated && *stated == std::floor(*stated) ? row.whole("nodes") : std::nullopt;
        auto const time = row.number(table.has("step_time_s") ? "step_time_s" : "iter_s");
        auto const samples = row.number("samples_per_s");
        auto const tokens = row.number("tokens_per_s");
        auto const positive = [](std::optional<double> value) { return value && *value > 0.0; };
        if (!nodes) {
            complain(row,
                     fmt::format("\"{}\" is no number of nodes", row.text("nodes")),
                     "a whole number of at least 1");
        } else if (positive(time)) {
            points.push_back({*nodes, seconds(*time)});
        } else if (positive(samples) || positive(tokens)) {
            auto const plan = plan_for(setup.application, setup.platform, *nodes, setup.scaling);
            if (!plan) {
                problems.append_unsaid(plan.error());
                continue;
            }
            auto const* model = std::get_if<Transformer>(&setup.application.model);
            double const length = model != nullptr ? model->sequence : 1.0;
            double const rate = positive(samples) ? *samples : *tokens / length;
            points.push_back({*nodes, seconds(plan->global_batch() / rate)});
        } else {
            complain(row,
                     "neither a step time nor a throughput",
                     "one of step_time_s, samples_per_s and tokens_per_s");
        }
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return points;
}

Result<PilotFit> fit_pilot(PilotSetup const& setup,
                           std::span<PilotPoint const> points,
                           std::span<int const> further_nodes) {
    std::size_t const most = carried(points);
    std::size_t const wanted = std::max<std::size_t>(1, setup.fit.size());
    if (wanted > most) return failure(too_few(points, wanted));
    auto const parts = all_parts(setup, points, further_nodes);
    if (!parts) return failure(parts.error());
    std::vector<PilotParameter> parameters = setup.fit;
    for (auto const& [name, parameter] : parameter_names) {
        if (setup.fit.empty() && parameters.size() < most) parameters.push_back(parameter);
    }
    double const shortest = std::ranges::min(points, {}, &PilotPoint::step).step.si();
    PilotFit fit;
    fit.points = static_cast<int>(points.size());
    while (true) {
        Curve const curve(parameters, shortest);
        Solution const solution = solve(curve, points, *parts);
        auto const unclear = vague(curve, solution);
        if (unclear && parameters.size() > 1) {
            std::string const name(name_of(parameters[*unclear]));
            if (!setup.fit.empty()) {
                return failure(problem(
                    Code::inconsistent,
                    fmt::format("the measurements do not tell \"{}\" from the others", name),
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
