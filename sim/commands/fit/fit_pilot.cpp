// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/fit_pilot.hpp"

#include "models/application/application_catalogue.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/chosen_partition.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

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

/// The machine's name and platform, added to the setup.
Result<void> add_machine(PilotSetup& setup, PilotQuestion const& question, Library const& library) {
    auto const chosen = gpu_partition(machine_catalogue(library.systems, library.kept_machines()),
                                      question.system,
                                      question.partition);
    if (!chosen) return failure(chosen.error());
    auto platform = platform_of(chosen->loaded.system, chosen->partition());
    if (!platform) return failure(platform.error());
    setup.system = chosen->loaded.system.name;
    setup.platform = std::move(*platform);
    return {};
}

/// The setup of the pilot and the parameters to fit, or all problems with them.
Result<PilotSetup> setup_of(PilotQuestion const& question, Library const& library) {
    Diagnostics problems;
    auto const taken = [&problems](auto& result) {
        if (!result) problems.append(result.error());
    };
    auto application = load_application(question.application, library.applications);
    taken(application);
    PilotSetup setup;
    auto const machine = add_machine(setup, question, library);
    taken(machine);
    auto parameters = parameters_named(question.fit);
    taken(parameters);
    if (problems.has_errors()) return failure(std::move(problems));
    setup.application = std::move(*application);
    setup.application.training.framework.pilot.reset();
    setup.scaling = question.scaling;
    setup.fit = std::move(*parameters);
    return setup;
}

Result<std::vector<PilotPoint>> points_of(PilotQuestion const& question, PilotSetup const& setup) {
    std::vector<PilotPoint> points;
    Diagnostics problems;
    for (std::filesystem::path const& file : question.files) {
        auto const table = read_measured_table(file);
        if (!table) {
            problems.append(table.error());
            continue;
        }
        auto const of_file = pilot_points(*table, setup);
        if (of_file)
            points.insert(points.end(), of_file->begin(), of_file->end());
        else
            problems.append_unsaid(of_file.error());
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return points;
}

}  // namespace

Answered<PilotAnswer> fit_pilot(PilotQuestion const& question, Library const& library) {
    Answered<PilotAnswer> out;
    auto setup = setup_of(question, library);
    if (out.value_of(setup) == nullptr) return out;
    auto points = points_of(question, *setup);
    if (out.value_of(points) == nullptr) return out;
    auto fit = fit_pilot(*setup, *points, question.nodes);
    if (out.value_of(fit) == nullptr) return out;
    out.answer = PilotAnswer{std::move(*setup), std::move(*fit)};
    return out;
}

}  // namespace clustersim
