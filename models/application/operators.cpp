// SPDX-License-Identifier: Apache-2.0
//
// The kernels of a step by kind: arithmetic, memory traffic and time.
//
// Equation. Those of layer_time.cpp, network_time.cpp and generic_step.cpp, added up over layers of a device and
// micro-batches: layers / p x m of a mean layer under p pipeline stages and m micro-batches. Intensity = FLOP / bytes,
// attained rate = FLOP / time with launches.
// Source. Williams, Waterman, Patterson, CACM 52(4), 2009.
// Domain. The traffic is the least that a kernel moves if each number is read once, as the time model assumes; the
// counters of a device show more. Arithmetic of element-wise kernels of transformers is not counted.
#include "models/application/operators.hpp"

#include "models/application/network_time.hpp"
#include "models/application/step_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

void add(OperatorRoofline& roofline, std::string name, KernelTime const& work) {
    if (work.time > Duration{}) roofline.operators.push_back({std::move(name), work});
}

OperatorRoofline sorted(OperatorRoofline roofline) {
    std::ranges::stable_sort(roofline.operators, [](Operator const& a, Operator const& b) {
        return a.work.time > b.work.time;
    });
    return roofline;
}

void add_layers(OperatorRoofline& roofline,
                Transformer const& model,
                Plan const& plan,
                StepContext const& context) {
    DeviceCeilings const ceilings{context.roofline, context.rest};
    double const passes = plan.accumulation * model.depth() / static_cast<double>(plan.pipeline);
    for (LayerPart const& part : layer_parts(model, plan, ceilings, context.framework)) {
        bool const scores = part.name == "attention" && !model.fused_attention;
        double const again =
            plan.recompute == Recompute::selective && scores
                ? 1.0
                : plan.recomputed_share(model.depth() / static_cast<double>(plan.pipeline));
        add(roofline, part.name + ", forward", (1.0 + again) * passes * part.forward);
        add(roofline, part.name + ", backward", passes * part.backward);
    }
    if (plan.recompute == Recompute::operators)
        add(roofline,
            "operators computed again",
            passes * layer_time(model, plan, ceilings, context.framework).operators);
    double const shares = plan.accumulation / static_cast<double>(plan.pipeline);
    add(roofline,
        "logits and loss, both passes",
        shares * logits_time(model, plan, ceilings, context.framework));
}

void add_layers(OperatorRoofline& roofline,
                Cnn const& model,
                Plan const& plan,
                StepContext const& context) {
    double const passes = plan.accumulation;
    for (LayerPart const& part : network_parts(model, plan, context)) {
        add(roofline, part.name + ", forward", passes * part.forward);
        add(roofline, part.name + ", backward", passes * part.backward);
    }
}

}  // namespace

std::optional<OperatorRoofline>
operators_of(Application const& application, Platform const& platform, Plan const& plan) {
    auto const context = prepare_step(application, platform, plan);
    if (!context) return std::nullopt;
    Roofline const& ceilings = context->roofline;
    OperatorRoofline roofline{"a device", {}, ceilings.memory, {}};
    if (ceilings.matrix_unit)
        roofline.ceilings.push_back(
            {fmt::format("matrix units, {}", name_of(plan.precision)), ceilings.matrix});
    roofline.ceilings.push_back({"vector units", ceilings.vector});
    std::visit([&](auto const& model) { add_layers(roofline, model, plan, *context); },
               application.model);
    return sorted(std::move(roofline));
}

std::optional<OperatorRoofline>
operators_of(GenericApplication const& application, GenericPlatform const& platform, int nodes) {
    auto const* work = std::get_if<StepWork>(&application.model);
    if (work == nullptr) return std::nullopt;
    auto const rates = node_rates(platform, work->processors, work->precision, work->matrix_units);
    auto const step = roofline_step(*work, platform, nodes);
    if (!rates || !step) return std::nullopt;
    OperatorRoofline roofline{"a node", {}, rates->memory, {}};
    char const* units = !on_accelerators(platform, work->processors) ? "cores"
                        : work->matrix_units                         ? "matrix units"
                                                                     : "vector units";
    roofline.ceilings.push_back(
        {fmt::format("{}, {}", units, name_of(work->precision)), rates->flop});
    double const share = step->work / static_cast<double>(nodes);
    add(roofline,
        "kernels of a step",
        {step->kernels, 1.0, work->flop * share, work->traffic * share});
    return roofline;
}

}  // namespace clustersim
