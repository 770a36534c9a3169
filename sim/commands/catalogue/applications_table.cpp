// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/applications_table.hpp"

#include "models/machine/accelerator_config.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/core/human.hpp"
#include "sim/report/metric_columns.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace clustersim {
namespace {

std::string shape_text(Application const& application) {
    if (auto const* t = std::get_if<Transformer>(&application.model)) {
        return fmt::format("{} layers, hidden {}, {} heads, sequence {}",
                           t->layers,
                           t->hidden,
                           t->heads,
                           t->sequence);
    }
    auto const& cnn = std::get<Cnn>(application.model);
    if (cnn.classes == 0)
        return fmt::format("{} x {} images, {} convolutions, {} transformer blocks",
                           cnn.image,
                           cnn.image,
                           cnn.layers.size(),
                           cnn.blocks.size());
    return fmt::format("{} x {} images, {} classes", cnn.image, cnn.image, cnn.classes);
}

double parameters_of(Application const& application) {
    return std::visit([](auto const& model) { return parameters(model); }, application.model);
}

std::string_view form_of(GenericApplication const& application) {
    if (std::holds_alternative<MeasuredTimes>(application.model)) return "measured";
    return std::holds_alternative<LawTimes>(application.model) ? "law" : "roofline";
}

/// "measured on lumi standard, 1 to 8 nodes"; "limits of the nodes".
std::string basis_text(GenericApplication const& application) {
    MeasuredOn const* on = application.measured_on();
    if (on == nullptr) return fmt::format("step: {}; by the limits of the nodes", application.step);
    std::string nodes;
    if (auto const* times = std::get_if<MeasuredTimes>(&application.model))
        nodes = times->rows.size() == 1 ? fmt::format(", nodes: {}", times->rows.front().nodes)
                                        : fmt::format(", nodes: {} to {}",
                                                      times->rows.front().nodes,
                                                      times->rows.back().nodes);
    return fmt::format(
        "step: {}; measured on {} {}{}", application.step, on->system, on->partition, nodes);
}

Table table_of(std::span<AnyApplication const> applications) {
    Table table;
    for (char const* title : {"name", "model", "parameters", "shape", "precision", "micro-batch"}) {
        table.add_column(title,
                         std::string_view(title) == "parameters" ||
                             std::string_view(title) == "micro-batch");
    }
    for (AnyApplication const& any : applications) {
        if (auto const* generic = std::get_if<GenericApplication>(&any)) {
            std::string const none(not_applicable);
            table.rows.push_back(
                {generic->name, generic->title, none, basis_text(*generic), none, none});
            continue;
        }
        auto const& a = std::get<Application>(any);
        table.rows.push_back({a.name,
                              a.title,
                              human_number(parameters_of(a) / 1e6) + " M",
                              shape_text(a),
                              std::string(enum_name(a.training.precision)),
                              fmt::format("{}", a.training.micro_batch)});
    }
    return table;
}

std::string json_of(std::span<AnyApplication const> applications) {
    nlohmann::json items = nlohmann::json::array();
    for (AnyApplication const& any : applications) {
        if (auto const* generic = std::get_if<GenericApplication>(&any)) {
            items.push_back({{"name", generic->name},
                             {"title", generic->title},
                             {"step", generic->step},
                             {"form", form_of(*generic)}});
            if (MeasuredOn const* on = generic->measured_on())
                items.back()["measured_on"] = {{"system", on->system},
                                               {"partition", on->partition}};
            continue;
        }
        auto const& a = std::get<Application>(any);
        items.push_back({{"name", a.name},
                         {"title", a.title},
                         {"parameters", parameters_of(a)},
                         {"precision", enum_name(a.training.precision)},
                         {"micro_batch", a.training.micro_batch}});
    }
    return nlohmann::json{{"schema", "clustersim/applications/1"}, {"applications", items}}.dump(
               2) +
           "\n";
}

}  // namespace

std::string applications_text(std::span<AnyApplication const> applications, Format format) {
    return format == Format::json ? json_of(applications) : to_text(table_of(applications), format);
}

}  // namespace clustersim
