// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/job_model.hpp"

#include "models/application/current_release.hpp"
#include "sim/scenario/named_inputs.hpp"

namespace clustersim {

namespace {

Diagnostics about_framework(Diagnostics const& problems, JobSpec const& job) {
    ConfigNode const* training = job.place.find("training");
    return training != nullptr ? at_key(problems, *training, "framework") : problems;
}

}  // namespace

Result<JobModel> job_model(JobSpec const& job, InputCache& inputs) {
    JobModel model;
    auto const* work = std::get_if<TrainingWork>(&job.work);
    if (work == nullptr) return model;
    ConfigNode const& given = *job.place.find("application");
    auto const known = inputs.application(given);
    if (!known) return failure(at_key(known.error(), job.place, "application"));
    auto loaded = work->framework ? inputs.application(given, *work->framework) : known;
    if (!loaded) return failure(about_framework(loaded.error(), job));
    model.document = std::move(loaded->document);
    if (auto* trained = std::get_if<Application>(&loaded->application)) {
        model.training = std::move(*trained);
        return model;
    }
    auto& generic = std::get<GenericApplication>(loaded->application);
    System const* measured = nullptr;
    std::shared_ptr<LoadedSystem const> machine;
    if (MeasuredOn const* on = generic.measured_on()) {
        auto found = inputs.system(on->system);
        if (!found) return failure(at_key(found.error(), job.place, "application"));
        machine = std::move(*found);
        measured = &machine->system;
    }
    auto setup = generic_setup(std::move(generic), measured);
    if (!setup) return failure(at_key(setup.error(), job.place, "application"));
    model.generic = std::move(*setup);
    return model;
}

Result<JobModel>
model_on(JobSpec const& job, JobModel const& model, Accelerator const* device, InputCache& inputs) {
    auto const* work = std::get_if<TrainingWork>(&job.work);
    if (!model.training || work == nullptr || work->framework || device == nullptr) return model;
    std::string const release = current_release(*model.document, *device);
    if (release.empty()) return model;
    auto known = inputs.application_under(*job.place.find("application"), release);
    if (!known) return failure(at_key(known.error(), job.place, "application"));
    JobModel current;
    current.training = std::get<Application>(std::move(known->application));
    current.document = std::move(known->document);
    return current;
}

std::optional<bool> needs_accelerators(JobSpec const& job, InputCache& inputs) {
    if (job.gpus) return true;
    if (!std::holds_alternative<TrainingWork>(job.work)) {
        // A job that asks for cores only wastes the accelerators of its node.
        return job.resources.cores ? std::optional(false) : std::nullopt;
    }
    auto const model = job_model(job, inputs);
    if (!model) return std::nullopt;
    if (!model->generic) return true;
    if (model->generic->measured_on) return model->generic->measured_on->node.gpus > 0;
    switch (std::get<StepWork>(model->generic->application.model).processors) {
        case Processors::cpu: return false;
        case Processors::gpu: return true;
        case Processors::any: break;
    }
    return std::nullopt;
}

}  // namespace clustersim
