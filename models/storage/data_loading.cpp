// SPDX-License-Identifier: Apache-2.0
//
// Loading of training samples.
//
// Equation. t_load = max(S n / B, f n / opens, r n / reads, n (t_decode + f t_open + r t_read) / cores) for the n samples
// of a node and step, of which each opens f files and reads r times at a random place: the processes of the loader work
// at the same time, and each waits for the answer to one request before it decodes. With prefetching a step waits max(0,
// t_load - t_compute); the first batch waits t_load. If the format is stated, r and the bytes are those of data_format.cpp,
// and the cores are the customers of a closed queueing network (closed_network.hpp): each decodes and waits for the latency
// of its reads alone, and passes one at a time the bandwidth, the opening of files, the rate of random reads and, for an image,
// its mount, which reads and decompresses for one core at a time.
// Source. The pipeline bound of Mohan et al., "Analyzing and Mitigating Data Stalls in DNN Training",
// VLDB 2021: the slowest of fetch, preparation and computation sets the pace.
// Domain. Steady state of a loader that keeps at least one batch ahead, with loaders spread evenly over
// the cores; without a format, no page cache and no read-ahead beyond one read. For a dataset in the node's memory, the
// store is "ram". Each process that drives a device mounts an image for itself.
#include "models/storage/data_loading.hpp"

#include "models/storage/closed_network.hpp"
#include "sim/core/ensure.hpp"

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

/// Loading of a set whose format is stated.
LoadTime format_load_time(StepInput const& input, Store const& store, int nodes, double share) {
    SampleReads const reads = sample_reads(*input.format, input.sample_size, store.kind);
    double const samples = input.samples;
    double const mounts = std::clamp(input.mounts, 1, input.loader_cores);
    double const used =
        input.archives > 0.0 ? share_of_targets(store, input.archives, input.stripes) : 1.0;
    Bandwidth const rate = read_rate(store, nodes, share, used);
    Bytes const from_store = std::max(reads.brought(), input.sample_size) * input.miss;
    // In memory a container is mapped, and only the sample itself is copied.
    Bytes const bytes_of_sample = store.kind == StoreKind::memory ? input.sample_size : from_store;
    double const misses = store.kind == StoreKind::memory ? 0.0 : reads.count * input.miss;

    LoadTime time;
    time.read = bytes_of_sample * samples / rate;
    time.open = samples * input.opens_per_sample / open_rate(store, nodes, share);
    if (auto const random = random_read_rate(store, nodes, share * used))
        time.random = samples * misses / *random;
    time.decode = input.decode * samples / input.loader_cores;
    Duration const answers = store.latency * misses;
    Duration const transfer = reads.each * misses / rate;
    if (reads.mounted) time.mount = (answers + transfer + reads.processor) * samples / mounts;
    Duration const alone =
        open_latency(store) * input.opens_per_sample + (reads.mounted ? Duration{} : answers);
    time.wait = alone * samples / input.loader_cores;

    // The cores of one mount, which share the node's stations with those of the others.
    double const each = 1.0 / samples;
    std::array const stations{(reads.mounted ? Duration{} : time.read).si() * each * mounts,
                              time.open.si() * each * mounts,
                              time.random.si() * each * mounts,
                              time.mount.si() * each * mounts};
    int const cores = std::max(1, static_cast<int>(input.loader_cores / mounts));
    double const rounds = closed_throughput((input.decode + alone).si(), stations, cores);
    time.queued = seconds(samples / (rounds * mounts));
    return time;
}

}  // namespace

Duration LoadTime::total() const {
    return std::max({read, open, random, decode + wait, mount, queued});
}

LoadTime load_time(StepInput const& input, Store const& store, int nodes, double store_share) {
    CS_ENSURE(input.loader_cores >= 1, "at least one core loads samples");
    if (input.format) return format_load_time(input, store, nodes, store_share);
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
