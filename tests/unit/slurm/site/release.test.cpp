// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/release.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <vector>

using namespace clustersim::slurm;

namespace {

bool follows(char const* release, ReleaseChange change) {
    auto const read = release_of(release);
    REQUIRE(read);
    return read->has(change);
}

/// The last release without a change and the first with it, and the same without maintenance number.
struct Boundary {
    ReleaseChange change;
    char const* without;
    char const* first;
    char const* series_without;
    char const* series_first;
};

std::vector<Boundary> const boundaries{
    {ReleaseChange::cpus_of_tasks_only, "23.02.4", "23.02.5", "22.05", "23.02"},
    {ReleaseChange::configured_weights, "23.02.9", "23.11.0", "23.02", "23.11"},
    {ReleaseChange::nearer_leaf_must_fit, "24.05.2", "24.05.3", "23.11", "24.05"},
    {ReleaseChange::loop_at_second, "24.05.8", "24.11.0", "24.05", "24.11"},
    {ReleaseChange::plan_ends_up, "24.05.8", "24.11.0", "24.05", "24.11"},
    {ReleaseChange::ends_in_window, "24.05.8", "24.11.0", "24.05", "24.11"},
    {ReleaseChange::promises_in_use_count, "24.11.1", "24.11.2", "24.05", "24.11"},
    {ReleaseChange::later_past_reach, "24.05.8", "24.11.0", "24.05", "24.11"},
    {ReleaseChange::retry_moves_on, "24.05.8", "24.11.0", "24.05", "24.11"},
    {ReleaseChange::running_ends_up, "24.11.5", "25.05.0", "24.11", "25.05"},
    {ReleaseChange::start_by_chosen_nodes, "25.05.4", "25.11.0", "25.05", "25.11"},
    {ReleaseChange::longest_limit, "25.05.4", "25.11.0", "25.05", "25.11"},
    {ReleaseChange::requeue_computes_priority, "24.05.8", "24.11.0", "24.05", "24.11"},
    {ReleaseChange::promise_counts_new_nodes, "24.05.8", "24.11.0", "24.05", "24.11"},
};

}  // namespace

TEST_CASE("a change counts from the release that brought it (spec 13)", "[slurm_site][unit]") {
    for (auto const& one : boundaries) {
        INFO(one.without << " and " << one.first);
        CHECK_FALSE(follows(one.without, one.change));
        CHECK(follows(one.first, one.change));
        CHECK_FALSE(follows(one.series_without, one.change));
        CHECK(follows(one.series_first, one.change));
    }
}

TEST_CASE("22.05 has none of the changes and a release to come has all", "[slurm_site][unit]") {
    for (auto const& one : boundaries) {
        INFO(one.first);
        CHECK_FALSE(Release{}.has(one.change));
        CHECK_FALSE(follows("22.05.8", one.change));
        CHECK_FALSE(follows("20.11", one.change));
        CHECK(follows("26.05", one.change));
        CHECK(follows("31.11.0", one.change));
    }
}

TEST_CASE("every change has a release", "[slurm_site][unit]") {
    // The last of the enumeration: each one before it stands in the table above exactly once.
    auto const count = static_cast<std::size_t>(ReleaseChange::promise_counts_new_nodes) + 1;
    std::vector<int> listed(count, 0);
    for (auto const& one : boundaries) ++listed[static_cast<std::size_t>(one.change)];
    CHECK(listed == std::vector<int>(count, 1));
}

TEST_CASE("a release is read with and without its maintenance number", "[slurm_site][unit]") {
    CHECK(release_of("22.05") == Release{});
    CHECK(release_of("24.11") == Release{2411, std::nullopt});
    CHECK(release_of("24.11.5") == Release{2411, 5});
    CHECK(release_of("24.11.10") == Release{2411, 10});
    // As scontrol and packages write it.
    CHECK(release_of("24.11.5-1") == Release{2411, 5});
    CHECK(release_of("25.05.0rc1") == Release{2505, 0});
    for (char const* text : {"22.05", "24.11.5", "20.11.0"})
        CHECK(to_text(*release_of(text)) == text);
}

TEST_CASE("an answer says which rules it used (spec 13)", "[slurm_site][unit]") {
    CHECK(rules_text(Release{}) == "rules of Slurm 22.05");
    CHECK(rules_text({2411, 5}) == "rules of Slurm 24.11.5");
    CHECK(rules_text({2311, std::nullopt}) ==
          "rules of Slurm 23.11, as read, not compared with recordings");
    CHECK(rules_text({2011, 9}) == "rules of Slurm 20.11.9");
    CHECK(rules_text({3105, 0}) == "rules of Slurm 26.05, the nearest known release to 31.05.0");
    CHECK(rules_text({2002, 3}) == "rules of Slurm 22.05, the nearest known release to 20.02.3");
    CHECK(rules_text({2408, std::nullopt}) ==
          "rules of Slurm 24.05, the nearest known release to 24.08");
}

TEST_CASE("what is no release is not read", "[slurm_site][unit]") {
    for (char const* text : {"",
                             "24",
                             "24.",
                             "24.13",
                             "24.00",
                             "9.05",
                             "-24.11",
                             "2411",
                             "24.11.",
                             "24.11.x",
                             "24.11.5.1",
                             "24.11.100",
                             "24-11",
                             "24.11x",
                             "v24.11",
                             " 24.11",
                             "slurm"}) {
        INFO(text);
        CHECK_FALSE(release_of(text));
    }
}
