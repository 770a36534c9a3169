// SPDX-License-Identifier: Apache-2.0
#include "sim/serving/load_meter.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("a histogram of times keeps quantiles within a bin", "[serving][unit]") {
    GapHistogram times;
    CHECK(times.quantile(0.5) == 0.0);
    for (int i = 1; i <= 1000; ++i) times.add(i * 1e-3, 1);
    CHECK(times.count() == 1000);
    CHECK(times.mean() == Approx(0.5005));
    CHECK(times.quantile(0.5) == Approx(0.5).epsilon(0.001));
    CHECK(times.quantile(0.95) == Approx(0.95).epsilon(0.001));
    GapHistogram more;
    more.add(2.0, 1000);
    times.add(more);
    CHECK(times.quantile(0.5) == Approx(1.0).epsilon(0.001));
    CHECK(times.quantile(0.51) == Approx(2.0));
    CHECK(times.share_up_to(0.5) == Approx(0.25).epsilon(0.01));
    CHECK(times.share_up_to(1.5) == 0.5);
    CHECK(times.share_up_to(1e9) == 1.0);
    times.add(0.0, 1);    // shorter than any bin
    times.add(1e300, 1);  // longer than any bin
    CHECK(times.count() == 2002);
}

TEST_CASE("the warm-up is not measured", "[serving][unit]") {
    LoadMeter meter(5, 2);
    // Each request arrives each second and takes 0.5 s, those of the warm-up 3 s.
    for (std::size_t i = 0; !meter.complete(); ++i) {
        auto const at = static_cast<double>(i);
        meter.arrived(at);
        double const end = at + (i < 5 ? 3.0 : 0.5);
        Iteration pass;
        pass.start = at;
        pass.end = at + 0.5;
        pass.running = 1;
        pass.generated = 2;
        pass.gaps = {{0.25, 1}};
        pass.ended = {{.number = i,
                       .prompt = 1,
                       .output = 2,
                       .arrival = at,
                       .ready = at,
                       .first_token = at + 0.25,
                       .end = end}};
        meter.ran(pass);
    }
    meter.arrived(25.0);
    SteadyLoad const load = meter.load();
    CHECK(load.requests == 20);
    CHECK(load.end_to_end.mean == Approx(0.5));
    CHECK(load.end_to_end.p95 == Approx(0.5));
    CHECK(load.end_to_end.p95_high == Approx(0.5));
    CHECK(load.first_token.p50 == Approx(0.25));
    CHECK(load.between_tokens.p50 == Approx(0.25));
    CHECK(load.busy == Approx(0.5));
    CHECK(load.requests_per_s == Approx(1.0));
    CHECK(load.tokens_per_s == Approx(2.0));
    CHECK(load.mean_running == Approx(1.0));
    // Two requests of the warm-up last into the measured time: 2 s and 1 s of 20 s.
    CHECK(load.mean_in_system == Approx(0.5 + 3.0 / 20.0));
}

TEST_CASE("the interval of a quantile reaches over a gap between short and long times",
          "[serving][unit]") {
    LoadMeter meter(0, 100);
    // Four to six of 100 requests take 10 s, the others 1 s.
    for (std::size_t i = 0; i < 1000; ++i) {
        auto const at = 20.0 * static_cast<double>(i);
        meter.arrived(at);
        std::size_t const slow = 4 + i / 100 % 3;
        double const end = at + (i % 100 < slow ? 10.0 : 1.0);
        Iteration pass;
        pass.start = at;
        pass.end = end;
        pass.running = 1;
        pass.ended = {{.number = i, .arrival = at, .first_token = end, .end = end}};
        meter.ran(pass);
    }
    SteadyLoad const load = meter.load();
    CHECK(load.first_token.p95_low == Approx(1.0));
    CHECK(load.first_token.p95_high == Approx(10.0));
}
