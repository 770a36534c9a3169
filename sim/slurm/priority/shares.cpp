// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/shares.hpp"

#include "sim/core/ensure.hpp"

#include <cstddef>

namespace clustersim::slurm {

namespace {

Shares shares(Site const& site, bool of_machine) {
    auto const& all = site.associations;
    Shares result;
    result.level_parent.assign(all.size(), -1);
    result.level.assign(all.size(), 0);
    result.normalised.assign(all.size(), 0.0);
    std::vector<std::int64_t> below(all.size(), 0);
    for (std::size_t i = 1; i < all.size(); ++i) {
        CS_ENSURE(all[i].parent >= 0 && static_cast<std::size_t>(all[i].parent) < i,
                  "a parent comes before its children");
        auto up = static_cast<std::size_t>(all[i].parent);
        while (up != 0 && all[up].shares_of_parent) up = static_cast<std::size_t>(all[up].parent);
        result.level_parent[i] = static_cast<std::int32_t>(up);
        if (!all[i].shares_of_parent) below[up] += all[i].shares;
    }
    if (!all.empty()) result.normalised[0] = of_machine ? 1.0 : 0.0;
    for (std::size_t i = 1; i < all.size(); ++i) {
        auto const up = static_cast<std::size_t>(result.level_parent[i]);
        result.level[i] = below[up];
        if (all[i].shares_of_parent) {
            result.normalised[i] = result.normalised[up];
        } else if (below[up] > 0) {
            auto const part = static_cast<double>(all[i].shares) / static_cast<double>(below[up]);
            result.normalised[i] = of_machine ? part * result.normalised[up] : part;
        }
    }
    return result;
}

}  // namespace

Shares level_shares(Site const& site) {
    return shares(site, false);
}

Shares machine_shares(Site const& site) {
    return shares(site, true);
}

}  // namespace clustersim::slurm
