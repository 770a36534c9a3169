// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/improvements.hpp"

#include "sim/commands/advise/script_document.hpp"
#include "sim/commands/advise/script_limit.hpp"
#include "sim/commands/advise/script_scenario.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"
#include "tests/unit/commands/advise/script_text.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

/// A machine with one partition of shared nodes.
System small_machine() {
    System machine;
    machine.name = "small";
    NodeType type;
    type.name = "node";
    type.nodes = 8;
    type.cores = 32;
    type.usable_cores = 32;
    type.gpus = 4;
    type.memory = bytes(128e9);
    machine.node_types["node"] = type;
    Partition partition;
    partition.name = partition.slurm_name = "gpu";
    partition.node_type = "node";
    partition.nodes = 8;
    partition.is_default = true;
    machine.partitions.push_back(partition);
    return machine;
}

std::vector<Improvement> found(std::string const& options,
                               std::optional<Seconds> runtime = std::nullopt) {
    System const machine = small_machine();
    JobScript const script = script_of("#SBATCH " + options + "\n");
    auto const asked =
        asked_job(script, machine, "small", {{&machine.partitions.front()}, {}}, runtime);
    return improvements(script, asked.value());
}

Improvement const* named(std::vector<Improvement> const& all, std::string_view change) {
    auto const one = std::ranges::find(all, change, &Improvement::change);
    return one == all.end() ? nullptr : &*one;
}

}  // namespace

TEST_CASE("shorter limits are tried, and follow the run time if it is known", "[advise][unit]") {
    auto const open = found("-t 8:00:00");
    REQUIRE(named(open, "--time=4:00:00") != nullptr);
    CHECK(named(open, "--time=4:00:00")->only_bounds);
    CHECK(named(open, "--time=4:00:00")->request.time_minutes == 240);
    CHECK_FALSE(named(open, "--time=4:00:00")->runtime);
    CHECK(named(open, "--time=2:00:00") != nullptr);
    CHECK(named(open, "--time-min=4:00:00") != nullptr);

    auto const known = found("-t 8:00:00", Seconds{5 * 3600});
    Improvement const* const enough = named(known, "--time=6:00:00");
    REQUIRE(enough != nullptr);
    CHECK_FALSE(enough->only_bounds);
    CHECK(enough->runtime == Seconds{18000});
    CHECK(named(known, "--time=4:00:00") == nullptr);
    CHECK(named(found("-t 1:00:00", Seconds{3500}), "--time-min=1:10:00") == nullptr);
}

TEST_CASE("fewer nodes take the same work twice the time", "[advise][unit]") {
    auto const all = found("-N 4 -n 16 -t 3:00:00", Seconds{7200});
    Improvement const* const half = named(all, "--nodes=2 --time=6:00:00");
    REQUIRE(half != nullptr);
    CHECK(half->request.min_nodes == 2);
    CHECK(half->request.max_nodes == 2);
    CHECK(half->request.ntasks == 8);
    CHECK(half->runtime == Seconds{14400});
}

TEST_CASE("options that keep a job waiting are tried without them", "[advise][unit]") {
    auto const all = found("-n 4 -t 30 --exclusive -C big --array=0-9%2");
    REQUIRE(named(all, "without --exclusive") != nullptr);
    CHECK(named(all, "without --exclusive")->request.exclusive == slurm::Exclusive::no);
    REQUIRE(named(all, "without --constraint") != nullptr);
    CHECK(named(all, "without --constraint")->request.constraint.empty());
    REQUIRE(named(all, "--array=0-9") != nullptr);
    CHECK(named(all, "--array=0-9")->request.array.text == "0-9");
    CHECK(named(all, "--array=0-9%4") != nullptr);
    CHECK(named(found("-n 4 -t 30 --array=0-9"), "--array=0-9") == nullptr);
}

TEST_CASE("a long job is tried as two in a chain", "[advise][unit]") {
    auto const all = found("-J train.v2 -t 1-00:00:00");
    auto const chain = std::ranges::find_if(
        all, [](Improvement const& one) { return says(one.change, "two jobs"); });
    REQUIRE(chain != all.end());
    CHECK(chain->in_two);
    CHECK(chain->request.time_minutes == 720);
    CHECK(chain->runtime == Seconds{43200});
    CHECK(std::ranges::none_of(
        found("-t 1:00:00"), [](Improvement const& one) { return says(one.change, "two jobs"); }));
}

TEST_CASE("the second job of a chain starts after the first", "[advise][unit]") {
    System const machine = small_machine();
    JobScript const script = script_of("#SBATCH -J train.v2 -t 12:00:00\n");
    auto asked =
        asked_job(script, machine, "small", {{&machine.partitions.front()}, {}}, std::nullopt);
    REQUIRE(asked);
    add_follower(*asked, script.whole);
    ConfigNode const* const second = asked->document.find("jobs")->find("train_v2 (2)");
    REQUIRE(second != nullptr);
    CHECK(second->find("walltime")->scalar == "43200 s");
    REQUIRE(second->find("after") != nullptr);
    CHECK(second->find("after")->find("train_v2")->scalar == "ok");
}

TEST_CASE("times are written as sbatch takes them", "[advise][unit]") {
    CHECK(time_option(Seconds{1800}) == "0:30:00");
    CHECK(time_option(Seconds{90}) == "0:02:00");
    CHECK(time_option(Seconds{90000}) == "1-1:00:00");
}

TEST_CASE("limits that are rounded to the same time are tried once", "[advise][unit]") {
    auto const short_one = found("-t 10");
    CHECK(std::ranges::count(short_one, "--time=0:05:00", &Improvement::change) == 1);
}

TEST_CASE("a script that names no QOS has the site's default, which is not offered as a change",
          "[advise][unit]") {
    System machine = small_machine();
    Qos normal{.name = "normal", .limits = {}, .preempts = {}};
    Qos longer{.name = "longer", .limits = {}, .preempts = {}};
    machine.partitions.front().qos = {longer, normal};
    JobScript const script = script_of("#SBATCH -t 60 -n 1\n");
    auto const asked =
        asked_job(script, machine, "small", {{&machine.partitions.front()}, {}}, std::nullopt);
    REQUIRE(asked);
    CHECK(asked->qos == "normal");
    CHECK(asked->document.find("qos")->scalar == "normal");
    CHECK(std::ranges::count(asked->taken, "QOS normal") == 1);
    auto const all = improvements(script, *asked);
    CHECK(named(all, "--qos=normal") == nullptr);
    CHECK(named(all, "--qos=longer") != nullptr);
}
