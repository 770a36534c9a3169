// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/calibrate_application.hpp"

#include "models/application/catalogue.hpp"
#include "sim/cli/choice_option.hpp"
#include "sim/cli/collective_options.hpp"
#include "sim/cli/scaling_names.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/report/pilot_table.hpp"
#include "sim/study/validate/pilot.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <memory>

namespace clustersim {
namespace {

struct PilotCommand {
    std::string application;
    std::vector<std::filesystem::path> files;
    std::string system;
    std::string partition;
    Scaling scaling = Scaling::weak;
    std::vector<int> nodes;
    std::vector<std::string> fit;
    Format format = Format::table;
};

Result<std::vector<PilotParameter>> parameters_named(std::vector<std::string> const& names) {
    std::vector<PilotParameter> parameters;
    std::vector<std::string> known;
    Diagnostics problems;
    for (auto const& [name, unused] : pilot_parameter_names()) known.emplace_back(name);
    for (std::string const& name : names) {
        auto const found = std::ranges::find(known, name);
        if (found == known.end()) {
            problems.add(problem(Code::unknown_name,
                                 "no parameter of a fit is called \"" + name + "\"",
                                 did_you_mean(name, known)));
            continue;
        }
        PilotParameter const parameter =
            pilot_parameter_names()[static_cast<std::size_t>(found - known.begin())].second;
        if (std::ranges::find(parameters, parameter) == parameters.end())
            parameters.push_back(parameter);
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return parameters;
}

Result<Platform> platform_named(PilotCommand const& command, DataFolders const& data) {
    auto const chosen = gpu_partition(Catalogue(data.systems()), command.system, command.partition);
    if (!chosen) return failure(chosen.error());
    return platform_of(chosen->loaded.system, chosen->partition());
}

/// What the pilot is of and what is fitted; everything that is wrong with it at once.
Result<PilotSetup> setup_of(PilotCommand const& command, DataFolders const& data) {
    Diagnostics problems;
    auto const taken = [&problems](auto& result) {
        if (!result) problems.append(result.error());
    };
    auto application = load_application(command.application, data.applications());
    taken(application);
    auto platform = platform_named(command, data);
    taken(platform);
    auto parameters = parameters_named(command.fit);
    taken(parameters);
    if (problems.has_errors()) return failure(std::move(problems));
    PilotSetup setup;
    setup.application = std::move(*application);
    setup.platform = std::move(*platform);
    setup.scaling = command.scaling;
    setup.fit = std::move(*parameters);
    return setup;
}

Result<std::vector<PilotPoint>> points_of(PilotCommand const& command, PilotSetup const& setup) {
    std::vector<PilotPoint> points;
    Diagnostics problems;
    for (std::filesystem::path const& file : command.files) {
        auto const table = read_measured_table(file);
        if (!table) {
            problems.append(table.error());
            continue;
        }
        auto const of_file = pilot_points(*table, setup);
        if (of_file) {
            points.insert(points.end(), of_file->begin(), of_file->end());
        } else {
            problems.append_unsaid(of_file.error());
        }
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return points;
}

void calibrate_application(PilotCommand const& command, CommandContext& context) {
    auto setup = setup_of(command, context.data);
    if (context.value_of(setup) == nullptr) return;
    auto points = points_of(command, *setup);
    if (context.value_of(points) == nullptr) return;
    auto fit = fit_pilot(*setup, *points, command.nodes);
    if (context.value_of(fit) == nullptr) return;
    context.print(pilot_text(*setup, *fit, command.format));
}

}  // namespace

void add_calibrate_application(CLI::App& calibrate, CommandContext& context) {
    auto* sub = calibrate.add_subcommand(
        "application",
        "Fit an application's step time to pilot runs and carry it on to more nodes");
    auto command = std::make_shared<PilotCommand>();
    sub->add_option("APPLICATION", command->application, "of workloads/applications, or a file")
        ->required();
    sub->add_option(
           "PILOT", command->files, "CSV with nodes and step_time_s, samples_per_s or tokens_per_s")
        ->required();
    sub->add_option("--system", command->system, "the machine that the pilot ran on")
        ->required()
        ->type_name("NAME");
    sub->add_option("--partition", command->partition, "of that machine")->type_name("NAME");
    add_choice_option<Scaling>(*sub,
                               "--scaling",
                               command->scaling,
                               scaling_names,
                               "how the pilot's batch grew: weak (the default) or strong");
    sub->add_option("--nodes", command->nodes, "node counts to carry the fit on to")
        ->delimiter(',')
        ->check(CLI::Range(1, 1'000'000))
        ->type_name("N,...");
    sub->add_option("--fit",
                    command->fit,
                    "what is fitted: compute, network, overhead (as many as the pilot determines)")
        ->delimiter(',')
        ->type_name("NAME,...");
    add_format_option(*sub, command->format);
    sub->callback([command, &context] { calibrate_application(*command, context); });
    sub->footer(
        "Examples:\n"
        "  clustersim calibrate application gpt-857m pilot.csv --system lumi --nodes 16,32,64\n"
        "  clustersim calibrate application my.yaml a.csv b.csv --system leonardo --fit compute\n"
        "See also: docs/validation.md");
}

}  // namespace clustersim
