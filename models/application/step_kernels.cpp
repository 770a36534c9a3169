// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_kernels.hpp"

#include "models/application/layer_time.hpp"
#include "models/application/step_context.hpp"

namespace clustersim {

Result<std::vector<Kernel>>
kernels_of(Application const& application, Platform const& platform, Plan const& plan) {
    auto const* const model = std::get_if<Transformer>(&application.model);
    if (model == nullptr)
        return failure(problem(Code::never_fits,
                               "the kernels of " + application.name + " cannot be listed",
                               "only the kernels of transformers can"));
    auto const context = prepare_step(application, platform, plan);
    if (!context) return failure(context.error());
    DeviceCeilings const ceilings{context->roofline, context->rest};
    std::vector<Kernel> kernels;
    layer_parts(*model, plan, ceilings, context->framework, &kernels);
    logits_time(*model, plan, ceilings, context->framework, &kernels);
    return kernels;
}

}  // namespace clustersim
