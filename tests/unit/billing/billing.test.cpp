// SPDX-License-Identifier: Apache-2.0
#include "models/billing/billing.hpp"

#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

/// A node of LUMI-G: eight devices on four cards, which the site bills.
NodeType eight_devices() {
    NodeType type;
    type.gpus = 8;
    type.gpus_per_card = 2;
    type.cores = 64;
    type.memory = bytes(512.0 * 0x1p30);
    return type;
}

Partition charging(BillingRule rule, bool exclusive) {
    Partition partition;
    partition.billing = std::move(rule);
    partition.exclusive = exclusive;
    return partition;
}

BillingRule rule(std::string unit) {
    BillingRule r;
    r.unit = std::move(unit);
    return r;
}

}  // namespace

TEST_CASE("an exclusive node is charged as a whole, by its own price", "[billing][unit]") {
    BillingRule r = rule("GPU-h");
    r.per_node_hour = 4.0;
    Bill const bill = bill_of(charging(r, true), eight_devices(), {16, 1, 1, bytes(0)}, hours(2));
    CHECK(bill.node_hours.value == Approx(32.0));
    CHECK(bill.gpu_hours.value == Approx(256.0));  // schedulable devices, not cards
    CHECK(bill.core_hours.value == Approx(2048.0));
    CHECK(bill.billed == Approx(128.0));
    CHECK(bill.unit == "GPU-h");
}

TEST_CASE("the most expensive part of a shared node counts", "[billing][unit]") {
    // Half a card-hour a device, or the same for eight cores or 64 GiB.
    BillingRule r = rule("GPU-h");
    r.per_gpu_hour = 0.5;
    r.per_core_hour = 0.5 / 8.0;
    r.per_gib_hour = 0.5 / 64.0;
    Partition const shared = charging(r, false);
    CHECK(bill_of(shared, eight_devices(), {1, 2, 8, bytes(64.0 * 0x1p30)}, hours(1)).billed ==
          Approx(1.0));
    CHECK(bill_of(shared, eight_devices(), {1, 1, 32, bytes(64.0 * 0x1p30)}, hours(1)).billed ==
          Approx(2.0));
    CHECK(bill_of(shared, eight_devices(), {1, 1, 8, bytes(256.0 * 0x1p30)}, hours(1)).billed ==
          Approx(2.0));
}

TEST_CASE("all parts add up if the site sums them", "[billing][unit]") {
    BillingRule r = rule("BU");
    r.per_gpu_hour = 60.0;
    r.per_core_hour = 1.0;
    r.per_gib_hour = 0.1;
    r.combine = BillingRule::Combine::sum;
    Bill const bill =
        bill_of(charging(r, false), eight_devices(), {1, 1, 10, bytes(20.0 * 0x1p30)}, hours(3));
    CHECK(bill.billed == Approx(3.0 * (60.0 + 10.0 + 2.0)));
    CHECK(bill.gpu_hours.value == Approx(3.0));
}

TEST_CASE("parts never cost more than the node, and all of them cost as much as the node",
          "[billing][unit]") {
    BillingRule r = rule("node-h");
    r.per_node_hour = 1.0;
    r.per_gpu_hour = 0.125;
    r.per_core_hour = 1.0;
    Partition const shared = charging(r, false);
    CHECK(bill_of(shared, eight_devices(), {1, 2, 0, bytes(0)}, hours(1)).billed == Approx(0.25));
    CHECK(bill_of(shared, eight_devices(), {1, 2, 8, bytes(0)}, hours(1)).billed == Approx(1.0));
    CHECK(bill_of(shared, eight_devices(), whole_nodes(eight_devices(), 3), hours(2)).billed ==
          Approx(6.0));
}

TEST_CASE("an exclusive node without its own price is charged for all its parts",
          "[billing][unit]") {
    BillingRule r = rule("core-h");
    r.per_core_hour = 1.0;
    CHECK(bill_of(charging(r, true), eight_devices(), {2, 1, 1, bytes(0)}, hours(1)).billed ==
          Approx(128.0));
}

TEST_CASE("one of eight devices of a shared node takes an eighth of its node-hours",
          "[billing][unit]") {
    NodeShare const eighth{1, 1, 8, bytes(64.0 * 0x1p30)};
    Bill const shared = bill_of(charging(rule("GPU-h"), false), eight_devices(), eighth, hours(10));
    CHECK(shared.node_hours.value == Approx(1.25));
    CHECK(shared.gpu_hours.value == Approx(10.0));
    Bill const whole = bill_of(charging(rule("GPU-h"), true), eight_devices(), eighth, hours(10));
    CHECK(whole.node_hours.value == Approx(10.0));
    CHECK(whole.gpu_hours.value == Approx(80.0));
    // A share with most of the memory leaves little of the node for others.
    CHECK(share_of_node(eight_devices(), {1, 1, 8, bytes(384.0 * 0x1p30)}) == Approx(0.75));
}

TEST_CASE("devices are named GPU, GCD or slice", "[billing][unit]") {
    NodeType type = eight_devices();
    CHECK(device_name(type) == "GCD");
    type.gpus_per_card = 1;
    CHECK(device_name(type) == "GPU");
    type.part_of = "a100";
    CHECK(device_name(type) == "slice");
}

TEST_CASE("partly used slices of cores and memory are charged as a whole", "[billing][unit]") {
    // LUMI small-g: half a card-hour for each device, 8 cores or 64 GiB.
    BillingRule r = rule("GPU-h");
    r.per_gpu_hour = 0.5;
    r.per_core_hour = 0.5 / 8.0;
    r.core_step = 8;
    r.per_gib_hour = 0.5 / 64.0;
    r.memory_step = bytes(64.0 * 0x1p30);
    Partition const shared = charging(r, false);
    auto const billed = [&](int devices, int cores, double gib) {
        return bill_of(shared, eight_devices(), {1, devices, cores, bytes(gib * 0x1p30)}, hours(1))
            .billed;
    };
    CHECK(billed(1, 7, 60) == Approx(0.5));
    CHECK(billed(1, 8, 64) == Approx(0.5));
    CHECK(billed(1, 9, 60) == Approx(1.0));
    CHECK(billed(1, 7, 64.5) == Approx(1.0));
    CHECK(billed(1, 7, 128) == Approx(1.0));
    CHECK(billed(2, 17, 60) == Approx(1.5));
}

TEST_CASE("a job is charged for at most the share of a node that its partition allows",
          "[billing][unit]") {
    BillingRule r = rule("BU");
    r.per_core_hour = 1.0;
    r.per_gib_hour = 0.1;
    r.combine = BillingRule::Combine::sum;
    Partition partition = charging(r, false);
    NodeShare const all = whole_nodes(eight_devices(), 1);
    CHECK(bill_of(partition, eight_devices(), all, hours(1)).billed == Approx(64.0 + 51.2));
    partition.max_tres_per_node = {.cores = 8, .memory = bytes(76.0 * 0x1p30)};
    Bill const bill = bill_of(partition, eight_devices(), all, hours(2));
    CHECK(bill.core_hours.value == Approx(16.0));
    CHECK(bill.billed == Approx(2.0 * (8.0 + 7.6)));
    CHECK(held_share(partition, eight_devices(), {1, 0, 2, bytes(0)}).cores == 2);
}

namespace {

/// Price of one hour of `share` on a partition of a shipped machine.
double an_hour(std::string const& name, std::string const& partition_name, NodeShare share) {
    auto const loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load(name);
    REQUIRE(loaded);
    Partition const* partition = loaded->system.find_partition(partition_name);
    REQUIRE(partition != nullptr);
    NodeType const& type = loaded->system.node_type_of(*partition);
    if (share.cores == 0) share = whole_nodes(type, share.nodes);
    return bill_of(*partition, type, share, hours(1)).billed;
}

Bytes gib(double count) {
    return bytes(count * 0x1p30);
}

}  // namespace

TEST_CASE("shared partitions charge as in the examples of their sites", "[billing][unit]") {
    NodeShare const whole{.nodes = 1, .cores = 0};
    CHECK(an_hour("mahti", "interactive", whole) == Approx(32));
    CHECK(an_hour("mahti", "small", whole) == Approx(128));
    CHECK(an_hour("puhti", "interactive", whole) == Approx(8 + 7.6));
    CHECK(an_hour("marenostrum5", "gpinteractive", whole) == Approx(32));
    CHECK(an_hour("marenostrum5", "accinteractive", {1, 2, 40, gib(200)}) == Approx(40));
    // LUMI: 2 GCDs for 24 h are 24 GPU-h, as are 1 GCD with 128 GB; 4 cores with 32 GB are 16.
    CHECK(24 * an_hour("lumi", "small-g", {1, 2, 14, gib(120)}) == Approx(24));
    CHECK(24 * an_hour("lumi", "small-g", {1, 1, 7, gib(128)}) == Approx(24));
    CHECK(an_hour("lumi", "dev-g", {1, 1, 9, gib(60)}) == Approx(1.0));
    CHECK(24 * an_hour("lumi", "small", {1, 0, 4, gib(32)}) == Approx(384));
    CHECK(an_hour("lumi", "small", {1, 0, 4, gib(9)}) == Approx(5));
    CHECK(0.5 * an_hour("lumi", "lumid", {1, 1, 16, gib(252)}) == Approx(32));
    CHECK(4 * an_hour("lumi", "lumid", {1, 1, 16, gib(512)}) == Approx(512));
    CHECK(an_hour("lumi", "largemem", whole) == Approx(2032));
    // A whole node of a shared partition has the node's price.
    CHECK(an_hour("lumi", "small-g", whole) == Approx(4));
    CHECK(an_hour("karolina", "qgpu_free", whole) == Approx(1));
}
