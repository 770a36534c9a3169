// SPDX-License-Identifier: Apache-2.0
#include "models/application/uncertain_numbers.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

struct Known {
    LoadedSystem machine;
    Platform platform;
    std::vector<UncertainNumber> numbers;

    explicit Known(std::string const& name)
        : machine(*Catalogue(std::string(PROJECT_DIR) + "/systems").load(name)),
          platform(*platform_of(machine.system, machine.system.default_partition())),
          numbers(uncertain_numbers(machine, platform)) {}

    [[nodiscard]] UncertainNumber const* find(std::string_view path) const {
        auto const at = std::ranges::find(numbers, path, &UncertainNumber::path);
        return at == numbers.end() ? nullptr : &*at;
    }
};

}  // namespace

TEST_CASE("the confidence in the files decides which numbers are uncertain",
          "[application][unit]") {
    Known const lumi("lumi");
    UncertainNumber const* matrix = lumi.find("accelerators.mi250x-gcd.achievable.matrix");
    REQUIRE(matrix != nullptr);
    CHECK(matrix->confidence == "estimate");
    CHECK(matrix->spread == 0.2);
    UncertainNumber const* port = lumi.find("node_types.lumi-g.nic.latency");
    REQUIRE(port != nullptr);
    CHECK(port->spread == 0.05);
    UncertainNumber const* taper = lumi.find("fabrics.slingshot-g.global_taper");
    REQUIRE(taper != nullptr);
    CHECK(taper->spread == 0.1);
    // A data sheet's.
    CHECK(lumi.find("accelerators.mi250x-gcd.memory_bandwidth") == nullptr);
}

TEST_CASE("each number is scaled where the step reads it", "[application][unit]") {
    Known const lumi("lumi");
    for (UncertainNumber const& number : lumi.numbers) {
        Platform changed = lumi.platform;
        number.scale(changed, 0.5);
        INFO(number.path);
        bool const same =
            changed.accelerator.achievable.matrix == lumi.platform.accelerator.achievable.matrix &&
            changed.accelerator.achievable.vector == lumi.platform.accelerator.achievable.vector &&
            changed.accelerator.achievable.memory == lumi.platform.accelerator.achievable.memory &&
            changed.accelerator.achievable.attention ==
                lumi.platform.accelerator.achievable.attention &&
            changed.accelerator.achievable.launch == lumi.platform.accelerator.achievable.launch &&
            changed.accelerator.peak == lumi.platform.accelerator.peak &&
            changed.node.link.per_device == lumi.platform.node.link.per_device &&
            changed.node.link.latency == lumi.platform.node.link.latency &&
            changed.node.link.achievable == lumi.platform.node.link.achievable &&
            changed.node.nic.latency == lumi.platform.node.nic.latency &&
            changed.node.nic.achievable == lumi.platform.node.nic.achievable &&
            changed.fabric.global_taper == lumi.platform.fabric.global_taper &&
            changed.fabric.switch_latency == lumi.platform.fabric.switch_latency;
        CHECK_FALSE(same);
    }
}

TEST_CASE("a share does not exceed one", "[application][unit]") {
    Known const lumi("lumi");
    Platform changed = lumi.platform;
    lumi.find("accelerators.mi250x-gcd.achievable.vector")->scale(changed, 2.0);
    CHECK(changed.accelerator.achievable.vector == 1.0);
}

TEST_CASE("what was measured or specified is certain", "[application][unit]") {
    for (Confidence const known :
         {Confidence::seed, Confidence::docs, Confidence::paper, Confidence::vendor})
        CHECK(spread_of(known) == 0.0);
    CHECK(spread_of(Confidence::estimate) > spread_of(Confidence::inferred));
    CHECK(spread_of(Confidence::inferred) > spread_of(Confidence::community));
}
