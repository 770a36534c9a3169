// SPDX-License-Identifier: Apache-2.0
#include "models/application/product.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

/// 100 multiprocessors of 1 TFLOP/s each, fed from registers, and a memory that never limits.
Roofline device() {
    Roofline r;
    r.matrix = flop_per_second(100e12);
    r.matrix_peak = flop_per_second(100e12);
    r.matrix_unit = true;
    r.units = 100.0;
    r.memory = bytes_per_second(1e18);
    return r;
}

/// The same with ten times the rate, whose units run on their own.
Roofline quick() {
    Roofline r = device();
    r.matrix = r.matrix_peak = flop_per_second(1000e12);
    return r;
}

double time_of(Product const& product) {
    return product_time(product, device()).si();
}

Product square(double edge) {
    return {edge, edge, edge, 1.0, bytes(2), bytes(2)};
}

/// 100 tiles of 256 x 128 and another row.
Product const full{100.0 * 256.0, 128.0, 4096.0, 1.0, bytes(2), bytes(2)};
Product one_more() {
    Product more = full;
    more.rows += 1.0;
    return more;
}

}  // namespace

TEST_CASE("large products run at the sustained rate", "[application][unit]") {
    CHECK(time_of(square(32768)) == Approx(2.0 * 0x1p45 / 100e12).epsilon(0.02));
    CHECK(time_of(square(32768)) >= 2.0 * 0x1p45 / 100e12);
}

TEST_CASE("one tile more than there are multiprocessors takes another wave, if blocks end with "
          "their tile",
          "[application][unit]") {
    CHECK(time_of(full) == Approx(2.0 * 256.0 * 128.0 * 4096.0 / 1e12 + 1.25e-6));
    CHECK(time_of(one_more()) > 1.2 * time_of(full));
    double const whole = product_time(full, quick()).si();
    CHECK(product_time(one_more(), quick()).si() < 1.02 * whole);
}

TEST_CASE("few tiles are split along their depth", "[application][unit]") {
    Product const one{128.0, 128.0, 8192.0, 1.0, bytes(2), bytes(2)};
    CHECK(time_of(one) < 0.2 * 2.0 * 128.0 * 128.0 * 8192.0 / 1e12);
    CHECK(time_of(one) > one.flop().si() / 100e12);
}

TEST_CASE("a very deep product of a small result uses all multiprocessors", "[application][unit]") {
    Product deep{128.0, 256.0, 65536.0, 1.0, bytes(2), bytes(2)};
    double const ideal = deep.flop().si() / 100e12;
    CHECK(time_of(deep) < 1.5 * ideal);
    // Twice the depth takes twice as long, less what is paid once.
    double const once = time_of(deep);
    deep.depth *= 2.0;
    CHECK(time_of(deep) < 2.0 * once);
    CHECK(time_of(deep) > 1.6 * once);
}

TEST_CASE("small tiles load more for each product", "[application][unit]") {
    // As many tiles of 64 x 64 as of 256 x 128 fill the multiprocessors, for an eighth of the arithmetic.
    Product const small{100.0 * 64.0, 64.0, 4096.0, 1.0, bytes(2), bytes(2)};
    CHECK(time_of(small) > 1.3 / 8.0 * time_of(full));
}

TEST_CASE("what a product is added to is read before and costs less than a wider result",
          "[application][unit]") {
    Roofline r = device();
    r.memory = bytes_per_second(1e12);
    Product const written{4096.0, 4096.0, 4096.0, 1.0, bytes(2), bytes(8)};
    Product added = written;
    added.added = bytes(4);
    CHECK(added.traffic() == written.traffic());
    CHECK(product_time(added, r) < product_time(written, r));
}

TEST_CASE("unaligned rows slow down the tensor cores", "[application][unit]") {
    Product const even{4096.0, 4096.0, 128.0, 1.0, bytes(2), bytes(2)};
    Product odd = even;
    odd.depth = 124.0;
    CHECK(time_of(odd) > 5.0 * time_of(even));
    Roofline vector = device();
    vector.matrix_unit = false;
    CHECK(product_time(odd, vector) <= product_time(even, vector));
}

TEST_CASE("a sum over samples needs no round number of them", "[application][unit]") {
    // Gradients of the weights of a layer of 512 channels on 7 x 7 pixels of 204 images.
    Product even{512.0, 512.0, 208.0 * 49.0, 1.0, bytes(2), bytes(2), true};
    Product odd = even;
    odd.depth = 204.0 * 49.0;
    CHECK(time_of(odd) < time_of(even));
    odd.over_samples = false;
    CHECK(time_of(odd) > 5.0 * time_of(even));
    even.rows = 508.0;
    CHECK(time_of(even) > 5.0 * 208.0 / 204.0 *
                              time_of({512.0, 512.0, 204.0 * 49.0, 1.0, bytes(2), bytes(2), true}));
}

TEST_CASE("small tiles cost nothing on vector units", "[application][unit]") {
    Product const narrow{128.0 * 1000.0, 64.0, 4096.0, 1.0, bytes(4), bytes(4)};
    Roofline vector = device();
    vector.matrix_unit = false;
    double const ideal = narrow.flop().si() / vector.matrix.si();
    CHECK(product_time(narrow, vector).si() == Approx(ideal).epsilon(0.02));
    CHECK(time_of(narrow) > 1.1 * ideal);
}

TEST_CASE("vector units see no whole waves", "[application][unit]") {
    Roofline vector = device();
    vector.matrix_unit = false;
    auto const time = [&](double tiles) {
        return product_time({128.0 * tiles, 256.0, 4096.0, 1.0, bytes(4), bytes(4)}, vector).si();
    };
    CHECK(time(110.0) == Approx(1.1 * time(100.0)));
}

TEST_CASE("memory traffic adds to the time of the arithmetic", "[application][unit]") {
    Roofline r = device();
    r.memory = bytes_per_second(1e12);
    r.launch = seconds(1e-3);
    Product const thin{16384.0, 128.0, 128.0, 1.0, bytes(2), bytes(2)};
    double const moved = 2.0 * (16384.0 * 128.0 * 2.0 + 128.0 * 128.0) / 1e12;
    CHECK(thin.traffic().si() == Approx(moved * 1e12));
    CHECK(product_time(thin, r).si() > 1e-3 + moved);
    CHECK(product_time(Product{}, r) == Duration{});
}
