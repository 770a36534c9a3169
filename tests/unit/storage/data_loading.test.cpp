// SPDX-License-Identifier: Apache-2.0
#include "models/storage/data_loading.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

Store slow_share() {
    return {"work",
            StoreKind::shared,
            bytes(1e15),
            bytes_per_second(100e9),
            bytes_per_second(100e9),
            bytes_per_second(1e9),
            Frequency::from_si(10'000),
            Frequency::from_si(10'000)};
}

StepInput images() {
    StepInput input;
    input.samples = 1024;
    input.sample_size = bytes(112e3);
    input.opens_per_sample = 1.0;
    input.decode = seconds(5e-3);
    input.loader_cores = 64;
    return input;
}

}  // namespace

TEST_CASE("loading takes as long as the slowest of reading, opening and decoding",
          "[storage][unit]") {
    LoadTime const load = load_time(images(), slow_share(), 4, 1.0);
    CHECK(load.read.si() == Approx(1024 * 112e3 / 1e9));
    CHECK(load.open.si() == Approx(1024 / 2500.0));
    CHECK(load.decode.si() == Approx(1024 * 5e-3 / 64));
    CHECK(load.wait.si() == Approx(1024 * 0.5e-3 / 64));  // the answers of the metadata server
    CHECK(load.total() == load.open);
}

TEST_CASE("reads at random places take the latency of each, and share the rate of the targets that "
          "hold the archives",
          "[storage][unit]") {
    Store store = slow_share();
    store.latency = seconds(9e-3);
    store.random_reads = Frequency::from_si(160'000);
    store.targets = 32;
    StepInput input = images();
    input.opens_per_sample = 0.0;
    input.reads_per_sample = 2.0;
    input.archives = 1.0;
    LoadTime const one = load_time(input, store, 4, 1.0);
    CHECK(one.wait.si() == Approx(2 * 1024 * 9e-3 / 64));
    CHECK(one.random.si() == Approx(2 * 1024 / (160'000.0 / 32 / 4)));
    CHECK(one.read.si() == Approx(1024 * 112e3 / (100e9 / 32 / 4)));
    CHECK(one.total() == one.random);
    input.stripes = 32.0;
    LoadTime const striped = load_time(input, store, 4, 1.0);
    CHECK(striped.random.si() == Approx(one.random.si() / 32));
    CHECK(striped.total() == striped.decode + striped.wait);
}

TEST_CASE("opening files of a copy in memory takes no time", "[storage][unit]") {
    Store memory{"ram",
                 StoreKind::memory,
                 bytes(256e9),
                 bytes_per_second(50e9),
                 bytes_per_second(50e9),
                 {},
                 {},
                 Frequency::from_si(200'000)};
    LoadTime const load = load_time(images(), memory, 64, 1.0);
    CHECK(load.read.si() == Approx(1024 * 112e3 / 50e9));
    CHECK(load.total() == load.decode);
}

TEST_CASE("a step waits for loading that compute does not hide, the first batch for all of it",
          "[storage][unit]") {
    LoadTime const load{seconds(0.5), seconds(0.2), seconds(0.1)};
    CHECK(exposed_load(load, seconds(2)).per_step.si() == 0.0);
    CHECK(exposed_load(load, seconds(2)).first_batch.si() == 0.5);
    CHECK(exposed_load(load, seconds(0.2)).per_step.si() == Approx(0.3));
}
