// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/fairshare.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/priority/test_tree.hpp"

#include <cmath>
#include <string>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

double level_fs(TestTree const& tree, std::string const& name) {
    return static_cast<double>(tree.of(name).level_fs.value());
}

TestTree three_accounts() {
    TestTree tree;
    tree.account("A", "root", 40).account("B", "root", 30).account("C", "root", 30);
    tree.user("a1", "A", 1).user("a2", "A", 1).user("b1", "B", 3).user("b2", "B", 1);
    tree.user("c1", "C", 1).user("c2", "C", 1);
    tree.used("a1", 300).used("a2", 100).used("b1", 50).used("b2", 50).used("c2", 500);
    return tree;
}

}  // namespace

TEST_CASE("fair tree ranks users of three accounts (TV-12)", "[slurm_priority][unit]") {
    auto const tree = three_accounts();
    CHECK(level_fs(tree, "A") == Approx(1));
    CHECK(level_fs(tree, "B") == Approx(3));
    CHECK(level_fs(tree, "C") == Approx(0.6));
    CHECK(level_fs(tree, "a1") == Approx(2.0 / 3));
    CHECK(level_fs(tree, "a2") == Approx(2));
    CHECK(level_fs(tree, "b1") == Approx(1.5));
    CHECK(level_fs(tree, "b2") == Approx(0.5));
    CHECK(std::isinf(level_fs(tree, "c1")));
    CHECK(level_fs(tree, "c2") == Approx(0.5));
    CHECK(tree.factor("b1") == 1.0);
    CHECK(tree.factor("b2") == 5.0 / 6);
    CHECK(tree.factor("a2") == 4.0 / 6);
    CHECK(tree.factor("a1") == 3.0 / 6);
    CHECK(tree.factor("c1") == 2.0 / 6);
    CHECK(tree.factor("c2") == 1.0 / 6);
}

TEST_CASE("fair tree reports the usage and shares that sshare shows (spec 11.5)",
          "[slurm_priority][unit]") {
    auto const tree = three_accounts();
    auto const a1 = tree.of("a1");
    CHECK(a1.norm_shares == 0.5);
    CHECK(static_cast<double>(a1.norm_usage) == Approx(0.3));
    CHECK(static_cast<double>(a1.effective_usage) == Approx(0.75));
    CHECK(tree.of("A").norm_shares == Approx(0.4));
    CHECK(tree.of("A").factor == 0);
    CHECK(tree.of("root").norm_shares == 0);
    CHECK(tree.of("root").effective_usage == 1);
    CHECK_FALSE(tree.of("root").level_fs.has_value());
}

TEST_CASE("fair tree gives tied users the rank of the first (TV-13)", "[slurm_priority][unit]") {
    TestTree tree;
    tree.account("A", "root", 1).user("a1", "A", 1).user("a2", "A", 1).user("a3", "A", 1);
    tree.used("a1", 50).used("a2", 50);
    CHECK(level_fs(tree, "a1") == Approx(2.0 / 3));
    CHECK(tree.factor("a3") == 1.0);
    CHECK(tree.factor("a1") == 2.0 / 3);
    CHECK(tree.factor("a2") == 2.0 / 3);
}

TEST_CASE("fair tree starts the second of two tied accounts at the last assigned rank (TV-14)",
          "[slurm_priority][unit]") {
    TestTree tree;
    tree.user("root user", "root", 1).account("b", "root", 10).account("a", "root", 10);
    tree.user("b1", "b", 1).user("b2", "b", 0).user("a1", "a", 1).user("a2", "a", 0);
    CHECK(tree.of("root user").norm_shares == Approx(1.0 / 21));
    CHECK(tree.of("a").norm_shares == Approx(10.0 / 21));
    CHECK(tree.factor("root user") == 1.0);
    CHECK(level_fs(tree, "b2") == 0);
    SECTION("as implemented") {
        CHECK(tree.factor("b1") == 1.0);
        CHECK(tree.factor("b2") == 0.6);
        CHECK(tree.factor("a1") == 0.6);
        CHECK(tree.factor("a2") == 0.2);
    }
    SECTION("as documented") {
        tree.site.settings.priority.merge_tied_accounts = true;
        CHECK(tree.factor("a1") == 1.0);
        CHECK(tree.factor("b1") == 1.0);
        CHECK(tree.factor("a2") == 0.4);
        CHECK(tree.factor("b2") == 0.4);
    }
}

TEST_CASE("fair tree detects tied accounts with usage (TV-15)", "[slurm_priority][unit]") {
    TestTree tree;
    tree.account("A", "root", 1).account("B", "root", 1).user("a1", "A", 1).user("a2", "A", 1);
    tree.user("b1", "B", 3).user("b2", "B", 1);
    tree.used("a1", 20).used("a2", 80).used("b1", 30).used("b2", 70);
    CHECK(level_fs(tree, "A") == 1);
    CHECK(level_fs(tree, "B") == 1);
    CHECK(level_fs(tree, "b2") == Approx(0.35714).epsilon(1e-4));
    CHECK(tree.factor("a1") == 1.0);
    SECTION("as implemented") {
        CHECK(tree.factor("a2") == 0.75);
        CHECK(tree.factor("b1") == 0.75);
        CHECK(tree.factor("b2") == 0.25);
    }
    SECTION("as documented") {
        tree.site.settings.priority.merge_tied_accounts = true;
        CHECK(tree.factor("b1") == 1.0);
        CHECK(tree.factor("a2") == 0.5);
        CHECK(tree.factor("b2") == 0.25);
    }
}

TEST_CASE("fair tree ranks a user before the accounts tied with it (TV-16)",
          "[slurm_priority][unit]") {
    TestTree tree;
    tree.account("A", "root", 2).account("B", "root", 1).user("u0", "root", 1);
    tree.user("a1", "A", 1).user("a2", "A", 1).user("b1", "B", 1);
    tree.used("u0", 100).used("a1", 150).used("a2", 50).used("b1", 100);
    CHECK(level_fs(tree, "u0") == 1);
    CHECK(level_fs(tree, "A") == 1);
    CHECK(level_fs(tree, "B") == 1);
    CHECK(tree.factor("u0") == 1.0);
    CHECK(tree.factor("a2") == 1.0);
    CHECK(tree.factor("a1") == 0.5);
    CHECK(tree.factor("b1") == 0.5);
}

TEST_CASE("fair tree ranks users with Fairshare=parent first (spec 5.6.1)",
          "[slurm_priority][unit]") {
    auto tree = three_accounts();
    tree.shares_of_parent("a1");
    CHECK_FALSE(tree.of("a1").level_fs.has_value());
    CHECK(level_fs(tree, "a2") == Approx(4));  // alone in the level now
    CHECK(tree.factor("a1") == 4.0 / 6);
    CHECK(tree.factor("a2") == 3.0 / 6);
}

TEST_CASE("fair tree ranks children of an account with Fairshare=parent among its siblings",
          "[slurm_priority][unit]") {
    // As shown by sshare of Slurm 22.05.8.
    TestTree tree;
    tree.account("b", "root", 5).account("q", "b", 1).user("q2", "q", 3).user("q1", "q", 1);
    tree.user("b1", "b", 2).account("p", "root", 1).user("p2", "p", 1).user("p1", "p", 2);
    tree.account("a", "root", 10).user("ap", "a", 1).user("a2", "a", 1).user("a1", "a", 1);
    tree.user("root user", "root", 1);
    tree.shares_of_parent("q").shares_of_parent("p").shares_of_parent("ap");
    tree.used("a1", 598.4).used("a2", 1197.9).used("ap", 299.3).used("b1", 199.5);
    tree.used("q1", 698.6).used("q2", 1497.6).used("p1", 898.3).used("p2", 399.1);
    std::vector<std::string> const ranked = {
        "root user", "ap", "a1", "a2", "p2", "p1", "b1", "q2", "q1"};
    for (std::size_t i = 0; i < ranked.size(); ++i)
        CHECK(tree.factor(ranked[i]) == Approx(static_cast<double>(9 - i) / 9));
    CHECK(tree.of("p1").norm_shares == Approx(2.0 / 19));
    CHECK(tree.of("q1").norm_shares == Approx(1.0 / 6));
    CHECK(tree.of("q").norm_shares == Approx(5.0 / 19));
    CHECK(tree.of("p").norm_shares == 0);
    CHECK(tree.of("ap").norm_shares == Approx(10.0 / 19));
    CHECK(level_fs(tree, "q1") == Approx(0.571571).epsilon(1e-3));
    CHECK(level_fs(tree, "p2") == Approx(0.763406).epsilon(1e-3));
    CHECK(level_fs(tree, "b") == Approx(0.635903).epsilon(1e-3));
    CHECK(static_cast<double>(tree.of("q1").effective_usage) == Approx(0.291594).epsilon(1e-3));
    CHECK(static_cast<double>(tree.of("q").effective_usage) == Approx(0.916727).epsilon(1e-3));
    CHECK_FALSE(tree.of("q").level_fs.has_value());
}

TEST_CASE("fair tree keeps its factors while usage only decays, and follows charges",
          "[slurm_priority][unit]") {
    auto const tree = three_accounts();
    auto usage = tree.usage();
    Fairshare kept(tree.site);
    kept.update(usage);
    usage.decay(Seconds{100000});
    kept.update(usage);
    CHECK(kept.factor(tree.index("b1")) == 1.0);
    usage.charge(tree.index("b1"), {}, {.elapsed = Seconds{300}, .billing = 1000, .tres = {}});
    auto copy = kept;
    kept.update(usage);
    CHECK(kept.factor(tree.index("a2")) == 1.0);
    CHECK(kept.factor(tree.index("b1")) == 1.0 / 6);
    CHECK(copy.factor(tree.index("b1")) == 1.0);
    CHECK(kept.factor(-1) == 0);
}

TEST_CASE("fair tree ties all users before any usage", "[slurm_priority][unit]") {
    TestTree tree;
    tree.account("A", "root", 1).account("B", "root", 1).user("a", "A", 1).user("b", "B", 1);
    Fairshare const fresh(tree.site);
    CHECK(fresh.factor(tree.index("a")) == 1.0);
    CHECK(fresh.factor(tree.index("b")) == 1.0);
}

TEST_CASE("fair tree of a cluster without associations is empty", "[slurm_priority][unit]") {
    Site const site;
    CHECK(compute_fairshare(site, AssociationUsage(site)).empty());
}
