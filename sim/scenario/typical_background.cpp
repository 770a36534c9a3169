// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/typical_background.hpp"

#include "models/machine/provenance.hpp"
#include "models/machine/recorded_wait_text.hpp"
#include "sim/config/yaml_text.hpp"
#include "sim/core/ensure.hpp"
#include "sim/scenario/named_inputs.hpp"
#include "sim/scenario/set_background.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace clustersim {
namespace {

ConfigNode const& background_of(ResolvedRun const& run) {
    return *run.variant.document.find("background");
}

/// The value of a key of a partition's background load in the machine file; null if it has none.
ConfigNode const*
typical_value(ResolvedRun const& run, std::string const& partition, std::string_view key) {
    ConfigNode const* node = &run.system->document;
    for (std::string_view const step : {std::string_view("partitions"),
                                        std::string_view(partition),
                                        std::string_view("background"),
                                        key}) {
        node = node->find(step);
        if (node == nullptr) return nullptr;
    }
    ConfigNode const* value = node->find("value");
    return value != nullptr ? value : node;
}

/// A range as a scenario writes it, at the place where the records are.
ConfigNode range_node(Backlog const& range, ConfigNode const& records) {
    ConfigNode node;
    node.kind = ConfigNode::Kind::mapping;
    for (auto const& [key, value] : {std::pair("short", range.brief),
                                     std::pair("usual", range.usual),
                                     std::pair("long", range.extended)}) {
        ConfigNode third = text_node(fmt::format("{} h", value.si() / 3600.0));
        third.source = records.source;
        third.line = records.line;
        add_entry(node, key, std::move(third));
    }
    node.source = records.source;
    node.line = records.line;
    return node;
}

/// The default load does not replace that of the machine file.
bool has_own_load(ResolvedRun const& run) {
    ConfigNode const* load = background_of(run).find("load");
    return load != nullptr && origin_of(*load) != "default";
}

/// The backlog of a partition for which nobody states one: the range of the machines whose backlog is known.
std::optional<ConfigNode> recorded_backlog(ResolvedRun const& run,
                                           Partition const& partition,
                                           InputCache& inputs,
                                           Diagnostics& problems) {
    auto const known = inputs.recorded_backlogs();
    if (!known) {
        problems.append(known.error());
        return std::nullopt;
    }
    bool const devices = run.system->system.node_type_of(partition).gpus > 0;
    Backlog const range = (*known)->of(devices ? SizeUnit::gpu : SizeUnit::node).range;
    return range_node(range, *(*known)->document.find("records"));
}

/// The three values of a range alone: a scenario has no sources and notes.
ConfigNode without_annotations(ConfigNode const& value) {
    if (value.kind != ConfigNode::Kind::mapping) return value;
    ConfigNode plain = value;
    plain.entries.clear();
    for (char const* key : {"short", "usual", "long"}) {
        ConfigNode const* third = value.find(key);
        if (third == nullptr) continue;
        ConfigNode const* number = third->find("value");
        add_entry(plain, key, number != nullptr ? *number : *third);
    }
    return plain;
}

/// What follows the path of a value in the paths of its numbers: the thirds of a range, or nothing.
std::vector<std::string> parts_of(ConfigNode const& value) {
    if (value.kind != ConfigNode::Kind::mapping) return {""};
    std::vector<std::string> parts;
    for (ConfigNode::Entry const& third : value.entries) parts.push_back("." + third.key);
    return parts;
}

/// The value of the machine file for the scenario, with its place there: a result stores what was used.
ConfigNode taken_value(ResolvedRun const& run, std::string const& partition, std::string_view key) {
    ConfigNode const* value = typical_value(run, partition, key);
    CS_ENSURE(value != nullptr, "the machine file states what was read from it");
    return without_annotations(*value);
}

constexpr std::string_view comparable = "no evidence: range of comparable machines";

void take_range(ResolvedRun& run, InputCache& inputs, Diagnostics& problems) {
    if (auto range = recorded_backlog(run, *run.partition, inputs, problems))
        set_background(run, "backlog", std::move(*range));
    run.scenario.background.basis = comparable;
}

/// The backlog or load of the machine file, or the range of comparable machines, which recorded waits narrow later.
void take_amount(ResolvedRun& run,
                 TypicalBackground const& typical,
                 InputCache& inputs,
                 Diagnostics& problems) {
    auto const& waits = run.partition->waits;
    if (!typical.backlog && !typical.load) {
        take_range(run, inputs, problems);
        if (!run.scenario.background.evidence) run.evidence = waits;
        return;
    }
    std::string_view const key = typical.backlog ? "backlog" : "load";
    set_background(run, key, taken_value(run, run.partition->name, key));
    if (typical.backlog)
        run.scenario.background.basis =
            waits.empty() ? "estimate of the machine file" : number_and_years(waits);
}

/// The waits of the scenario's file, with the range of comparable machines to start from.
void take_evidence(ResolvedRun& run, InputCache& inputs, Diagnostics& problems) {
    auto waits = inputs.evidence(*run.scenario.background.evidence);
    if (!waits) {
        problems.append(at_key(waits.error(), background_of(run), "evidence"));
        return;
    }
    run.evidence = std::move(*waits);
    if (has_own_load(run)) {
        Diagnostics found;
        found.add(problem(Code::inconsistent,
                          "recorded waits decide a backlog, but the scenario gives a load",
                          "remove `load` or `evidence`"));
        problems.append(at_key(found, background_of(run), "evidence"));
    }
    auto const& backlog = run.scenario.background.backlog;
    if (!backlog || !backlog->is_range()) take_range(run, inputs, problems);
}

bool load_is_settled(std::string const& partition, ResolvedRun const& run) {
    auto const is_it = [&](OtherBackground const& other) {
        Partition const* named = run.system->system.find_partition(other.partition);
        return named != nullptr && named->name == partition;
    };
    return partition == run.partition->name ||
           std::ranges::any_of(run.scenario.background.others, is_it);
}

void warn_empty_partition(JobSpec const& spec, Partition const& partition, ResolvedRun& run) {
    Diagnostic d = problem_at(
        place_of(spec, "partition"),
        Code::inconsistent,
        fmt::format("job \"{}\" meets no other jobs in partition {}: the machine file names no "
                    "typical background for it",
                    spec.name,
                    partition.name));
    d.severity = Severity::warning;
    d.help = fmt::format("add `background.others.{}`", partition.name);
    run.warnings.add(std::move(d));
}

Diagnostics none_named(ResolvedRun const& run) {
    std::vector<std::string> known;
    for (Partition const& other : run.system->system.partitions)
        if (other.background) known.push_back(other.name);
    Diagnostics found;
    Diagnostic& d = found.add(problem(Code::missing_key,
                                      fmt::format("{} names no typical background for partition {}",
                                                  run.system->system.name,
                                                  run.partition->name),
                                      "name a mix with a `backlog` or a `load`, or `mix: none`"));
    if (!known.empty()) d.help += fmt::format("; partitions with one: {}", fmt::join(known, ", "));
    return found;
}

}  // namespace

void settle_background(ResolvedRun& run, InputCache& inputs, Diagnostics& problems) {
    BackgroundSpec const& background = run.scenario.background;
    if (background.mix == "none") return;
    if (background.mix == typical_mix) {
        auto const& typical = run.partition->background;
        if (!typical) {
            problems.append(at_key(none_named(run), background_of(run), "mix"));
            return;
        }
        auto mix = inputs.mix(typical->mix);
        if (mix)
            run.mix = std::move(*mix);
        else
            problems.append(at_key(mix.error(), background_of(run), "mix"));
        set_background(run, "mix", taken_value(run, run.partition->name, "mix"));
        if (!has_own_load(run) && !background.backlog) take_amount(run, *typical, inputs, problems);
    }
    if (background.evidence) take_evidence(run, inputs, problems);
}

void settle_own_partitions(ResolvedRun& run, InputCache& inputs, Diagnostics& problems) {
    // On an empty machine there are no other jobs anywhere.
    if (run.scenario.background.mix == "none") return;
    for (JobSpec const& spec : run.scenario.jobs) {
        Partition const* const own =
            spec.partition ? run.system->system.find_partition(*spec.partition) : nullptr;
        if (own == nullptr || load_is_settled(own->name, run)) continue;
        auto const& typical = own->background;
        if (!typical) {
            warn_empty_partition(spec, *own, run);
            continue;
        }
        ConfigNode other;
        other.kind = ConfigNode::Kind::mapping;
        other.source = add_entry(other, "mix", taken_value(run, own->name, "mix")).source;
        if (typical->backlog || typical->load) {
            char const* const key = typical->backlog ? "backlog" : "load";
            add_entry(other, key, taken_value(run, own->name, key));
        } else {
            auto range = recorded_backlog(run, *own, inputs, problems);
            if (!range) return;
            add_entry(other, "backlog", std::move(*range));
        }
        set_background(run, "others." + own->name, std::move(other));
    }
}

std::vector<LeafValue> settled_background(ResolvedRun const& run) {
    std::vector<LeafValue> out;
    for (std::string const key : {"mix", "backlog", "load"}) {
        ConfigNode const* used = background_of(run).find(key);
        if (key == "backlog" && run.scenario.background.basis == comparable) {
            std::string const file = std::filesystem::path(used->source->name).filename().string();
            for (ConfigNode::Entry const& third : used->entries)
                out.push_back({"background.backlog." + third.key,
                               third.value.scalar,
                               fmt::format("{}:{}, {}", file, used->line, comparable)});
            continue;
        }
        ConfigNode const* typical = typical_value(run, run.partition->name, key);
        if (used == nullptr || typical == nullptr || used->source != typical->source ||
            used->line != typical->line)
            continue;
        for (std::string const& part : parts_of(*used)) {
            auto const fact = fact_at(
                run.system->document,
                fmt::format("partitions.{}.background.{}{}", run.partition->name, key, part));
            std::string const file = std::filesystem::path(fact->span.file).filename().string();
            out.push_back(
                {fmt::format("background.{}{}", key, part),
                 fact->value,
                 fmt::format(
                     "{}:{}, {} ({})", file, fact->span.line, fact->citation, fact->confidence)});
        }
    }
    return out;
}

}  // namespace clustersim
