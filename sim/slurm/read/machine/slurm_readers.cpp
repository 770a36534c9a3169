// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/slurm_readers.hpp"

#include "sim/slurm/read/conf/read_site.hpp"
#include "sim/slurm/read/machine/fair_share_tree.hpp"
#include "sim/slurm/read/machine/imported_partitions.hpp"
#include "sim/slurm/read/machine/machine_site.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// The tree of a site file, from such a file or from a slurm.conf and the files next to it.
Result<ConfigNode> site_tree(fs::path const& path) {
    if (path.extension() != ".conf") return read_yaml(path);
    auto reading = slurm::read_site(path);
    if (!reading) return failure(std::move(reading.error()));
    return parse_yaml(slurm::write_site_yaml(reading->site), path.string());
}

/// The tree of the file that a machine's `slurm:` names, or the tree that is there instead.
Result<ConfigNode> named_tree(ConfigNode const& slurm) {
    if (slurm.kind == ConfigNode::Kind::mapping) return slurm;
    fs::path path = slurm.scalar;
    if (path.is_relative() && slurm.source)
        path = fs::path(slurm.source->name).parent_path() / path;
    return site_tree(path);
}

/// Replaces the name of a file by its contents.
void fetch_file(System& system, ConfigNode const& document, Diagnostics& problems) {
    auto tree = named_tree(system.slurm);
    auto const site = tree ? slurm::read_site(*tree) : failure(tree.error());
    if (!site) {
        for (Diagnostic d : site.error().items()) {
            if (d.where.line == 0) {
                // A position inside that file cannot be shown: the name is the place.
                Diagnostic at = problem_at(system.slurm, d.code, d.where.file + ": " + d.message);
                at.help = std::move(d.help);
                d = std::move(at);
            }
            problems.add(std::move(d));
        }
        return;
    }
    add_partitions(system, *site, document, problems);
    system.slurm = std::move(*tree);
}

/// Keys of a site's partition that have another name in the machine's `partitions:`.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> said_elsewhere{
    {{"nodes", "nodes"},
     {"is_default", "is_default"},
     {"priority_tier", "priority_tier"},
     {"priority_job_factor", "priority_factor"},
     {"max_time", "limits: max_time"},
     {"default_time", "default_time"},
     {"min_nodes", "limits: min_nodes"},
     {"max_nodes", "limits: max_nodes"},
     {"oversubscribe", "exclusive"},
     {"allow_qos", "qos"},
     {"billing_weights", "billing"},
     {"def_mem_per_gpu", "defaults: memory_per_gpu"},
     {"def_cpu_per_gpu", "defaults: cores_per_gpu"},
     {"preempt_mode", "preempted_jobs"}}};

/// Each value has one place: these limits are also checked before submission.
void refuse_second_places(ConfigNode const& block, Diagnostics& problems) {
    ConfigNode const* partitions = block.find("partitions");
    if (partitions == nullptr) return;
    for (ConfigNode::Entry const& partition : partitions->entries) {
        for (ConfigNode::Entry const& key : partition.value.entries) {
            for (auto const& [name, own] : said_elsewhere) {
                if (key.key != name) continue;
                problems
                    .add(problem_at(
                        key.key_node,
                        Code::inconsistent,
                        fmt::format("\"{}\" belongs in the machine's own partitions", name)))
                    .help = fmt::format("write `{}` below `partitions: {}:`", own, partition.key);
            }
        }
    }
}

/// Names of nodes are only meaningful if a file has them.
void refuse_hosts(System const& system, ConfigNode const& document, Diagnostics& problems) {
    for (auto const& [name, type] : system.node_types) {
        if (type.hosts.empty()) continue;
        problems
            .add(problem_at(*document.find("node_types")->find(name)->find("hosts"),
                            Code::inconsistent,
                            "\"hosts\" names nodes, but no Slurm file describes them"))
            .help = "name the file with these nodes: `slurm: site.yaml` or `slurm: slurm.conf`";
    }
}

void read_block(System& system, ConfigNode const& document, Diagnostics& problems) {
    if (system.has_slurm_file()) {
        fetch_file(system, document, problems);
        return;
    }
    refuse_hosts(system, document, problems);
    if (system.slurm.kind != ConfigNode::Kind::mapping) return;
    refuse_second_places(system.slurm, problems);
    read_fair_share_tree(system.slurm, problems);
    // A machine with mistakes has no site, but its parameters can still be read.
    slurm::Site site = problems.has_errors() ? slurm::Site{} : site_without_people(system);
    bool const parameters_only = problems.has_errors();
    ConfigNode block = settings_of(system.slurm);
    if (parameters_only) {
        std::erase_if(block.entries, [](ConfigNode::Entry const& entry) {
            return entry.key == "partitions" || entry.key == "qos" || entry.key == "reservations" ||
                   entry.key == "outages";
        });
        site.tres.add("gres/gpu");
    }
    site = slurm::read_site_over(std::move(site), block, problems);
}

Result<System> read_bare_site(ConfigNode const& document) {
    auto const site = slurm::read_site(document);
    if (!site) return failure(site.error());
    System system;
    system.name = site->settings.cluster_name;
    system.title = site->settings.cluster_name;
    system.slurm = document;
    Diagnostics problems;
    add_partitions(system, *site, document, problems);
    if (problems.has_errors()) return failure(std::move(problems));
    return system;
}

}  // namespace

SlurmReaders slurm_readers() {
    return {read_block, read_bare_site};
}

Catalogue machine_catalogue(fs::path const& folder, std::shared_ptr<KeptMachines> kept) {
    return Catalogue(folder, slurm_readers(), std::move(kept));
}

}  // namespace clustersim
