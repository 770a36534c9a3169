// SPDX-License-Identifier: Apache-2.0
#include "sim/study/step_plan.hpp"

#include "models/application/unoffered.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace clustersim {
namespace {

/// The application's widths, replaced by the given ones; replicas fill the nodes.
Plan widths_on(StepSetup const& setup, PlanChanges const& changes, int devices) {
    TrainingDefaults const& training = setup.application.training;
    Plan plan;
    plan.tensor = std::min(training.tensor, setup.platform.node.gpus);
    plan.pipeline = std::max(1, training.model_devices / plan.tensor);
    plan.micro_batch = training.micro_batch;
    plan.recompute = training.recompute;
    plan.sequence_parallel = training.sequence_parallel;
    plan.sharding = training.sharding;
    plan.precision = training.precision;
    plan = changes.over(plan);
    double const copy = static_cast<double>(plan.tensor) * plan.pipeline * plan.context;
    if (!changes.has("dp")) plan.data = copy < devices ? devices / static_cast<int>(copy) : 1;
    return plan;
}

/// All other problems of a plan whose size is wrong.
Result<Plan> refused(StepSetup const& setup, Plan plan, Diagnostic problem) {
    // Interleaving can be checked against the micro-batches only once the replicas are known.
    plan.accumulation = plan.pipeline;
    Diagnostics problems;
    auto const split = prepare_step(setup.application, setup.platform, plan, setup.placement);
    if (!split) problems.append(split.error());
    problems.add(std::move(problem));
    return failure(std::move(problems));
}

}  // namespace

Result<Plan> plan_on(StepSetup const& setup, PlanChanges const& changes, int nodes) {
    if (Diagnostics missing = check_offers(changes, setup.application); !missing.empty())
        return failure(std::move(missing));
    TrainingDefaults const& training = setup.application.training;
    bool const widths =
        changes.has("tp") || changes.has("pp") || changes.has("dp") || changes.has("cp");
    if (!widths && !changes.has("mb")) {
        auto plan = plan_for(setup.application, setup.platform, nodes, setup.scaling);
        if (!plan) return plan;
        return changes.over(*plan);
    }
    int const devices = nodes * setup.platform.node.gpus;
    Plan plan = widths_on(setup, changes, devices);
    double const copy = static_cast<double>(plan.tensor) * plan.pipeline * plan.context;
    if (copy * plan.data != devices) {
        auto wrong = problem(
            Code::inconsistent,
            fmt::format("{} node{} {} {} GPUs, tp={},pp={},cp={},dp={} take {:.0f}",
                        nodes,
                        nodes == 1 ? "" : "s",
                        nodes == 1 ? "has" : "have",
                        devices,
                        plan.tensor,
                        plan.pipeline,
                        plan.context,
                        plan.data,
                        copy * plan.data),
            fmt::format("tp x pp x cp x dp must be {}; one copy takes {:.0f}", devices, copy));
        return refused(setup, plan, std::move(wrong));
    }
    if (changes.has("acc")) return plan;
    plan.accumulation = training.weak_accumulation.value_or(1);
    if (setup.scaling == Scaling::weak) return plan;
    int const batch = training.strong_batch.value_or(plan.data * plan.micro_batch);
    std::int64_t const together = std::int64_t{plan.data} * plan.micro_batch;
    if (batch % together != 0) {
        auto wrong = problem(
            Code::inconsistent,
            fmt::format("a global batch of {} does not divide into {} replicas x {} samples",
                        batch,
                        plan.data,
                        plan.micro_batch),
            fmt::format("acc=N, a micro-batch that divides {}, or other widths",
                        batch % plan.data == 0 ? batch / plan.data : batch));
        return refused(setup, plan, std::move(wrong));
    }
    plan.accumulation = static_cast<int>(batch / together);
    return plan;
}

}  // namespace clustersim
