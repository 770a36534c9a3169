// SPDX-License-Identifier: Apache-2.0
#include "models/storage/store.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

System with_one_file_system() {
    System system;
    system.title = "Testbed";
    system.file_systems.push_back({"work",
                                   "Lustre",
                                   bytes(8e15),
                                   bytes_per_second(400e9),
                                   bytes_per_second(200e9),
                                   bytes_per_second(10e9),
                                   Frequency::from_si(40'000),
                                   Frequency::from_si(20'000),
                                   4});
    return system;
}

NodeType with_memory() {
    NodeType type;
    type.name = "gpu";
    type.memory = bytes(512e9);
    type.memory_bandwidth = bytes_per_second(400e9);
    return type;
}

}  // namespace

TEST_CASE("a job uses one part of a file system", "[storage][unit]") {
    auto const store = find_store(with_one_file_system(), with_memory(), "work");
    REQUIRE(store);
    CHECK(store->capacity.si() == Approx(2e15));
    CHECK(store->read.si() == Approx(100e9));
    CHECK(store->write.si() == Approx(50e9));
    CHECK(store->opens.si() == Approx(10'000));
    CHECK(default_store(with_one_file_system()) == "work");
}

TEST_CASE("few nodes are limited by their own port, many by the servers", "[storage][unit]") {
    auto const store = find_store(with_one_file_system(), with_memory(), "work");
    CHECK(read_rate(*store, 2, 1.0).si() == Approx(10e9));
    CHECK(read_rate(*store, 20, 1.0).si() == Approx(5e9));
    CHECK(read_rate(*store, 20, 0.5).si() == Approx(2.5e9));
    CHECK(write_rate(*store, 20, 1.0).si() == Approx(2.5e9));
    CHECK(open_rate(*store, 20, 1.0).si() == Approx(500));
}

TEST_CASE("a RAM disk has half of the memory unless the site sets a limit", "[storage][unit]") {
    NodeType type = with_memory();
    CHECK(find_store(with_one_file_system(), type, "ram")->capacity.si() == Approx(256e9));
    type.ram_disk = bytes(10e9);
    CHECK(find_store(with_one_file_system(), type, "ram")->capacity.si() == Approx(10e9));
}

TEST_CASE("an unknown store, missing drives and unknown rates give different errors",
          "[storage][unit]") {
    System system = with_one_file_system();
    auto const unknown = find_store(system, with_memory(), "wrok");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().items().front().code == Code::unknown_name);
    CHECK(unknown.error().items().front().help.find("work") != std::string::npos);
    CHECK(find_store(system, with_memory(), "disk").error().items().front().code ==
          Code::never_fits);
    system.file_systems.front().opens.reset();
    CHECK(find_store(system, with_memory(), "work").error().items().front().code ==
          Code::missing_key);
}

TEST_CASE("few archives without stripes use few of the storage targets", "[storage][unit]") {
    System system = with_one_file_system();
    system.file_systems.front().targets = 32;
    system.file_systems.front().random_reads = Frequency::from_si(160'000);
    auto const store = find_store(system, with_memory(), "work");
    CHECK(share_of_targets(*store, 1, 1) == Approx(1.0 / 32));
    CHECK(share_of_targets(*store, 2, 8) == Approx(0.5));
    CHECK(share_of_targets(*store, 1, 64) == 1.0);
    CHECK(share_of_targets(*store, 144, 1) == 1.0);
    CHECK(random_read_rate(*store, 2, 0.5)->si() == Approx(160'000.0 / 4 / 2 * 0.5));
    CHECK(share_of_targets(*find_store(system, with_memory(), "ram"), 1, 1) == 1.0);
    CHECK_FALSE(random_read_rate(*find_store(system, with_memory(), "ram"), 1, 1.0));
}

TEST_CASE("a RAM disk has measured rates if the site's nodes were measured", "[storage][unit]") {
    NodeType type = with_memory();
    CHECK(find_store(with_one_file_system(), type, "ram")->read.si() == Approx(100e9));
    type.ram_disk_rates = MemoryRates{bytes_per_second(7.8e9), bytes_per_second(2.9e9)};
    auto const store = find_store(with_one_file_system(), type, "ram");
    CHECK(read_rate(*store, 4, 1.0).si() == Approx(7.8e9));
    CHECK(write_rate(*store, 4, 1.0).si() == Approx(2.9e9));
}

TEST_CASE("a node gets no more of a file than its targets give one node", "[storage][unit]") {
    System system = with_one_file_system();
    system.file_systems.front().targets = 32;
    system.file_systems.front().per_target = bytes_per_second(161e6);
    auto const store = find_store(system, with_memory(), "work");
    REQUIRE(store);
    double const one = share_of_targets(*store, 1.0, 1.0);
    CHECK(read_rate(*store, 1, 1.0, one).si() == Approx(161e6));
    CHECK(read_rate(*store, 1, 1.0, share_of_targets(*store, 1.0, 16.0)).si() == Approx(2.576e9));
    CHECK(read_rate(*store, 1, 1.0).si() == Approx(5.152e9));
    // Many nodes share what the target's server has.
    CHECK(read_rate(*store, 100, 1.0, one).si() == Approx(100e9 / 32 / 100));
}
