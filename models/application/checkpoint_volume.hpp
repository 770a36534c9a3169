// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/plan.hpp"
#include "models/failure/checkpoint.hpp"

namespace clustersim {

/// What a full checkpoint of an application under a plan moves, on nodes with so many of its devices each.
CheckpointVolume
checkpoint_volume(Application const& application, Plan const& plan, int devices_per_node);

}  // namespace clustersim
