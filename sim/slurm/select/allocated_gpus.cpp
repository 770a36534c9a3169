// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/allocated_gpus.hpp"

#include "sim/slurm/site/counted_gres.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace clustersim::slurm {
namespace {

constexpr std::size_t mask_bits = 64;

/// The devices of one gres, which begin at `first`.
std::uint64_t devices_from(std::size_t first, std::size_t count) {
    if (first >= mask_bits) return 0;
    std::size_t const kept = std::min(count, mask_bits - first);
    std::uint64_t const low =
        kept == mask_bits ? ~std::uint64_t{0} : (std::uint64_t{1} << kept) - 1;
    return low << first;
}

}  // namespace

std::int32_t allocated_gpus(Allocation const& allocation, Site const& site) {
    std::int64_t gpus = 0;
    for (NodeShare const& share : allocation.nodes) {
        std::size_t first = 0;
        for (auto const& gres : site.record_of(share.node).gres) {
            auto const count = static_cast<std::size_t>(gres.count);
            if (is_counted(first, gres)) break;
            if (gres.name == "gpu")
                gpus += allocation.whole_nodes
                            ? gres.count
                            : std::popcount(share.devices & devices_from(first, count));
            first += count;
        }
    }
    return static_cast<std::int32_t>(gpus);
}

}  // namespace clustersim::slurm
