// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/pilot_table.hpp"

#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

std::string_view unit_of(PilotParameter parameter) {
    return parameter == PilotParameter::overhead ? "s" : "";
}

Table parameter_table(PilotFit const& fit) {
    Table table;
    table.add_column("parameter", false);
    for (char const* title : {"fitted", "95 % interval"}) table.add_column(title);
    table.add_column("", false);
    for (FittedParameter const& parameter : fit.parameters) {
        bool const seconds = parameter.parameter == PilotParameter::overhead;
        table.rows.push_back({std::string(name_of(parameter.parameter)),
                              fmt::format("{:.4g}", parameter.value),
                              fmt::format("{:.4g} to {:.4g}", parameter.low, parameter.high),
                              seconds ? "s a step" : "times the model's"});
    }
    return table;
}

Table prediction_table(PilotFit const& fit) {
    Table table;
    for (char const* title :
         {"nodes", "measured s", "model s", "fitted s", "95 % band s", "efficiency"})
        table.add_column(title);
    for (PilotPrediction const& p : fit.predictions) {
        table.rows.push_back({std::to_string(p.nodes),
                              p.measured ? fmt::format("{:.4g}", p.measured->si()) : "",
                              fmt::format("{:.4g}", p.model.si()),
                              fmt::format("{:.4g}", p.fitted.si()),
                              fmt::format("{:.4g} to {:.4g}", p.low.si(), p.high.si()),
                              fmt::format("{:.1f} %", p.efficiency * 100.0)});
    }
    return table;
}

std::string as_json(PilotSetup const& setup, PilotFit const& fit) {
    Json json{{"schema", "clustersim/pilot/1"},
              {"application", setup.application.name},
              {"node_type", setup.platform.node.name},
              {"scaling", setup.scaling == Scaling::weak ? "weak" : "strong"},
              {"points", fit.points},
              {"scatter", fit.scatter}};
    json["parameters"] = Json::array();
    for (FittedParameter const& p : fit.parameters) {
        json["parameters"].push_back({{"name", name_of(p.parameter)},
                                      {"unit", unit_of(p.parameter)},
                                      {"value", p.value},
                                      {"low", p.low},
                                      {"high", p.high}});
    }
    json["predictions"] = Json::array();
    for (PilotPrediction const& p : fit.predictions) {
        Json one{{"nodes", p.nodes},
                 {"measured_s", nullptr},
                 {"model_s", p.model.si()},
                 {"fitted_s", p.fitted.si()},
                 {"low_s", p.low.si()},
                 {"high_s", p.high.si()},
                 {"efficiency", p.efficiency}};
        if (p.measured) one["measured_s"] = p.measured->si();
        json["predictions"].push_back(std::move(one));
    }
    json["remarks"] = fit.remarks;
    return json.dump(2) + "\n";
}

}  // namespace

std::string pilot_text(PilotSetup const& setup, PilotFit const& fit, Format format) {
    if (format == Format::json) return as_json(setup, fit);
    std::string predictions = to_text(prediction_table(fit), format);
    if (format == Format::csv) return predictions;
    std::string text = to_text(parameter_table(fit), format) + "\n" + predictions;
    text += fmt::format("\n{} measurements deviate from the fit by {:.1f} % (standard deviation); "
                        "the band is for one further run.\n",
                        fit.points,
                        fit.scatter * 100.0);
    for (std::string const& remark : fit.remarks) text += remark + "\n";
    return text;
}

}  // namespace clustersim
