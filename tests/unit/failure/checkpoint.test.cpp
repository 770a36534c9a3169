// SPDX-License-Identifier: Apache-2.0
#include "models/failure/checkpoint.hpp"

#include "tests/support/catch.hpp"

#include <cmath>

using namespace clustersim;

TEST_CASE("BLOOM's checkpoint takes the published time", "[failure][unit]") {
    CheckpointPath path;
    path.write = bytes_per_second(12.5e9);
    path.read = bytes_per_second(12.5e9);
    // Twelve nodes write the weights, 2 of 14 bytes; all 48 write the states.
    double const size = 2.3e12;
    double const most = size * (2.0 / 14.0 / 12.0 + 12.0 / 14.0 / 48.0);
    CheckpointVolume const volume{bytes(size), bytes(most), bytes(size / 48.0)};
    CHECK(volume.writers() == 34);
    CHECK(checkpoint_cost(volume, path).block.si() == Approx(40));
}

TEST_CASE("a slow file system bounds writing and reading a checkpoint", "[failure][unit]") {
    CheckpointPath path;
    path.write = bytes_per_second(0.5e9);
    path.read = bytes_per_second(2e9);
    CheckpointCost const cost = checkpoint_cost(even_volume(bytes(1e12), 10), path);
    CHECK(cost.block.si() == Approx(200));
    CHECK(cost.restore.si() == Approx(50));
    CHECK(cost.drain.si() == 0.0);
}

TEST_CASE("an asynchronous checkpoint blocks for the copy and drains later", "[failure][unit]") {
    CheckpointPath path;
    path.write = bytes_per_second(0.5e9);
    path.read = bytes_per_second(2e9);
    path.snapshot = bytes_per_second(50e9);
    path.asynchronous = true;
    CheckpointCost const cost = checkpoint_cost(even_volume(bytes(1e12), 10), path);
    CHECK(cost.block.si() == Approx(2));
    CHECK(cost.drain.si() == Approx(200));
}

TEST_CASE("Daly's interval equals Young's if checkpoints are cheap", "[failure][unit]") {
    CHECK(young_interval(seconds(60), hours(24)).si() == Approx(std::sqrt(2 * 60 * 86400.0)));
    double const young = young_interval(seconds(1), hours(240)).si();
    CHECK(daly_interval(seconds(1), hours(240)).si() == Approx(young).epsilon(0.01));
    CHECK(daly_interval(hours(10), hours(1)) == hours(1));
}

TEST_CASE("no interval near Daly's is much better", "[failure][unit]") {
    Duration const block = seconds(120), mtbf = hours(8), restart = seconds(600),
                   work = hours(1000);
    Duration const best = daly_interval(block, mtbf);
    Duration const time = expected_time(work, best, block, restart, mtbf);
    for (double const factor : {0.5, 0.8, 0.9, 1.1, 1.25, 2.0}) {
        CHECK(expected_time(work, best * factor, block, restart, mtbf).si() >
              time.si() * (1 - 1e-4));
    }
}

TEST_CASE("every node writes an equal part of a sharded checkpoint, one node all of one file",
          "[failure][unit]") {
    CheckpointVolume const volume{bytes(1e12), bytes(5e11), bytes(1e11)};
    CHECK(written_evenly(volume, 10).written == bytes(1e11));
    CHECK(written_evenly(volume, 10).writers() == 10);
    CHECK(written_by_one(volume).written == bytes(1e12));
    CHECK(written_by_one(volume).writers() == 1);
    CHECK(written_by_one(volume).read == volume.read);
}

TEST_CASE("a copy waits until the earlier checkpoint is written", "[failure][unit]") {
    CheckpointCost const cost{seconds(2), seconds(200), seconds(50)};
    CHECK(with_interval(cost, seconds(150)).block.si() == Approx(52));
    CHECK(with_interval(cost, seconds(300)).block.si() == Approx(2));
    CHECK(with_interval(cost, seconds(150)).drain == cost.drain);
}
