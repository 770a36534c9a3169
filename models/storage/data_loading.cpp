// SPDX-License-Identifier: Apache-2.0
//
// Loading of training samples.
//
// Equation. t_load = max(S n / B, f n / opens, r n / reads, n (t_decode + f t_open + r t_read) / cores) for the n samples
// of a node and step, of which each opens f files and reads r times at a random place: the processes of the loader work
// at the same time, and each waits for the answer to one request before it decodes. With prefetching a step waits max(0,
// t_load - t_compute); the first batch waits t_load.
// Source. The pipeline bound of Mohan et al., "Analyzing and Mitigating Data Stalls in DNN Training",
// VLDB 2021: the slowest of fetch, preparation and computation sets the pace.
// Domain. Steady state of a loader that keeps at least one batch ahead, with loaders spread evenly over
// the cores; no page cache and no read-ahead beyond one read. For a dataset in the node's memory, the store is "ram".
#include "models/storage/data_loading.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>

namespace clustersim {

Duration LoadTime::total() const {
    return std::max({read, open, random, decode + wait});
}

LoadTime load_time(StepInput const& input, Store const& store, int nodes, double store_share) {
    CS_ENSURE(input.loader_cores >= 1, "at least one core loads samples");
    LoadTime time;
    double const cores = input.loader_cores;
    double const used =
        input.archives > 0.0 ? share_of_targets(store, input.archives, input.stripes) : 1.0;
    time.read = input.sample_size * input.samples / read_rate(store, nodes, store_share, used);
    time.open = input.samples * input.opens_per_sample / open_rate(store, nodes, store_share);
    double const reads = input.samples * input.reads_per_sample;
    if (auto const rate = random_read_rate(store, nodes, store_share * used))
        time.random = reads / *rate;
    time.decode = input.decode * input.samples / cores;
    time.wait =
        (open_latency(store) * (input.samples * input.opens_per_sample) + store.latency * reads) /
        cores;
    return time;
}

ExposedLoad exposed_load(LoadTime const& load, Duration compute) {
    return {std::max(Duration{}, load.total() - compute), load.total()};
}

}  // namespace clustersim
