// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim::slurm {

/// What happens to a preempted job (spec 7.1).
enum class PreemptMode { off, cancel, requeue, suspend };

/// The rule by which jobs may preempt others (spec 7.2).
enum class PreemptType { none, partition_prio, qos };

}  // namespace clustersim::slurm
