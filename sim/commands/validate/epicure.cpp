// SPDX-License-Identifier: Apache-2.0
//
// Scaling results that the text of the EPICURE Best Practice Guide on AI states (chapter 5), in its definitions
// (models/application/scaling.hpp): efficiencies are differences in points; stated bounds and ranges count where they are missed.
// Its 175B model runs as Megatron-LM's example, without overlap: another application than that of the software's defaults.
// Approximate statements ("near-perfect") are held to their number. Statements without one are left out.
#include "models/application/plan_text.hpp"
#include "models/application/scaling.hpp"
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <array>

namespace clustersim {
namespace {

Comparison comparison_of(std::string const& bound, bool share) {
    if (bound == "ge") return Comparison::at_least;
    if (bound == "le") return Comparison::at_most;
    if (bound == "range") return Comparison::within;
    return share ? Comparison::difference : Comparison::relative;
}

/// One scaling study of a row: the application on its machine, from the baseline to the nodes stated.
struct Study {
    Application application;
    Platform platform;
    std::vector<ScalingPoint> points;
};

Result<Study> study_of(MeasuredRow const& row,
                       std::string const& model,
                       References const& references,
                       int baseline,
                       int nodes) {
    bool const large = model == "gpt3-175b";
    auto application = references.application(large ? "gpt3-175b-without-overlap" : model);
    if (!application) return failure(application.error());
    System const* const system = references.machine_named(row.lower("system"));
    auto platform = system != nullptr ? References::platform_on(*system)
                                      : references.platform(row.text("system"));
    if (!platform) return failure(platform.error());
    auto const precision = precision_of(row.text("precision"));
    if (precision) application->training.precision = *precision;
    if (row.text("precision").starts_with("fp32"))
        application->training.precision = Precision::fp32;
    std::array const counts{baseline, nodes};
    Scaling const scaling = row.lower("scaling") == "strong" ? Scaling::strong : Scaling::weak;
    auto points = scaling_study(*application, *platform, counts, scaling);
    if (!points) return failure(points.error());
    return Study{std::move(*application), std::move(*platform), std::move(*points)};
}

/// The predicted number for a study's metric; nothing for an unknown metric.
std::optional<double> metric_of(std::string const& metric, Study const& study) {
    ScalingPoint const& last = study.points.back();
    if (metric == "efficiency") return last.efficiency;
    if (metric.starts_with("per_batch_efficiency"))
        return study.points.front().step.total / last.step.total;
    if (metric == "per_epoch_efficiency") return last.epoch_efficiency;
    if (metric == "batch_seconds") return last.step.total.si();
    if (metric == "tflops_per_gpu_max") return last.step.per_gpu.si() / 1e12;
    return std::nullopt;
}

/// The loss of throughput per device against the 175B model, both on their fewest nodes.
std::optional<double> loss_against_175b(MeasuredRow const& row, References const& references) {
    auto const small = study_of(row, row.lower("model"), references, 1, 1);
    int const least = row.lower("system") == "marenostrum5" ? 32 : 16;
    auto const large = study_of(row, "gpt3-175b", references, least, least);
    if (!small || !large) return std::nullopt;
    return 1.0 - small->points.front().step.per_gpu / large->points.front().step.per_gpu;
}

std::string quantity_of(std::string const& metric) {
    if (metric.find("efficiency") != std::string::npos) return "efficiency";
    if (metric == "batch_seconds") return "step time";
    if (metric.starts_with("tflops_per_gpu_loss")) return "loss against 175B";
    return "TFLOP/s per GPU";
}

std::vector<ValidationPoint> score_epicure(MeasuredRow const& row, References const& references) {
    std::string const metric = row.lower("metric");
    auto const stated = row.number("value");
    // A number of batches is only arithmetic, and "decreases steadily" is not a number.
    if (!stated || metric == "epoch_batches") return {};
    int const nodes = row.whole_or("nodes", 64);
    int const baseline = row.whole_or("baseline_nodes", 1);
    ValidationPoint point = point_of(row, quantity_of(metric), "", *stated);
    point.id = row.text("system") + " " + row.text("model") + " " + row.text("scaling") + " " +
               std::to_string(nodes);
    bool const share = *stated <= 1.0 && metric != "batch_seconds";
    point.comparison = comparison_of(row.lower("bound"), share);
    point.upper = row.number("upper").value_or(0.0);
    if (point.comparison == Comparison::within && point.upper < point.measured) {
        point.remark = "the upper end of the range is not stated, or below the lower one";
    } else if (metric.starts_with("tflops_per_gpu_loss")) {
        point.predicted = loss_against_175b(row, references);
    } else {
        auto const study = study_of(row, row.lower("model"), references, baseline, nodes);
        if (study) point.predicted = metric_of(metric, *study);
        point.remark = !point.predicted && study ? std::string()
                       : study                   ? written_plan(study->points.back().plan)
                                                 : reason_of(study.error());
    }
    if (!point.predicted && point.remark.empty())
        point.remark = "the metric \"" + row.text("metric") + "\" is not known or has no study";
    return {point};
}

}  // namespace

ValidationSet epicure_set() {
    return {"epicure",
            "Scaling stated in the EPICURE Best Practice Guide on AI",
            "epicure_scaling_targets.csv",
            {"system", "benchmark", "model", "scaling", "metric", "bound", "value"},
            {{"efficiency", 0.05, true}},
            each_row<score_epicure>};
}

}  // namespace clustersim
