// SPDX-License-Identifier: Apache-2.0
#include "models/machine/system_config.hpp"

#include "models/machine/accelerator_config.hpp"
#include "models/machine/access_check.hpp"
#include "models/machine/access_terms.hpp"
#include "models/machine/fabric_config.hpp"
#include "models/machine/node_type_config.hpp"
#include "models/machine/provenance.hpp"
#include "models/machine/read_partition.hpp"
#include "models/machine/site_rules_config.hpp"
#include "models/machine/system_check.hpp"
#include "models/machine/upkeep_config.hpp"
#include "sim/config/file_kind.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace clustersim {
namespace {

/// The block that describes the machine's Slurm is kept as it is: `sim/slurm` interprets it.
void take_slurm(Reader& reader, System& system) {
    if (ConfigNode const* block = reader.raw("slurm")) {
        system.slurm = *block;
        if (block->kind != ConfigNode::Kind::mapping && block->kind != ConfigNode::Kind::scalar)
            reader.complain("slurm", Code::wrong_type, "\"slurm\" is a list").expected =
                "a mapping with `settings:`, or the name of a site.yaml or slurm.conf";
    }
    for (char const* former : {"scheduler", "priority"}) {
        if (reader.raw(former) == nullptr) continue;
        reader
            .complain(former,
                      Code::unknown_key,
                      fmt::format("the parameters of Slurm are written below `slurm: settings:`"))
            .help = fmt::format(
            "`slurm: {{settings: {{{}: ...}}}}`; docs/slurm/parameters.md lists the keys", former);
    }
}

std::vector<int> read_months(Reader& reader) {
    std::vector<int> months;
    for (double const value : reader.number_list("months", Range::at_least(1, 120))) {
        months.push_back(static_cast<int>(value));
        if (months.back() == value) continue;
        reader.complain("months", Code::wrong_type, "a duration is a number of whole months")
            .expected = "months to choose from, such as `[3, 6, 12]`";
    }
    return months;
}

/// A size in one unit: fixed (`node_hours`) or a range.
template <class Hours>
struct AccessSize {
    std::optional<Hours> fixed, minimum, maximum;
};

template <class Hours>
AccessSize<Hours> read_access_size(Reader& reader, std::string const& unit) {
    auto const hours = [&](std::string const& key) {
        auto const value = reader.optional_number(key, Range{0.0, 1e9, true});
        return value ? std::optional(Hours{*value}) : std::nullopt;
    };
    AccessSize<Hours> size{hours(unit), hours("minimum_" + unit), hours("maximum_" + unit)};
    if (size.fixed && (size.minimum || size.maximum)) {
        reader.complain(
            unit, Code::inconsistent, "an access mode has a fixed size or a range, not both");
    }
    if (size.minimum && size.maximum && size.minimum->value > size.maximum->value)
        reader.complain("minimum_" + unit, Code::inconsistent, "the minimum exceeds the maximum");
    return size;
}

AccessMode read_access_mode(Reader& reader, std::string group, std::string name) {
    AccessMode mode;
    mode.name = std::move(name);
    mode.partition_group = std::move(group);
    auto const nodes = read_access_size<NodeHours>(reader, "node_hours");
    auto const gpus = read_access_size<GpuHours>(reader, "gpu_hours");
    bool const by_node = nodes.fixed || nodes.minimum || nodes.maximum;
    bool const by_gpu = gpus.fixed || gpus.minimum || gpus.maximum;
    if (by_node && by_gpu) {
        for (char const* key : {"gpu_hours", "minimum_gpu_hours", "maximum_gpu_hours"}) {
            if (!reader.has(key)) continue;
            reader.complain(
                key, Code::inconsistent, "an access mode has its size in one unit, not in two");
            break;
        }
    }
    mode.billing_unit = reader.optional_text("billing_unit").value_or("");
    if (!mode.billing_unit.empty() && (by_node || by_gpu))
        reader
            .complain("billing_unit",
                      Code::inconsistent,
                      "the billing unit is that of a mode without a size, but this one has a size")
            .help = "keep one of `billing_unit` and the size";
    mode.fixed_size = nodes.fixed || gpus.fixed;
    mode.minimum = nodes.minimum;
    mode.maximum = nodes.fixed ? nodes.fixed : nodes.maximum;
    mode.minimum_gpu_hours = gpus.minimum;
    mode.maximum_gpu_hours = gpus.fixed ? gpus.fixed : gpus.maximum;
    if (auto const offered = reader.optional_number("offered_node_hours", Range{0.0, 1e9, true}))
        mode.offered = NodeHours{*offered};
    mode.audience = reader.optional_text("audience").value_or("");
    mode.purpose = reader.optional_text("purpose").value_or("");
    mode.months = read_months(reader);
    read_access_terms(reader);  // for its mistakes
    reader.finish();
    return mode;
}

void read_sections(Reader& reader, System& system) {
    for (auto& [name, child] : reader.named_children("fabrics"))
        system.fabrics.emplace(name, read_fabric(child, name));
    for (auto& [name, child] : reader.named_children("node_types"))
        system.node_types.emplace(name, read_node_type(child, name));
    for (auto& [name, child] : reader.named_children("file_systems"))
        system.file_systems.push_back(read_file_system(child, name));
    for (auto& [name, child] : reader.named_children("partitions"))
        system.partitions.push_back(read_partition(child, name));
    for (auto& [name, child] : reader.named_children("accelerators")) {
        system.accelerators.emplace(name, read_accelerator(child, name));
        child.finish();
    }
    take_slurm(reader, system);
    if (auto rules = reader.optional_child("site_rules")) system.rules = read_site_rules(*rules);
    for (auto& [group, modes] : reader.named_children("access")) {
        auto const types = modes.text_list("node_types");
        read_access_rules(modes);  // for their mistakes
        for (ConfigNode::Entry const& entry : modes.node().entries) {
            if (entry.key == "source" || entry.key == "confidence" || entry.key == "note" ||
                entry.key == "node_types" || entry.key == "rules")
                continue;
            Reader mode(entry.value, reader.diagnostics(), Reader::Style::annotated);
            system.access.push_back(read_access_mode(mode, group, entry.key));
            system.access.back().node_types = types;
        }
    }
    if (!system.has_slurm_file()) {
        for (char const* key : {"fabrics", "node_types", "partitions"}) reader.require(key);
    } else if (reader.has("partitions")) {
        reader.complain("partitions",
                        Code::inconsistent,
                        fmt::format("{} already describes the partitions", system.slurm.scalar));
    }
}

/// Adds problems; those without a place get the place of `place`.
void append_at(ConfigNode const& place, Diagnostics const& problems, Diagnostics& diagnostics) {
    for (Diagnostic d : problems.items()) {
        if (d.where.file.empty()) {
            d.where = place.span();
            d.line_text = place.line_text();
        }
        diagnostics.add(std::move(d));
    }
}

/// The folder of the file that states a node; empty if it comes from none.
std::filesystem::path folder_of(ConfigNode const& node) {
    std::filesystem::path const file = node.span().file;
    if (file.empty()) return {};
    return file.has_parent_path() ? file.parent_path() : ".";
}

/// Loads the accelerators that node types name and the machine does not define itself.
void find_accelerators(System& system,
                       ConfigNode const& document,
                       AcceleratorFinder const& find,
                       Diagnostics& diagnostics) {
    for (auto const& [name, type] : system.node_types) {
        if (type.accelerator.empty() || system.accelerators.contains(type.accelerator)) continue;
        ConfigNode const& stated =
            *document.find("node_types")->find(name)->find("gpus")->find("accelerator");
        auto found = find(type.accelerator, folder_of(stated));
        if (found) {
            system.accelerators.emplace(type.accelerator, std::move(*found));
            continue;
        }
        append_at(stated, found.error(), diagnostics);
    }
}

/// Gives each node type the CollectiveTuning of the class in its `link.like`, overridden by the
/// machine's own figures.
void find_link_classes(System& system,
                       ConfigNode const& document,
                       LinkClassFinder const& find,
                       Diagnostics& diagnostics) {
    for (auto& [name, type] : system.node_types) {
        ConfigNode const& node = *document.find("node_types")->find(name);
        if (!type.link.like.empty()) {
            auto found = find(type.link.like);
            if (found)
                type.collectives = found->collectives;
            else
                append_at(*node.find("link")->find("like"), found.error(), diagnostics);
        }
        if (ConfigNode const* own = node.find("collectives")) {
            read_collective_tuning(Reader(*own, diagnostics, Reader::Style::annotated),
                                   type.collectives);
        }
    }
}

/// Gives each node type the carrier that `nic.carrier` names.
void find_carriers(System& system,
                   ConfigNode const& document,
                   CommunicationFinder const& find,
                   Diagnostics& diagnostics) {
    for (auto& [name, type] : system.node_types) {
        if (type.nic.carrier.empty() || !find) continue;
        ConfigNode const& place =
            *document.find("node_types")->find(name)->find("nic")->find("carrier");
        auto found = find(type.nic.carrier);
        if (!found) {
            append_at(place, found.error(), diagnostics);
        } else if (!found->carrier) {
            Diagnostics wrong;
            wrong.add(problem(Code::inconsistent,
                              fmt::format("\"{}\" describes the timing of a benchmark, no carrier",
                                          type.nic.carrier),
                              "name a file of systems/communication that has `carrier:`"));
            append_at(place, wrong, diagnostics);
        } else {
            type.carrier = *found->carrier;
        }
    }
}

}  // namespace

Result<System>
read_system(ConfigNode const& document, SystemFinders const& find, Diagnostics& warnings) {
    if (auto other = other_kind(document, "clustersim/system/1")) return failure(std::move(*other));
    Diagnostics diagnostics;
    Reader reader(document, diagnostics, Reader::Style::annotated);
    System system;
    check_schema_name(reader, "clustersim/system/1");
    system.name = reader.text("name");
    system.title = reader.text("title");
    system.country = reader.text("country");
    system.site = reader.text("site");
    system.upkeep = read_upkeep(reader);
    reader.text_list("known_as");   // for look-ups of a machine by the words of a table
    reader.text_list("nicknames");  // for look-ups of its file: YamlFolder
    reader.raw("sources");
    read_corrections(reader);
    read_remarks(reader);
    Reader power = reader.child("power");
    system.pue = power.number("pue", Range::at_least(1.0, 5.0));
    system.grid_carbon = power.number("grid_carbon_g_per_kwh", Range::at_least(0.0, 2000.0));
    system.buys_renewable = power.flag("buys_renewable", false);
    power.finish();
    read_sections(reader, system);
    reader.finish();
    find_accelerators(system, document, find.accelerator, diagnostics);
    find_link_classes(system, document, find.link_class, diagnostics);
    find_carriers(system, document, find.communication, diagnostics);
    // If values could not be read, cross-checks would report their fallbacks.
    if (!diagnostics.has_errors()) {
        check_system(system, document, diagnostics);
        check_access(system, document, diagnostics);
    }
    if (find.slurm) find.slurm(system, document, diagnostics);
    check_provenance(document, diagnostics);
    diagnostics.sort_by_place();
    if (diagnostics.has_errors()) return failure(std::move(diagnostics));
    warnings.append(std::move(diagnostics));
    return system;
}

}  // namespace clustersim
