// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/training.hpp"

#include "models/machine/accelerator_config.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/scenario/training_batch.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

constexpr std::array<std::pair<std::string_view, Recompute>, 3> recompute_names{
    {{"none", Recompute::none}, {"selective", Recompute::selective}, {"full", Recompute::full}}};

template <class Enum>
std::optional<Enum> named(JobSpec const& job,
                          std::string_view key,
                          std::string const& text,
                          NameTable<Enum> names,
                          Diagnostics& problems) {
    std::vector<std::string> known;
    for (auto const& [name, value] : names) {
        if (name == text) return value;
        known.emplace_back(name);
    }
    problems
        .add(problem_at(place_of(job, key),
                        Code::unknown_name,
                        fmt::format("\"{}\" is not a known {}", text, key)))
        .help = did_you_mean(text, known);
    return std::nullopt;
}

/// Replaces the application's defaults by the scenario's choices.
void apply_choices(TrainingDefaults& training,
                   TrainingWork const& work,
                   JobSpec const& job,
                   Diagnostics& problems) {
    if (work.precision) {
        if (auto const p = named(job, "precision", *work.precision, precision_names(), problems))
            training.precision = *p;
    }
    if (work.recompute) {
        NameTable<Recompute> const names(recompute_names);
        if (auto const r = named(job, "recompute", *work.recompute, names, problems))
            training.recompute = *r;
    }
    if (work.micro_batch) {
        training.micro_batch = *work.micro_batch;
        training.micro_batch_by_memory.clear();
    }
    if (work.global_batch) training.strong_batch = *work.global_batch;
    if (work.accumulation) training.weak_accumulation = *work.accumulation;
    if (work.tensor) training.tensor = *work.tensor;
    if (work.tensor || work.pipeline) {
        // A tensor width without a pipeline depth means one stage, as on the launcher's command line.
        training.model_devices = training.tensor * work.pipeline.value_or(1);
    }
}

/// Adds the job's name and place to problems of the models.
Diagnostics at_job(Diagnostics const& problems, JobSpec const& job) {
    Diagnostics placed;
    for (Diagnostic d : problems.items()) {
        if (d.where.file.empty()) {
            Diagnostic at = problem_at(place_of(job, "application"),
                                       d.code,
                                       fmt::format("job \"{}\": {}", job.name, d.message));
            at.severity = d.severity;
            at.expected = std::move(d.expected);
            at.help = std::move(d.help);
            placed.add(std::move(at));
        } else {
            placed.add(std::move(d));
        }
    }
    return placed;
}

/// The plan after applying the rule that fixes the global batch.
Result<Plan> plan_of(Application application, Platform const& platform, JobSpec const& job) {
    auto const& work = std::get<TrainingWork>(job.work);
    TrainingDefaults& training = application.training;
    BatchRule const rule = batch_rule(work, training);
    bool const strong = rule == BatchRule::stated_batch || rule == BatchRule::default_batch;
    auto plan =
        plan_for(application, platform, job.nodes, strong ? Scaling::strong : Scaling::weak);
    if (!plan || rule != BatchRule::published) return plan;
    SharedBatch const shared = shared_batch(training.global_batch->samples,
                                            plan->data,
                                            plan->micro_batch,
                                            work.micro_batch.has_value());
    training.micro_batch = shared.micro_batch;
    training.micro_batch_by_memory.clear();
    training.strong_batch = shared.global_batch;
    return plan_for(application, platform, job.nodes, Scaling::strong);
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

Result<TrainingPrediction>
predict_training(Application application, Platform const& platform, JobSpec const& job) {
    auto const& work = std::get<TrainingWork>(job.work);
    Diagnostics problems;
    apply_choices(application.training, work, job, problems);
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

    auto const plan = plan_of(application, platform, job);
    if (!plan) return failure(at_job(plan.error(), job));
    auto const step = step_time(application, platform, *plan);
    if (!step) return failure(at_job(step.error(), job));

    return training_with_step(application, work, *plan, *step);
}

TrainingPrediction training_with_step(Application const& application,
                                      TrainingWork const& work,
                                      Plan const& plan,
                                      StepTime const& step) {
    TrainingPrediction prediction{plan, step, std::nullopt, 0.0, {}};
    if (Cnn const* cnn = std::get_if<Cnn>(&application.model))
        prediction.epoch = epoch_time(*cnn, plan, step, application.training.epoch);
    prediction.steps =
        work.epochs ? prediction.epoch->batches * *work.epochs : steps_of(work, prediction);
    prediction.runtime = run_time(work, prediction);
    return prediction;
}

}  // namespace clustersim
