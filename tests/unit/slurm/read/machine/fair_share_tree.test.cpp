// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/fair_share_tree.hpp"

#include "sim/slurm/read/machine/machine_people.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <map>

using namespace clustersim;

namespace {

FairShareTree tree_of(std::string const& text) {
    auto const document = parse_yaml("fair_share: " + text, "machine.yaml");
    REQUIRE(document);
    Diagnostics problems;
    FairShareTree const tree = read_fair_share_tree(*document, problems);
    REQUIRE_FALSE(problems.has_errors());
    return tree;
}

std::string problem_of(std::string const& text) {
    auto const document = parse_yaml("fair_share: " + text, "machine.yaml");
    REQUIRE(document);
    Diagnostics problems;
    read_fair_share_tree(*document, problems);
    return problems.items().empty() ? "" : problems.items().front().message;
}

/// Projects with these grants and one user each.
UserPopulation projects(std::vector<std::int64_t> const& grants) {
    UserPopulation people;
    for (std::size_t i = 0; i < grants.size(); ++i) {
        std::string const name = "p" + std::to_string(i);
        people.accounts.push_back({name, grants[i]});
        people.users.push_back({"u" + std::to_string(i), name, 1.0});
    }
    return people;
}

slurm::Site site_of(UserPopulation const& people, FairShareTree const& tree) {
    slurm::Site site;
    describe_people(people, tree, site);
    return site;
}

/// The account above each account.
std::map<std::string, std::string> parents(slurm::Site const& site) {
    std::map<std::string, std::string> found;
    for (slurm::Association const& one : site.associations)
        if (!one.is_user() && one.parent >= 0)
            found[one.account] = site.associations[static_cast<std::size_t>(one.parent)].account;
    return found;
}

std::int64_t shares(slurm::Site const& site, std::string const& account) {
    auto const found = std::ranges::find_if(site.associations, [&](auto const& one) {
        return !one.is_user() && one.account == account;
    });
    REQUIRE(found != site.associations.end());
    return found->shares;
}

constexpr char const* two_councils =
    "{groups: {north: {share: 0.5}, south: {share: 0.25}, club: {share: 0.25, below: north}}}";

}  // namespace

TEST_CASE("projects are spread over the groups of a fair-share tree by their grants",
          "[slurm_machine][unit]") {
    UserPopulation const people = projects({100, 40, 30, 30});
    slurm::Site const site = site_of(people, tree_of(two_councils));
    auto const above = parents(site);
    CHECK(above.at("north") == "root");
    CHECK(above.at("club") == "north");
    CHECK(above.at("p0") == "north");
    CHECK(above.at("p1") == "south");
    CHECK(above.at("p2") == "club");
    CHECK(above.at("p3") == "club");
    CHECK(shares(site, "north") == 750'000);
    CHECK(shares(site, "south") == 250'000);
    CHECK(shares(site, "p0") == 100);
}

TEST_CASE("in a single tier all projects are below the root", "[slurm_machine][unit]") {
    std::string tier = two_councils;
    tier.insert(1, "single_tier: true, least_share: 0.2, ");
    slurm::Site const site = site_of(projects({100, 40, 30, 30}), tree_of(tier));
    auto const above = parents(site);
    CHECK_FALSE(above.contains("north"));
    CHECK(above.at("p1") == "root");
    CHECK(shares(site, "p0") == 100);
    CHECK(shares(site, "p2") == 40);  // a fifth of 200
}

TEST_CASE("idle projects have users and shares beside those that submit jobs",
          "[slurm_machine][unit]") {
    slurm::Site const site = site_of(projects({10, 20}), tree_of("{idle_projects: 2}"));
    CHECK(parents(site).at("p1-idle2") == "root");
    CHECK(shares(site, "p1-idle2") == 20);
    auto const users = std::ranges::count_if(site.associations, [](auto const& one) {
        return one.is_user() && one.account.starts_with("p0-idle");
    });
    CHECK(users == 2);
    for (slurm::Association const& one : site.associations)
        if (one.is_user())
            CHECK(site.associations[static_cast<std::size_t>(one.parent)].account == one.account);
}

TEST_CASE("a fair-share tree without groups is that of projects below the root",
          "[slurm_machine][unit]") {
    CHECK(parents(site_of(projects({10, 20}), {})).at("p0") == "root");
}

TEST_CASE("mistakes in a fair-share tree are reported", "[slurm_machine][unit]") {
    CHECK(problem_of("{groups: {club: {share: 0.5, below: north}}}") ==
          "no group \"north\" is listed before this one");
    CHECK(problem_of("{groups: {north: {share: 0.7}, south: {share: 0.7}}}") ==
          "the shares of all groups together are 1.4");
    CHECK(problem_of("{groups: {north: {share: 0}}}") != "");
    CHECK(problem_of("{least_share: 2}") != "");
    CHECK(problem_of("{shares: 1}") != "");
}
