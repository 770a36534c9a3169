// SPDX-License-Identifier: Apache-2.0
#include "models/application/check_formats.hpp"

#include "models/application/stages.hpp"
#include "sim/core/enum_names.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

void refuse(Diagnostics& problems, std::string message, std::string help) {
    problems.add(problem(Code::inconsistent, std::move(message), std::move(help)));
}

bool multiplies_in(Accelerator const& device, Precision precision) {
    return device.peak_of(precision, Unit::matrix).has_value();
}

void check_attention(Transformer const& model, Accelerator const& device, Diagnostics& problems) {
    if (!multiplies_in(device, Precision::fp8))
        refuse(problems,
               fmt::format("attention in fp8: {} has no units for it", device.name),
               "attention=plain");
    if (!model.fused_attention)
        refuse(problems,
               "attention in fp8 needs fused attention, which this model or its software has not",
               "attention=plain");
}

void check_recomputation(Transformer const& model, Plan const& plan, Diagnostics& problems) {
    bool const counted = plan.recompute_layers > 0;
    std::string const wanted =
        counted ? fmt::format("{} layers to recompute", plan.recompute_layers)
                : fmt::format("one of {} layers to recompute", plan.recompute_every);
    if (counted && plan.recompute_every > 0)
        refuse(problems,
               "recompute-layers and recompute-every both say which layers are recomputed",
               "one of them");
    if (plan.recompute != Recompute::full) {
        refuse(problems,
               fmt::format("{}, but recomputation is {}", wanted, enum_name(plan.recompute)),
               "recompute=full with it");
        return;
    }
    double const layers = stage_layers(model, plan).most;
    int const most = counted ? plan.recompute_layers : plan.recompute_every;
    if (most > layers)
        refuse(problems,
               fmt::format("{}, but a stage has {}", wanted, layers),
               fmt::format("at most {}; all without it", layers));
}

void check_model(Transformer const& model,
                 Application const& application,
                 Plan const& plan,
                 Platform const& platform,
                 Diagnostics& problems) {
    if (plan.frozen != WeightFormat::plain && plan.adapters == 0)
        refuse(problems,
               fmt::format("frozen weights in {}, but all weights are trained",
                           enum_name(plan.frozen)),
               "give the rank of adapters too: lora=16");
    if (plan.saved != NarrowFormat::plain && application.training.framework.separate_operators)
        refuse(problems,
               "activations saved in fp8: this software keeps the inputs of PyTorch's operators as "
               "they are",
               "saved=plain, or software that has it: megatron-core-2025");
    if (plan.attention != NarrowFormat::plain)
        check_attention(model, platform.accelerator, problems);
    if (plan.recompute_layers > 0 || plan.recompute_every > 0)
        check_recomputation(model, plan, problems);
    if (plan.adapters > model.hidden)
        refuse(problems,
               fmt::format("adapters of rank {}: the weights that they change have a rank of at "
                           "most {}",
                           plan.adapters,
                           model.hidden),
               fmt::format("lora from 1 to {}", model.hidden));
}

void check_model(Cnn const&,
                 Application const& application,
                 Plan const& plan,
                 Platform const&,
                 Diagnostics& problems) {
    bool const plain = plan.frozen == WeightFormat::plain && plan.saved == NarrowFormat::plain &&
                       plan.attention == NarrowFormat::plain && plan.recompute_layers == 0 &&
                       plan.recompute_every == 0 && !plan.paged;
    if (!plain)
        refuse(problems,
               fmt::format("{} is no language model: frozen, saved, attention, paged, "
                           "recompute-layers and recompute-every mean nothing for it",
                           application.name),
               "leave them out");
}

}  // namespace

void check_formats(Application const& application,
                   Plan const& plan,
                   Platform const& platform,
                   Diagnostics& problems) {
    std::visit(
        [&](auto const& model) { check_model(model, application, plan, platform, problems); },
        application.model);
    if (plan.paged && platform.node.link.host <= Bandwidth{})
        refuse(problems,
               fmt::format(
                   "paged states of the optimizer: the bandwidth of a device to its CPU is not "
                   "known for nodes {}",
                   platform.node.name),
               "paged=off, or give `host` of the node's link in a copy of the machine's file");
}

}  // namespace clustersim
