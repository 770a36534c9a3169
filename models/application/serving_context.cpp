// SPDX-License-Identifier: Apache-2.0
#include "models/application/serving_context.hpp"

#include "models/collective/domain.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

Diagnostics unserved(Transformer const& model, InferencePlan const& plan) {
    Diagnostics problems;
    if (model.encoder)
        problems.add(
            problem(Code::inconsistent, "an encoder generates no tokens", "choose a decoder"));
    if (model.state_space.layers > 0)
        problems.add(
            problem(Code::inconsistent,
                    "layers with a state instead of attention are not predicted for inference",
                    "choose a model with attention in all layers"));
    if (model.heads % plan.tensor != 0) {
        problems.add(problem(
            Code::inconsistent,
            fmt::format("tensor parallelism {} does not divide {} heads", plan.tensor, model.heads),
            fmt::format("choose a divisor of {}", model.heads)));
    }
    if (plan.expert > 1 && model.experts.count == 0)
        problems.add(
            problem(Code::inconsistent,
                    fmt::format("expert parallelism {} of a model without experts", plan.expert),
                    "leave it out"));
    else if (plan.devices() % plan.expert != 0)
        problems.add(
            problem(Code::inconsistent,
                    fmt::format("expert parallelism {} does not divide the {} GPUs of a replica",
                                plan.expert,
                                plan.devices()),
                    fmt::format("choose a divisor of {}", plan.devices())));
    return problems;
}

Result<ServingContext>
prepared(InferencePlan const& plan, Platform const& platform, ServingSoftware const& software) {
    auto const products = roofline_of(platform.accelerator, plan.precision);
    auto const rest =
        roofline_of(platform.accelerator,
                    served_number(plan.precision) == bytes(4) ? plan.precision : Precision::fp16);
    if (!products || !products->matrix_unit || !rest) {
        return failure(problem(Code::never_fits,
                               fmt::format("{} has no matrix unit for {}",
                                           platform.accelerator.model,
                                           name_of(plan.precision)),
                               "choose another --precision, such as fp16"));
    }
    int const per_node = std::max(1, platform.node.gpus);
    if (plan.tensor > per_node && plan.tensor % per_node != 0) {
        return failure(problem(Code::inconsistent,
                               fmt::format("tensor parallelism {} does not fill nodes of {} GPUs",
                                           plan.tensor,
                                           per_node),
                               fmt::format("at most {}, or a multiple of it", per_node)));
    }
    int const nodes = (plan.devices() + per_node - 1) / per_node;
    int const linked = per_node * linked_nodes(platform.node, nodes);
    ServingContext context{{*products, *rest},
                           network_of(platform.node, platform.fabric, nodes),
                           {plan.tensor, std::min(plan.tensor, linked), 1},
                           {plan.devices(), std::min(plan.devices(), linked), 1},
                           software};
    for (Roofline* roofline : {&context.ceilings.products, &context.ceilings.rest})
        roofline->launch *= software.launch;
    context.ceilings.products.matrix *= software.products;
    return context;
}

}  // namespace

Result<ServingContext> serving_context(Transformer const& model,
                                       InferencePlan const& plan,
                                       Platform const& platform,
                                       ServingSoftware const& software) {
    Diagnostics problems = unserved(model, plan);
    auto context = prepared(plan, platform, software);
    if (!context) problems.append(context.error());
    if (problems.has_errors()) return failure(std::move(problems));
    return context;
}

}  // namespace clustersim
