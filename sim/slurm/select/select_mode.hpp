// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim::slurm {

/// `run_now` and `will_run` choose from the free resources of the given NodeUse; a `will_run` test
/// obeys bf_busy_nodes. `ever` tests whether the job could run on an empty cluster.
enum class SelectMode { run_now, will_run, ever };

}  // namespace clustersim::slurm
