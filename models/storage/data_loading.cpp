// SPDX-License-Identifier: Apache-2.0
//
// Loading of training samples.
//
// Equation. t_load = max(S n / B, f n / opens, n t_decode / cores) for the n samples of a node and step:
// the loader's processes read, open and decode at the same time. With prefetching a step waits max(0,
// t_load - t_compute); the first batch waits t_load.
// Source. The pipeline bound of Mohan et al., "Analyzing and Mitigating Data Stalls in DNN Training",
// VLDB 2021: the slowest of fetch, preparation and computation sets the pace.
// Domain. Steady state of a loader that keeps at least one batch ahead, with loaders spread evenly over
// the cores; no page cache. For a dataset in the node's memory, the store is "ram".
#include "models/storage/data_loading.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>

namespace clustersim {

Duration LoadTime::total() const {
    return std::max({read, open, decode});
}

LoadTime load_time(StepInput const& input, Store const& store, int nodes, double store_share) {
    CS_ENSURE(input.loader_cores >= 1, "at least one core loads samples");
    LoadTime time;
    time.read = input.sample_size * input.samples / read_rate(store, nodes, store_share);
    time.open = input.samples * input.opens_per_sample / open_rate(store, nodes, store_share);
    time.decode = input.decode * input.samples / static_cast<double>(input.loader_cores);
    return time;
}

ExposedLoad exposed_load(LoadTime const& load, Duration compute) {
    return {std::max(Duration{}, load.total() - compute), load.total()};
}

}  // namespace clustersim
