// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/training.hpp"

#include "sim/scenario/about_job.hpp"
#include "sim/scenario/best_plan.hpp"
#include "sim/scenario/training_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

/// Replaces the application's defaults by the scenario's choices, as far as they decide the size of the plan.
void apply_choices(TrainingDefaults& training, TrainingWork const& work, Platform const& platform) {
    PlanChanges const& choices = work.plan;
    if (choices.has("mb")) {
        training.micro_batch = choices.plan.micro_batch;
        training.micro_batch_by_memory.clear();
    }
    if (work.global_batch) training.strong_batch = *work.global_batch;
    if (choices.has("acc")) training.weak_accumulation = choices.plan.accumulation;
    if (choices.has("cp")) training.context = choices.plan.context;
    if (choices.has("tp") || choices.has("pp")) {
        int const own = std::min(training.tensor, std::max(1, platform.node.gpus));
        training.tensor = choices.has("tp") ? choices.plan.tensor : own;
        training.model_devices = training.tensor * choices.plan.pipeline;
    }
}

/// The application's own plan after applying the rule that fixes the global batch.
Result<Plan> own_plan(Application application, Platform const& platform, JobSpec const& job) {
    auto const& work = std::get<TrainingWork>(job.work);
    TrainingDefaults& training = application.training;
    BatchRule const rule = batch_rule(work, training);
    bool const strong = rule == BatchRule::stated_batch || rule == BatchRule::default_batch;
    auto plan =
        plan_for(application, platform, job.nodes, strong ? Scaling::strong : Scaling::weak);
    if (!plan || rule != BatchRule::published) return plan;
    SharedBatch const shared = shared_batch(
        training.global_batch->samples, plan->data, plan->micro_batch, work.plan.has("mb"));
    training.micro_batch = shared.micro_batch;
    training.micro_batch_by_memory.clear();
    training.strong_batch = shared.global_batch;
    return plan_for(application, platform, job.nodes, Scaling::strong);
}

/// The plan with the parts that the scenario fixes, on the devices of the nodes.
Result<Plan>
changed_plan(Application const& application, Platform const& platform, JobSpec const& job) {
    PlanChanges const& choices = std::get<TrainingWork>(job.work).plan;
    auto const own = own_plan(application, platform, job);
    if (!own || !choices.has("dp") || choices.plan.data == own->data)
        return own ? choices.over(*own) : own;
    return failure(problem_at(
        place_in(job, "training", "data"),
        Code::inconsistent,
        fmt::format("job \"{}\": {} nodes with {} devices have room for {} replicas of {} "
                    "devices, not {}",
                    job.name,
                    job.nodes,
                    own->devices(),
                    own->data,
                    own->replica_devices(),
                    choices.plan.data)));
}

struct ChosenPlan {
    Plan plan;
    bool searched = false;
};

Result<ChosenPlan>
chosen_plan(Application const& application, Platform const& platform, JobSpec const& job) {
    auto const& work = std::get<TrainingWork>(job.work);
    auto const searched = [&](Result<Plan> const& best) -> Result<ChosenPlan> {
        if (!best) return failure(best.error());
        return ChosenPlan{*best, true};
    };
    if (work.choice == PlanChoice::fastest) return searched(best_plan(application, platform, job));
    auto const own = changed_plan(application, platform, job);
    // Pilot runs say something about the plan that they were made with.
    bool const may_search = work.choice == PlanChoice::usual && !work.plan.lays_out() &&
                            !application.training.framework.pilot &&
                            std::holds_alternative<Transformer>(application.model);
    if (!may_search) {
        if (!own) return failure(own.error());
        return ChosenPlan{*own};
    }
    if (own) {
        auto const faster = faster_than_own(application, platform, work, *own);
        return faster ? ChosenPlan{*faster, true} : ChosenPlan{*own};
    }
    // The own plan does not fill these nodes.
    auto found = searched(best_plan(application, platform, job));
    if (!found) return failure(own.error());
    return found;
}

/// Optimizer steps of a job that does not count epochs.
double steps_of(TrainingWork const& work, TrainingPrediction const& prediction) {
    if (!work.tokens) return static_cast<double>(work.steps.value_or(1));
    StepTime const& step = prediction.step;
    return std::ceil(*work.tokens / (step.tokens_per_second * step.total.si()));
}

Estimate<Duration> run_time(TrainingWork const& work, TrainingPrediction const& prediction) {
    StepTime const& step = prediction.step;
    if (work.epochs) {
        // The uncertainty of the step applies only to the batches; the fixed costs are data.
        EpochTime const& epoch = *prediction.epoch;
        Duration const rest = epoch.total - epoch.training;
        auto const of = [&](Duration s) {
            return (epoch.training * (s / step.total) + rest) * *work.epochs;
        };
        return {of(step.total), of(step.low), of(step.high)};
    }
    double const steps = steps_of(work, prediction);
    return {step.total * steps, step.low * steps, step.high * steps};
}

}  // namespace

Result<TrainingPrediction> predict_training(Application application,
                                            Platform const& platform,
                                            JobSpec const& job,
                                            std::span<UncertainNumber const> uncertain) {
    auto const& work = std::get<TrainingWork>(job.work);
    Diagnostics problems;
    apply_choices(application.training, work, platform);
    Cnn const* cnn = std::get_if<Cnn>(&application.model);
    if (work.epochs && cnn == nullptr) {
        problems.add(
            problem_at(place_of(job, "epochs"),
                       Code::inconsistent,
                       fmt::format("{} does not count epochs; use `steps`", application.name)));
    }
    if (work.tokens && cnn != nullptr) {
        problems.add(
            problem_at(place_of(job, "tokens"),
                       Code::inconsistent,
                       fmt::format("{} does not count tokens; use `epochs`", application.name)));
    }
    if (problems.has_errors()) return failure(std::move(problems));

    auto const chosen = chosen_plan(application, platform, job);
    if (!chosen) return failure(about_job(chosen.error(), job, place_of(job, "application")));
    Plan const* const plan = &chosen->plan;
    auto const step = step_time(application, platform, *plan);
    if (!step) return failure(about_job(step.error(), job, place_of(job, "application")));

    TrainingPrediction prediction =
        training_with_step(application,
                           work,
                           *plan,
                           *step,
                           spread_shares(application, platform, *plan, *step, uncertain));
    prediction.searched = chosen->searched;
    prediction.software = application.software;
    if (!chosen->searched) prediction.faster = faster_plan(application, platform, *plan, *step);
    if (auto operators = operators_of(application, platform, *plan))
        prediction.operators = std::make_shared<OperatorRoofline const>(std::move(*operators));
    return prediction;
}

TrainingPrediction training_with_step(Application const& application,
                                      TrainingWork const& work,
                                      Plan const& plan,
                                      StepTime const& step,
                                      std::vector<SpreadShare> spread) {
    TrainingPrediction prediction{
        plan, false, widened(step, spread), std::nullopt, 0.0, {}, std::move(spread)};
    if (Cnn const* cnn = std::get_if<Cnn>(&application.model))
        prediction.epoch = epoch_time(*cnn, plan, step, application.training.epoch);
    prediction.steps =
        work.epochs ? prediction.epoch->batches * *work.epochs : steps_of(work, prediction);
    prediction.runtime = run_time(work, prediction);
    return prediction;
}

}  // namespace clustersim
