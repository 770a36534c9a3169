// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/typical_background.hpp"

#include "models/machine/provenance.hpp"
#include "sim/scenario/named_inputs.hpp"

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
    return node->kind == ConfigNode::Kind::mapping ? node->find("value") : node;
}

/// Takes the value of the machine file into a mapping of the scenario, with its place there: a result stores what was
/// used.
void take(ResolvedRun& run,
          std::string const& partition,
          std::string const& mapping,
          std::string_view key) {
    if (ConfigNode const* value = typical_value(run, partition, key))
        set_value(run.variant.document, fmt::format("{}.{}", mapping, key), *value);
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
    BackgroundSpec& background = run.scenario.background;
    if (background.mix != typical_mix) return;
    auto const& typical = run.partition->background;
    if (!typical) {
        problems.append(at_key(none_named(run), background_of(run), "mix"));
        return;
    }
    background.mix = typical->mix;
    auto mix = inputs.mix(typical->mix);
    if (mix)
        run.mix = std::move(*mix);
    else
        problems.append(at_key(mix.error(), background_of(run), "mix"));
    take(run, run.partition->name, "background", "mix");
    // The default load does not replace that of the machine file.
    ConfigNode const* load = background_of(run).find("load");
    bool const own_load = load != nullptr && origin_of(*load) != "default";
    if (own_load || background.backlog) return;
    background.backlog = typical->backlog;
    background.load = typical->load.value_or(background.load);
    take(run, run.partition->name, "background", typical->backlog ? "backlog" : "load");
}

void settle_own_partitions(ResolvedRun& run) {
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
        run.scenario.background.others.push_back(
            {own->name, typical->mix, typical->load.value_or(0.0), typical->backlog});
        std::string const mapping = "background.others." + own->name;
        take(run, own->name, mapping, "mix");
        take(run, own->name, mapping, typical->backlog ? "backlog" : "load");
    }
}

std::vector<LeafValue> settled_background(ResolvedRun const& run) {
    std::vector<LeafValue> out;
    for (char const* key : {"mix", "backlog", "load"}) {
        ConfigNode const* used = background_of(run).find(key);
        ConfigNode const* typical = typical_value(run, run.partition->name, key);
        if (used == nullptr || typical == nullptr || used->source != typical->source ||
            used->line != typical->line)
            continue;
        auto const fact =
            fact_at(run.system->document,
                    fmt::format("partitions.{}.background.{}", run.partition->name, key));
        std::string const file = std::filesystem::path(fact->span.file).filename().string();
        out.push_back(
            {fmt::format("background.{}", key),
             fact->value,
             fmt::format(
                 "{}:{}, {} ({})", file, fact->span.line, fact->citation, fact->confidence)});
    }
    return out;
}

}  // namespace clustersim
