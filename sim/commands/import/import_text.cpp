// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/import/import_text.hpp"

#include "sim/core/human.hpp"
#include "sim/slurm/read/machine/node_kind.hpp"
#include "sim/slurm/site/site_totals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace clustersim {

std::string imported_site_text(ImportedSite const& imported, std::string const& file) {
    slurm::Site const& site = imported.site;
    auto const users = std::ranges::count_if(
        site.associations, [](slurm::Association const& one) { return one.is_user(); });
    std::vector<std::string> partitions;
    for (auto const& one : site.partitions)
        partitions.push_back(one.name + (one.is_default ? "*" : ""));
    std::vector<std::string> qos;
    for (auto const& one : site.qos) qos.push_back(one.name);

    std::string out = fmt::format("{}: the cluster {}\n", file, site.settings.cluster_name);
    out += fmt::format("decided by    {}{}\n",
                       slurm::rules_text(site.settings.release),
                       imported.release_named ? "" : ", assumed (--release names another)");
    std::size_t const kinds = count_kinds(site);
    out += fmt::format("nodes         {} in {} kind{}, {} CPUs, {} GPUs\n",
                       site.nodes.size(),
                       kinds,
                       kinds == 1 ? "" : "s",
                       slurm::cpus_of(site),
                       slurm::gpus_of(site));
    out += fmt::format("switches      {}\n", site.switches.size());
    out += fmt::format("partitions    {}: {}\n", partitions.size(), fmt::join(partitions, ", "));
    out += fmt::format(
        "QOS           {}{}{}\n", qos.size(), qos.empty() ? "" : ": ", fmt::join(qos, ", "));
    out += fmt::format("associations  {}: {} of users, {} of accounts\n",
                       site.associations.size(),
                       users,
                       static_cast<std::int64_t>(site.associations.size()) - users);
    out += "without effect here\n";
    for (UnusedNames const& unused : imported.unused)
        out += fmt::format("  {}: {}\n", unused.why, fmt::join(unused.names, ", "));
    if (imported.unused.empty()) out += "  nothing\n";
    return out;
}

std::string imported_jobs_text(slurm::DumpTable const& imported, std::string const& file) {
    slurm::JobsTable const& jobs = imported.jobs;
    slurm::DumpRemarks const& remarks = imported.remarks;
    std::string out = fmt::format("{}: {} jobs, submitted over {}\n",
                                  file,
                                  jobs.size(),
                                  human((jobs.last() - jobs.first()).duration()));
    if (!remarks.origin.empty()) out += fmt::format("second 0      {}\n", remarks.origin);
    if (!remarks.ignored.empty())
        out += fmt::format("not used      {}\n", fmt::join(remarks.ignored, ", "));
    return out;
}

}  // namespace clustersim
