// SPDX-License-Identifier: Apache-2.0
//
// Training campaigns on large European machines, and the scaling runs that prepared them: Apertus on Alps, OpenEuroLLM on
// JUPITER, Poro and others on LUMI, the 175B model of the EPICURE guide.
// A row without `framework` is a run of the application that the row's model is known as, in its software; other rows
// state the shape of a decoder of the Llama family (of the GPT family if `ffn` is not stated). Columns that only this set has:
// `tensor_overlap` (1: the software's own, 0: none), `gradient_bytes` (of a gradient on the network), `gather_on_use` (1: no
// align_param_gather), `ends` (embedding and logits count as layers), `baseline_gpus` with `scaling` and `efficiency` (throughput per device over that on the baseline).
// Not stated: recomputation is none, sequence parallelism on, optimizer states shared. An efficiency without a plan is
// that of the application's default plans, as in the set `epicure`; with a plan, the baseline has its widths.
#include "models/application/plan_text.hpp"
#include "models/application/scaling.hpp"
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

/// The columns of grouped queries and gated blocks, which a GPT decoder does not have.
Result<Transformer> llama_like(MeasuredRow const& row, Transformer model) {
    auto const ffn = row.whole("ffn");
    if (!ffn) return model;
    model.kv_heads = row.whole_or("kv_heads", model.heads);
    if (model.kv_heads > model.heads || model.heads % model.kv_heads != 0) {
        return failure(problem(Code::inconsistent,
                               "the heads do not divide into groups with one key each",
                               "`heads` a multiple of `kv_heads`"));
    }
    model.head_width = row.whole_or("head_width", 0);
    model.ffn = *ffn;
    model.activation = Activation::swiglu;
    model.norm = Norm::rms;
    model.positions = Positions::rotary;
    model.biases = false;
    model.tied_embeddings = false;
    return model;
}

Result<Application> campaign_application(MeasuredRow const& row, References const& references) {
    if (row.text("framework").empty()) {
        auto application = references.application_known_as(row.text("model"));
        if (!application) return application;
        if (auto* model = std::get_if<Transformer>(&application->model))
            model->sequence = row.whole_or("seq_len", model->sequence);
        return application;
    }
    bool const old = row.text("framework").starts_with("megatron-deepspeed");
    auto application = decoder(references,
                               row.text("framework"),
                               shape_of(row),
                               old ? Attention::plain : Attention::flash);
    if (!application) return application;
    auto model = llama_like(row, std::get<Transformer>(application->model));
    if (!model) return failure(model.error());
    application->model = *model;
    return application;
}

Result<TrainingCase> campaign_case(MeasuredRow const& row, References const& references) {
    auto training = case_of(campaign_application(row, references),
                            references.platform(row.text("system")),
                            stated_plan(row, Precision::bf16));
    if (!training) return training;
    auto const again = stated_recompute(row, "none");
    if (!again) return failure(again.error());
    Plan& plan = training->plan;
    plan.recompute = *again;
    plan.sequence_parallel = row.lower("sequence_parallel") != "no";
    plan.ends_as_layers = row.lower("ends") == "yes";
    share_optimizer(plan);
    Framework& software = training->application.training.framework;
    if (row.number("tensor_overlap") == 0.0) software.tensor_overlap = 0.0;
    if (auto const size = row.number("gradient_bytes"); size && *size > 0.0)
        software.gradient = bytes(*size);
    if (row.number("gather_on_use") == 1.0) software.gather_on_use = true;
    return training;
}

/// Throughput of a device, of the baseline if `gpus` is its number of devices.
Result<double> rate_on(TrainingCase training, int gpus, Scaling scaling) {
    Plan& plan = training.plan;
    int const copy = plan.replica_devices();
    double const batch = plan.global_batch();
    double const work = batch / plan.devices();
    if (gpus < copy || gpus % copy != 0)
        return failure(problem(Code::inconsistent, "the baseline does not hold whole copies"));
    plan.data = gpus / copy;
    double const samples = scaling == Scaling::strong ? batch : work * gpus;
    plan.accumulation = std::max(1, static_cast<int>(samples / plan.data / plan.micro_batch));
    auto const prediction = predict(training);
    if (!prediction) return failure(prediction.error());
    return prediction->step.samples_per_second / gpus;
}

/// Of the application's default plans.
Result<double> studied_efficiency(
    MeasuredRow const& row, References const& references, int baseline, int gpus, Scaling scaling) {
    auto application = campaign_application(row, references);
    if (!application) return failure(application.error());
    auto const platform = references.platform(row.text("system"));
    if (!platform) return failure(platform.error());
    auto const precision = stated_precision(row, application->training.precision);
    if (!precision) return failure(precision.error());
    application->training.precision = *precision;
    int const per_node = std::max(1, platform->node.gpus);
    std::array const counts{std::max(1, baseline / per_node), std::max(1, gpus / per_node)};
    auto const points = scaling_study(*application, *platform, counts, scaling);
    if (!points) return failure(points.error());
    return points->back().efficiency;
}

Result<double> efficiency_of(MeasuredRow const& row, References const& references) {
    auto const baseline = stated(row, "baseline_gpus");
    if (!baseline) return failure(baseline.error());
    auto const gpus = stated(row, "gpus");
    if (!gpus) return failure(gpus.error());
    Scaling const scaling = row.lower("scaling") == "strong" ? Scaling::strong : Scaling::weak;
    if (!states_widths(row)) return studied_efficiency(row, references, *baseline, *gpus, scaling);
    auto const training = campaign_case(row, references);
    if (!training) return failure(training.error());
    auto const least = rate_on(*training, *baseline, scaling);
    if (!least) return least;
    auto const most = rate_on(*training, *gpus, scaling);
    if (!most) return most;
    return *most / *least;
}

ValidationPoint
efficiency_point(MeasuredRow const& row, References const& references, double measured) {
    ValidationPoint point = point_of(row, "efficiency", "", measured);
    point.upper = row.number("upper").value_or(0.0);
    std::string const bound = row.lower("bound");
    point.comparison = bound == "ge"                                 ? Comparison::at_least
                       : bound == "range" && point.upper >= measured ? Comparison::within
                                                                     : Comparison::difference;
    auto const predicted = efficiency_of(row, references);
    if (predicted)
        point.predicted = *predicted;
    else
        point.remark = reason_of(predicted.error());
    return point;
}

std::vector<ValidationPoint> score_campaigns(MeasuredRow const& row, References const& references) {
    if (auto const efficiency = row.number("efficiency"); efficiency && *efficiency > 0.0)
        return std::vector{efficiency_point(row, references, *efficiency)};
    return score_case(row,
                      campaign_case(row, references),
                      {tokens_per_device(row.number("tokens_per_s_per_gpu")),
                       step_seconds(row.number("iter_s")),
                       model_tflops(row.number("tflops_per_gpu"))});
}

}  // namespace

ValidationSet campaigns_set() {
    return {"campaigns",
            "Large European campaigns and their scaling runs",
            "campaigns.csv",
            {"system",
             "model",
             "framework",
             "gpus",
             "tokens_per_s_per_gpu",
             "baseline_gpus",
             "efficiency",
             "gradient_bytes"},
            {},
            each_row<score_campaigns>};
}

}  // namespace clustersim
