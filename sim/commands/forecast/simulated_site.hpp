// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/snapshot/queue_snapshot.hpp"

#include <cstdint>
#include <memory>

namespace clustersim {

/// The site of a snapshot as it is simulated: in a long queue, the loops that walk all of it have longer periods. Their
/// cost grows with the queue, while a wait in a long queue is long: fewer cycles cost little precision. `exact` keeps the
/// site's periods.
std::shared_ptr<slurm::Site const> simulated_site(slurm::QueueSnapshot const& snapshot, bool exact);

/// The waiting jobs of a queue; the tasks of an array that wait count as one.
std::int64_t waiting_records(slurm::QueueNow const& queue);

}  // namespace clustersim
