// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/imported_node_types.hpp"

#include "sim/core/hostlist.hpp"
#include "sim/slurm/read/machine/node_kind.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

namespace clustersim {
namespace {

int gpus_of(slurm::NodeRecord const& record) {
    std::int64_t gpus = 0;
    for (slurm::NodeGres const& gres : record.gres)
        if (gres.name == "gpu") gpus += gres.count;
    return static_cast<int>(std::min<std::int64_t>(gpus, slurm::most_threads_of_node));
}

/// Takes the resources that the site's Slurm gives to jobs of such a node.
void take_counts(slurm::NodeRecord const& record, NodeType& type) {
    type.sockets = record.sockets;
    type.usable_cores = std::max(1, record.cores() - record.core_spec_count);
    type.usable_memory =
        Bytes::from_si(static_cast<double>(record.schedulable_memory_mb()) * mebibyte);
    for (slurm::NodeGres const& gres : record.gres)
        if (gres.name == "gpu") type.gres = gres.type;
}

/// The position of a node type's key in the machine's document, or the nearest mapping around it.
ConfigNode const&
place_of(ConfigNode const& document, std::string const& type, std::string_view key) {
    ConfigNode const* node = &document;
    for (std::string_view const name :
         {std::string_view("node_types"), std::string_view(type), key}) {
        ConfigNode const* next = node->find(name);
        if (next == nullptr) return *node;
        node = next;
    }
    return *node;
}

/// Compares described node types with the nodes that they name.
class HostsCheck {
  public:
    HostsCheck(slurm::Site const& site, ConfigNode const& document, Diagnostics& problems)
        : site_(site), document_(document), problems_(problems) {}

    void assign(NodeType& type, TypeOfNode& type_of) {
        if (type.hosts.empty()) {
            complain(type,
                     "hosts",
                     Code::missing_key,
                     "the names of these nodes in the Slurm file are missing")
                .expected = "the names in that file, such as `hosts: n[001-064]`";
            return;
        }
        auto const hosts = expand_hostlist(type.hosts);
        if (!hosts) {
            complain(type, "hosts", Code::bad_syntax, "\"hosts\": " + hosts.error());
            return;
        }
        if (static_cast<int>(hosts->size()) != type.nodes) {
            complain(type,
                     "hosts",
                     Code::inconsistent,
                     fmt::format("{} hosts, but `nodes` is {}", hosts->size(), type.nodes));
        }
        slurm::NodeRecord const* first = nullptr;
        for (std::string const& host : *hosts) {
            slurm::NodeRecord const* record = take(type, host, type_of);
            if (record == nullptr) return;
            if (first == nullptr) {
                first = record;
                check_counts(type, host, *record);
            } else if (record->cores() != first->cores() || gpus_of(*record) != gpus_of(*first)) {
                complain(type,
                         "hosts",
                         Code::inconsistent,
                         fmt::format("{} and {} differ in cores or GPUs", host, hosts->front()))
                    .help = "describe each kind of node as a node type of its own";
                return;
            }
        }
        if (first != nullptr) take_counts(*first, type);
    }

  private:
    /// Assigns a type to a node and returns its record in the site; null after a problem.
    slurm::NodeRecord const*
    take(NodeType const& type, std::string const& host, TypeOfNode& type_of) {
        auto const node = site_.find_node(host);
        if (!node) {
            complain(type,
                     "hosts",
                     Code::unknown_name,
                     fmt::format("the Slurm of this machine has no node {}", host));
            return nullptr;
        }
        std::string& taken = type_of[static_cast<std::size_t>(*node)];
        if (!taken.empty()) {
            complain(type,
                     "hosts",
                     Code::inconsistent,
                     fmt::format("{} already has the node type \"{}\"", host, taken));
            return nullptr;
        }
        taken = type.name;
        return &site_.record_of(*node);
    }

    Diagnostic&
    complain(NodeType const& type, std::string_view key, Code code, std::string message) {
        return problems_.add(
            problem_at(place_of(document_, type.name, key), code, std::move(message)));
    }

    void
    check_counts(NodeType const& type, std::string const& host, slurm::NodeRecord const& record) {
        if (gpus_of(record) != type.gpus) {
            complain(type,
                     "gpus",
                     Code::inconsistent,
                     fmt::format("{} GPUs per node, but {} has {} in its Slurm",
                                 type.gpus,
                                 host,
                                 gpus_of(record)));
        }
        if (record.cores() > type.cores) {
            complain(type,
                     "cpu",
                     Code::inconsistent,
                     fmt::format("{} cores per node, but {} has {} in its Slurm",
                                 type.cores,
                                 host,
                                 record.cores()));
        }
    }

    slurm::Site const& site_;
    ConfigNode const& document_;
    Diagnostics& problems_;
};

/// "gpu" for gpu017; with a number if the machine already has such a type.
std::string type_name(System const& system, std::string const& host) {
    std::string base = host;
    while (!base.empty() && std::isalpha(static_cast<unsigned char>(base.back())) == 0)
        base.pop_back();
    if (base.empty()) base = "nodes";
    std::string name = base;
    for (int i = 2; system.node_types.contains(name); ++i) name = fmt::format("{}{}", base, i);
    return name;
}

/// The undescribed nodes of one kind, in the order of the file.
struct OpenNodes {
    slurm::NodeRecord const* first = nullptr;
    std::vector<std::string> hosts;
    std::vector<std::string> features;  ///< that some of them have
};

NodeType undescribed_type(std::string name, OpenNodes const& nodes) {
    slurm::NodeRecord const& record = *nodes.first;
    NodeType type;
    type.described = false;
    type.name = std::move(name);
    type.nodes = static_cast<int>(nodes.hosts.size());
    type.hosts = compress_hostlist(nodes.hosts);
    type.cpu_model = "unknown CPU";
    type.cores = record.cores();
    type.memory = Bytes::from_si(static_cast<double>(record.real_memory_mb) * mebibyte);
    type.gpus = gpus_of(record);
    type.features = nodes.features;
    take_counts(record, type);
    return type;
}

/// Adds a node type for each kind of undescribed nodes.
void add_undescribed(System& system, slurm::Site const& site, TypeOfNode& type_of) {
    std::vector<OpenNodes> open;
    std::map<NodeKind, std::size_t> kinds;
    std::vector<std::size_t> kind_of_record;
    for (slurm::NodeRecord const& record : site.records)
        kind_of_record.push_back(kinds.try_emplace(kind_of(record), kinds.size()).first->second);
    open.resize(kinds.size());
    for (std::size_t i = 0; i < site.nodes.size(); ++i) {
        if (!type_of[i].empty()) continue;
        auto const at = static_cast<std::size_t>(site.nodes[i].record);
        OpenNodes& nodes = open[kind_of_record[at]];
        if (nodes.first == nullptr) nodes.first = &site.records[at];
        nodes.hosts.push_back(site.nodes[i].name);
        for (std::string const& feature : site.records[at].features)
            if (std::ranges::find(nodes.features, feature) == nodes.features.end())
                nodes.features.push_back(feature);
    }
    std::vector<std::string> names(open.size());
    for (std::size_t kind = 0; kind < open.size(); ++kind) {
        if (open[kind].first == nullptr) continue;
        names[kind] = type_name(system, open[kind].hosts.front());
        system.node_types.emplace(names[kind], undescribed_type(names[kind], open[kind]));
    }
    for (std::size_t i = 0; i < site.nodes.size(); ++i)
        if (type_of[i].empty())
            type_of[i] = names[kind_of_record[static_cast<std::size_t>(site.nodes[i].record)]];
}

}  // namespace

TypeOfNode assign_node_types(System& system,
                             slurm::Site const& site,
                             ConfigNode const& document,
                             Diagnostics& problems) {
    TypeOfNode type_of(site.nodes.size());
    HostsCheck check(site, document, problems);
    for (auto& [name, type] : system.node_types) check.assign(type, type_of);
    if (!problems.has_errors()) add_undescribed(system, site, type_of);
    return type_of;
}

}  // namespace clustersim
