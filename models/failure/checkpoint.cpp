// SPDX-License-Identifier: Apache-2.0
//
// Checkpoints: size, cost, interval.
//
// Equation. block = written / min(write, w) of the node that writes most, w the rate of the saving software on one node;
// asynchronous: block = written / snapshot, drain = the block of a synchronous one; an interval t shorter than the drain adds
// drain - t to the block, because the next copy needs the same memory. Sharded: every node writes size / nodes; from one
// writer: size, into one file. Interval (Young)
// sqrt(2 d M); (Daly) sqrt(2 d M) (1 + sqrt(d / 2M) / 3 + d / 18M) - d for d < 2M, else M. Expected time
// M exp(R / M) (exp((t + d) / M) - 1) work / t, for an interval t, a cost d and a restart R.
// Source. Young, "A first order approximation to the optimum checkpoint interval", 1974; Daly, "A higher
// order estimate of the optimum checkpoint interval for restart dumps", 2006. w from BLOOM: 2.3 TB in 40 s by 48 nodes
// (BigScience chronicles, 2022), the only available row, so none is held out. The twelve nodes of its first replica wrote
// the weights, 2 of 14 bytes, and all nodes the states: 2.3 TB (2 / 14 / 12 + 12 / 14 / 48) in 40 s.
// Sharded and asynchronous: torch.distributed.checkpoint (PyTorch documentation: at least one file for each rank; async_save
// first copies into memory of the hosts, one checkpoint at a time) and the fully parallel saving of Megatron Core. The copy
// is that of the bytes alone: for a model of 7 billion parameters PyTorch's blog of 2024-06-12 states a pause of 6.3 s, and
// 148.8 s without it, which planning and exchange among the ranks make longer than the copy.
// Domain. All nodes write at the same time and rate; gathering for one writer is not counted; models and optimizers with
// other states need a given size.
#include "models/failure/checkpoint.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double writer_rate_Bps = 2.3e12 * (2.0 / 14.0 / 12.0 + 12.0 / 14.0 / 48.0) / 40.0;  // w

}  // namespace

int CheckpointVolume::writers() const {
    return std::max(1, static_cast<int>(std::ceil(size / written - 1e-9)));
}

CheckpointVolume even_volume(Bytes size, int nodes) {
    CS_ENSURE(nodes >= 1, "some node writes");
    return {size, size / static_cast<double>(nodes), size / static_cast<double>(nodes)};
}

CheckpointVolume written_evenly(CheckpointVolume volume, int nodes) {
    CS_ENSURE(nodes >= 1, "some node writes");
    volume.written = volume.size / static_cast<double>(nodes);
    return volume;
}

CheckpointVolume written_by_one(CheckpointVolume volume) {
    volume.written = volume.size;
    return volume;
}

CheckpointCost with_interval(CheckpointCost cost, Duration interval) {
    cost.block += std::max(Duration{}, cost.drain - interval);
    return cost;
}

CheckpointCost checkpoint_cost(CheckpointVolume const& volume, CheckpointPath const& path) {
    CS_ENSURE(path.write.si() > 0.0 && path.read.si() > 0.0, "some node writes at some rate");
    Duration const write = volume.written / std::min(path.write, bytes_per_second(writer_rate_Bps));
    CheckpointCost cost{write, {}, volume.read / path.read};
    if (path.asynchronous) {
        CS_ENSURE(path.snapshot.si() > 0.0, "a snapshot takes some time");
        cost.block = volume.written / path.snapshot;
        cost.drain = write;
    }
    return cost;
}

Duration young_interval(Duration block, Duration mtbf) {
    return seconds(std::sqrt(2.0 * block.si() * mtbf.si()));
}

Duration daly_interval(Duration block, Duration mtbf) {
    if (block >= 2.0 * mtbf) return mtbf;
    double const ratio = block / (2.0 * mtbf);
    return young_interval(block, mtbf) * (1.0 + std::sqrt(ratio) / 3.0 + ratio / 9.0) - block;
}

Duration
expected_time(Duration work, Duration interval, Duration block, Duration restart, Duration mtbf) {
    CS_ENSURE(interval.si() > 0.0 && mtbf.si() > 0.0, "an interval and failures take time");
    double const rounds = work / interval;
    return mtbf * std::exp(restart / mtbf) * std::expm1((interval + block) / mtbf) * rounds;
}

}  // namespace clustersim
