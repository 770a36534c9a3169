// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/training_case.hpp"

#include "models/application/plan_text.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace clustersim {

Result<TrainingCase>
case_of(Result<Application> application, Result<Platform> platform, Result<Plan> plan) {
    if (!application) return failure(application.error());
    if (!platform) return failure(platform.error());
    if (!plan) return failure(plan.error());
    return TrainingCase{std::move(*application), std::move(*platform), *plan};
}

Result<CasePrediction> predict(TrainingCase const& training) {
    auto const context =
        prepare_step(training.application, training.platform, training.plan, Spread::compact);
    if (!context) return failure(context.error());
    CasePrediction prediction;
    prediction.step =
        std::visit([&](auto const& model) { return step_time(model, training.plan, *context); },
                   training.application.model);
    prediction.fits =
        check_memory(training.application, training.plan, training.platform).has_value();
    return prediction;
}

DecoderShape shape_of(MeasuredRow const& row, DecoderShape known) {
    DecoderShape shape;
    shape.layers = row.whole_or("layers", known.layers);
    shape.hidden = row.whole_or("hidden", known.hidden);
    shape.heads = row.whole_or("heads", known.heads);
    shape.sequence = row.whole_or("seq_len", known.sequence);
    shape.vocabulary = row.whole_or("vocab", known.vocabulary);
    return shape;
}

DecoderShape shape_of(Transformer const& model) {
    return {model.layers, model.hidden, model.heads, model.sequence, model.vocabulary};
}

Result<Application> decoder(References const& references,
                            std::string const& framework,
                            DecoderShape const& shape,
                            Attention attention) {
    if (shape.layers <= 0 || shape.hidden <= 0 || shape.heads <= 0) {
        return failure(
            problem(Code::missing_key,
                    fmt::format("a decoder of {} layers, width {} and {} heads is not one",
                                shape.layers,
                                shape.hidden,
                                shape.heads),
                    "the columns layers, hidden and heads, or a known model's name"));
    }
    if (shape.hidden % shape.heads != 0) {
        return failure(
            problem(Code::inconsistent,
                    fmt::format("{} heads do not divide the width {}", shape.heads, shape.hidden)));
    }
    auto const software = references.framework(framework);
    if (!software) return failure(software.error());
    Transformer model;
    model.layers = shape.layers;
    model.hidden = shape.hidden;
    model.heads = shape.heads;
    model.kv_heads = shape.heads;
    model.ffn = 4 * shape.hidden;
    model.sequence = shape.sequence > 0 ? shape.sequence : 2048;
    model.vocabulary = shape.vocabulary > 0 ? shape.vocabulary : 51200;
    model.fused_attention = attention == Attention::flash;
    model.dropout = attention == Attention::plain ? 0.1 : 0.0;
    Application application;
    application.name = framework;
    application.title = framework;
    application.model = model;
    application.training.framework = *software;
    return application;
}

void share_optimizer(Plan& plan) {
    plan.sharding = Sharding::optimizer;
}

MeasuredQuantity step_seconds(std::optional<double> value) {
    return {"step time",
            "s",
            value,
            [](TrainingCase const&, CasePrediction const& p) { return p.step.total.si(); }};
}

MeasuredQuantity model_tflops(std::optional<double> value) {
    return {
        "TFLOP/s per GPU",
        "TFLOP/s",
        value,
        [](TrainingCase const&, CasePrediction const& p) { return p.step.per_gpu.si() / 1e12; }};
}

MeasuredQuantity hardware_tflops(std::optional<double> value) {
    return {"TFLOP/s per GPU",
            "TFLOP/s",
            value,
            [](TrainingCase const& training, CasePrediction const& p) {
                return p.step.hardware_flop.si() / p.step.total.si() / training.plan.devices() /
                       1e12;
            }};
}

MeasuredQuantity tokens_per_device(std::optional<double> value) {
    return {"tokens/s per GPU",
            "tokens/s",
            value,
            [](TrainingCase const& training, CasePrediction const& p) {
                return p.step.tokens_per_second / training.plan.devices();
            }};
}

MeasuredQuantity fits_in_memory(std::optional<bool> ran) {
    std::optional<double> value;
    if (ran) value = *ran ? 1.0 : 0.0;
    return {"fits in memory",
            "",
            value,
            [](TrainingCase const&, CasePrediction const& p) { return p.fits ? 1.0 : 0.0; },
            Comparison::agreement};
}

std::string reason_of(Diagnostics const& problems) {
    return problems.items().empty() ? std::string() : problems.items().front().message;
}

namespace {

/// The accepted ratio of predicted memory to device memory for a run that did fit: predictions deviate by up to 29 %
/// from measured memory (set `bloom`).
constexpr double memory_margin = 1.3;

/// The prediction for the row's case. A stated plan did run, so it need not fit by the model; a plan that the reader
/// assumed must fit.
Result<CasePrediction> prediction_of(MeasuredRow const& row, TrainingCase const& training) {
    auto prediction = predict(training);
    if (!prediction || training.plan_stated || states_widths(row)) return prediction;
    Bytes const needed = prediction->step.memory.total();
    Bytes const there = training.platform.accelerator.memory;
    if (needed <= memory_margin * there) return prediction;
    return failure(
        problem(Code::out_of_memory,
                fmt::format("the row's plan is not stated, and TP {} x PP {} needs {} of "
                            "memory a device, which has {}",
                            training.plan.tensor,
                            training.plan.pipeline,
                            human(needed),
                            human(there))));
}

}  // namespace

std::vector<ValidationPoint> score_case(MeasuredRow const& row,
                                        Result<TrainingCase> training,
                                        std::vector<MeasuredQuantity> const& quantities) {
    auto const noted = noted_recompute(row);
    if (training && noted) training->plan.recompute = *noted;
    auto const cell = unreadable_cell(row);
    auto const prediction = cell       ? Result<CasePrediction>(failure(*cell))
                            : training ? prediction_of(row, *training)
                                       : Result<CasePrediction>(failure(training.error()));
    std::vector<ValidationPoint> points;
    for (MeasuredQuantity const& quantity : quantities) {
        bool const yes_or_no = quantity.comparison == Comparison::agreement;
        if (!quantity.value || (*quantity.value <= 0.0 && !yes_or_no)) continue;
        ValidationPoint point = point_of(row, quantity.quantity, quantity.unit, *quantity.value);
        point.comparison = quantity.comparison;
        if (prediction) {
            point.predicted = quantity.predicted(*training, *prediction);
            point.remark = written_plan(training->plan);
            int const printed = row.whole_or("dp", training->plan.data);
            if (printed != training->plan.data)
                point.remark += fmt::format(" (the row says dp={})", printed);
            if (!std::isfinite(*point.predicted)) point.predicted.reset();
        } else {
            point.remark = reason_of(prediction.error());
        }
        points.push_back(std::move(point));
    }
    return points;
}

}  // namespace clustersim
