// SPDX-License-Identifier: Apache-2.0
#include "models/collective/calibration.hpp"

#include "sim/stats/least_squares.hpp"
#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string_view>
#include <tuple>

namespace clustersim {
namespace {

constexpr double row_width = 0.1;   // relative, of a measured time
constexpr double huber_knee = 1.5;  // in row widths
constexpr double determined_by =
    0.95;  // an error above this share of the prior's adds no information

/// One unknown of the fit: a factor on a figure of the class (fitted as its logarithm), or a summand.
struct Figure {
    std::string path;
    std::string unit;
    double to_unit = 1.0;
    bool factor = true;
    double prior = 0.5;  ///< width: of the logarithm, or in the figure's own unit
    double low = 0.0;
    double high = 0.0;  ///< in SI
    std::function<double(LinkClass const&)> get;
    std::function<void(LinkClass&, double)> set;
};

Figure duration(std::string path, double prior, std::function<Duration&(LinkClass&)> const& at) {
    auto const get = [at](LinkClass const& c) {
        LinkClass copy = c;
        return at(copy).si();
    };
    return {
        std::move(path), "us", 1e6, true, prior, 1e-8, 1e-3, get, [at](LinkClass& c, double value) {
            at(c) = seconds(value);
        }};
}

Figure share(std::string path, double prior, std::function<double&(LinkClass&)> const& at) {
    auto const get = [at](LinkClass const& c) {
        LinkClass copy = c;
        return at(copy);
    };
    return {
        std::move(path), "", 1.0, true, prior, 0.005, 1.0, get, [at](LinkClass& c, double value) {
            at(c) = value;
        }};
}

void add_protocols(std::vector<Figure>& figures) {
    for (auto const& [name, protocol] : {std::pair{"low_latency", Protocol::low_latency},
                                         {"low_latency_128", Protocol::low_latency_128},
                                         {"simple", Protocol::simple}}) {
        std::string const path = std::string("collectives.") + name;
        Protocol const which = protocol;
        figures.push_back(duration(path + ".start", 0.5, [which](LinkClass& c) -> Duration& {
            return c.collectives.of(which).start;
        }));
        if (which == Protocol::simple) continue;  // its shares are those of the links
        figures.push_back(share(
            path + ".link_share",
            0.6,
            [which](LinkClass& c) -> double& { return c.collectives.of(which).link_share; }));
        figures.push_back(share(path + ".nic_share", 0.6, [which](LinkClass& c) -> double& {
            return c.collectives.of(which).nic_share;
        }));
    }
}

void add_in_switch(std::vector<Figure>& figures) {
    figures.push_back(duration(
        "collectives.in_switch.start",
        0.5,
        [](LinkClass& c) -> Duration& { return c.collectives.in_switch->start; }));
    figures.push_back(share("collectives.in_switch.share", 0.2, [](LinkClass& c) -> double& {
        return c.collectives.in_switch->share;
    }));
}

std::vector<Figure> figures_of(LinkClass const& start) {
    std::vector<Figure> figures;
    figures.push_back(duration(
        "link.latency", 0.5, [](LinkClass& c) -> Duration& { return c.link.latency; }));
    figures.push_back(share(
        "link.achievable", 0.15, [](LinkClass& c) -> double& { return c.link.achievable; }));
    figures.push_back(duration(
        "nic.latency", 0.5, [](LinkClass& c) -> Duration& { return c.nic.latency; }));
    figures.push_back(
        share("nic.achievable", 0.2, [](LinkClass& c) -> double& { return c.nic.achievable; }));
    add_protocols(figures);
    Figure ramp = duration("collectives.ramp.extra", 5e-6, [](LinkClass& c) -> Duration& {
        return c.collectives.ramp;
    });
    ramp.factor = false;
    ramp.low = 0.0;
    ramp.high = 1e-4;
    figures.push_back(ramp);
    Figure overlap = share("collectives.tree_overlap", 0.3, [](LinkClass& c) -> double& {
        return c.collectives.tree_overlap;
    });
    overlap.factor = false;
    overlap.low = 0.0;
    figures.push_back(overlap);
    if (start.collectives.in_switch) add_in_switch(figures);
    if (start.collectives.send_share) {
        figures.push_back(share(
            "collectives.send_share",
            0.2,
            [](LinkClass& c) -> double& { return *c.collectives.send_share; }));
    }
    return figures;
}

/// The value of a figure for its unknown, in units of the prior's width.
double value_of(Figure const& figure, double start, double unknown) {
    double const moved =
        figure.factor ? start * std::exp(unknown * figure.prior) : start + unknown * figure.prior;
    return std::clamp(moved, figure.low, figure.high);
}

double unknown_of(Figure const& figure, double start, double value) {
    return figure.factor ? std::log(value / start) / figure.prior : (value - start) / figure.prior;
}

/// The square root of twice Huber's loss, with the sign of the residual.
double huber(double residual) {
    double const size = std::abs(residual);
    if (size <= huber_knee) return residual;
    return std::copysign(std::sqrt(huber_knee * (2.0 * size - huber_knee)), residual);
}

LinkClass moved(LinkClass const& start,
                std::vector<Figure> const& figures,
                std::span<double const> unknowns) {
    LinkClass now = start;
    for (std::size_t i = 0; i < figures.size(); ++i)
        figures[i].set(now, value_of(figures[i], figures[i].get(start), unknowns[i]));
    return now;
}

struct MeasuredNodes {
    NodeType type;
    Network network;
};

/// Rows of the same nodes share their network: to build one may take a search for rings.
std::vector<double> errors_of(LinkClass const& link_class,
                              std::span<MeasuredCollective const> rows) {
    std::map<std::tuple<int, int, std::string_view, std::string_view>, MeasuredNodes> known;
    std::vector<double> errors;
    errors.reserve(rows.size());
    for (MeasuredCollective const& row : rows) {
        auto const [at, is_new] = known.try_emplace(
            {row.nodes,
             row.members,
             row.ports,
             row.carrier ? std::string_view(row.carrier->name) : std::string_view()});
        auto& [type, network] = at->second;
        if (is_new) {
            type = measured_node(link_class, row);
            network = measured_network(row, type);
        }
        errors.push_back(predict(row, type, network).time / row.time - 1.0);
    }
    return errors;
}

}  // namespace

ErrorSummary summary_of(std::span<double const> relative_errors) {
    ErrorSummary summary;
    summary.rows = static_cast<int>(relative_errors.size());
    if (relative_errors.empty()) return summary;
    std::vector<double> sizes;
    for (double const error : relative_errors) sizes.push_back(std::abs(error));
    sizes = sorted(sizes);
    summary.median = median(sizes);
    summary.mean = mean(sizes);
    summary.worst = sizes.back();
    summary.bias = mean(relative_errors);
    return summary;
}

double relative_error(MeasuredCollective const& row, NodeType const& type) {
    return predict(row, type).time / row.time - 1.0;
}

CollectiveFit fit_collectives(LinkClass const& start, std::span<MeasuredCollective const> rows) {
    std::vector<Figure> const figures = figures_of(start);
    std::vector<BoundedUnknown> unknowns;
    for (Figure const& figure : figures) {
        double const from = figure.get(start);
        unknowns.push_back({0.0,
                            std::max(-6.0, unknown_of(figure, from, figure.low)),
                            std::min(6.0, unknown_of(figure, from, figure.high))});
    }
    auto const residuals = [&](std::span<double const> values, std::span<double> out) {
        std::vector<double> const errors = errors_of(moved(start, figures, values), rows);
        for (std::size_t i = 0; i < errors.size(); ++i)
            out[i] = huber(std::log1p(errors[i]) / row_width);
        std::ranges::copy(values, out.begin() + static_cast<std::ptrdiff_t>(rows.size()));
    };
    LeastSquaresFit const found = least_squares(residuals, rows.size() + figures.size(), unknowns);

    CollectiveFit fit;
    fit.errors_before = errors_of(start, rows);
    std::vector<double> kept = found.values;
    for (std::size_t i = 0; i < figures.size(); ++i) {
        Figure const& figure = figures[i];
        if (found.errors[i] > determined_by) {
            kept[i] = 0.0;
            continue;
        }
        double const from = figure.get(start);
        double const reach = 1.96 * found.errors[i];
        fit.figures.push_back({figure.path,
                               figure.unit,
                               from * figure.to_unit,
                               value_of(figure, from, kept[i]) * figure.to_unit,
                               value_of(figure, from, kept[i] - reach) * figure.to_unit,
                               value_of(figure, from, kept[i] + reach) * figure.to_unit});
    }
    fit.fitted = moved(start, figures, kept);
    fit.errors_after = errors_of(fit.fitted, rows);
    return fit;
}

}  // namespace clustersim
