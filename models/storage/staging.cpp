// SPDX-License-Identifier: Apache-2.0
//
// Copying or unpacking a dataset from a shared file system into the nodes.
//
// Equation. A node is a closed queueing network of `workers` customers, solved by exact mean value
// analysis: for each file a worker computes alone for z_f + S / r_w (and, if it opens a loose file on a
// shared file system, waits for the metadata server and a first read at a random place), then passes three stations that serve one worker at a
// time: the bandwidth of the path, S / min(read, write); opening in the source, 1 / opens; creating in
// the target, (1 + g log2 workers) / creates, because processes that create files contend for the same
// locks. The time is files / throughput.
// Source. Mean value analysis: Reiser and Lavenberg, "Mean-value analysis of closed multichain queuing
// networks", 1980. Constants from NSC's Berzelius Getting Started Guide: r_w from 144 GB in 128 archives,
// which one worker unpacks in 106 s; the write rate of its drives from the same set with 16 workers in 16.8
// s; z_f, g and `creates` from 579 GB in 4.7 million files unpacked by 2, 8 and 64 workers. On the rows held
// out, 4, 16 and 32 workers, the error is -6.4, -4.3 and -2.3 %.
// Domain. Uncompressed archives of equal size, more of them than workers; files of up to some MB
// written into the page cache; one job per node. Decompression and checksums are not modelled.
#include "models/storage/staging.hpp"

#include "models/storage/closed_network.hpp"
#include "sim/core/ensure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace clustersim {
namespace {

constexpr double file_cost_s = 22.85e-6;      // z_f: of one worker, in addition to the bytes
constexpr double worker_rate_Bps = 1.6126e9;  // r_w: of one worker, in memory
constexpr double lock_growth = 0.2688;        // g: each doubling of the workers adds this share
constexpr std::size_t stations = 3;

struct Network {
    double think_s = 0.0;                   ///< of one customer between two rounds
    std::array<double, stations> work_s{};  ///< bandwidth, opening, creating
};

StagingLimit limit_of(Network const& network, int customers) {
    auto const slowest =
        static_cast<std::size_t>(std::ranges::max_element(network.work_s) - network.work_s.begin());
    double round = network.think_s;
    for (double const work : network.work_s) round += work;
    // With fewer workers than the slowest station could serve, the workers are the limit.
    if (network.work_s[slowest] * customers < round) return StagingLimit::workers;
    constexpr std::array limits{
        StagingLimit::bandwidth, StagingLimit::source_files, StagingLimit::target_files};
    return limits[slowest];
}

/// Time of a worker until it has the first bytes of a file.
double open_wait_s(Store const& from) {
    return from.kind == StoreKind::shared ? (open_latency(from) + from.latency).si() : 0.0;
}

/// Files per second that a node can open and begin to read: loose files lie at random places.
double first_read_rate(Dataset const& dataset, Store const& from, StagingPlan const& plan) {
    double const opens = open_rate(from, plan.nodes, plan.store_share).si();
    auto const reads = random_read_rate(from, plan.nodes, plan.store_share);
    return dataset.packed() || !reads ? opens : std::min(opens, reads->si());
}

}  // namespace

Duration packing_time(Dataset const& loose, Store const& store, int workers, double store_share) {
    CS_ENSURE(!loose.packed(), "archives need not be packed");
    StagingPlan plan;
    plan.store_share = store_share;
    double const opening_s = loose.files / first_read_rate(loose, store, plan);
    double const working_s =
        (loose.files * (file_cost_s + open_wait_s(store)) + loose.size.si() / worker_rate_Bps) /
        workers;
    Duration const moving = loose.size / read_rate(store, 1, store_share) +
                            loose.size / write_rate(store, 1, store_share);
    return std::max({seconds(opening_s), seconds(working_s), moving});
}

StagingTime
staging_time(Dataset const& dataset, Store const& from, Store const& to, StagingPlan const& plan) {
    CS_ENSURE(dataset.files >= 1.0 && plan.workers >= 1, "there are files and workers");
    double const part = plan.split ? 1.0 / plan.nodes : 1.0;
    bool const as_files = !dataset.packed() || plan.unpack;
    // A unit is the work of one worker in one round: a file, or an archive that stays packed.
    double const units = as_files ? dataset.files : dataset.shards;
    double const size = dataset.size.si() / units;
    double const opened = dataset.packed() ? dataset.shards / units : 1.0;
    double const streams = dataset.packed() ? dataset.shards : dataset.files;
    int const workers = static_cast<int>(
        std::clamp(std::ceil(streams * part), 1.0, static_cast<double>(plan.workers)));

    // Without `split` all nodes read the same archives, in about the same order.
    double const archives = std::min(dataset.shards, 1.0 * workers * (plan.split ? plan.nodes : 1));
    double const used = dataset.packed() ? share_of_targets(from, archives, dataset.stripes) : 1.0;
    Bandwidth const path =
        std::min(read_rate(from, plan.nodes, plan.store_share, used), write_rate(to, 1, 1.0));
    double const contention = 1.0 + lock_growth * std::log2(static_cast<double>(workers));
    Network network;
    network.think_s = file_cost_s + size / worker_rate_Bps + opened * open_wait_s(from);
    network.work_s = {size / path.si(),
                      opened / first_read_rate(dataset, from, plan),
                      contention / to.creates.si()};
    StagingTime time;
    time.per_node = dataset.size * part;
    time.total =
        seconds(units * part / closed_throughput(network.think_s, network.work_s, workers));
    time.limit = limit_of(network, workers);
    return time;
}

}  // namespace clustersim
