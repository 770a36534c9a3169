// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/resolve_text.hpp"

using namespace clustersim;

namespace {

std::string during(std::string const& maintenance) {
    return "system: lumi\npartition: small-g\nbackground: {mix: none, window: 10 d, warm-up: 0 s}\n"
           "policy: {maintenance: {m: " +
           maintenance +
           "}}\n"
           "jobs: {a: {nodes: 1, gpus: 8, runtime: 1 h, walltime: 2 h}}\n";
}

}  // namespace

TEST_CASE("maintenance that ends refuses no job", "[scenario][unit]") {
    CHECK(resolve(during("{start: 5 min, duration: 2 h}")));
    CHECK(resolve(during("{start: 0 s, duration: 1 h, every: day}")));
    CHECK(resolve(during("{start: 0 s, duration: 20 d}")));
}

TEST_CASE("a job that maintenance keeps for over a month is refused", "[scenario][unit]") {
    auto const problem = first_problem(during("{start: 0 s, duration: 40 d}"));
    CHECK(problem.code == Code::never_fits);
}
