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
    CHECK(load.total() == load.open);
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
