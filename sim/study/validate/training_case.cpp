// SPDX-License-Identifier: Apache-2.0
#include "sim/study/validate/training_case.hpp"

#include "models/application/plan_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace clustersim {

Result<TrainingPrediction> predict(TrainingCase const& training) {
    auto const context =
        prepare_step(training.application, training.platform, training.plan, Spread::compact);
    if (!context) return failure(context.error());
    TrainingPrediction prediction;
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

namespace {

/// Words for what a table does not say, or what was not used.
bool not_stated(std::string_view text) {
    constexpr std::array<std::string_view, 9> words{
        "", "-", "n/a", "na", "none", "null", "?", "unknown", "not stated"};
    return std::ranges::find(words, text) != words.end();
}

/// The first cell that holds something else than a whole number of at least 1; of a width that need not be
/// used also 0.
std::optional<Diagnostic> unreadable_cell(MeasuredRow const& row) {
    constexpr std::array<std::string_view, 24> columns{"layers",
                                                       "hidden",
                                                       "heads",
                                                       "seq_len",
                                                       "gpus",
                                                       "tp",
                                                       "pp",
                                                       "dp",
                                                       "mbs",
                                                       "micro_batch",
                                                       "gbs",
                                                       "global_batch",
                                                       "cp",
                                                       "ep",
                                                       "interleave",
                                                       "vp",
                                                       "nodes",
                                                       "n_accel",
                                                       "accel_per_node",
                                                       "seq_len_k",
                                                       "vocab",
                                                       "grad_accum",
                                                       "global_batch_seq"};
    constexpr std::array<std::string_view, 4> unused_widths{"cp", "ep", "vp", "interleave"};
    for (std::string_view const column : columns) {
        std::string const text = row.lower(column);
        if (not_stated(text)) continue;
        auto const value = row.number(column);
        bool const none =
            value == 0.0 && std::ranges::find(unused_widths, column) != unused_widths.end();
        if (none || (value && *value >= 1.0 && *value == std::floor(*value) && *value <= 1e9))
            continue;
        return problem(Code::wrong_type,
                       fmt::format("{} \"{}\" is no whole number of at least 1", column, text));
    }
    return std::nullopt;
}

}  // namespace

Result<Plan> plan_of_columns(MeasuredRow const& row, Precision precision) {
    if (auto const cell = unreadable_cell(row)) return failure(*cell);
    Plan plan;
    plan.precision = precision;
    plan.tensor = row.whole_or("tp", 1);
    plan.pipeline = row.whole_or("pp", 1);
    plan.context = row.whole_or("cp", 1);
    plan.expert = row.whole_or("ep", 1);
    plan.virtual_stages = row.whole_or("interleave", row.whole_or("vp", 1));
    constexpr double most = 1e8;
    double const widths = static_cast<double>(plan.tensor) * plan.pipeline * plan.context;
    if (widths * row.whole_or("dp", 1) > most) {
        return failure(
            problem(Code::out_of_range,
                    fmt::format("TP {} x PP {} x CP {} are more devices than any machine has",
                                plan.tensor,
                                plan.pipeline,
                                plan.context)));
    }
    if (row.has("gpus") && !row.whole("gpus") && !row.whole("dp"))
        return failure(problem(Code::missing_key, "neither GPUs nor replicas are stated"));
    int const copy = plan.replica_devices();
    int const gpus = row.whole_or("gpus", copy * row.whole_or("dp", 1));
    // The machine is surer than a printed degree of data parallelism.
    plan.data = gpus % copy == 0 ? gpus / copy : row.whole_or("dp", 1);
    if (plan.data * copy != gpus) {
        return failure(
            problem(Code::inconsistent,
                    fmt::format("{} GPUs do not hold whole copies of TP {} x PP {} x CP {}",
                                gpus,
                                plan.tensor,
                                plan.pipeline,
                                plan.context)));
    }
    plan.micro_batch = row.whole_or("micro_batch", row.whole_or("mbs", 1));
    if (static_cast<double>(plan.micro_batch) * plan.data > most) {
        return failure(problem(Code::out_of_range,
                               fmt::format("{} replicas with micro-batches of {} are no step",
                                           plan.data,
                                           plan.micro_batch)));
    }
    int const replica = plan.micro_batch * plan.data;
    bool const asked = row.has("global_batch") || row.has("gbs");
    bool const told = row.whole("global_batch") || row.whole("gbs");
    if (asked && !told && (row.whole("micro_batch") || row.whole("mbs")))
        return failure(problem(Code::missing_key, "the global batch is not stated"));
    int const batch = row.whole_or("global_batch", row.whole_or("gbs", replica));
    if (batch < plan.data) {
        return failure(problem(
            Code::inconsistent,
            fmt::format("a global batch of {} is less than the {} replicas", batch, plan.data)));
    }
    plan.accumulation = std::max(1, (batch - 1) / replica + 1);
    return plan;
}

std::optional<Precision> precision_of(std::string_view given) {
    std::string text(given);
    std::ranges::transform(
        text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::array<std::pair<std::string_view, Precision>, 10> words{
        {{"fp8", Precision::fp8},
         {"fp4", Precision::fp4},
         {"bf16", Precision::bf16},
         {"bfloat16", Precision::bf16},
         {"fp16", Precision::fp16},
         {"tf32", Precision::tf32},
         {"amp", Precision::fp16},
         {"mixed", Precision::fp16},
         {"fp32", Precision::fp32},
         {"float32", Precision::fp32}}};
    for (auto const& [word, precision] : words) {
        if (text.find(word) != std::string::npos) return precision;
    }
    return std::nullopt;
}

Result<Precision> stated_precision(MeasuredRow const& row, Precision usual) {
    std::string const& text = row.text("precision");
    if (not_stated(row.lower("precision"))) return usual;
    if (auto const precision = precision_of(text)) return *precision;
    return failure(problem(Code::unknown_name, "the precision \"" + text + "\" is not known"));
}

Result<int> stated(MeasuredRow const& row, std::string_view column) {
    if (auto const value = row.whole(column)) return *value;
    return failure(problem(Code::missing_key, std::string(column) + " is not stated"));
}

void share_optimizer(Plan& plan) {
    plan.sharding = Sharding::optimizer;
}

MeasuredQuantity step_seconds(std::optional<double> value) {
    return {"step time", "s", value, [](TrainingCase const&, TrainingPrediction const& p) {
                return p.step.total.si();
            }};
}

MeasuredQuantity model_tflops(std::optional<double> value) {
    return {
        "TFLOP/s per GPU", "TFLOP/s", value, [](TrainingCase const&, TrainingPrediction const& p) {
            return p.step.per_gpu.si() / 1e12;
        }};
}

MeasuredQuantity hardware_tflops(std::optional<double> value) {
    return {"TFLOP/s per GPU",
            "TFLOP/s",
            value,
            [](TrainingCase const& training, TrainingPrediction const& p) {
                return p.step.hardware_flop.si() / p.step.total.si() / training.plan.devices() /
                       1e12;
            }};
}

MeasuredQuantity tokens_per_device(std::optional<double> value) {
    return {"tokens/s per GPU",
            "tokens/s",
            value,
            [](TrainingCase const& training, TrainingPrediction const& p) {
                return p.step.tokens_per_second / training.plan.devices();
            }};
}

std::vector<ValidationPoint>
score_rows(MeasuredTable const& table,
           std::function<std::vector<ValidationPoint>(MeasuredRow const&)> const& score_row) {
    std::vector<ValidationPoint> points;
    for (MeasuredRow const& row : table.rows) {
        auto more = score_row(row);
        points.insert(points.end(), more.begin(), more.end());
    }
    return points;
}

std::string reason_of(Diagnostics const& problems) {
    return problems.items().empty() ? std::string() : problems.items().front().message;
}

std::vector<ValidationPoint> score_case(MeasuredRow const& row,
                                        Result<TrainingCase> const& training,
                                        std::vector<MeasuredQuantity> const& quantities) {
    auto const cell = unreadable_cell(row);
    auto const prediction = cell       ? Result<TrainingPrediction>(failure(*cell))
                            : training ? predict(*training)
                                       : Result<TrainingPrediction>(failure(training.error()));
    std::vector<ValidationPoint> points;
    for (MeasuredQuantity const& quantity : quantities) {
        if (!quantity.value || *quantity.value <= 0.0) continue;
        ValidationPoint point;
        point.id = row.text("id");
        point.line = row.line();
        point.quantity = quantity.quantity;
        point.unit = quantity.unit;
        point.measured = *quantity.value;
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
