// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/study_inputs.hpp"

#include "sim/config/json_text.hpp"
#include "sim/config/yaml_text.hpp"
#include "sim/scenario/resolved_document.hpp"
#include "sim/workload/gpu_trace.hpp"

#include <fmt/format.h>

#include <variant>

namespace clustersim {
namespace {

ConfigNode empty_mapping() {
    ConfigNode node;
    node.kind = ConfigNode::Kind::mapping;
    return node;
}

ConfigNode mapping_of(std::map<std::string, ConfigNode> const& documents) {
    ConfigNode node = empty_mapping();
    for (auto const& [name, document] : documents) add_entry(node, name, document);
    return node;
}

ConfigNode machine_node(LoadedSystem const& loaded) {
    ConfigNode node = empty_mapping();
    ConfigNode& document = add_entry(node, "document", loaded.document);
    if (loaded.system.has_slurm_file() && document.find("slurm") != nullptr)
        set_value(document, "slurm", loaded.system.slurm);
    add_entry(node, "accelerators", mapping_of(loaded.accelerators));
    add_entry(node, "links", mapping_of(loaded.links));
    if (!loaded.communication.empty())
        add_entry(node, "communication", mapping_of(loaded.communication));
    return node;
}

/// A mix. Its trace, if any, becomes a file of the result.
ConfigNode mix_node(Mix const& mix, std::map<std::string, std::string>& traces) {
    ConfigNode node = mix.document;
    if (auto const* trace = std::get_if<TraceReplay>(&mix.source)) {
        std::string const file = fmt::format("trace-{}.csv", traces.size() + 1);
        traces[file] = gpu_trace_csv(trace->jobs);
        set_value(node, "trace.file", text_node(file));
    }
    return node;
}

}  // namespace

std::string StudyInputs::hash() const {
    std::vector<std::string> texts;
    for (ConfigNode const& scenario : scenarios) texts.push_back(to_json(scenario));
    texts.push_back(to_json(files));
    for (auto const& [name, text] : traces) texts.push_back(text);
    return content_hash(texts);
}

std::string const& hash_of(LoadedSystem const& machine) {
    return machine.hash.get([&] { return content_hash({to_json(machine_node(machine))}); });
}

std::string const& hash_of(Mix const& mix) {
    return mix.hash.get([&] {
        StudyInputs inputs;
        inputs.files = mix_node(mix, inputs.traces);
        return inputs.hash();
    });
}

StudyInputs inputs_of(std::vector<ResolvedRun> const& runs) {
    StudyInputs inputs = inputs_of(*runs.front().inputs);
    for (ResolvedRun const& run : runs) inputs.scenarios.push_back(run.variant.document);
    return inputs;
}

StudyInputs inputs_of(ReadInputs const& read) {
    StudyInputs inputs;
    ConfigNode systems = empty_mapping();
    for (auto const& [name, system] : read.systems) add_entry(systems, name, machine_node(*system));
    ConfigNode applications = empty_mapping();
    for (auto const& [name, known] : read.applications)
        add_entry(applications, name, *known.document);
    ConfigNode mixes = empty_mapping();
    for (auto const& [name, mix] : read.mixes)
        add_entry(mixes, name, mix_node(*mix, inputs.traces));
    inputs.files = empty_mapping();
    add_entry(inputs.files, "systems", std::move(systems));
    add_entry(inputs.files, "applications", std::move(applications));
    add_entry(inputs.files, "mixes", std::move(mixes));
    if (read.grids.empty()) return inputs;
    ConfigNode grids = empty_mapping();
    for (auto const& [country, grid] : read.grids) add_entry(grids, country, grid->document);
    add_entry(inputs.files, "grids", std::move(grids));
    return inputs;
}

}  // namespace clustersim
