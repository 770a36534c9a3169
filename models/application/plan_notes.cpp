// SPDX-License-Identifier: Apache-2.0
#include "models/application/plan_notes.hpp"

#include "models/application/roofline.hpp"
#include "models/application/stages.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

namespace clustersim {

std::vector<std::string> plan_notes(Application const& application, Plan const& plan) {
    std::vector<std::string> notes;
    auto const* const model = std::get_if<Transformer>(&application.model);
    if (model == nullptr) return notes;
    if (plan.adapters > 0 && !multiplies_as_stored(plan.frozen, plan.precision))
        notes.push_back(
            fmt::format("products in {} do not read weights in {}: a kernel writes each "
                        "matrix in {} before each pass",
                        name_of(plan.precision),
                        enum_name(plan.frozen),
                        name_of(plan.precision)));
    Bytes const gradient = gradient_bytes(plan, application.training.framework);
    double const asked = std::max(plan.bucket.gradients, plan.bucket.size / gradient);
    double const trained = held_by(*model, plan).trained();
    if (asked > trained && plan.replicas() > 1)
        notes.push_back(fmt::format("the bucket of {:.3g} gradients is larger than all {:.3g} of a "
                                    "device: one collective reduces them after the backward pass",
                                    asked,
                                    trained));
    auto const idle = [&](std::string_view key, std::string_view value, std::string_view reason) {
        notes.push_back(fmt::format("{}={} has no effect: {}", key, value, reason));
    };
    std::string_view const whole = model->experts.count == 0 ? "the model has no experts" : "";
    if (plan.host.router != ExpertRouter::usual && !whole.empty())
        idle("router", enum_name(plan.host.router), whole);
    if (plan.host.dispatch != Dispatch::usual && (!whole.empty() || plan.expert == 1))
        idle("dispatch",
             enum_name(plan.host.dispatch),
             whole.empty() ? "with ep=1, no token leaves its device" : whole);
    return notes;
}

}  // namespace clustersim
