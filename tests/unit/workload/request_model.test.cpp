// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/request_model.hpp"

#include "sim/core/random_stream.hpp"
#include "tests/support/catch.hpp"

#include <map>

using namespace clustersim;

namespace {

RequestModel const model{{{Seconds{600}, 1.0}, {Seconds{3600}, 2.0}, {Seconds{7200}, 5.0}}, 1.0};

std::map<std::int64_t, int> sampled(Seconds run, Seconds limit) {
    RandomStream random(1, "request");
    std::map<std::int64_t, int> count;
    for (int i = 0; i < 9000; ++i) ++count[model.request(run, limit, random.uniform01()).count];
    return count;
}

}  // namespace

TEST_CASE("a request is sampled by weight among the round values that cover the run",
          "[workload][unit]") {
    auto const count = sampled(Seconds{601}, Seconds{10000});
    REQUIRE(count.size() == 3);
    CHECK(count.at(3600) == Approx(9000 * 2.0 / 8.0).epsilon(0.08));
    CHECK(count.at(7200) == Approx(9000 * 5.0 / 8.0).epsilon(0.08));
    CHECK(count.at(10000) == Approx(9000 * 1.0 / 8.0).epsilon(0.08));
}

TEST_CASE("a request never exceeds the partition's limit", "[workload][unit]") {
    auto const count = sampled(Seconds{1}, Seconds{3600});
    REQUIRE(count.size() == 2);
    CHECK(count.at(600) == Approx(4500).epsilon(0.08));
    CHECK(count.at(3600) == Approx(4500).epsilon(0.08));
    CHECK(sampled(Seconds{3600}, Seconds{3600}) == std::map<std::int64_t, int>{{3600, 9000}});
}
