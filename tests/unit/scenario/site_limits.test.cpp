// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/site_limits.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

Partition two_qos() {
    Partition partition;
    partition.name = "gpu";
    partition.limits.max_time = Seconds{86400};
    Qos normal;
    normal.name = "normal";
    normal.limits.max_nodes = 64;
    Qos large;
    large.name = "large";
    large.limits.min_nodes = 65;
    large.limits.max_nodes = 256;
    partition.qos = {normal, large};
    return partition;
}

}  // namespace

TEST_CASE("a QOS's own limit replaces the partition's, others stay", "[scenario][unit]") {
    Partition partition = two_qos();
    partition.limits.max_nodes = 10;
    Limits const limits = limits_under(partition, &partition.qos[0]);
    CHECK(limits.max_nodes == 64);
    CHECK(limits.max_time == Seconds{86400});
    CHECK(limits_under(partition, nullptr).max_nodes == 10);
}

TEST_CASE("each kind of limit is told with its numbers", "[scenario][unit]") {
    Limits limits;
    limits.min_nodes = 2;
    limits.max_nodes = 4;
    limits.max_gpus = 8;
    limits.max_time = Seconds{3600};
    CHECK_FALSE(broken_limit(limits, {4, 8, Seconds{3600}}));
    CHECK(broken_limit(limits, {5, 8, {}})->find("5 nodes") == 0);
    CHECK(broken_limit(limits, {1, 4, {}})->find("at least 2") != std::string::npos);
    CHECK(broken_limit(limits, {4, 16, {}})->find("16 GPUs") == 0);
    CHECK(broken_limit(limits, {4, 8, Seconds{3601}})->find("walltime") != std::string::npos);
}

TEST_CASE("the first QOS that admits a job is chosen, with a note when it is not the default",
          "[scenario][unit]") {
    Partition const partition = two_qos();
    JobSpec job;
    job.name = "train";
    Diagnostics notes;
    CHECK((*choose_qos(partition, {}, {32, 0, {}}, job, notes))->name == "normal");
    CHECK(notes.empty());
    CHECK((*choose_qos(partition, {}, {100, 0, {}}, job, notes))->name == "large");
    REQUIRE(notes.items().size() == 1);
    CHECK(notes.items().front().severity == Severity::note);
    CHECK_FALSE(notes.has_errors());
}

TEST_CASE("a job that no QOS admits is impossible, a QOS that is not there unknown",
          "[scenario][unit]") {
    Partition const partition = two_qos();
    JobSpec job;
    job.name = "train";
    Diagnostics notes;
    CHECK(choose_qos(partition, {}, {300, 0, {}}, job, notes).error().fault() == Fault::impossible);
    CHECK(choose_qos(partition, "normal", {100, 0, {}}, job, notes).error().fault() ==
          Fault::impossible);
    auto const unknown = choose_qos(partition, "nomral", {1, 0, {}}, job, notes);
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().fault() == Fault::invalid);
    CHECK(unknown.error().items().front().help.find("normal") != std::string::npos);
}

TEST_CASE("a partition without QOS has its own limits only", "[scenario][unit]") {
    Partition partition;
    partition.limits.max_nodes = 4;
    JobSpec job;
    Diagnostics notes;
    CHECK(*choose_qos(partition, {}, {4, 0, {}}, job, notes) == nullptr);
    CHECK_FALSE(choose_qos(partition, {}, {5, 0, {}}, job, notes));
}
