// SPDX-License-Identifier: Apache-2.0
#include "sim/study/plan_kernels.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/application/step_kernels.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/chosen_partition.hpp"
#include "sim/study/step_plan.hpp"

#include <utility>

namespace clustersim {
namespace {

Result<std::vector<Kernel>> kernels_on(StepSetup const& setup, StepQuestion const& question) {
    auto const changes = read_plan(question.plan);
    if (!changes) return failure(changes.error());
    auto const plan = plan_on(setup, *changes, question.nodes.front());
    if (!plan) return failure(plan.error());
    return kernels_of(setup.application, setup.platform, *plan);
}

}  // namespace

Answered<StepKernels> step_kernels(StepQuestion const& question, Library const& library) {
    Answered<StepKernels> out;
    if (question.nodes.size() != 1 || !question.sweep.empty()) {
        out.problems.add(problem(Code::wrong_usage,
                                 "the kernels of more than one plan are asked",
                                 "one count of nodes and no sweep"));
        return out;
    }
    auto chosen = gpu_partition(machine_catalogue(library.systems, library.kept_machines()),
                                question.system,
                                question.partition);
    auto application = load_application(question.application,
                                        library.applications,
                                        {},
                                        question.framework,
                                        library.kept_applications(),
                                        chosen ? chosen->accelerator() : nullptr);
    auto* const loaded = out.value_of(application);
    auto const* const where = out.value_of(chosen);
    if (loaded == nullptr || where == nullptr) return out;
    auto platform = platform_of(where->loaded.system, where->partition());
    if (out.value_of(platform) == nullptr) return out;
    StepSetup const setup{
        std::move(*loaded), std::move(*platform), {}, question.scaling, question.placement};
    auto kernels = kernels_on(setup, question);
    if (out.value_of(kernels) == nullptr) return out;
    StepKernels answer{setup.platform.accelerator.model, std::move(*kernels), {}};
    for (Kernel const& kernel : answer.kernels)
        answer.times.push_back(
            kernel_time(kernel, setup.platform.accelerator).value_or(Duration{}));
    out.answer = std::move(answer);
    return out;
}

}  // namespace clustersim
