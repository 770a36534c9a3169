// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/pilot.hpp"

#include "models/application/step_time.hpp"
#include "sim/commands/validate/references.hpp"
#include "sim/core/random_stream.hpp"
#include "tests/support/catch.hpp"

#include <cmath>
#include <filesystem>

using namespace clustersim;

namespace {

std::filesystem::path const project_folder = PROJECT_DIR;

PilotSetup const& usual_setup() {
    static PilotSetup const setup = [] {
        auto const references = References::load(
            {project_folder / "systems", project_folder / "workloads/applications"});
        REQUIRE(references);
        auto application = references->application("gpt-857m");
        auto platform = references->platform("LUMI");
        REQUIRE(application);
        REQUIRE(platform);
        return PilotSetup{*application, "karolina", *platform, Scaling::strong, {}};
    }();
    return setup;
}

/// The step of a machine that computes and communicates slower than modelled by the given factors.
double true_step(PilotSetup const& setup, int nodes, double compute, double network, double extra) {
    auto const plan = plan_for(setup.application, setup.platform, nodes, setup.scaling);
    REQUIRE(plan);
    auto const step = step_time(setup.application, setup.platform, *plan);
    REQUIRE(step);
    double const exposed =
        (step->tp_comm + step->cp_comm + step->ep_comm + step->pp_comm + step->dp_exposed).si();
    return compute * (step->total.si() - exposed) + network * exposed + extra;
}

/// Standard normal by Box and Muller.
double normal(RandomStream& random) {
    double const u = 1.0 - random.uniform01();
    return std::sqrt(-2.0 * std::log(u)) *
           std::cos(2.0 * 3.14159265358979323846 * random.uniform01());
}

}  // namespace

TEST_CASE("it recovers the parameters of exact measurements", "[validation][unit]") {
    PilotSetup setup = usual_setup();
    setup.fit = {PilotParameter::compute, PilotParameter::network};
    std::vector<PilotPoint> points;
    for (int const nodes : {1, 2, 4, 8, 16})
        points.push_back({nodes, seconds(true_step(setup, nodes, 1.25, 1.6, 0.0))});
    auto const fit = fit_pilot(setup, points, std::vector{32});
    REQUIRE(fit);
    REQUIRE(fit->parameters.size() == 2);
    CHECK(fit->parameters[0].value == Approx(1.25).epsilon(1e-4));
    CHECK(fit->parameters[1].value == Approx(1.6).epsilon(1e-3));
    REQUIRE(fit->predictions.back().nodes == 32);
    CHECK(fit->predictions.back().fitted.si() ==
          Approx(true_step(setup, 32, 1.25, 1.6, 0.0)).epsilon(1e-3));
}

TEST_CASE("its intervals cover the truth about as often as they say", "[validation][unit]") {
    PilotSetup setup = usual_setup();
    setup.fit = {PilotParameter::compute};
    RandomStream random(7, "pilot noise", 0);
    std::vector<std::pair<int, double>> truth;
    for (int const nodes : {1, 2, 4, 8})
        truth.emplace_back(nodes, true_step(setup, nodes, 1.1, 1.0, 0.0));
    double const later = true_step(setup, 16, 1.1, 1.0, 0.0);
    constexpr int trials = 300;
    int in_interval = 0;
    int in_band = 0;
    for (int trial = 0; trial < trials; ++trial) {
        std::vector<PilotPoint> points;
        for (auto const& [nodes, time] : truth)
            points.push_back({nodes, seconds(time * std::exp(0.03 * normal(random)))});
        auto const fit = fit_pilot(setup, points, std::vector{16});
        REQUIRE(fit);
        FittedParameter const& compute = fit->parameters.front();
        in_interval += compute.low <= 1.1 && 1.1 <= compute.high ? 1 : 0;
        double const run = later * std::exp(0.03 * normal(random));
        PilotPrediction const& p = fit->predictions.back();
        in_band += p.low.si() <= run && run <= p.high.si() ? 1 : 0;
    }
    // 95 % of 300 with five standard deviations to either side.
    CHECK(in_interval >= 266);
    CHECK(in_interval <= 299);
    CHECK(in_band >= 266);
    CHECK(in_band <= 299);
}

TEST_CASE("it refuses more parameters than the measurements determine", "[validation][unit]") {
    PilotSetup setup = usual_setup();
    std::vector<PilotPoint> const one{{1, seconds(1.0)}};
    auto const alone = fit_pilot(setup, one, {});
    REQUIRE_FALSE(alone);
    CHECK(alone.error().items().front().message ==
          "1 measurement at 1 node count carries 0 parameters, not 1");
    CHECK(alone.error().items().front().help.find("2 measurements") != std::string::npos);

    setup.fit = {PilotParameter::compute, PilotParameter::network};
    std::vector<PilotPoint> const same{{2, seconds(1.0)}, {2, seconds(1.1)}, {2, seconds(0.9)}};
    CHECK_FALSE(fit_pilot(setup, same, {}));
    std::vector<PilotPoint> const two{{1, seconds(1.0)}, {2, seconds(1.1)}};
    CHECK_FALSE(fit_pilot(setup, two, {}));
}

TEST_CASE("it leaves out parameters that the measurements do not determine", "[validation][unit]") {
    PilotSetup const setup = usual_setup();
    std::vector<PilotPoint> points;
    double sign = 1.0;
    for (int const nodes : {1, 2, 4, 8}) {
        points.push_back(
            {nodes, seconds(true_step(setup, nodes, 1.2, 1.0, 0.0) * (1.0 + 0.04 * sign))});
        sign = -sign;
    }
    auto const fit = fit_pilot(setup, points, {});
    REQUIRE(fit);
    CHECK(fit->parameters.size() < 3);
    CHECK_FALSE(fit->remarks.empty());
    CHECK(fit->parameters.front().value == Approx(1.2).epsilon(0.1));
}

TEST_CASE("it turns throughputs into times and names bad rows", "[validation][unit]") {
    PilotSetup const setup = usual_setup();
    auto const table =
        parse_measured_table("nodes,step_time_s,tokens_per_s\n1,2.5,\n2,,1e5\n", "p.csv");
    REQUIRE(table);
    auto const points = pilot_points(*table, setup);
    REQUIRE(points);
    REQUIRE(points->size() == 2);
    CHECK((*points)[0].step.si() == Approx(2.5));
    auto const& model = std::get<Transformer>(setup.application.model);
    auto const plan = plan_for(setup.application, setup.platform, 2, setup.scaling);
    CHECK((*points)[1].step.si() == Approx(plan->global_batch() * model.sequence / 1e5));

    auto const bad = parse_measured_table("nodes,step_time_s\n,2.5\n4,fast\n", "p.csv");
    REQUIRE(bad);
    auto const refused = pilot_points(*bad, setup);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().size() == 2);

    auto const half = parse_measured_table("nodes,step_time_s\n1.5,2.5\n4,3,5\n", "p.csv");
    REQUIRE(half);
    auto const refused_too = pilot_points(*half, setup);
    REQUIRE_FALSE(refused_too);
    CHECK(refused_too.error().items().size() == 2);
    auto const other = parse_measured_table("nodes;step_time_s\n4;3\n", "p.csv");
    REQUIRE(other);
    auto const columns = pilot_points(*other, setup);
    REQUIRE_FALSE(columns);
    CHECK(columns.error().items().front().message == "p.csv: the columns are nodes;step_time_s");
}

TEST_CASE("measurements that contradict each other are refused with their scatter",
          "[validation][unit]") {
    PilotSetup setup = usual_setup();
    std::vector<PilotPoint> points;
    double factor = 5.0;
    for (int const nodes : {1, 2, 4, 8, 16}) {
        points.push_back({nodes, seconds(true_step(setup, nodes, factor, 1.0, 0.0))});
        factor = 1.0 / factor;
    }
    auto const refused = fit_pilot(setup, points, std::vector{32});
    REQUIRE_FALSE(refused);
    REQUIRE(refused.error().items().size() == 1);
    Diagnostic const& d = refused.error().items().front();
    CHECK(d.code == Code::inconsistent);
    CHECK(d.message.starts_with(
        "these 5 measurements do not fit 1 parameter: they deviate by a factor of "));
    CHECK(d.help.find("fitted") != std::string::npos);
    // Named parameters are refused likewise.
    setup.fit = {PilotParameter::compute, PilotParameter::network};
    CHECK_FALSE(fit_pilot(setup, points, {}));
}

TEST_CASE("usual scatter is fitted, scatter of a factor is refused", "[validation][unit]") {
    PilotSetup const setup = usual_setup();
    auto const fitted_of_100 = [&](double scatter) {
        RandomStream random(11, "pilot scatter", 0);
        int fitted = 0;
        for (int trial = 0; trial < 100; ++trial) {
            std::vector<PilotPoint> points;
            for (int const nodes : {1, 2, 4, 8, 16}) {
                double const time = true_step(setup, nodes, 1.1, 1.0, 0.0);
                points.push_back({nodes, seconds(time * std::exp(scatter * normal(random)))});
            }
            fitted += fit_pilot(setup, points, {}) ? 1 : 0;
        }
        return fitted;
    };
    CHECK(fitted_of_100(0.05) == 100);
    CHECK(fitted_of_100(1.0) <= 2);
}

TEST_CASE("times of another unit are reported as such", "[validation][unit]") {
    PilotSetup const setup = usual_setup();
    std::vector<PilotPoint> points;
    for (int const nodes : {1, 2, 4})
        points.push_back({nodes, seconds(1100.0 * true_step(setup, nodes, 1.0, 1.0, 0.0))});
    auto const refused = fit_pilot(setup, points, {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().front().message.find("1100 times as long") != std::string::npos);
    CHECK(refused.error().items().front().help.find("seconds") != std::string::npos);
}
