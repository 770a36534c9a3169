// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/pilot_document.hpp"

#include "sim/config/yaml_folder.hpp"
#include "sim/config/yaml_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

std::string pilot_source(PilotQuestion const& question, PilotAnswer const& answer) {
    PilotFit const& fit = answer.fit;
    std::string files;
    for (fs::path const& file : question.files)
        files += (files.empty() ? "" : ", ") + file.filename().string();
    auto const measured = [](PilotPrediction const& one) { return one.measured.has_value(); };
    auto const first = std::ranges::find_if(fit.predictions, measured);
    auto const last = std::find_if(fit.predictions.rbegin(), fit.predictions.rend(), measured);
    return fmt::format("pilot runs on {}: {}; {} measurements on {} to {} nodes",
                       answer.setup.system,
                       files,
                       fit.points,
                       first->nodes,
                       last->nodes);
}

ConfigNode parameter_node(FittedParameter const& fitted) {
    bool const time = fitted.parameter == PilotParameter::overhead;
    auto const text = [&](double value) {
        return fmt::format("{:.4g}{}", value, time ? " s" : "");
    };
    ConfigNode node;
    add_entry(node, "value", scalar_node(text(fitted.value)));
    add_entry(
        node,
        "note",
        scalar_node(fmt::format("95 % from {} to {}", text(fitted.low), text(fitted.high)), true));
    return node;
}

/// Half of the widest range of a further run, relative.
double widest(PilotFit const& fit) {
    double half = 0.0;
    for (PilotPrediction const& one : fit.predictions)
        half = std::max(half, (one.high - one.low) / one.fitted / 2.0);
    return std::min(half, 1.0);
}

}  // namespace

std::string pilot_document(PilotQuestion const& question,
                           PilotAnswer const& answer,
                           std::filesystem::path const& path) {
    ConfigNode root;
    add_entry(root, "schema", scalar_node("clustersim/application/1"));
    add_entry(root, "extends", text_node(parent_text(question.application, path)));
    add_entry(root, "name", text_node(path.stem().string()));
    add_entry(root,
              "title",
              text_node(fmt::format("{}, after pilot runs on {}",
                                    answer.setup.application.title,
                                    answer.setup.system)));
    add_entry(
        add_entry(root, "sources", {}), "PILOT", scalar_node(pilot_source(question, answer), true));
    ConfigNode& pilot = add_entry(root, "pilot", {});
    add_entry(pilot, "source", scalar_node("PILOT"));
    add_entry(pilot, "confidence", scalar_node("calibrated"));
    add_entry(pilot, "system", text_node(answer.setup.system));
    for (auto const& [name, parameter] : pilot_parameter_names()) {
        auto const at =
            std::ranges::find(answer.fit.parameters, parameter, &FittedParameter::parameter);
        if (at != answer.fit.parameters.end())
            add_entry(pilot, name, parameter_node(*at));
        else
            add_entry(
                pilot, name, scalar_node(parameter == PilotParameter::overhead ? "0 s" : "1"));
    }
    ConfigNode spread;
    add_entry(spread, "value", scalar_node(fmt::format("{:.3g}", widest(answer.fit))));
    add_entry(
        spread,
        "note",
        scalar_node("half of the 95 % band of a further run, the widest of the numbers of nodes",
                    true));
    add_entry(pilot, "spread", std::move(spread));
    return to_yaml(root);
}

}  // namespace clustersim
