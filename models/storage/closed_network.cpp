// SPDX-License-Identifier: Apache-2.0
#include "models/storage/closed_network.hpp"

#include "sim/core/ensure.hpp"

#include <cstddef>
#include <vector>

namespace clustersim {

double closed_throughput(double think_s, std::span<double const> work_s, int customers) {
    CS_ENSURE(customers >= 1, "some worker passes the stations");
    std::vector<double> queue(work_s.size());
    std::vector<double> response(work_s.size());
    double rate = 0.0;
    for (int n = 1; n <= customers; ++n) {
        double round = think_s;
        for (std::size_t k = 0; k < work_s.size(); ++k) {
            response[k] = work_s[k] * (1.0 + queue[k]);
            round += response[k];
        }
        rate = n / round;
        for (std::size_t k = 0; k < work_s.size(); ++k) queue[k] = rate * response[k];
    }
    return rate;
}

}  // namespace clustersim
