// SPDX-License-Identifier: Apache-2.0
#include "models/application/check_formats.hpp"
#include "models/application/stages.hpp"
#include "models/application/step_time.hpp"
#include "models/collective/domain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace clustersim {
namespace {

void add(Diagnostics& problems, Code code, std::string message, std::string help) {
    problems.add(problem(code, std::move(message), std::move(help)));
}

/// The divisors of `number` up to `limit`, for "legal: 1, 2, 4".
std::string divisors(int number, int limit) {
    std::string out;
    for (int d = 1; d <= std::min(number, limit); ++d)
        if (number % d == 0) out += fmt::format("{}{}", out.empty() ? "" : ", ", d);
    return out;
}

/// Legal numbers of stages, and legal numbers of pieces of one stage, for "legal: 1, 2, 4".
std::string legal_stages(Transformer const& model, Plan plan) {
    std::string out;
    plan.virtual_stages = 1;
    for (plan.pipeline = 1; plan.pipeline <= model.depth(); ++plan.pipeline)
        if (piece_layers(model, plan) > 0)
            out += fmt::format("{}{}", out.empty() ? "" : ", ", plan.pipeline);
    return out;
}

std::string legal_pieces(Transformer const& model, Plan plan) {
    std::string out;
    int const own = static_cast<int>(stage_layers(model, plan).most);
    for (plan.virtual_stages = 1; plan.virtual_stages <= own; ++plan.virtual_stages)
        if (piece_layers(model, plan) > 0)
            out += fmt::format("{}{}", out.empty() ? "" : ", ", plan.virtual_stages);
    return out;
}

void check_stages(Transformer const& model, Plan const& plan, Diagnostics& problems) {
    int const layers = model.depth();
    if (plan.pipeline > layers) {
        add(problems,
            Code::inconsistent,
            fmt::format("{} pipeline stages are more than the {} layers", plan.pipeline, layers),
            fmt::format("legal: {}", legal_stages(model, plan)));
        return;
    }
    Plan whole = plan;
    whole.virtual_stages = 1;
    if (piece_layers(model, whole) == 0) {
        add(problems,
            Code::inconsistent,
            fmt::format("{} pipeline stages do not divide {} layers{}",
                        plan.pipeline,
                        layers,
                        plan.ends_as_layers ? " plus the embedding and the logits" : ""),
            fmt::format("legal: {}", legal_stages(model, plan)));
        return;
    }
    if (plan.virtual_stages == 1) return;
    if (plan.pipeline == 1 || piece_layers(model, plan) == 0) {
        add(problems,
            Code::inconsistent,
            fmt::format("{} pieces of a stage with {} layers in {} stages",
                        plan.virtual_stages,
                        stage_layers(model, whole).most,
                        plan.pipeline),
            plan.pipeline == 1 ? "legal: 1, because there is only one stage"
                               : fmt::format("legal: {}", legal_pieces(model, whole)));
    } else if (plan.accumulation % plan.pipeline != 0) {
        add(problems,
            Code::inconsistent,
            fmt::format(
                "an interleaved pipeline of {} stages needs a multiple of {} micro-batches, not {}",
                plan.pipeline,
                plan.pipeline,
                plan.accumulation),
            fmt::format("a multiple of {} micro-batches", plan.pipeline));
    }
}

void check_context(Transformer const& model, Plan const& plan, Diagnostics& problems) {
    // Half of the pieces are mirrored, so that each device has the same share below the diagonal.
    int const pieces = model.encoder ? plan.context : 2 * plan.context;
    if (plan.context == 1 || model.sequence % pieces == 0) return;
    add(problems,
        Code::inconsistent,
        fmt::format("context parallelism {} does not cut {} tokens into {} equal pieces",
                    plan.context,
                    model.sequence,
                    pieces),
        fmt::format("legal: {}",
                    divisors(model.encoder ? model.sequence : model.sequence / 2, 64)));
}

void check_experts(Transformer const& model, Plan const& plan, Diagnostics& problems) {
    if (plan.expert == 1) return;
    int const experts = model.experts.count;
    if (experts == 0) {
        add(problems,
            Code::inconsistent,
            fmt::format("expert parallelism {} of a model without experts", plan.expert),
            "legal: 1");
    } else if (experts % plan.expert != 0 || plan.expert_places() % plan.expert != 0) {
        add(problems,
            Code::inconsistent,
            fmt::format("expert parallelism {} does not divide {} experts and {} {}",
                        plan.expert,
                        experts,
                        plan.expert_places(),
                        plan.tensor_experts ? "replicas" : "devices of a stage"),
            fmt::format("legal: {}", divisors(std::gcd(experts, plan.expert_places()), experts)));
    }
}

void check_shards(Plan const& plan, Diagnostics& problems) {
    int const shards = plan.shard_devices;
    if (shards == 0) return;
    if (plan.sharding == Sharding::none) {
        add(problems,
            Code::inconsistent,
            fmt::format("{} devices cannot share states under ZeRO stage 0", shards),
            "legal: ZeRO stage 1, 2 or 3");
    } else if (plan.replicas() % shards != 0) {
        add(problems,
            Code::inconsistent,
            fmt::format(
                "{} devices that share states do not divide {} replicas", shards, plan.replicas()),
            fmt::format("legal: {}", divisors(plan.replicas(), 1024)));
    }
}

/// Whether groups of `width` devices divide a node of `gpus` devices, or nodes divide a group.
bool fills_nodes(int width, int gpus) {
    return width <= gpus ? gpus % width == 0 : width % gpus == 0;
}

/// Tensor widths that divide the heads and fill nodes: "legal: 1, 2, 4; over several nodes 8, 16".
std::string legal_widths(int heads, int gpus) {
    std::string in_node;
    std::string beyond;
    for (int width = 1; width <= heads; ++width) {
        if (heads % width != 0 || !fills_nodes(width, gpus)) continue;
        std::string& out = width <= gpus ? in_node : beyond;
        out += fmt::format("{}{}", out.empty() ? "" : ", ", width);
    }
    return fmt::format(
        "legal: {}{}{}", in_node, beyond.empty() ? "" : "; over several nodes ", beyond);
}

void check_tensor(Transformer const& model, int width, int gpus, Diagnostics& problems) {
    std::string const legal = legal_widths(model.heads, gpus);
    if (width > model.heads) {
        add(problems,
            Code::inconsistent,
            fmt::format("tensor parallelism {} is wider than the {} heads", width, model.heads),
            legal);
        return;
    }
    if (!fills_nodes(width, gpus)) {
        add(problems,
            Code::inconsistent,
            fmt::format(
                "tensor parallelism {} does not fill nodes of {} devices evenly", width, gpus),
            legal);
    }
    if (model.heads % width != 0) {
        add(problems,
            Code::inconsistent,
            fmt::format("tensor parallelism {} does not divide {} heads", width, model.heads),
            legal);
    }
}

void check_split(Transformer const& model,
                 Plan const& plan,
                 Platform const& platform,
                 Diagnostics& problems) {
    check_tensor(model, plan.tensor, std::max(1, platform.node.gpus), problems);
    check_stages(model, plan, problems);
    check_context(model, plan, problems);
    check_experts(model, plan, problems);
}

void check_split(Cnn const&, Plan const& plan, Platform const&, Diagnostics& problems) {
    int const widths[] = {
        plan.tensor, plan.pipeline, plan.context, plan.expert, plan.virtual_stages};
    if (std::ranges::all_of(widths, [](int width) { return width == 1; })) return;
    add(problems,
        Code::inconsistent,
        fmt::format(
            "tensor, context and expert parallelism {}, {} and {} and {} pipeline stages in "
            "{} pieces: convolutional networks are trained with data parallelism only",
            plan.tensor,
            plan.context,
            plan.expert,
            plan.pipeline,
            plan.virtual_stages),
        "all must be 1");
}

std::string known_precisions(Accelerator const& accelerator) {
    std::string out;
    for (Precision const p : {Precision::fp32,
                              Precision::tf32,
                              Precision::fp16,
                              Precision::bf16,
                              Precision::fp8,
                              Precision::fp4})
        if (roofline_of(accelerator, p))
            out += fmt::format("{}{}", out.empty() ? "" : ", ", name_of(p));
    return out;
}

}  // namespace

int nodes_of(Plan const& plan, NodeType const& type) {
    int const per_node = std::max(1, type.gpus);
    return (plan.devices() + per_node - 1) / per_node;
}

Result<StepContext> prepare_step(Application const& application,
                                 Platform const& platform,
                                 Plan const& plan,
                                 Spread spread) {
    Diagnostics problems;
    bool const whole = plan.tensor >= 1 && plan.pipeline >= 1 && plan.data >= 1 &&
                       plan.micro_batch >= 1 && plan.accumulation >= 1 && plan.context >= 1 &&
                       plan.expert >= 1 && plan.virtual_stages >= 1;
    if (!whole) {
        add(problems,
            Code::out_of_range,
            "every number of a parallel plan is at least 1",
            fmt::format("tensor {}, pipeline {}, data {}, micro-batch {}, accumulation {}",
                        plan.tensor,
                        plan.pipeline,
                        plan.data,
                        plan.micro_batch,
                        plan.accumulation));
        return failure(std::move(problems));
    }
    constexpr double most_devices = 1e8;
    double const devices =
        static_cast<double>(plan.tensor) * plan.pipeline * plan.context * plan.data;
    if (devices > most_devices) {
        add(problems,
            Code::out_of_range,
            fmt::format("a plan of {:.3g} devices is more than any machine has", devices),
            fmt::format("tp x pp x cp x dp of at most {:.0e}", most_devices));
        return failure(std::move(problems));
    }
    std::visit([&](auto const& model) { check_split(model, plan, platform, problems); },
               application.model);
    check_shards(plan, problems);
    check_formats(application, plan, platform, problems);
    auto const roofline = roofline_of(platform.accelerator, plan.precision);
    if (!roofline || plan.precision == Precision::int8) {
        add(problems,
            Code::inconsistent,
            fmt::format(
                "{} does not train in {}", platform.accelerator.name, name_of(plan.precision)),
            fmt::format("legal: {}", known_precisions(platform.accelerator)));
    }
    if (problems.has_errors()) return failure(std::move(problems));

    StepContext context;
    context.memory = platform.accelerator.memory;
    Watts const allowed = platform.node.gpu_power_limit.value_or(platform.accelerator.tdp);
    context.roofline = sustained(*roofline, platform.accelerator, plan.precision, allowed);
    context.rest = context.roofline;
    if (plan.precision == Precision::fp8 || plan.precision == Precision::fp4) {
        if (auto const half = roofline_of(platform.accelerator, Precision::bf16))
            context.rest = sustained(*half, platform.accelerator, Precision::bf16, allowed);
    }
    context.network =
        network_of(platform.node, platform.fabric, nodes_of(plan, platform.node), spread);
    context.host = platform.node.link.host;
    context.framework = application.training.framework.under(plan.host);
    // Autocast keeps FP32 weights, so gradients travel in FP32 whatever the precision.
    if (std::holds_alternative<Cnn>(application.model) && context.framework.gradient.si() <= 0.0)
        context.framework.gradient = bytes(4);
    context.devices_per_node = std::max(1, platform.node.gpus) *
                               linked_nodes(platform.node, nodes_of(plan, platform.node), spread);
    return context;
}

Result<StepTime> step_time(Application const& application,
                           Platform const& platform,
                           Plan const& plan,
                           Spread spread) {
    auto context = prepare_step(application, platform, plan, spread);
    if (!context) return failure(std::move(context.error()));
    if (auto fits = check_memory(application, plan, platform); !fits)
        return failure(std::move(fits.error()));
    return std::visit([&](auto const& model) { return step_time(model, plan, *context); },
                      application.model);
}

}  // namespace clustersim
