// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/read_site.hpp"

#include "sim/core/input_file.hpp"
#include "sim/slurm/read/conf/conf_settings.hpp"
#include "sim/slurm/read/conf/gres_conf.hpp"
#include "sim/slurm/read/conf/node_line.hpp"
#include "sim/slurm/read/conf/partition_line.hpp"
#include "sim/slurm/read/conf/topology_conf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string>

namespace clustersim::slurm {

namespace {

namespace fs = std::filesystem;

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/// The contents of slurm.conf before names are resolved.
struct ConfContents {
    SettingsDraft settings;
    NodeLines nodes;
    PartitionLines partitions;
    std::vector<ConfLine> down_lines;
};

/// Keys that use the rest of their line and may be repeated.
constexpr std::string_view line_keys[] = {
    "NodeName", "PartitionName", "NodeSet", "DownNodes", "FrontendName"};

bool takes_line(std::string_view key) {
    return std::ranges::any_of(
        line_keys, [&](auto const one) { return same_word(key, one); });
}

bool may_repeat(std::string_view key) {
    return same_word(key, "SlurmctldHost") || same_word(key, "Prolog") || same_word(key, "Epilog");
}

/// Reads the parameters of the cluster; of a repeated one, the last counts.
void read_scalars(std::vector<ConfLine> const& lines, SettingsDraft& draft, ConfReading& reading) {
    std::map<std::string, ConfPair const*> last;
    std::vector<ConfPair const*> scalars;
    for (ConfLine const& line : lines) {
        for (ConfPair const& pair : line) {
            if (takes_line(pair.key)) break;
            scalars.push_back(&pair);
            auto const [earlier, first] = last.try_emplace(lower(pair.key), &pair);
            if (first) continue;
            if (!may_repeat(pair.key)) {
                reading
                    .warn(pair,
                          Code::duplicate_key,
                          fmt::format("{} appears twice; the later one is used", pair.key))
                    .help =
                    fmt::format("the earlier one is in line {}", earlier->second->key_at.line);
            }
            earlier->second = &pair;
        }
    }
    for (ConfPair const* pair : scalars)
        if (last.at(lower(pair->key)) == pair) apply_setting(draft, *pair, line_keys, reading);
}

void read_slurm_conf(std::vector<ConfLine> const& lines,
                     Site& site,
                     ConfContents& contents,
                     ConfReading& reading) {
    read_scalars(lines, contents.settings, reading);
    for (ConfLine const& line : lines) {
        auto const first =
            std::ranges::find_if(line, [](ConfPair const& pair) { return takes_line(pair.key); });
        if (first == line.end()) continue;
        ConfLine const rest(first, line.end());
        if (same_word(first->key, "NodeName"))
            contents.nodes.read(rest, site, reading);
        else if (same_word(first->key, "PartitionName"))
            contents.partitions.read(rest, reading);
        else if (same_word(first->key, "NodeSet"))
            contents.partitions.read_node_set(rest, reading);
        else if (same_word(first->key, "DownNodes"))
            contents.down_lines.push_back(rest);
        else
            reading.unused.push_back({first->key, Unused::irrelevant, first->key_at});
    }
}

/// AccountingStorageTRES first, then the TRES of nodes and licences.
void fill_tres(SettingsDraft const& settings, Site& site) {
    for (std::string const& name : settings.tracked_tres) site.tres.add(lower(name));
    for (NodeRecord const& record : site.records)
        for (NodeGres const& gres : record.gres) site.tres.add("gres/" + gres.name);
    for (NodeRecord const& record : site.records) {
        for (NodeGres const& gres : record.gres)
            if (!gres.type.empty()) site.tres.add("gres/" + gres.name + ":" + gres.type);
    }
    for (License const& license : settings.licenses) site.tres.add("license/" + license.name);
}

}  // namespace

Result<std::string> SiteFiles::no_includes(fs::path const& path) {
    return failure(
        problem(Code::cannot_read, fmt::format("cannot read the included file {}", path.string())));
}

Result<SiteReading> read_site(SiteFiles const& files) {
    SiteReading result;
    Site& site = result.site;
    ConfReading reading;
    ConfContents contents;
    read_slurm_conf(conf_lines(files.conf, files.fetch, reading.problems), site, contents, reading);
    finish_settings(contents.settings, reading);
    contents.nodes.finish(contents.down_lines, site, reading);
    if (files.gres)
        read_gres_conf(conf_lines(*files.gres, files.fetch, reading.problems), site, reading);
    fill_tres(contents.settings, site);
    site.settings = contents.settings.settings;
    if (site.settings.def_mem_per_node_mb && site.settings.def_mem_per_cpu_mb) {
        reading.unused.push_back({"DefMemPerCPU beside DefMemPerNode", Unused::irrelevant, {}});
        site.settings.def_mem_per_cpu_mb.reset();
    }
    if (site.settings.max_mem_per_node_mb && site.settings.max_mem_per_cpu_mb) {
        reading.unused.push_back({"MaxMemPerCPU beside MaxMemPerNode", Unused::irrelevant, {}});
        site.settings.max_mem_per_cpu_mb.reset();
    }
    contents.partitions.finish(site, reading);
    site.licenses = contents.settings.licenses;
    if (auto const& weights = contents.settings.weight_tres)
        site.settings.priority.weight_tres = tres_weights(*weights, site.tres, reading);
    if (files.topology && site.settings.select.topology == TopologyPlugin::tree) {
        read_topology_conf(
            conf_lines(*files.topology, files.fetch, reading.problems), site, reading);
    } else if (files.topology) {
        reading.unused.push_back({"topology.conf, without TopologyPlugin=topology/tree",
                                  Unused::unsupported,
                                  {files.topology->name, 1, 1, 1}});
    }
    // After an error, missing lines are not reported: they may follow from it.
    if (!reading.problems.has_errors() && (site.nodes.empty() || site.partitions.empty())) {
        Diagnostic d = problem(Code::missing_key,
                               site.nodes.empty() ? "the file describes no nodes"
                                                  : "the file describes no partition");
        d.where.file = files.conf.name;
        reading.problems.add(std::move(d));
    }
    if (reading.problems.has_errors()) return failure(std::move(reading.problems));
    result.unused = std::move(reading.unused);
    result.warnings = std::move(reading.problems);
    return result;
}

Result<SiteReading> read_site(fs::path const& slurm_conf) {
    SiteFiles files;
    files.fetch = [](fs::path const& path) { return read_text(path); };
    auto text = read_text(slurm_conf);
    if (!text) return failure(text.error());
    files.conf = {slurm_conf.string(), std::move(*text)};
    Diagnostics problems;
    for (auto const& [name, target] :
         {std::pair("gres.conf", &files.gres), std::pair("topology.conf", &files.topology)}) {
        fs::path const path = slurm_conf.parent_path() / name;
        std::error_code error;
        if (!fs::exists(path, error)) continue;
        if (auto beside = read_text(path))
            *target = ConfText{path.string(), std::move(*beside)};
        else
            problems.append(beside.error());
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return read_site(files);
}

}  // namespace clustersim::slurm
