// SPDX-License-Identifier: Apache-2.0
#include "models/machine/optional_values.hpp"
#include "sim/config/file_kind.hpp"
#include "sim/config/reader.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/scenario/defaults.hpp"
#include "sim/study/project.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

constexpr double most_repeats = 100'000;
constexpr double most_checkpoints = 1'000'000;

Stage read_stage(Reader reader, std::string name) {
    Stage stage;
    stage.name = std::move(name);
    for (std::int64_t const nodes : reader.integer_list("nodes", Range::at_least(1, 1e6)))
        stage.nodes.push_back(static_cast<int>(nodes));
    stage.repeat = reader.optional_integer("repeat", Range::at_least(1, most_repeats)).value_or(1);
    stage.at_once =
        reader.optional_integer("at-once", Range::at_least(1, most_repeats)).value_or(1);
    stage.pilot = reader.flag("pilot", false);
    stage.results = reader.optional_quantity<Bytes>("results");
    stage.work = reader.optional_one_of<WorkKind>("work");
    stage.not_before = optional_date(reader, "not-before");
    if (ConfigNode const* job = reader.raw("job"); job != nullptr)
        stage.job = *job;
    else
        reader.require("job");
    if (!stage.nodes.empty() && stage.job.find("nodes") != nullptr)
        reader
            .complain("nodes",
                      Code::inconsistent,
                      "both the stage and its job say on how many nodes it runs")
            .help = "keep one of the two";
    if (stage.at_once > stage.repeat)
        reader.complain(
            "at-once",
            Code::inconsistent,
            fmt::format("{} runs at once, but the stage has {}", stage.at_once, stage.repeat));
    reader.finish();
    return stage;
}

/// The value of a key, for its place; null if the key is absent.
ConfigNode value_node(Reader const& reader, std::string_view key) {
    ConfigNode const* place = reader.node().find(key);
    return place != nullptr ? *place : ConfigNode{};
}

/// Who applies, what for and for how long.
void read_applicant(Reader& reader, Project& project) {
    project.purpose = reader.optional_one_of<AccessPurpose>("purpose");
    project.applicant = reader.optional_one_of<Applicant>("applicant").value_or(project.applicant);
    project.country = reader.optional_text("country").value_or("");
    bool const is_code =
        project.country.size() == 2 &&
        std::ranges::all_of(project.country, [](char c) { return c >= 'A' && c <= 'Z'; });
    if (!project.country.empty() && !is_code)
        reader
            .complain("country",
                      Code::wrong_type,
                      fmt::format("\"{}\" is not the code of a country", project.country))
            .expected = "two capital letters, such as DK";
    if (auto const months = reader.optional_integer("months", Range::at_least(1, 120)))
        project.months = static_cast<int>(*months);
    project.months_place = value_node(reader, "months");
}

void read_limits(Reader& reader, Project& project) {
    if (auto budget = reader.optional_child("budget")) {
        if (auto const hours = budget->optional_number("node-hours", Range::positive(1e9)))
            project.budget = NodeHours{*hours};
        if (auto const hours = budget->optional_number("gpu-hours", Range::positive(1e9)))
            project.gpu_budget = GpuHours{*hours};
        if (project.budget.has_value() == project.gpu_budget.has_value())
            budget
                ->complain(
                    "gpu-hours", Code::inconsistent, "a budget is in node-hours or in GPU-hours")
                .help = "give one of `node-hours` and `gpu-hours`";
        budget->finish();
    }
    project.access = reader.optional_text("access").value_or("");
    project.access_place = value_node(reader, "access");
    if (!project.access.empty() && reader.has("budget"))
        reader.complain("access", Code::inconsistent, "the access mode sets the budget").help =
            "keep one of `access` and `budget`";
    project.start = optional_date(reader, "start");
    project.deadline = optional_date(reader, "deadline");
    project.deadline_place = value_node(reader, "deadline");
    project.reserve = reader.optional_number("reserve", Range::at_least(0.0, 10.0)).value_or(0.0);
}

/// The project's own keys of its scenarios, over the defaults of scenarios; the queue is that of the machine file.
ConfigNode shared_keys(Reader& reader) {
    ConfigNode shared = *parse_yaml(scenario_defaults, "default");
    merge_onto(shared, *parse_yaml("background: {mix: typical}\n", "default of a project"));
    for (char const* key : {"partition", "background", "user", "replicates", "precision", "seed"}) {
        ConfigNode const* value = reader.raw(key);
        if (value == nullptr) continue;
        ConfigNode one;
        one.kind = ConfigNode::Kind::mapping;
        one.source = value->source;
        one.entries.push_back({key, *value, *value});
        merge_onto(shared, std::move(one));
    }
    return shared;
}

}  // namespace

Result<Project> read_project(ConfigNode const& document) {
    if (auto other = other_kind(document, "clustersim/project/1"))
        return failure(std::move(*other));
    Diagnostics problems;
    Reader reader(document, problems);
    reader.schema("clustersim/project/1");
    Project project;
    project.title = reader.text("title");
    project.systems = reader.text_list("systems");
    if (project.systems.empty()) reader.require("systems");
    project.systems_place = value_node(reader, "systems");
    read_limits(reader, project);
    read_applicant(reader, project);
    project.kept_checkpoints =
        reader.optional_integer("kept-checkpoints", Range::at_least(1, most_checkpoints))
            .value_or(project.kept_checkpoints);
    project.scenario = shared_keys(reader);
    project.seed = static_cast<std::uint64_t>(reader.optional_integer("seed").value_or(1));
    for (auto& [name, stage] : reader.named_children("stages"))
        project.stages.push_back(read_stage(stage, name));
    if (project.stages.empty() && reader.has("stages"))
        reader.complain("stages", Code::out_of_range, "a project has at least one stage");
    else if (project.stages.empty())
        reader.require("stages");
    reader.finish();
    if (problems.has_errors()) return failure(std::move(problems));
    return project;
}

ConfigNode scenario_of(Project const& project, Stage const& stage) {
    ConfigNode document = project.scenario;
    auto const text = [&](std::string value) {
        ConfigNode node;
        node.kind = ConfigNode::Kind::scalar;
        node.scalar = std::move(value);
        node.quoted = true;
        node.source = stage.job.source;
        node.line = stage.job.line;
        return node;
    };
    auto const mapping = [&](std::string const& key, ConfigNode value) {
        ConfigNode node = text("");
        node.kind = ConfigNode::Kind::mapping;
        node.entries.push_back({key, text(key), std::move(value)});
        return node;
    };
    document.entries.push_back({"schema", {}, text("clustersim/scenario/1")});
    document.entries.push_back({"title", {}, text(project.title)});
    document.entries.push_back({"system", {}, text(project.systems.front())});
    ConfigNode job = stage.job;
    // The only job of its scenario: its partition is that of the queue, of the access modes and of the bill.
    auto const is_partition = [](ConfigNode::Entry const& entry) {
        return entry.key == "partition";
    };
    if (auto const own = std::ranges::find_if(job.entries, is_partition);
        own != job.entries.end()) {
        std::erase_if(document.entries, is_partition);
        document.entries.push_back(std::move(*own));
        job.entries.erase(own);
    }
    document.entries.push_back({"jobs", {}, mapping(stage.name, std::move(job))});
    if (!stage.nodes.empty()) {
        ConfigNode counts = text("");
        counts.kind = ConfigNode::Kind::sequence;
        for (int const nodes : stage.nodes) {
            counts.items.push_back(text(std::to_string(nodes)));
            counts.items.back().quoted = false;
        }
        document.entries.push_back(
            {"sweep", {}, mapping(fmt::format("jobs.{}.nodes", stage.name), std::move(counts))});
    }
    return document;
}

}  // namespace clustersim
