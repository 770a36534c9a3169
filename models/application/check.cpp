// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_time.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

void add(Diagnostics& problems, Code code, std::string message, std::string help) {
    problems.add(problem(code, std::move(message), std::move(help)));
}

/// The divisors of `number` up to `limit`, for "legal: 1, 2, 4".
std::string divisors(int number, int limit) {
    std::string out;
    for (int d = 1; d <= std::min(number, limit); ++d) {
        if (number % d == 0) out += fmt::format("{}{}", out.empty() ? "" : ", ", d);
    }
    return out;
}

void check_split(Transformer const& model,
                 Plan const& plan,
                 Platform const& platform,
                 Diagnostics& problems) {
    int const widest = std::min(platform.node.gpus, model.heads);
    if (plan.tensor > platform.node.gpus) {
        add(problems,
            Code::inconsistent,
            fmt::format("tensor parallelism {} is wider than a node of {} devices",
                        plan.tensor,
                        platform.node.gpus),
            fmt::format("legal: {}", divisors(model.heads, widest)));
    } else if (platform.node.gpus % plan.tensor != 0) {
        add(problems,
            Code::inconsistent,
            fmt::format("tensor parallelism {} does not divide a node of {} devices",
                        plan.tensor,
                        platform.node.gpus),
            fmt::format("legal: {}", divisors(platform.node.gpus, widest)));
    }
    if (model.heads % plan.tensor != 0) {
        add(problems,
            Code::inconsistent,
            fmt::format("tensor parallelism {} does not divide {} heads", plan.tensor, model.heads),
            fmt::format("legal: {}", divisors(model.heads, widest)));
    }
    if (model.layers % plan.pipeline != 0) {
        add(problems,
            Code::inconsistent,
            fmt::format("{} pipeline stages do not divide {} layers", plan.pipeline, model.layers),
            fmt::format("legal: {}", divisors(model.layers, model.layers)));
    }
}

void check_split(Cnn const&, Plan const& plan, Platform const&, Diagnostics& problems) {
    if (plan.tensor == 1 && plan.pipeline == 1) return;
    add(problems,
        Code::inconsistent,
        fmt::format("tensor parallelism {} and {} pipeline stages: convolutional networks are "
                    "trained with data "
                    "parallelism only",
                    plan.tensor,
                    plan.pipeline),
        "both must be 1");
}

std::string known_precisions(Accelerator const& accelerator) {
    std::string out;
    for (Precision const p :
         {Precision::fp32, Precision::tf32, Precision::fp16, Precision::bf16, Precision::fp8}) {
        if (roofline_of(accelerator, p))
            out += fmt::format("{}{}", out.empty() ? "" : ", ", name_of(p));
    }
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
                       plan.micro_batch >= 1 && plan.accumulation >= 1;
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
    std::visit([&](auto const& model) { check_split(model, plan, platform, problems); },
               application.model);
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
    context.roofline = *roofline;
    context.network =
        network_of(platform.node, platform.fabric, nodes_of(plan, platform.node), spread);
    context.framework = application.training.framework;
    context.devices_per_node = platform.node.gpus;
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
