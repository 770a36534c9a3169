// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/controller/job_record.hpp"
#include "sim/slurm/controller/selection.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/site/node_set.hpp"

#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// The times between which running jobs end in an estimate; by default at any time.
struct EndWindow {
    Instant from;                   ///< jobs that end before it have ended before the first test
    Instant to = Instant::never();  ///< jobs that end later do not end
};

/// The input of an estimate.
struct WillRunQuery {
    PartitionChoice const* choice = nullptr;
    ResourceRequest const* request = nullptr;  ///< of the choice, possibly with fewer nodes
    NodeSet const* candidates = nullptr;
    std::vector<JobSlot> const* preemptable = nullptr;  ///< null or empty: none
    std::int32_t leaves = any_leaves;  ///< a selection with more leaf switches is rejected
    bool now_only = false;
    Instant until = Instant::never();  ///< a later start is not needed and need not be found
    EndWindow ends;
    bool may_lack = true;  ///< false: too_few_leave() is known to be false
};

}  // namespace clustersim::slurm
