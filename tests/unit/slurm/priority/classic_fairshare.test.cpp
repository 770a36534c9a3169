// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/classic_fairshare.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/slurm/priority/test_tree.hpp"

#include <cmath>
#include <string>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

TestTree documented_tree(FairshareAlgorithm algorithm) {
    TestTree tree;
    tree.site.settings.priority.fairshare = algorithm;
    tree.account("A", "root", 40).account("D", "root", 60);
    tree.account("B", "A", 30).account("C", "A", 10).account("E", "D", 25).account("F", "D", 35);
    tree.user("1", "B", 1).user("2", "C", 1).user("3", "C", 1).user("4", "E", 1).user("5", "F", 1);
    // A user directly below root has 0.3 of the usage, so that the sum is 1.
    tree.user("other", "root", 0);
    tree.used("1", 0.2).used("2", 0.25).used("4", 0.25).used("other", 0.3);
    return tree;
}
double effective(TestTree const& tree, std::string const& name) {
    return static_cast<double>(tree.of(name).effective_usage);
}

}  // namespace

TEST_CASE("classic fair share includes the usage of the accounts above (TV-17)",
          "[slurm_priority][unit]") {
    auto const tree = documented_tree(FairshareAlgorithm::classic);
    CHECK(effective(tree, "A") == Approx(0.45));
    CHECK(effective(tree, "D") == Approx(0.25));
    CHECK(effective(tree, "B") == Approx(0.3875));
    CHECK(effective(tree, "C") == Approx(0.3));
    CHECK(effective(tree, "E") == Approx(0.25));
    CHECK(effective(tree, "F") == Approx(0.145833).epsilon(1e-5));
    CHECK(effective(tree, "1") == Approx(0.3875));
    CHECK(effective(tree, "2") == Approx(0.275));
    CHECK(effective(tree, "3") == Approx(0.15));
    CHECK(tree.of("2").norm_shares == Approx(0.05));
    CHECK(tree.of("5").norm_shares == Approx(0.35));
    CHECK(tree.factor("1") == Approx(0.408479).epsilon(1e-5));
    CHECK(tree.factor("2") == Approx(0.022097).epsilon(1e-4));
    CHECK(tree.factor("3") == Approx(0.125));
    CHECK(tree.factor("4") == Approx(0.5));
    CHECK(tree.factor("5") == Approx(0.749154).epsilon(1e-5));
    CHECK(tree.factor("other") == 0);
}

TEST_CASE("classic fair share is damped (TV-18)", "[slurm_priority][unit]") {
    auto tree = documented_tree(FairshareAlgorithm::classic);
    tree.site.settings.priority.dampening_factor = 5;
    CHECK(tree.factor("1") == Approx(0.836053).epsilon(1e-5));
}

TEST_CASE("classic fair share of Fairshare=parent is that of the parent (spec 5.6.2)",
          "[slurm_priority][unit]") {
    auto tree = documented_tree(FairshareAlgorithm::classic);
    tree.shares_of_parent("2");
    CHECK(tree.of("2").norm_shares == Approx(0.1));
    CHECK(effective(tree, "2") == Approx(0.3));
    CHECK(tree.factor("2") == Approx(0.125));
    CHECK(tree.of("3").norm_shares == Approx(0.1));
}

TEST_CASE("classic fair share of accounts with Fairshare=parent is as in Slurm",
          "[slurm_priority][unit]") {
    // As shown by sshare of Slurm 22.05.8.
    TestTree tree;
    tree.site.settings.priority.fairshare = FairshareAlgorithm::classic;
    tree.user("root user", "root", 1).account("a", "root", 10).account("b", "root", 5);
    tree.account("q", "b", 1).user("q1", "q", 1).user("q2", "q", 3).user("b1", "b", 2);
    tree.account("p", "root", 1).user("p1", "p", 2).user("p2", "p", 1).user("ap", "a", 1);
    tree.shares_of_parent("q").shares_of_parent("p").shares_of_parent("ap");
    tree.user("a1", "a", 1).user("a2", "a", 1);
    tree.used("a1", 598.4).used("a2", 1197.9).used("ap", 299.3).used("b1", 199.5);
    tree.used("q1", 698.6).used("q2", 1497.6).used("p1", 898.3).used("p2", 399.1);
    auto const shown = [&](std::string const& name, double shares, double used, double factor) {
        CHECK(tree.of(name).norm_shares == Approx(shares).epsilon(1e-5));
        CHECK(effective(tree, name) == Approx(used).epsilon(1e-3));
        CHECK(tree.factor(name) == Approx(factor).epsilon(1e-3));
    };
    shown("root", 1, 1, 0.5);
    shown("root user", 0.052632, 0, 1);
    shown("a1", 0.263158, 0.232741, 0.541706);
    shown("ap", 0.526316, 0.362056, 0.620754);
    shown("b1", 0.087719, 0.160919, 0.280394);
    shown("q", 0.263158, 0.413834, 0.336210);
    shown("q1", 0.043860, 0.169532, 0.068615);
    shown("q2", 0.131579, 0.336267, 0.170090);
    shown("p", 1, 0.224110, 0.856123);
    shown("p1", 0.105263, 0.155167, 0.359961);
}

TEST_CASE("depth oblivious fair share combines ratios of the levels (spec 5.6.3)",
          "[slurm_priority][unit]") {
    auto const tree = documented_tree(FairshareAlgorithm::depth_oblivious);
    CHECK(effective(tree, "A") == Approx(0.45));
    // A used 1.125 times its share. B used less than its part of A (the ratios are on different
    // sides of 1, so the distance counts less), C more.
    auto const ratio = 0.45 / 0.4;
    auto const b = (0.2 / 0.3) / (0.45 / 0.4);
    auto const k = 1 / (1 + std::pow(5 * std::log(ratio), 2));
    CHECK(effective(tree, "B") == Approx(ratio * std::pow(b, k) * 0.3));
    CHECK(effective(tree, "C") == Approx(0.25));
    CHECK(effective(tree, "F") == 0);
    CHECK(tree.factor("C") == Approx(std::pow(2.0, -2.5)));
    CHECK(tree.factor("5") == 1.0);
}

TEST_CASE("classic fair share uses accounts before a period's usage, and users when first needed",
          "[slurm_priority][unit]") {
    auto const tree = documented_tree(FairshareAlgorithm::classic);
    AssociationUsage const none(tree.site);
    ClassicFairshare fairshare(tree.site);
    fairshare.update_accounts(none);
    auto const user = tree.index("2");
    fairshare.refresh(user, tree.usage());
    // Half of its own 0.25: account C still has no usage.
    CHECK(static_cast<double>(fairshare.effective_usage(user)) == Approx(0.125));
    fairshare.refresh(user, none);
    CHECK(static_cast<double>(fairshare.effective_usage(user)) == Approx(0.125));
    fairshare.update_accounts(tree.usage());
    CHECK(static_cast<double>(fairshare.effective_usage(user)) == Approx(0.125));
    fairshare.refresh(user, tree.usage());
    CHECK(static_cast<double>(fairshare.effective_usage(user)) == Approx(0.275));
}
