// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/request_model.hpp"

#include "sim/core/ensure.hpp"

namespace clustersim {

Seconds RequestModel::request(Seconds run, Seconds limit, double chance) const {
    CS_ENSURE(run <= limit && limit_weight > 0.0,
              "a request covers the run and the limit can be requested");
    auto const open = [&](RequestChoice const& choice) {
        return choice.walltime >= run && choice.walltime < limit;
    };
    double total = limit_weight;
    for (RequestChoice const& choice : menu)
        if (open(choice)) total += choice.weight;
    double left = chance * total;
    for (RequestChoice const& choice : menu) {
        if (!open(choice)) continue;
        if (left < choice.weight) return choice.walltime;
        left -= choice.weight;
    }
    return limit;
}

}  // namespace clustersim
