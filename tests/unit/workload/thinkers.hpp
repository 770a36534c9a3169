// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/mix.hpp"
#include "sim/workload/partition_shape.hpp"

#include <memory>

namespace clustersim {

inline constexpr PartitionShape hundred_nodes{.nodes = 100,
                                              .units_per_node = 1,
                                              .max_job_nodes = 100,
                                              .max_walltime = Seconds{86400},
                                              .whole_nodes = true};
inline Duration const half_a_day = seconds(43200.0);

/// Single jobs of four nodes and about an hour; users think for about an hour after each.
inline std::shared_ptr<Mix const> thinkers(double overlap = 0.0) {
    BatchModel model;
    model.classes = {{4, 1.0, {1.0, 0.0, 0.0}, 0.0, {{1.0, 8.2, 0.3}}}};
    model.gap = seconds(60.0);
    model.hours.fill(1.0);
    model.days.fill(1.0);
    model.users = UserHabits{.count = 20, .overlap = overlap, .think = {8.2, 0.5}};
    Mix mix;
    mix.size_unit = SizeUnit::node;
    mix.request = {{{Seconds{7200}, 1.0}}, 1.0};
    mix.source = model;
    return std::make_shared<Mix const>(mix);
}

}  // namespace clustersim
