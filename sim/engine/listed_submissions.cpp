// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/listed_submissions.hpp"

namespace clustersim {

std::int64_t ListedSubmissions::submit_due(slurm::Controller& controller) {
    std::int64_t refused = 0;
    for (; next() <= controller.now(); ++next_)
        if (!controller.submit(list_->request(next_)).accepted()) ++refused;
    return refused;
}

}  // namespace clustersim
