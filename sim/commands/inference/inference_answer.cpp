// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/inference/inference_answer.hpp"

namespace clustersim {
namespace {

InferencePoint
point_of(int batch, ServedModel const& served, InferencePlan const& plan, InferenceTime time) {
    InferencePoint point{batch, served.replicas, plan, std::move(time)};
    // Replicas with fewer requests end no later.
    point.tokens_per_second = static_cast<double>(batch) * plan.output / point.time.total.si();
    int const devices = served.replicas * plan.devices();
    point.gpu_hours_per_million = 1e6 / point.tokens_per_second * devices / 3600.0;
    point.joules_per_token = served.device_draw.si() * devices / point.tokens_per_second;
    return point;
}

}  // namespace

Answered<InferenceAnswer> predict_inference(InferenceQuestion const& question,
                                            Library const& library) {
    Answered<InferenceAnswer> out;
    auto served = served_model(question.site, library);
    out.problems = std::move(served.problems);
    out.remarks = std::move(served.remarks);
    if (!served.answer) return out;
    ServedModel const& model = *served.answer;
    InferenceAnswer answer{model.application,
                           model.system,
                           model.partition,
                           model.platform.accelerator.model,
                           model.gpus,
                           model.engine.name,
                           {}};
    for (int const batch : question.batches) {
        InferencePlan plan = model.plan;
        plan.batch = (batch + model.replicas - 1) / model.replicas;
        auto time = inference_time(model.model, plan, model.platform, model.engine);
        if (time)
            answer.points.push_back(point_of(batch, model, plan, std::move(*time)));
        else
            out.problems.append_unsaid(time.error());
    }
    if (!answer.points.empty()) out.answer = std::move(answer);
    return out;
}

}  // namespace clustersim
