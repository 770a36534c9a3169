// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/served_row.hpp"

#include "models/application/served_format.hpp"
#include "models/machine/accelerator_config.hpp"
#include "sim/core/enum_names.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

Result<Precision> precision_in(MeasuredRow const& row, std::string_view column) {
    for (auto const& [name, value] : enum_names<Precision>)
        if (row.lower(column) == name) return value;
    return failure(problem(Code::unknown_name,
                           fmt::format("no precision is called \"{}\"", row.text(column))));
}

Result<InferencePlan> plan_of_row(MeasuredRow const& row) {
    auto weights = row.text("weights").empty() ? precision_in(row, "precision")
                                               : Result<Precision>(Precision::bf16);
    if (!weights) return failure(weights.error());
    auto const cache = precision_in(row, "cache");
    if (!cache) return failure(cache.error());
    return InferencePlan{.tensor = row.whole_or("tp", 1),
                         .batch = row.whole_or("batch", 1),
                         .prompt = row.whole_or("input", 1),
                         .output = row.whole_or("output", 1),
                         .precision = *weights,
                         .cache = *cache,
                         .data = row.whole_or("data", 1),
                         .expert = row.whole_or("expert", 1),
                         .weights = WeightFormat::plain,
                         .speculation = {}};
}

}  // namespace

Result<ServedRow> served_row(MeasuredRow const& row, References const& references) {
    auto const application = references.application_known_as(row.text("model"));
    if (!application) return failure(application.error());
    auto const* model = std::get_if<Transformer>(&application->model);
    if (model == nullptr)
        return failure(problem(Code::inconsistent, row.text("model") + " is no language model"));
    auto const platform = references.platform(row.text("hardware"));
    if (!platform) return failure(platform.error());
    auto plan = plan_of_row(row);
    if (!plan) return failure(plan.error());
    if (!row.text("weights").empty()) {
        auto const format = served_format(row.lower("weights"), platform->accelerator);
        if (!format) return failure(format.error());
        plan->weights = format->weights;
        plan->precision = format->precision;
    }
    return ServedRow{*model, *plan, *platform};
}

ServingSoftware engine_of_row(MeasuredRow const& row, References const& references) {
    return references.engine_known_as(row.text("software")).value_or(ServingSoftware{});
}

}  // namespace clustersim
