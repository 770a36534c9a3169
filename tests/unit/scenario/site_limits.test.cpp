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

TEST_CASE("each kind of limit is reported with its numbers", "[scenario][unit]") {
    Limits limits;
    limits.min_nodes = 2;
    limits.max_nodes = 4;
    limits.max_gpus = 8;
    limits.max_time = Seconds{3600};
    CHECK_FALSE(broken_limit(limits, {4, 8, Seconds{3600}}));
    CHECK(broken_limit(limits, {5, 8, {}})->text.find("5 nodes") == 0);
    CHECK(broken_limit(limits, {1, 4, {}})->text.find("at least 2") != std::string::npos);
    CHECK(broken_limit(limits, {4, 16, {}})->text.find("16 GPUs") == 0);
    CHECK(broken_limit(limits, {4, 8, Seconds{3601}})->text.find("walltime") != std::string::npos);
    auto const both = broken_limit(limits, {5, 16, {}});
    CHECK(both->text == "5 nodes, at most 4 allowed; 16 GPUs, at most 8 allowed");
    CHECK(both->excess == 2.0);
}

TEST_CASE("the first QOS that admits a job is chosen, with the reason", "[scenario][unit]") {
    Partition const partition = two_qos();
    JobSpec job;
    job.name = "train";
    auto const first = choose_qos(partition, {}, {32, 0, {}}, job);
    CHECK(first->qos->name == "normal");
    CHECK(first->why == "the first of the partition that admits the job");
    auto const second = choose_qos(partition, {}, {100, 0, {}}, job);
    CHECK(second->qos->name == "large");
    CHECK(second->why == "admits the job; not normal (100 nodes, at most 64 allowed)");
    CHECK(choose_qos(partition, "large", {100, 0, {}}, job)->why.empty());
}

TEST_CASE("a job that no QOS admits is impossible, and a missing QOS is unknown",
          "[scenario][unit]") {
    Partition const partition = two_qos();
    JobSpec job;
    job.name = "train";
    auto const refused = choose_qos(partition, {}, {300, 0, {}}, job);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().fault() == Fault::impossible);
    // The limit that comes nearest, not that of the first QOS.
    CHECK(refused.error().items().front().message.find("under QOS large") != std::string::npos);
    CHECK(limits_in(refused.error().items().front()) == "300 nodes, at most 256 allowed");
    CHECK(choose_qos(partition, "normal", {100, 0, {}}, job).error().fault() == Fault::impossible);
    auto const unknown = choose_qos(partition, "nomral", {1, 0, {}}, job);
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().fault() == Fault::invalid);
    CHECK(unknown.error().items().front().help.find("normal") != std::string::npos);
}

TEST_CASE("of the QOS that admit a size the one with the longest limit that helps is chosen",
          "[scenario][unit]") {
    Partition partition = two_qos();
    Qos longer;
    longer.name = "long";
    longer.limits.max_nodes = 8;
    longer.limits.max_time = Seconds{4 * 86400};
    partition.qos.push_back(longer);
    JobSpec const job;
    auto const of = [&](int nodes, int days) {
        return choose_longest_qos(partition, {}, {nodes, 0, {}}, Seconds{days * 86400}, job)
            ->qos->name;
    };
    CHECK(of(4, 10) == "long");
    CHECK(of(9, 10) == "normal");
    CHECK(of(4, 1) == "normal");
    CHECK(
        choose_longest_qos(partition, "normal", {4, 0, {}}, Seconds{10 * 86400}, job)->qos->name ==
        "normal");
}

TEST_CASE("a partition without QOS has its own limits only", "[scenario][unit]") {
    Partition partition;
    partition.limits.max_nodes = 4;
    JobSpec job;
    CHECK(choose_qos(partition, {}, {4, 0, {}}, job)->qos == nullptr);
    CHECK_FALSE(choose_qos(partition, {}, {5, 0, {}}, job));
}
