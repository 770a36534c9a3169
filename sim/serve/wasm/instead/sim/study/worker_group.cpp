// SPDX-License-Identifier: Apache-2.0
#include "sim/study/worker_group.hpp"

namespace clustersim {

/// A page has one thread for all.
void run_workers(unsigned /*workers*/,
                 std::function<void()> const& work,
                 std::function<void()> const& /*stop*/) {
    work();
}

}  // namespace clustersim
