// SPDX-License-Identifier: Apache-2.0
#include "models/collective/calibration.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/collective/simple_node.hpp"

#include <algorithm>
#include <cmath>

using namespace clustersim;
using namespace clustersim::literals;

namespace {

LinkClass usual() {
    LinkClass links;
    links.name = "usual";
    links.devices = 8;
    links.link = link_of(NodeLinkKind::nvswitch, 300.0_GBps, 300.0_GBps, 1.5_us, 0.7);
    links.nic = {8, 25.0_GBps, 2.5_us, 0.9, {}};
    return links;
}

std::vector<MeasuredCollective> measured_on(LinkClass const& truth) {
    std::vector<MeasuredCollective> rows;
    for (int nodes : {1, 2, 4}) {
        for (double size = 8.0; size < 0x1p33; size *= 4.0) {
            MeasuredCollective row;
            row.nodes = nodes;
            row.members = 8 * nodes;
            row.size = bytes(size);
            row.time = predict(row, measured_node(truth, row)).time;
            rows.push_back(row);
        }
    }
    return rows;
}

}  // namespace

TEST_CASE("it recovers the figures that produced the times", "[collective][unit]") {
    LinkClass truth = usual();
    truth.link.latency = 2.2_us;
    truth.link.achievable = 0.8;
    truth.nic.achievable = 0.8;
    auto const rows = measured_on(truth);
    CollectiveFit const fit = fit_collectives(usual(), rows);
    CHECK(us(fit.fitted.link.latency) == Approx(2.2).epsilon(0.05));
    CHECK(fit.fitted.link.achievable == Approx(0.8).epsilon(0.02));
    CHECK(fit.fitted.nic.achievable == Approx(0.8).epsilon(0.02));
    CHECK(summary_of(fit.errors_after).mean < 0.01);
    CHECK(summary_of(fit.errors_after).mean < summary_of(fit.errors_before).mean);
    auto const latency = std::ranges::find(fit.figures, "link.latency", &FittedFigure::path);
    REQUIRE(latency != fit.figures.end());
    CHECK(latency->low < 2.2);
    CHECK(latency->high > 2.2);
}

TEST_CASE("it keeps figures that the rows do not determine", "[collective][unit]") {
    auto rows = measured_on(usual());
    std::erase_if(rows, [](MeasuredCollective const& row) { return row.nodes > 1; });
    CollectiveFit const fit = fit_collectives(usual(), rows);
    CHECK(fit.fitted.nic.latency == usual().nic.latency);
    CHECK(std::ranges::find(fit.figures, "nic.latency", &FittedFigure::path) == fit.figures.end());
}

TEST_CASE("an outlier has little influence on the fit", "[collective][unit]") {
    LinkClass truth = usual();
    truth.link.achievable = 0.8;
    auto rows = measured_on(truth);
    rows.back().time = 20.0 * rows.back().time;
    CollectiveFit const fit = fit_collectives(usual(), rows);
    CHECK(fit.fitted.link.achievable == Approx(0.8).epsilon(0.05));
    CHECK(summary_of(fit.errors_after).median < 0.03);
}
