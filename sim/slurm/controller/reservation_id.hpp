// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/id.hpp"

namespace clustersim::slurm {

/// Position of a reservation in the controller's book.
using ReservationId = Id<struct ReservationTag>;

}  // namespace clustersim::slurm
