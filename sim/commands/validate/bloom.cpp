// SPDX-License-Identifier: Apache-2.0
//
// Sweeps before BLOOM's training on Jean Zay (BigScience, BLOOM-176B training chronicles, 2022): Megatron-DeepSpeed,
// full recomputation, ZeRO stage 1. Held against seconds per iteration, which no formula touches; TFLOP/s only
// where no time is stated, and those of the days before the formula was mended raised by the 3 % that it missed.
// Memory is the highest of a device; a run that ended for want of it has OOM in that column.
// Not stated in some rows: layers follow from the size and the width, as the nearest count that fills whole stages, with
// the embedding and the logits in two layers' places where it would not do so alone; heads are 80 at a width of 14400, as
// in the rows of the same width and days that state them, else those nearest to a width of 128 that tensor parallelism
// divides. Stated layers that do not fill whole stages are dealt as DeepSpeed deals them: the last stage has fewer. Attention on Megatron's own kernels, without dropout. Rows in bf16 keep
// gradients in FP32 only where they say so: the optimizer that does so came in the last days of February.
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double bloom_vocabulary = 250880.0;

/// Whether layers fill whole stages, by themselves or with the embedding and the logits as two more.
bool fills(int layers, int stages) {
    return layers % stages == 0 || (layers + 2) % stages == 0;
}

/// The number of layers of a decoder with the given number of parameters, rounded to a count that fills whole stages.
int layers_of_size(double parameters, int hidden, int stages) {
    double const width = hidden;
    int const layers = static_cast<int>(
        std::lround((parameters - bloom_vocabulary * width) / (12.0 * width * width)));
    for (int off = 0; off < 6; ++off) {
        if (fills(layers + off, stages)) return layers + off;
        if (fills(layers - off, stages)) return layers - off;
    }
    return layers;
}

int heads_of_width(int hidden, int tensor) {
    if (hidden == 14400 && 80 % tensor == 0) return 80;
    int best = tensor;
    for (int heads = tensor; heads <= hidden / 32; heads += tensor) {
        double const now = std::abs(std::log(128.0 * best / hidden));
        if (hidden % heads == 0 && std::abs(std::log(128.0 * heads / hidden)) < now) best = heads;
    }
    return best;
}

Result<TrainingCase> bloom_case(MeasuredRow const& row, References const& references) {
    if (auto const precision = stated_precision(row, Precision::fp16); !precision)
        return failure(precision.error());
    bool const wide_gradients = row.lower("precision").find("fp32 grad") != std::string::npos;
    auto plan = plan_of_columns(row, wide_gradients ? Precision::bf16 : Precision::fp16);
    if (!plan) return failure(plan.error());
    DecoderShape shape = shape_of(row, {0, 0, 0, 2048, static_cast<int>(bloom_vocabulary)});
    auto const size = row.number("model_size");
    if (shape.layers == 0 && shape.hidden > 0 && size)
        shape.layers = layers_of_size(*size, shape.hidden, plan->pipeline);
    if (shape.heads == 0 && shape.hidden > 0)
        shape.heads = heads_of_width(shape.hidden, plan->tensor);
    auto application = decoder(references, "megatron-deepspeed-bf16", shape, Attention::plain);
    if (!application) return failure(application.error());
    std::get<Transformer>(application->model).dropout = 0.0;
    std::string const& hardware = row.text("hardware");
    auto platform = references.platform(hardware.empty() ? "Jean Zay" : hardware);
    if (!platform) return failure(platform.error());
    plan->ends_as_layers = shape.layers % plan->pipeline != 0;
    plan->sequence_parallel = false;
    plan->recompute = Recompute::full;
    if (row.number("zero_stage").value_or(1.0) >= 1.0) share_optimizer(*plan);
    return TrainingCase{std::move(*application), std::move(*platform), *plan};
}

std::optional<double> stated_tflops(MeasuredRow const& row) {
    if (row.number("sec_per_iter")) return std::nullopt;
    auto const value = row.number("tflops_per_gpu_hw");
    bool const early = row.lower("formula_era").find("before") != std::string::npos;
    if (!value) return std::nullopt;
    return early ? *value * 1.03 : *value;
}

MeasuredQuantity memory(std::optional<double> gigabytes) {
    return {"memory per GPU",
            "GB",
            gigabytes,
            [](TrainingCase const&, CasePrediction const& p) {
                return p.step.memory.total().si() / 0x1p30;
            }};
}

/// Whether a row's time and TFLOP/s belong to the same amount of work: one row counts another batch than it states.
bool agree(MeasuredRow const& row, Result<TrainingCase> const& training) {
    auto const time = row.number("sec_per_iter");
    auto const rate = row.number("tflops_per_gpu_hw");
    if (!time || !rate || !training || *time <= 0.0 || *rate <= 0.0) return true;
    auto const& model = std::get<Transformer>(training->application.model);
    double const work = hardware_flop(model, Recompute::full).si() * training->plan.global_batch();
    double const ratio = work / (*rate * 1e12 * training->plan.devices()) / *time;
    return ratio > 2.0 / 3.0 && ratio < 1.5;
}

std::vector<ValidationPoint> score_bloom(MeasuredRow const& row, References const& references) {
    bool const exhausted = row.lower("max_mem_gb_per_gpu").find("oom") != std::string::npos;
    auto const used = row.number("max_mem_gb_per_gpu");
    auto training = bloom_case(row, references);
    if (!agree(row, training))
        training = failure(
            problem(Code::inconsistent, "the row's time, TFLOP/s and batch contradict each other"));
    return score_case(row,
                      training,
                      {step_seconds(row.number("sec_per_iter")),
                       hardware_tflops(stated_tflops(row)),
                       memory(used),
                       fits_in_memory(exhausted ? std::optional(false)
                                      : used    ? std::optional(true)
                                                : std::nullopt)});
}

}  // namespace

ValidationSet bloom_set() {
    return {"bloom",
            "BLOOM's sweeps on Jean Zay, A100 80 GB (BigScience chronicles, 2022)",
            "bloom_jeanzay_a100_sweeps.csv",
            {"model_size", "hidden", "gpus", "tp", "pp", "sec_per_iter", "formula_era"},
            {{"step time", 0.15}},
            each_row<score_bloom>};
}

}  // namespace clustersim
