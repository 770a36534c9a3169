// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/job_tres.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/priority/tres_billing.hpp"
#include "sim/slurm/site/counted_gres.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace clustersim::slurm {

namespace {

/// Neighbours in an allocation: nodes of one record, on which the job has the same devices.
struct LikeNodes {
    NodeRecord const& record;
    bool whole = false;
    std::optional<std::uint64_t> devices;  ///< none: all that a node has
    std::int64_t count = 0;

    [[nodiscard]] bool has_device(std::size_t index) const {
        return !devices || (*devices >> index & 1U) != 0;
    }
};

/// Counts the devices that the job has on these nodes.
void add_devices(Site const& site, LikeNodes const& nodes, TresCounts& counts) {
    std::size_t device = 0;
    for (auto const& gres : nodes.record.gres) {
        std::int64_t on_each = 0;
        if (is_counted(device, gres))
            on_each = nodes.whole ? gres.count : 0;
        else
            for (std::int32_t i = 0; i < gres.count; ++i, ++device)
                on_each += nodes.has_device(device) ? 1 : 0;
        if (on_each == 0) continue;
        auto const held = on_each * nodes.count;
        auto const name = "gres/" + gres.name;
        if (auto const position = site.tres.find(name)) counts[*position] += held;
        if (gres.type.empty()) continue;
        if (auto const position = site.tres.find(name + ":" + gres.type)) counts[*position] += held;
    }
}

double billed(Site const& site, Job const& job, TresCounts const& counts) {
    auto const& partition = site.partitions[static_cast<std::size_t>(job.chosen().partition)];
    return billing(partition.billing_weights, counts, site.tres, site.settings.priority.max_tres);
}

}  // namespace

TresCounts tres_of(Site const& site, Job const& job, Allocation const& allocation) {
    TresCounts counts(site.tres.size(), 0);
    counts[tres::cpu] = allocation.cpus;
    counts[tres::node] = static_cast<std::int64_t>(allocation.nodes.size());
    for (auto at = allocation.nodes.begin(); at != allocation.nodes.end();) {
        auto const& record = site.record_of(at->node);
        auto const first = at;
        for (; at != allocation.nodes.end() && at->devices == first->devices &&
               &site.record_of(at->node) == &record;
             ++at)
            counts[tres::mem] += at->memory_mb;
        if (record.gres.empty()) continue;
        LikeNodes like{record, allocation.whole_nodes, first->devices, at - first};
        if (allocation.whole_nodes && first->devices == 0) like.devices.reset();
        add_devices(site, like, counts);
    }
    if (!allocation.counted.empty()) {
        auto const names = counted_names(site);
        for (auto const& one : allocation.counted)
            if (auto const position =
                    site.tres.find("gres/" + names[static_cast<std::size_t>(one.counter)]))
                counts[*position] += one.amount;
    }
    for (auto const& [license, count] : job.spec->licenses) {
        auto const& name = site.licenses[static_cast<std::size_t>(license)].name;
        if (auto const position = site.tres.find("license/" + name)) counts[*position] += count;
    }
    counts[tres::billing] = static_cast<std::int64_t>(billed(site, job, counts));
    return counts;
}

void forget_other_types(Site const& site, ResourceRequest const& request, TresCounts& counts) {
    if (request.whole_nodes) return;
    for (auto position = tres::first_configured; position < counts.size(); ++position) {
        auto const& name = site.tres.name(position);
        if (counts[position] == 0 || !name.starts_with("gres/") ||
            name.find(':') == std::string::npos)
            continue;
        bool const asked = std::ranges::any_of(request.gres, [&](GresNeed const& need) {
            return !need.type.empty() && same_word(name, "gres/" + need.name + ":" + need.type);
        });
        if (!asked) counts[position] = 0;
    }
}

double billing_of(Site const& site, Job const& job) {
    return billed(site, job, job.allocated_tres);
}

}  // namespace clustersim::slurm
