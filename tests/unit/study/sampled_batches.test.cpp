// SPDX-License-Identifier: Apache-2.0
#include "sim/study/sampled_batches.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/application/scaling.hpp"
#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

struct Setting {
    PartitionFabric place;
    TrainingSetup setup;
};

Setting setting(std::string const& machine, int nodes) {
    auto const loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load(machine);
    REQUIRE(loaded);
    System const& system = loaded->system;
    auto application =
        load_application("gpt-857m", std::string(PROJECT_DIR) + "/workloads/applications");
    auto platform = platform_of(system, system.default_partition());
    auto place = partition_fabric(system, system.default_partition());
    REQUIRE(application);
    REQUIRE(platform);
    REQUIRE(place);
    // With Megatron's options for overlap: most of the traffic goes under the backward pass.
    application->training.sharding = Sharding::optimizer;
    application->training.framework.gradient_overlap = 0.9;
    application->training.framework.parameter_overlap = 0.8;
    application->training.framework.bucket = {.gradients = 40e6, .gradients_per_replica = 1e6};
    auto plan = plan_for(*application, *platform, nodes, Scaling::weak);
    REQUIRE(plan);
    plan->accumulation = 1;
    return {std::move(*place), {std::move(*application), std::move(*platform), *plan}};
}

/// The job on `own` nodes and jobs of sixteen nodes on nine tenths of the others, all of them taken from
/// the machine in strides, as a full machine leaves them.
NodesInUse busy_machine(PartitionFabric const& place, int own) {
    auto const total = static_cast<std::int32_t>(place.nodes.size());
    std::vector<std::int32_t> order;
    constexpr std::int32_t stride = 97;
    for (std::int32_t first = 0; first < stride; ++first)
        for (std::int32_t node = first; node < total; node += stride) order.push_back(node);
    NodesInUse use;
    use.own.assign(order.begin(), order.begin() + own);
    for (std::size_t at = static_cast<std::size_t>(own); at + 16 <= order.size() * 9 / 10;
         at += 16) {
        use.others.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(at),
                                order.begin() + static_cast<std::ptrdiff_t>(at + 16));
    }
    return use;
}

PlacedBatches
placed(Setting const& s, NodesInUse const& use, Neighbours neighbours, std::uint64_t seed = 1) {
    auto const batches = sample_batches(
        s.place,
        s.setup,
        use,
        {.neighbours = neighbours, .noise = {}, .seed = seed, .replicate = 0, .batches = 60});
    REQUIRE(batches);
    return *batches;
}

StepDistribution
sampled(Setting const& s, NodesInUse const& use, Neighbours neighbours, std::uint64_t seed = 1) {
    return placed(s, use, neighbours, seed).batches;
}

/// Slow batches over an undisturbed one.
double stretch_of(StepDistribution const& batches) {
    return batch_quantile(batches.ascending(), 0.95) / batches.quiet;
}

}  // namespace

TEST_CASE("alone on the fabric every batch takes the same time", "[scenario][unit]") {
    Setting const s = setting("leonardo", 16);
    auto const batches = sampled(s, busy_machine(s.place, 16), Neighbours::none);
    for (Duration const time : batches.batches) CHECK(time == batches.quiet);
}

TEST_CASE("among others batches spread, and the same seed spreads them the same",
          "[scenario][unit]") {
    Setting const s = setting("leonardo", 16);
    NodesInUse const use = busy_machine(s.place, 16);
    auto const batches = sampled(s, use, Neighbours::bursts);
    CHECK(std::ranges::min(batches.batches) >= batches.quiet * (1.0 - 1e-12));
    CHECK(std::ranges::max(batches.batches) > std::ranges::min(batches.batches));
    CHECK(batches.batches == sampled(s, use, Neighbours::bursts).batches);
    CHECK(batches.batches != sampled(s, use, Neighbours::bursts, 2).batches);
}

TEST_CASE("the step is the mean of its batches, and what others add is waiting",
          "[scenario][unit]") {
    Setting const s = setting("leonardo", 16);
    auto const alone = placed(s, busy_machine(s.place, 16), Neighbours::none);
    CHECK(alone.step.total == alone.batches.quiet);
    CHECK(alone.step.idle == Duration{});
    auto const among = placed(s, busy_machine(s.place, 16), Neighbours::bursts);
    Duration sum{};
    for (Duration const time : among.batches.batches) sum += time;
    CHECK(among.step.total.si() == Approx((sum / 60.0).si()));
    // Adaptive routes around others are longer than those on a quiet machine.
    CHECK(among.step.idle.si() ==
          Approx((among.step.total - among.batches.quiet).si()).margin(1e-12));
    CHECK(among.step.samples_per_second * among.step.total.si() ==
          Approx(alone.step.samples_per_second * alone.step.total.si()));
}

TEST_CASE("a fat tree is steadier than a dragonfly+ at the same load", "[scenario][unit]") {
    auto const nodes = GENERATE(16, 32, 64);
    INFO(nodes << " nodes");
    Setting const dragonfly = setting("leonardo", nodes);
    Setting const tree = setting("marenostrum5", nodes);
    CHECK(stretch_of(sampled(tree, busy_machine(tree.place, nodes), Neighbours::bursts)) <
          stretch_of(sampled(dragonfly, busy_machine(dragonfly.place, nodes), Neighbours::bursts)));
}

TEST_CASE("neighbours that react lengthen batches too, and the same seed by the same",
          "[scenario][unit]") {
    Setting const s = setting("leonardo", 32);
    NodesInUse const use = busy_machine(s.place, 32);
    auto const reacting = placed(s, use, Neighbours::reacting);
    CHECK(std::ranges::min(reacting.batches.batches) >= reacting.batches.quiet * (1.0 - 1e-9));
    CHECK(reacting.step.total > reacting.batches.quiet);
    // A process of SimGrid's answers the same questions with the same bytes.
    CHECK(reacting.batches.batches == placed(s, use, Neighbours::reacting).batches.batches);
}
