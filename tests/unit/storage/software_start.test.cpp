// SPDX-License-Identifier: Apache-2.0
#include "models/storage/software_start.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

Store shared_store_of_images() {
    Store store{"work",
                StoreKind::shared,
                bytes(1e15),
                bytes_per_second(240e9),
                bytes_per_second(240e9),
                bytes_per_second(5e9),
                Frequency::from_si(50'000),
                Frequency::from_si(50'000)};
    store.latency = seconds(9e-3);
    store.targets = 32;
    store.per_target = bytes_per_second(160e6);
    return store;
}

Store memory_of_node() {
    return {"ram",
            StoreKind::memory,
            bytes(256e9),
            bytes_per_second(8e9),
            bytes_per_second(3e9),
            {},
            {},
            Frequency::from_si(200'000)};
}

SoftwareStart start_on(int nodes, SoftwareFiles const& files) {
    return software_start(files, shared_store_of_images(), memory_of_node(), nodes, 1.0);
}

}  // namespace

TEST_CASE("few nodes read an image at the rate of one client on its target, many share the target",
          "[storage][unit]") {
    SoftwareFiles const image{bytes(10e9), bytes(4e9)};
    CHECK(start_on(1, image).read.si() == Approx(25));
    CHECK(start_on(16, image).read.si() == Approx(25));
    CHECK(start_on(750, image).read.si() == Approx(4e9 / (240e9 / 32 / 750)));
    CHECK(start_on(1, image).unpack.si() == Approx(4e9 / 509e6));
    CHECK(start_on(1, image).copy == Duration{});
    CHECK(usual_read(bytes(10e9)).si() == Approx(3e9));
}

TEST_CASE("stripes divide the time to read an image", "[storage][unit]") {
    SoftwareFiles image{bytes(10e9), bytes(4e9)};
    image.stripes = 8;
    CHECK(start_on(1, image).read.si() == Approx(25.0 / 8));
}

TEST_CASE("a broadcast reads the image once and grows with the levels of its tree",
          "[storage][unit]") {
    SoftwareFiles image{bytes(10e9), bytes(4e9)};
    image.broadcast = true;
    double const once = 10e9 / 160e6;
    CHECK(start_on(8, image).copy.si() == Approx(once + 8 * 8.0));
    CHECK(start_on(64, image).copy.si() == Approx(once + 2 * 8 * 8.0));
    CHECK(start_on(64, image).read.si() == Approx(0.5));
    // On one node it only writes the copy.
    CHECK(start_on(1, image).copy.si() == Approx(once + 10e9 / 3e9));
    CHECK(start_on(2000, image).total() < start_on(2000, {bytes(10e9), bytes(4e9)}).total());
}

TEST_CASE("loose files wait for answers, then for the metadata servers", "[storage][unit]") {
    SoftwareFiles const files{{}, bytes(2e9), 10'000};
    CHECK(start_on(4, files).open.si() == Approx(10'000 * 9.5e-3));
    CHECK(start_on(1000, files).open.si() == Approx(1000 * 10'000 / 50'000.0));
    CHECK(start_on(4, files).unpack == Duration{});
}
