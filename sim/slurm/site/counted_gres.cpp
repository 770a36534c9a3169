// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/counted_gres.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

/// Calls take(gres) for each resource of the node that is only counted.
template <class Take>
void each_counted(NodeRecord const& record, Take take) {
    std::size_t first = 0;
    for (NodeGres const& gres : record.gres)
        if (is_counted(first, gres))
            take(gres);
        else
            first += static_cast<std::size_t>(gres.count);
}

}  // namespace

void order_gres(std::vector<NodeGres>& gres) {
    std::int64_t total = 0;
    for (NodeGres const& one : gres) total += one.count;
    if (total <= most_devices_of_node) return;
    std::stable_partition(
        gres.begin(), gres.end(), [](NodeGres const& one) { return one.name == "gpu"; });
    std::vector<NodeGres> counted;
    std::vector<NodeGres> listed;
    std::size_t first = 0;
    for (NodeGres& one : gres) {
        bool const only_counted = is_counted(first, one);
        if (!only_counted) first += static_cast<std::size_t>(one.count);
        (only_counted ? counted : listed).push_back(std::move(one));
    }
    gres = std::move(listed);
    for (NodeGres& one : counted) gres.push_back(std::move(one));
}

std::size_t listed_devices(NodeRecord const& record) {
    std::int64_t counted = 0;
    each_counted(record, [&](NodeGres const& one) { counted += one.count; });
    return static_cast<std::size_t>(record.devices() - counted);
}

std::int64_t counted_on(NodeRecord const& record, std::string_view name) {
    std::int64_t count = 0;
    each_counted(record, [&](NodeGres const& one) { count += one.name == name ? one.count : 0; });
    return count;
}

std::vector<std::string> counted_names(Site const& site) {
    std::vector<std::string> names;
    for (NodeRecord const& record : site.records) {
        each_counted(
            record,
            [&](NodeGres const& one) {
                if (std::ranges::find(names, one.name) == names.end()) names.push_back(one.name);
            });
    }
    return names;
}

}  // namespace clustersim::slurm
