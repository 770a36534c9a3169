// SPDX-License-Identifier: Apache-2.0
#include "sim/study/advise/improvements.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"
#include "tests/unit/study/advise/script_text.hpp"

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

std::string value_at(ConfigNode const& document, std::string_view job, std::string_view key) {
    ConfigNode const* value = document.find("jobs")->find(job)->find(key);
    return value == nullptr ? "" : value->scalar;
}

}  // namespace

TEST_CASE("shorter limits are tried, and follow the run time if it is known", "[advise][unit]") {
    auto const open = found("-t 8:00:00");
    REQUIRE(named(open, "--time=4:00:00") != nullptr);
    CHECK(named(open, "--time=4:00:00")->only_bounds);
    CHECK(value_at(named(open, "--time=4:00:00")->document, "job", "runtime") == "14400 s");
    CHECK(named(open, "--time=2:00:00") != nullptr);
    CHECK(named(open, "--time-min=4:00:00") != nullptr);

    auto const known = found("-t 8:00:00", Seconds{5 * 3600});
    Improvement const* const enough = named(known, "--time=6:00:00");
    REQUIRE(enough != nullptr);
    CHECK_FALSE(enough->only_bounds);
    CHECK(value_at(enough->document, "job", "runtime") == "18000 s");
    CHECK(named(known, "--time=4:00:00") == nullptr);
    CHECK(named(found("-t 1:00:00", Seconds{3500}), "--time-min=1:10:00") == nullptr);
}

TEST_CASE("fewer nodes take the same work twice the time", "[advise][unit]") {
    auto const all = found("-N 4 -t 3:00:00", Seconds{7200});
    Improvement const* const half = named(all, "--nodes=2 --time=6:00:00");
    REQUIRE(half != nullptr);
    CHECK(value_at(half->document, "job", "nodes") == "2");
    CHECK(value_at(half->document, "job", "runtime") == "14400 s");
}

TEST_CASE("options that keep a job waiting are tried without them", "[advise][unit]") {
    auto const all = found("-n 4 -t 30 --exclusive -C big --array=0-9%2");
    REQUIRE(named(all, "without --exclusive") != nullptr);
    ConfigNode const& shared = named(all, "without --exclusive")->document;
    CHECK(value_at(shared, "job", "exclusive").empty());
    CHECK(value_at(shared, "job", "cores") == "4");
    REQUIRE(named(all, "without --constraint") != nullptr);
    CHECK(value_at(named(all, "without --constraint")->document, "job", "features").empty());
    CHECK(named(all, "--array=0-9") != nullptr);
    CHECK(named(all, "--array=0-9%4") != nullptr);
    CHECK(named(found("-n 4 -t 30 --array=0-9"), "--array=0-9") == nullptr);
}

TEST_CASE("a long job is tried as two in a chain", "[advise][unit]") {
    auto const all = found("-J train.v2 -t 1-00:00:00");
    auto const chain = std::ranges::find_if(
        all, [](Improvement const& one) { return says(one.change, "two jobs"); });
    REQUIRE(chain != all.end());
    CHECK(value_at(chain->document, "train_v2", "walltime") == "43200 s");
    ConfigNode const* const second = chain->document.find("jobs")->find("train_v2 (2)");
    REQUIRE(second != nullptr);
    REQUIRE(second->find("after") != nullptr);
    CHECK(second->find("after")->find("train_v2")->scalar == "ok");
    CHECK(std::ranges::none_of(
        found("-t 1:00:00"), [](Improvement const& one) { return says(one.change, "two jobs"); }));
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
