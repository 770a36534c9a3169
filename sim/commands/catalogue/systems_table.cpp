// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/systems_table.hpp"

#include "sim/commands/catalogue/system_json.hpp"
#include "sim/commands/catalogue/system_overview.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/core/human.hpp"
#include "sim/core/printable.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

/// The kinds of GPU, the default partition's first.
std::string gpu_kinds(System const& system) {
    std::string kinds = system.node_type_of(system.default_partition()).accelerator;
    for (auto const& [name, type] : system.node_types) {
        bool const listed =
            type.accelerator.empty() || !type.part_of.empty() ||
            (", " + kinds + ",").find(", " + type.accelerator + ",") != std::string::npos;
        if (!listed) kinds += (kinds.empty() ? "" : ", ") + type.accelerator;
    }
    return kinds;
}

std::string day_text(std::optional<Date> const& day) {
    return day ? date_text(*day) : std::string();
}

/// A file that is not UTF-8 must not break the output.
std::string printed(nlohmann::ordered_json const& document) {
    return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string systems_json(std::span<LoadedSystem const> systems) {
    nlohmann::ordered_json items = nlohmann::ordered_json::array();
    for (LoadedSystem const& loaded : systems) {
        System const& s = loaded.system;
        auto& item = items.emplace_back();
        item = {{"name", s.name},
                {"title", s.title},
                {"country", s.country},
                {"site", s.site},
                {"partitions", s.partitions.size()},
                {"nodes", s.node_count()},
                {"gpus", s.gpu_count()},
                {"gpu_kinds", gpu_kinds(s)},
                {"peak_fp64_flop_per_s", s.peak(Precision::fp64).si()},
                {"peak_fp16_flop_per_s", s.peak(Precision::fp16).si()}};
        put_upkeep(item, s.upkeep);
    }
    return printed({{"schema", "clustersim/systems/1"}, {"systems", items}});
}

constexpr char const* sources_section = "sources";

/// "node_types.booster" of "node_types.booster.nic.count"; "power" of "power.pue";
/// "slurm.settings.priority" of "slurm.settings.priority.weight_age".
std::string section_of(std::string const& path) {
    constexpr std::array undivided{"power", "site_rules", "remarks"};
    auto const first = path.find('.');
    std::string top = path.substr(0, first);
    if (first == std::string::npos || std::ranges::find(undivided, top) != undivided.end())
        return top;
    auto const second = path.find('.', first + 1);
    auto const third = second == std::string::npos ? second : path.find('.', second + 1);
    if (top == "slurm" && third != std::string::npos) return path.substr(0, third);
    return path.substr(0, second);
}

std::string about_node_type(System const& system, std::string const& name) {
    auto const type = system.node_types.find(name);
    if (type == system.node_types.end()) return {};
    std::string const gpus =
        type->second.gpus > 0
            ? fmt::format("; {} x {}", type->second.gpus, type->second.accelerator)
            : "";
    return fmt::format(" ({}{})", type->second.cpu_model, gpus);
}

std::string about_partition(System const& system, std::string const& name) {
    Partition const* partition = system.find_partition(name);
    if (partition == nullptr) return {};
    return fmt::format(" (node type {}{}{})",
                       partition->node_type,
                       partition->exclusive ? "; whole nodes" : "",
                       partition->is_default ? "; default" : "");
}

/// The text after the heading of a section: what it describes.
std::string about(System const& system, std::string const& section) {
    auto const dot = section.find('.');
    if (dot == std::string::npos) return {};
    std::string const name = section.substr(dot + 1);
    if (section.starts_with("node_types.")) return about_node_type(system, name);
    if (section.starts_with("partitions.")) return about_partition(system, name);
    auto const accelerator = system.accelerators.find(name);
    bool const known =
        section.starts_with("accelerators.") && accelerator != system.accelerators.end();
    return known ? fmt::format(" ({})", accelerator->second.model) : "";
}

/// The `note:` of a section's own mapping.
std::string note_of(LoadedSystem const& loaded, std::string const& section) {
    auto const dot = section.find('.');
    ConfigNode const* node = &loaded.document;
    for (std::size_t begin = 0; node != nullptr && begin < section.size();) {
        auto const end = std::min(section.find('.', begin), section.size());
        node = node->find(std::string_view(section).substr(begin, end - begin));
        begin = end + 1;
    }
    if (auto const own = loaded.accelerators.find(section.substr(dot + 1));
        section.starts_with("accelerators.") && own != loaded.accelerators.end())
        node = &own->second;
    ConfigNode const* note = node == nullptr ? nullptr : node->find("note");
    return note == nullptr ? "" : note->scalar + "\n";
}

Table facts_table(std::span<Fact const> facts, bool whole_paths) {
    Table table;
    for (char const* title : {"key", "value", "confidence", "source", "note"})
        table.add_column(title, std::string_view(title) == "value");
    for (Fact const& fact : facts) {
        std::string const section = section_of(fact.path);
        std::string const name =
            whole_paths || fact.path == section ? fact.path : fact.path.substr(section.size() + 1);
        table.rows.push_back({name, fact.value, fact.confidence, fact.source, fact.note});
    }
    return table;
}

std::string sources_text(std::string const& heading, ConfigNode const& document) {
    std::string out = heading;
    if (ConfigNode const* sources = document.find("sources"))
        for (ConfigNode::Entry const& entry : sources->entries)
            out += fmt::format("- {}: {}\n", entry.key, entry.value.scalar);
    if (ConfigNode const* corrections = document.find("corrections")) {
        for (ConfigNode const& item : corrections->items) {
            auto const text = [&](char const* key) {
                ConfigNode const* node = item.find(key);
                return node == nullptr ? std::string{} : node->scalar;
            };
            out += fmt::format(
                "- not followed: {}. Used: {}. Why: {}\n", text("seed"), text("used"), text("why"));
        }
    }
    return out;
}

/// "node_types" of "node_types.booster".
std::string top_of(std::string const& section) {
    return section.substr(0, section.find('.'));
}

bool is_in(Fact const& fact, std::string const& asked) {
    std::string const section = section_of(fact.path);
    if (asked == "qos") return fact.path.find(".qos.") != std::string::npos;
    return section == asked || top_of(section) == asked;
}

std::string all_sources(LoadedSystem const& loaded, Format format) {
    std::string const mark = heading_mark(2, format);
    std::string out =
        "\n" +
        sources_text(fmt::format("{}Sources of {}\n", mark, loaded.system.name), loaded.document);
    for (auto const& [name, document] : loaded.accelerators)
        out += "\n" + sources_text(fmt::format("{}Sources of {}\n", mark, name), document);
    return out;
}

std::string head_of(LoadedSystem const& loaded, Format format) {
    System const& s = loaded.system;
    std::string const closed = closed_remark(s.title, s.upkeep);
    std::string const checked =
        s.upkeep.checked ? fmt::format("; checked on {}", date_text(*s.upkeep.checked)) : "";
    return fmt::format("{}{} ({}, {})\n{}{} nodes, {} GPUs, {} in FP64, {} partitions; {}{}\n",
                       heading_mark(1, format),
                       text_in(s.title, format),
                       s.site,
                       s.country,
                       closed.empty() ? "" : closed + "\n",
                       grouped(s.node_count()),
                       grouped(s.gpu_count()),
                       human(s.peak(Precision::fp64)),
                       s.partitions.size(),
                       confidence_summary(facts_of(loaded)),
                       checked);
}

/// All sections, or the one that is asked for.
std::string facts_by_section(LoadedSystem const& loaded, Format format, std::string const& asked) {
    System const& s = loaded.system;
    std::vector<Fact> facts = values_of(loaded);
    std::string const mark = heading_mark(2, format);
    std::string out = system_overview_text(loaded, format, asked);
    // The note of a section comes after its heading.
    std::erase_if(facts, [&](Fact const& fact) {
        bool const note =
            !fact.is_number && fact.value.empty() && fact.path == section_of(fact.path);
        return note || (!asked.empty() && !is_in(fact, asked));
    });
    for (std::size_t begin = 0; begin < facts.size();) {
        std::string const section = section_of(facts[begin].path);
        std::size_t end = begin;
        while (end < facts.size() && section_of(facts[end].path) == section) ++end;
        Table const table = facts_table(std::span(facts).subspan(begin, end - begin), false);
        out += fmt::format("\n{}{}{}\n{}{}{}",
                           mark,
                           section,
                           about(s, section),
                           note_of(loaded, section),
                           heading_gap(format),
                           to_text(table, format));
        begin = end;
    }
    return asked.empty() || asked == sources_section ? out + all_sources(loaded, format) : out;
}

std::string facts_csv(LoadedSystem const& loaded, std::string const& asked) {
    std::vector<Fact> facts = values_of(loaded);
    if (!asked.empty()) std::erase_if(facts, [&](Fact const& fact) { return !is_in(fact, asked); });
    if (facts.empty()) return {};
    Table table = facts_table(facts, true);
    table.add_column("citation", false);
    for (std::size_t i = 0; i < facts.size(); ++i) table.rows[i].push_back(facts[i].citation);
    return to_csv(table);
}

}  // namespace

std::string systems_text(std::span<LoadedSystem const> systems, Format format) {
    if (format == Format::json) return systems_json(systems);
    Table table;
    for (char const* title : {"name",
                              "country",
                              "partitions",
                              "nodes",
                              "GPUs",
                              "peak FP64",
                              "peak FP16",
                              "GPU",
                              "checked",
                              "closed",
                              "successor"}) {
        std::string_view const t = title;
        table.add_column(title,
                         t == "partitions" || t == "nodes" || t == "GPUs" || t.starts_with("peak"));
    }
    for (LoadedSystem const& loaded : systems) {
        System const& s = loaded.system;
        auto const count = [&](int n) {
            return format == Format::csv ? fmt::format("{}", n) : grouped(n);
        };
        table.rows.push_back({s.name,
                              s.country,
                              fmt::format("{}", s.partitions.size()),
                              count(s.node_count()),
                              count(s.gpu_count()),
                              human(s.peak(Precision::fp64)),
                              human(s.peak(Precision::fp16)),
                              gpu_kinds(s),
                              day_text(s.upkeep.checked),
                              day_text(s.upkeep.closed),
                              s.upkeep.successor});
    }
    // Most folders have machines that run only.
    if (format != Format::csv) drop_columns_of(table, "");
    return to_text(table, format);
}

std::string system_facts_text(LoadedSystem const& loaded, Format format) {
    if (format == Format::json) return system_json(loaded);
    if (format == Format::csv) return facts_csv(loaded, "");
    return head_of(loaded, format) + facts_by_section(loaded, format, "");
}

std::vector<std::string> system_sections(LoadedSystem const& loaded) {
    // Those of the overview come first; the last is no section of facts.
    std::vector<std::string> names{"partitions", "qos", "usual-jobs", "access"};
    for (Fact const& fact : values_of(loaded)) names.push_back(top_of(section_of(fact.path)));
    names.emplace_back(sources_section);
    std::vector<std::string> out;
    for (std::string& name : names)
        if (std::ranges::find(out, name) == out.end()) out.push_back(std::move(name));
    // A machine may have no QOS, usual jobs or rules of access.
    std::erase_if(out, [&](std::string const& name) {
        return system_section_text(loaded, name, Format::table).empty();
    });
    return out;
}

std::string
system_section_text(LoadedSystem const& loaded, std::string const& section, Format format) {
    if (format == Format::csv) return facts_csv(loaded, section);
    std::string const text = facts_by_section(loaded, format, section);
    return text.empty() ? text : text.substr(1);  // the empty line between sections
}

std::string confidence_summary(std::span<Fact const> facts) {
    std::string parts;
    for (auto const& [name, confidence] : enum_names<Confidence>) {
        auto const count = std::ranges::count(facts, name, &Fact::confidence);
        if (count > 0) parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", count, name);
    }
    return fmt::format("{} numbers: {}", facts.size(), parts);
}

}  // namespace clustersim
