// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/best_plan.hpp"

#include "models/application/memory_fit.hpp"
#include "models/application/plan_search.hpp"
#include "sim/scenario/about_job.hpp"
#include "sim/scenario/training_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

/// The global batches with which plans are searched; the first is the wanted one.
std::vector<int>
batches_for(TrainingWork const& work, TrainingDefaults const& training, int devices) {
    if (work.global_batch) return {*work.global_batch};
    if (training.global_batch) {
        int const published = training.global_batch->samples;
        int const shared = shared_batch(published, devices, 1, true).global_batch;
        if (shared == published) return {published};
        return {published, shared};
    }
    if (training.strong_batch) return {*training.strong_batch};
    return {};
}

Diagnostics without_batch(Application const& application) {
    Diagnostics problems;
    problems.add(
        problem(Code::inconsistent,
                fmt::format("plans are compared at one global batch, and none is published for {}",
                            application.name),
                "state `global-batch` in its `training`"));
    return problems;
}

}  // namespace

std::optional<Plan> faster_than_own(Application const& application,
                                    Platform const& platform,
                                    TrainingWork const& work,
                                    Plan const& own) {
    PlanSpace space;
    space.devices = own.devices();
    space.global_batch = static_cast<int>(own.global_batch());
    space.keep = 1;
    space.margin = application.training.framework.memory_margin;
    space.held = work.plan;
    auto const search = search_plans(application, platform, space);
    if (!search) return std::nullopt;
    FoundPlan const& found = search->best.front();
    auto const step = step_time(application, platform, own);
    if (!step) return found.plan;
    bool const spares = step->memory.share() <= 1.0 - space.margin;
    double const fits = fit_probability(step->memory.total(), step->memory.device);
    bool const kept = spares >= found.spares && step->total * (1.0 / fits) <= found.expected();
    if (kept) return std::nullopt;
    return found.plan;
}

Result<Plan>
best_plan(Application const& application, Platform const& platform, JobSpec const& job) {
    auto const& work = std::get<TrainingWork>(job.work);
    PlanSpace space;
    space.devices = job.nodes * std::max(1, platform.node.gpus);
    space.keep = 1;
    space.margin = application.training.framework.memory_margin;
    space.held = work.plan;
    ConfigNode const& place = place_in(job, "training", "plan");
    auto const batches = batches_for(work, application.training, space.devices);
    if (batches.empty()) return failure(about_job(without_batch(application), job, place));
    std::optional<FoundPlan> best;
    Diagnostics problems;
    for (int const batch : batches) {
        space.global_batch = batch;
        auto search = search_plans(application, platform, space);
        if (!search) {
            if (problems.empty()) problems = about_job(search.error(), job, place);
            continue;
        }
        FoundPlan const& found = search->best.front();
        if (!best || found.step.samples_per_second > best->step.samples_per_second) best = found;
    }
    if (!best) return failure(std::move(problems));
    return best->plan;
}

}  // namespace clustersim
