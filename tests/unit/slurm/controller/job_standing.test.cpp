// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/job_standing.hpp"

#include "tests/unit/slurm/controller/small_cluster.hpp"

#include <string>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// Accounts a, b and c with 1, 2 and 4 shares and one user each, "ua", "ub" and "uc"; and "own" with 2 shares.
std::shared_ptr<Site const> four_accounts(bool fair_tree) {
    Site site = *cluster4x8("PriorityType=priority/multifactor\nPriorityWeightFairshare=10000\n");
    site.settings.accounting_storage = true;
    if (!fair_tree) site.settings.priority.fairshare = FairshareAlgorithm::classic;
    auto const add = [&](std::string account, std::string user, std::int32_t parent, int shares) {
        Association one;
        one.account = std::move(account);
        one.user = std::move(user);
        one.parent = parent;
        one.shares = shares;
        site.associations.push_back(std::move(one));
        return static_cast<std::int32_t>(site.associations.size()) - 1;
    };
    std::int32_t const root = add("root", "", -1, 1);
    for (auto const& [name, shares] : {std::pair("a", 1), {"b", 2}, {"c", 4}, {"own", 2}})
        add(name, std::string("u") + name, add(name, "", root, shares), 1);
    return std::make_shared<Site const>(std::move(site));
}

JobRequest job_of(std::string const& account) {
    JobRequest request = request_of("-N1 -t60", 3000);
    request.user = "u" + account;
    request.account = account;
    return request;
}

/// One job of a, two of b, one of c; usage per share of 300, 100 and 25.
Controller busy(bool fair_tree) {
    Controller controller(four_accounts(fair_tree), Phases{});
    for (auto const* account : {"a", "b", "b", "c"})
        REQUIRE(controller.submit(job_of(account)).accepted());
    controller.run_until(Instant{40});
    return controller;
}

double factor(Controller const& controller, std::string const& account) {
    auto const user = controller.site().find_association(account, "u" + account, "");
    return controller.state().accounting.fairshare.factor(*user);
}

ClusterState with_usage(Controller const& controller) {
    ClusterState state = controller.state();
    auto const charge = [&](std::string const& account, long double usage) {
        state.accounting.usage.add_past(
            *state.config.site->find_association(account, "u" + account, ""), usage);
    };
    charge("a", 3e6L);
    charge("b", 2e6L);
    charge("c", 1e6L);
    state.accounting.fairshare.update(state.accounting.usage);
    return state;
}

}  // namespace

TEST_CASE("the median of those who compete is weighted by their jobs", "[slurm_controller][unit]") {
    ClusterState state = with_usage(busy(true));
    auto const own = *state.config.site->find_association("own", "uown", "");
    auto const b = *state.config.site->find_association("b", "ub", "");
    give_standing(state, own, UsageQuantile{0.5});
    // b has 1e6 a share, and own as many shares as b.
    CHECK(static_cast<double>(state.accounting.usage.usage_raw(own)) ==
          Approx(static_cast<double>(state.accounting.usage.usage_raw(b))));
    CHECK(state.accounting.fairshare.factor(own) == state.accounting.fairshare.factor(b));
}

TEST_CASE("more usage gives a worse place", "[slurm_controller][unit]") {
    double last = 2.0;
    for (double const p : {0.0, 0.5, 1.0}) {
        ClusterState state = with_usage(busy(true));
        auto const own = *state.config.site->find_association("own", "uown", "");
        give_standing(state, own, UsageQuantile{p});
        CHECK(state.accounting.fairshare.factor(own) < last);
        last = state.accounting.fairshare.factor(own);
    }
}

TEST_CASE("a factor of sshare gives the place of its nearest account", "[slurm_controller][unit]") {
    ClusterState state = with_usage(busy(true));
    auto const own = *state.config.site->find_association("own", "uown", "");
    auto const c = *state.config.site->find_association("c", "uc", "");
    give_standing(state, own, FairshareFactor{state.accounting.fairshare.factor(c)});
    CHECK(state.accounting.fairshare.factor(own) == state.accounting.fairshare.factor(c));
}

TEST_CASE("the first job of the studied user has that priority at once",
          "[slurm_controller][unit]") {
    Controller controller = busy(false);
    JobRequest const own = job_of("own");
    controller.run_until(Instant{1000});
    double const before = factor(controller, "own");
    controller.give_standing(own, UsageQuantile{1.0});
    CHECK(factor(controller, "own") < before);
}
