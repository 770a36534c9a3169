// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/plan.hpp"
#include "models/failure/checkpoint.hpp"

namespace clustersim {

/// Bytes that a full checkpoint of an application under a plan moves, with `devices_per_node` of its
/// devices on each node.
CheckpointVolume
checkpoint_volume(Application const& application, Plan const& plan, int devices_per_node);

}  // namespace clustersim
