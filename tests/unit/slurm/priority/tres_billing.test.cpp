// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/tres_billing.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim::slurm;

namespace {

struct Weighted {
    Weighted() : gpu(names.add("gres/gpu")), license(names.add("license/matlab")) {
        amounts.assign(names.size(), 0);
        amounts[tres::cpu] = 8;
        amounts[tres::mem] = 32768;
        amounts[tres::node] = 1;
        amounts[gpu] = 2;
        weights = {{tres::cpu, 1.0}, {tres::mem, 0.25 / 1024}, {gpu, 2.0}};
    }
    [[nodiscard]] double cost(bool max_tres) const {
        return billing(weights, amounts, names, max_tres);
    }
    TresTable names;
    std::size_t gpu, license;
    TresCounts amounts;
    TresWeights weights;
};

}  // namespace

TEST_CASE("billing adds weighted amounts, or takes the largest one of a node (TV-19)",
          "[slurm_priority][unit]") {
    Weighted job;
    CHECK(job.cost(false) == 20);
    CHECK(job.cost(true) == 8);
    job.weights.clear();
    CHECK(job.cost(false) == 8);
}

TEST_CASE("billing adds resources that do not belong to a node to the largest one (spec 5.11)",
          "[slurm_priority][unit]") {
    Weighted job;
    job.amounts[job.license] = 3;
    job.weights.emplace_back(job.license, 1.5);
    CHECK(job.cost(true) == 12.5);
    CHECK(job.cost(false) == 24.5);
}

TEST_CASE("billing ignores itself and absent resources", "[slurm_priority][unit]") {
    Weighted job;
    job.amounts[tres::billing] = 100;
    job.amounts.resize(job.gpu);
    job.weights.emplace_back(tres::billing, 7.0);
    CHECK(job.cost(false) == 16);
}
