// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/served_row.hpp"

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
    auto const weights = precision_in(row, "precision");
    if (!weights) return failure(weights.error());
    auto const cache = precision_in(row, "cache");
    if (!cache) return failure(cache.error());
    return InferencePlan{row.whole_or("tp", 1),
                         row.whole_or("batch", 1),
                         row.whole_or("input", 1),
                         row.whole_or("output", 1),
                         *weights,
                         *cache};
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
    auto const plan = plan_of_row(row);
    if (!plan) return failure(plan.error());
    return ServedRow{*model, *plan, *platform};
}

}  // namespace clustersim
