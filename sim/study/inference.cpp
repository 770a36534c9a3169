// SPDX-License-Identifier: Apache-2.0
#include "sim/study/inference.hpp"

#include "models/application/catalogue.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/chosen_partition.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// The devices of one replica, or why they do not divide.
Result<int>
tensor_width(InferenceQuestion const& question, Transformer const& model, int per_node) {
    int width = question.tensor.value_or(std::min(question.gpus, per_node));
    if (!question.tensor)  // the widest group that divides the heads and the devices
        while (width > 1 && (model.heads % width != 0 || question.gpus % width != 0)) --width;
    if (question.gpus % width == 0) return width;
    return failure(
        problem(Code::inconsistent,
                fmt::format("tensor parallelism {} does not divide {} GPUs", width, question.gpus),
                "choose a divisor of the GPUs"));
}

Result<Transformer> decoder_of(Application const& application) {
    if (auto const* model = std::get_if<Transformer>(&application.model)) return *model;
    return failure(problem(Code::inconsistent,
                           fmt::format("{} generates no tokens", application.name),
                           "choose a language model of `clustersim applications list`"));
}

/// Engines keep no keys and values in four bits unless asked.
Precision usual_cache(Precision weights) {
    return weights == Precision::fp4 ? Precision::fp8 : weights;
}

InferencePoint
point_of(int batch, int replicas, InferencePlan const& plan, InferenceTime const& time) {
    InferencePoint point{batch, replicas, plan, time};
    // Replicas with fewer requests end no later.
    point.tokens_per_second = static_cast<double>(batch) * plan.output / time.total.si();
    point.gpu_hours_per_million = 1e6 / point.tokens_per_second * replicas * plan.tensor / 3600.0;
    return point;
}

}  // namespace

Answered<InferenceAnswer> predict_inference(InferenceQuestion const& question,
                                            Library const& library) {
    Answered<InferenceAnswer> out;
    auto application = load_application(question.application, library.applications);
    auto chosen =
        gpu_partition(machine_catalogue(library.systems), question.system, question.partition);
    Application* const loaded = out.value_of(application);
    ChosenPartition* const where = out.value_of(chosen);
    if (loaded == nullptr || where == nullptr) return out;
    auto platform = platform_of(where->loaded.system, where->partition());
    auto decoder = decoder_of(*loaded);
    Platform* const machine = out.value_of(platform);
    Transformer* const model = out.value_of(decoder);
    if (machine == nullptr || model == nullptr) return out;
    auto width = tensor_width(question, *model, machine->node.gpus);
    if (out.value_of(width) == nullptr) return out;
    int const nodes = (question.gpus + machine->node.gpus - 1) / machine->node.gpus;
    out.remark(beyond_partition(where->partition(), nodes));

    InferenceAnswer answer{loaded->name,
                           where->loaded.system.name,
                           where->partition().name,
                           machine->accelerator.model,
                           question.gpus,
                           {}};
    int const replicas = question.gpus / *width;
    for (int const batch : question.batches) {
        InferencePlan const plan{.tensor = *width,
                                 .batch = (batch + replicas - 1) / replicas,
                                 .prompt = question.prompt,
                                 .output = question.output,
                                 .precision = question.precision,
                                 .cache = question.cache.value_or(usual_cache(question.precision))};
        auto time = inference_time(*model, plan, *machine);
        if (time)
            answer.points.push_back(point_of(batch, replicas, plan, *time));
        else
            out.problems.append_unsaid(time.error());
    }
    if (!answer.points.empty()) out.answer = std::move(answer);
    return out;
}

}  // namespace clustersim
