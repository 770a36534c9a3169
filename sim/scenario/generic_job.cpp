// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/generic_job.hpp"

#include "sim/core/human.hpp"
#include "sim/scenario/about_job.hpp"
#include "sim/scenario/named_inputs.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

/// What only the prediction of a training run takes into account.
Diagnostics only_of_trainings(JobSpec const& job, std::string const& application) {
    Diagnostics problems;
    for (std::string_view const key : {"epochs", "tokens", "training"}) {
        if (job.place.find(key) == nullptr) continue;
        problems
            .add(problem_at(place_of(job, key),
                            Code::inconsistent,
                            fmt::format("{} is not trained, so it has no `{}`", application, key)))
            .help = key == "training" ? "remove it" : "give `steps`";
    }
    if (job.dataset && !job.dataset->stage) {
        problems
            .add(problem_at(place_of(job, "dataset"),
                            Code::inconsistent,
                            fmt::format("the time that {} takes to read a dataset is not predicted",
                                        application)))
            .help = "give `stage` to count copying it to the nodes, or remove `dataset`";
    }
    if (job.resilience.device_spread > 0.0) {
        problems
            .add(problem_at(place_in(job, "resilience", "device-spread"),
                            Code::inconsistent,
                            fmt::format("uneven devices are not predicted for {}", application)))
            .help = "remove `device-spread`";
    }
    return problems;
}

}  // namespace

Result<GenericSetup> generic_setup(GenericApplication application, System const* measured) {
    GenericSetup setup{std::move(application), std::nullopt};
    MeasuredOn const* on = setup.application.measured_on();
    if (on == nullptr || measured == nullptr) return setup;
    Partition const* partition = measured->find_partition(on->partition);
    if (partition == nullptr) return failure(unknown_partition(*measured, on->partition));
    auto platform = generic_platform(*measured, *partition, on->gpus);
    if (!platform) return failure(platform.error());
    setup.measured_on = std::move(*platform);
    return setup;
}

Result<GenericPrediction>
predict_generic(GenericSetup const& setup, GenericPlatform const& platform, JobSpec const& job) {
    std::string const& name = setup.application.name;
    if (auto problems = only_of_trainings(job, name); problems.has_errors())
        return failure(std::move(problems));
    auto step = generic_step(
        setup.application, setup.measured_on ? &*setup.measured_on : nullptr, platform, job.nodes);
    if (!step) return failure(about_job(step.error(), job, place_of(job, "application")));
    GenericPrediction prediction;
    prediction.step = std::move(*step);
    prediction.steps = static_cast<double>(std::get<TrainingWork>(job.work).steps.value_or(1));
    GenericStep const& one = prediction.step;
    prediction.runtime = {
        one.total * prediction.steps, one.low * prediction.steps, one.high * prediction.steps};
    if (auto operators = operators_of(setup.application, platform, job.nodes))
        prediction.operators = std::make_shared<OperatorRoofline const>(std::move(*operators));
    return prediction;
}

Diagnostics generic_warnings(JobSpec const& job,
                             GenericPrediction const& prediction,
                             GenericPlatform const& platform,
                             bool simulated_network) {
    Diagnostics warnings;
    if (simulated_network) {
        Diagnostic d = problem_at(
            place_of(job, "application"),
            Code::inconsistent,
            fmt::format("the simulated network does not change the run time of job \"{}\"",
                        job.name));
        d.severity = Severity::warning;
        d.help = "only the traffic of training jobs is simulated";
        warnings.add(std::move(d));
    }
    if (!prediction.step.scaled) return warnings;
    Diagnostic d = problem_at(
        place_of(job, "application"),
        Code::inconsistent,
        fmt::format(
            "job \"{}\" was not measured on the nodes {} of {}: its step takes {} ({} – {}), {}",
            job.name,
            platform.node.name,
            platform.system,
            human(prediction.step.total),
            human(prediction.step.low),
            human(prediction.step.high),
            prediction.step.basis));
    d.severity = Severity::warning;
    d.help = "such a ratio is rough; measure a pilot run there";
    warnings.add(std::move(d));
    return warnings;
}

}  // namespace clustersim
