// SPDX-License-Identifier: Apache-2.0
#include "models/application/machine_spread.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/application/scaling.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <cmath>

using namespace clustersim;

namespace {

LoadedSystem machine_named(std::string const& name) {
    auto loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load(name);
    REQUIRE(loaded);
    return std::move(*loaded);
}

struct SpreadCase {
    Application application;
    Platform platform;
    Plan plan;
    StepTime step;
    std::vector<SpreadShare> shares;
};

SpreadCase spread_case(std::string const& name, int nodes) {
    LoadedSystem const machine = machine_named(name);
    SpreadCase out{
        *load_application("gpt-857m", std::string(PROJECT_DIR) + "/workloads/applications"),
        *platform_of(machine.system, machine.system.default_partition()),
        {},
        {},
        {}};
    out.plan = *plan_for(out.application, out.platform, nodes, Scaling::weak);
    out.step = *step_time(out.application, out.platform, out.plan);
    out.shares = spread_shares(out.application,
                               out.platform,
                               out.plan,
                               out.step,
                               uncertain_numbers(machine, out.platform));
    return out;
}

double share_of(SpreadCase const& one, std::string_view source) {
    auto const at = std::ranges::find(one.shares, source, &SpreadShare::source);
    return at == one.shares.end() ? 0.0 : at->half;
}

}  // namespace

TEST_CASE("numbers without a measurement widen the range, measured ones do not",
          "[application][unit]") {
    // The best product of an MI250X is a default; that of an A100 of 40 GB was measured.
    SpreadCase const lumi = spread_case("lumi", 4);
    SpreadCase const karolina = spread_case("karolina", 4);
    CHECK(share_of(lumi, "accelerators.mi250x-gcd.achievable.matrix") > 0.05);
    CHECK(share_of(karolina, "accelerators.a100-sxm4-40.achievable.matrix") == 0.0);
    auto const width = [](SpreadCase const& one) {
        StepTime const step = widened(one.step, one.shares);
        return (step.high - step.low) / step.total;
    };
    CHECK(width(lumi) > width(karolina) + 0.05);
    // The step itself does not change.
    CHECK(widened(lumi.step, lumi.shares).total == lumi.step.total);
}

TEST_CASE("a step that takes its time from one number moves with it", "[application][unit]") {
    SpreadCase const one = spread_case("lumi", 1);
    CHECK(std::ranges::is_sorted(one.shares, std::ranges::greater{}, &SpreadShare::half));
    // On one node no port and no switch is used.
    CHECK(share_of(one, "node_types.lumi-g.nic.achievable") == 0.0);
    CHECK(share_of(one, "fabrics.slingshot-g.global_taper") == 0.0);
    // No number can move the step by more than its own error, up to the curvature of 1/x.
    for (SpreadShare const& share : one.shares)
        if (!share.confidence.empty()) CHECK(share.half < 0.21);
}

TEST_CASE("independent sources add up in quadrature", "[application][unit]") {
    StepTime step;
    step.total = seconds(10.0);
    step.low = seconds(9.7);
    step.high = seconds(10.3);
    std::vector<SpreadShare> const shares{{"compute rates", "", 0.03}, {"link", "estimate", 0.04}};
    StepTime const wide = widened(step, shares);
    CHECK(wide.low.si() == Approx(9.5));
    CHECK(wide.high.si() == Approx(10.5));
    CHECK(widened(step, {}).high == step.high);
}
