// SPDX-License-Identifier: Apache-2.0
#include "models/collective/calibration.hpp"

#include <functional>
#include <map>
#include <string_view>
#include <tuple>

namespace clustersim {
namespace {

constexpr double row_width = 0.1;  // relative, of a measured time

/// One unknown of the fit, with its place in the class.
struct Figure : PriorFigure {
    std::function<double(LinkClass const&)> get;
    std::function<void(LinkClass&, double)> set;
};

Figure duration(std::string path, double prior, std::function<Duration&(LinkClass&)> const& at) {
    auto const get = [at](LinkClass const& c) {
        LinkClass copy = c;
        return at(copy).si();
    };
    return {{std::move(path), "us", 1e6, 0.0, true, prior, 1e-8, 1e-3},
            get,
            [at](LinkClass& c, double value) { at(c) = seconds(value); }};
}

Figure share(std::string path, double prior, std::function<double&(LinkClass&)> const& at) {
    auto const get = [at](LinkClass const& c) {
        LinkClass copy = c;
        return at(copy);
    };
    return {{std::move(path), "", 1.0, 0.0, true, prior, 0.005, 1.0},
            get,
            [at](LinkClass& c, double value) { at(c) = value; }};
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

void add_in_node(std::vector<Figure>& figures) {
    using Cost = Duration InNodeTuning::*;
    for (auto const& [name, cost] : {std::pair<char const*, Cost>{"start", &InNodeTuning::start},
                                     {"step", &InNodeTuning::step},
                                     {"fill", &InNodeTuning::fill}}) {
        Cost const which = cost;
        figures.push_back(duration(
            std::string("collectives.in_node.") + name, 0.5, [which](LinkClass& c) -> Duration& {
                return *c.collectives.in_node.*which;
            }));
    }
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
    if (start.collectives.in_node) add_in_node(figures);
    if (start.collectives.send_share) {
        figures.push_back(share(
            "collectives.send_share",
            0.2,
            [](LinkClass& c) -> double& { return *c.collectives.send_share; }));
    }
    for (Figure& figure : figures) figure.start = figure.get(start);
    return figures;
}

LinkClass
moved(LinkClass const& start, std::vector<Figure> const& figures, std::span<double const> values) {
    LinkClass now = start;
    for (std::size_t i = 0; i < figures.size(); ++i) figures[i].set(now, values[i]);
    return now;
}

struct MeasuredNodes {
    NodeType type;
    Network network;
};

/// Rows of the same nodes share their network, because building one may take a search for rings.
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

double relative_error(MeasuredCollective const& row, NodeType const& type) {
    return predict(row, type).time / row.time - 1.0;
}

CollectiveFit fit_collectives(LinkClass const& start, std::span<MeasuredCollective const> rows) {
    std::vector<Figure> const figures = figures_of(start);
    std::vector<PriorFigure> const priors(figures.begin(), figures.end());
    std::vector<double> const widths(rows.size(), row_width);
    FigureFit const found = fit_figures(
        priors,
        [&](std::span<double const> values) {
            return errors_of(moved(start, figures, values), rows);
        },
        widths);
    CollectiveFit fit;
    fit.fitted = moved(start, figures, found.values);
    fit.figures = found.figures;
    fit.errors_before = errors_of(start, rows);
    fit.errors_after = errors_of(fit.fitted, rows);
    return fit;
}

}  // namespace clustersim
