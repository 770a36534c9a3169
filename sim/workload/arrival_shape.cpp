// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/arrival_shape.hpp"

#include "sim/workload/batch_model.hpp"

#include <cstdint>
#include <variant>

namespace clustersim {

JobShape shape_arrival(Arrival const& arrival, Mix const& mix, PartitionShape const& partition) {
    std::int64_t size = arrival.size;
    if (auto const* batches = std::get_if<BatchModel>(&mix.source)) {
        double const units = mix.size_unit == SizeUnit::node ? partition.nodes : partition.units();
        size = scaled_size(*batches, size, units);
    }
    return shape_job(size * mix.size_factor, mix.size_unit, arrival.run, partition);
}

}  // namespace clustersim
