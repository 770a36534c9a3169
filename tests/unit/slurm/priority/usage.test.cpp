// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/usage.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/slurm/priority/test_tree.hpp"

#include <array>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

TestTree one_account() {
    TestTree tree;
    tree.account("a", "root", 1).user("u", "a", 1).user("v", "a", 1);
    tree.qos("normal", false).qos("kept", true);
    return tree;
}
double value(long double number) {
    return static_cast<double>(number);
}

}  // namespace

TEST_CASE("usage decays, then the decayed charge of a period is added (TV-11)",
          "[slurm_priority][unit]") {
    auto const tree = one_account();
    AssociationUsage usage(tree.site);
    usage.add_past(tree.index("u"), 100000);
    usage.decay(Seconds{300});
    usage.charge(tree.index("u"), {}, {.elapsed = Seconds{300}, .billing = 10, .tres = {}});
    for (auto const* const name : {"u", "a", "root"})
        CHECK(value(usage.usage_raw(tree.index(name))) == Approx(102964.5998).epsilon(1e-9));
    CHECK(usage.usage_raw(tree.index("v")) == 0);
}

TEST_CASE("usage of a job is charged with the factor of its QOS (spec 5.4)",
          "[slurm_priority][unit]") {
    auto tree = one_account();
    tree.site.settings.priority.decay_half_life = 0;
    AssociationUsage usage(tree.site);
    std::array<std::int64_t, 2> const tres = {4, 1000};
    std::array<std::int32_t, 1> const qos = {0};
    usage.charge(tree.index("u"),
                 qos,
                 {.elapsed = Seconds{60}, .billing = 2.5, .usage_factor = 2, .tres = tres});
    CHECK(usage.usage_raw(tree.index("a")) == 300);
    CHECK(usage.tres_seconds(tree.index("a"), tres::cpu) == 480);
    CHECK(usage.tres_seconds(tree.index("root"), tres::mem) == 120000);
    CHECK(usage.tres_seconds(tree.index("root"), tres::node) == 0);
    CHECK(usage.wall_seconds(tree.index("u")) == 120);
    CHECK(usage.qos_usage_raw(0) == 300);
    CHECK(usage.qos_tres_seconds(0, tres::cpu) == 480);
    CHECK(usage.qos_wall_seconds(0) == 120);
    CHECK(usage.qos_usage_raw(1) == 0);
}

TEST_CASE("usage of a QOS with NoDecay does not decay (spec 5.4.4)", "[slurm_priority][unit]") {
    auto const tree = one_account();
    AssociationUsage usage(tree.site);
    std::array<std::int32_t, 2> const qos = {1, 0};
    usage.charge(tree.index("u"), qos, {.elapsed = Seconds{300}, .billing = 1, .tres = {}});
    usage.decay(Seconds{604800});
    CHECK(usage.qos_usage_raw(1) == 300);
    CHECK(usage.qos_wall_seconds(1) == 300);
    CHECK(value(usage.qos_usage_raw(0)) == Approx(300 * 0.99965630888 * 0.5000733971));
    CHECK(value(usage.usage_raw(tree.index("u"))) == Approx(value(usage.qos_usage_raw(0))));
}

TEST_CASE("usage is charged once if job and partition have the same QOS",
          "[slurm_priority][unit]") {
    auto tree = one_account();
    tree.site.settings.priority.decay_half_life = 0;
    AssociationUsage usage(tree.site);
    std::array<std::int32_t, 2> const qos = {0, 0};
    usage.charge(-1, qos, {.elapsed = Seconds{10}, .billing = 1, .tres = {}});
    CHECK(usage.qos_usage_raw(0) == 10);
    CHECK(usage.usage_raw(0) == 0);
}

TEST_CASE("a reset clears usage, also that of QOS with NoDecay (spec 5.4.6)",
          "[slurm_priority][unit]") {
    auto const tree = one_account();
    AssociationUsage usage(tree.site);
    std::array<std::int32_t, 2> const qos = {0, 1};
    usage.charge(tree.index("u"), qos, {.elapsed = Seconds{10}, .billing = 1, .tres = {}});
    usage.reset();
    CHECK(usage.usage_raw(0) == 0);
    CHECK(usage.qos_usage_raw(0) == 0);
    CHECK(usage.qos_usage_raw(1) == 0);
    CHECK(usage.wall_seconds(tree.index("u")) == 0);
}

TEST_CASE("usage keeps its precision over many half-lives", "[slurm_priority][unit]") {
    auto tree = one_account();
    tree.site.settings.priority.decay_half_life = 3600;
    AssociationUsage usage(tree.site);
    Decay const decay(Seconds{3600});
    double expected = 0;
    for (int period = 0; period < 20000; ++period) {  // 1666 half-lives
        usage.decay(Seconds{300});
        usage.charge(tree.index("u"), {}, {.elapsed = Seconds{300}, .billing = 3, .tres = {}});
        expected = (expected + 900) * decay.over(Seconds{300});
    }
    CHECK(value(usage.usage_raw(tree.index("u"))) == Approx(expected).epsilon(1e-12));
    CHECK(usage.wall_seconds(tree.index("root")) == Approx(expected / 3).epsilon(1e-12));
    usage.decay(Seconds{400LL * 86400});
    CHECK(usage.usage_raw(0) < 1e-300L);
}
