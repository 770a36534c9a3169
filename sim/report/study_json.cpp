// SPDX-License-Identifier: Apache-2.0
#include "sim/report/study_json.hpp"

#include "models/application/plan_text.hpp"
#include "sim/core/version.hpp"
#include "sim/report/access_json.hpp"
#include "sim/report/access_text.hpp"
#include "sim/report/json_number.hpp"
#include "sim/report/study_terms.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace clustersim {
namespace {

using nlohmann::json;

/// Start and end of each run of a preemptible job, in seconds since its submission.
json runs_json(QueueSample const& sample) {
    json runs = json::array();
    if (!sample.course) return runs;
    for (JobRun const& run : sample.course->runs) {
        runs.push_back({{"started_s", (run.started - sample.submitted).count},
                        {"ended_s", (run.ended - sample.submitted).count},
                        {"suspended_s", run.suspended.count}});
    }
    return runs;
}

/// The cumulative distribution: the time that 0, 1, … 100 of a hundred batches do not exceed.
json batches_json(BatchTimes const& batches) {
    json quantiles = json::array();
    for (int percent = 0; percent <= 100; ++percent)
        quantiles.push_back(json_number(batch_quantile(batches.ascending, percent / 100.0).si()));
    return {{"count", batches.ascending.size()},
            {"percentiles_s", quantiles},
            {"elbow_s", json_number(batches.elbow.time.si())}};
}

json step_json(StepTime const& s) {
    json parts;
    for (StepPart const& part : step_breakdown)
        if (!part.stored.empty())
            parts[std::string(part.stored)] = json_number((s.*part.time).si());
    return parts;
}

json outcome_json(JobOutcome const& outcome) {
    json values = json::object();
    json units = json::object();
    for (Metric const& metric : metrics()) {
        auto const value = metric.value(outcome);
        values[std::string(metric.name)] = value ? json_number(*value) : json(nullptr);
        std::string const unit = value ? unit_at_site(metric, outcome) : "";
        if (!unit.empty()) units[std::string(metric.name)] = unit;
    }
    json out{{"job", outcome.job},
             {"metrics", values},
             {"units", units},
             {"sbatch", outcome.sbatch},
             {"times_out", outcome.times_out},
             {"ends_idle", outcome.ends_idle}};
    if (outcome.own_place) {
        out["partition"] = outcome.own_place->partition;
        out["billing_unit"] = outcome.own_place->bill_unit;
    }
    out["runtime_range_s"] = {json_number(outcome.runtime.low.si()),
                              json_number(outcome.runtime.high.si())};
    json waits = json::array();
    for (QueueSample const& sample : outcome.samples)
        waits.push_back(sample.has_started() ? json(sample.wait().count) : json(nullptr));
    out["waits_s"] = waits;
    if (Starts const starts = starts_of(outcome); !starts.always_started())
        out["never_started_reason"] = starts.reasons;
    if (outcome.preemption) {
        json runs = json::array();
        for (QueueSample const& sample : outcome.samples) runs.push_back(runs_json(sample));
        out["runs"] = runs;
    }
    if (outcome.preemption || std::ranges::any_of(outcome.samples, [](QueueSample const& s) {
            return s.run != nullptr;
        })) {
        json held = json::array();
        for (QueueSample const& sample : outcome.samples)
            held.push_back(sample.has_started() ? json(sample.held.count) : json(nullptr));
        out["runtimes_s"] = held;
    }
    if (outcome.batches) out["batches"] = batches_json(*outcome.batches);
    if (outcome.training) {
        Plan const& plan = outcome.training->plan;
        out["plan"] = {{"tensor", plan.tensor},
                       {"pipeline", plan.pipeline},
                       {"data", plan.data},
                       {"micro_batch", plan.micro_batch},
                       {"accumulation", plan.accumulation},
                       {"text", written_plan(plan)}};
        out["software"] = outcome.training->software;
        if (auto const& faster = outcome.training->faster)
            out["faster_plan"] = {{"changes", faster->changes},
                                  {"speed", json_number(faster->speed)},
                                  {"waits_for_host", faster->host}};
        out["step_parts_s"] = step_json(outcome.training->step);
        json sources = json::array();
        for (SpreadShare const& share : outcome.training->spread) {
            sources.push_back({{"source", share.source},
                               {"confidence", share.confidence},
                               {"half_width", json_number(share.half)}});
        }
        out["step_range_sources"] = sources;
    }
    if (outcome.generic) {
        GenericStep const& step = outcome.generic->step;
        out["step_basis"] = step.basis;
        if (step.kernels > Duration{}) {
            out["step_parts_s"] = {{"kernels", json_number(step.kernels.si())},
                                   {"messages", json_number(step.messages.si())},
                                   {"fixed", json_number(step.fixed.si())}};
        }
    }
    return out;
}

/// The three queues of a range, or one; null at a load.
json backlog_json(BackgroundTerms const& terms) {
    if (!terms.backlog) return nullptr;
    return {{"short_s", json_number(terms.backlog->brief.si())},
            {"usual_s", json_number(terms.backlog->usual.si())},
            {"long_s", json_number(terms.backlog->extended.si())},
            {"basis", terms.basis}};
}

json pipeline_json(PipelineAnswer const& pipeline) {
    auto const time = [](std::optional<Duration> const& value) {
        return value ? json_number(value->si()) : json(nullptr);
    };
    auto const cost = [](std::optional<double> const& value) {
        return value ? json_number(*value) : json(nullptr);
    };
    json charges = json::array();
    for (ChargedAmount const& charge : pipeline.charges)
        charges.push_back({{"amount", json_number(charge.amount)}, {"unit", charge.unit}});
    return {{"tasks", pipeline.tasks},
            {"makespan_median_s", time(pipeline.makespan.median)},
            {"makespan_p5_s", time(pipeline.makespan.low)},
            {"makespan_p95_s", time(pipeline.makespan.high)},
            {"gpu_hours", cost(pipeline.gpu_hours)},
            {"node_hours", cost(pipeline.node_hours)},
            {"charges", charges},
            {"energy_J", cost(pipeline.energy)}};
}

json run_json(RunAnswer const& run) {
    json settings = json::object();
    for (auto const& [key, value] : run.settings) settings[key] = value;
    json jobs = json::array();
    for (JobOutcome const& outcome : run.outcomes) {
        jobs.push_back(outcome_json(outcome));
        auto const shares = access_of({&run, &outcome});
        jobs.back()["access"] = access_json(shares, /*parts=*/true);
        jobs.back()["access_choice"] = access_choice_json(shares);
    }
    json out{{"variant", run.label},
             {"settings", settings},
             {"system", run.place.system},
             {"partition", run.place.partition},
             {"partition_nodes", run.place.partition_nodes},
             {"billing_unit", run.place.bill_unit},
             {"seed", run.terms.seed},
             {"replicates", run.terms.replicates},
             {"scheduler", run.terms.scheduler},
             {"rules", run.terms.rules.empty() ? json(nullptr) : json(run.terms.rules)},
             {"mix", run.terms.background.mix.empty() ? "none" : run.terms.background.mix},
             {"load", json_number(run.terms.background.load)},
             {"backlog", backlog_json(run.terms.background)},
             {"jobs", jobs}};
    if (run.pipeline) out["pipeline"] = pipeline_json(*run.pipeline);
    return out;
}

std::string dump(json const& document) {
    return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

template <class Of>
json shared_or_null(Study const& study, Of of) {
    auto const shared = shared_by_all(study.runs, of);
    return shared ? json(*shared) : json(nullptr);
}

json seed_of(Study const& study) {
    return shared_or_null(
        study, [](RunAnswer const& run) { return run.terms.seed; });
}

json replicates_of(Study const& study) {
    return shared_or_null(
        study, [](RunAnswer const& run) { return run.terms.replicates; });
}

json document_of(Study const& study) {
    json runs = json::array();
    for (RunAnswer const& run : study.runs) runs.push_back(run_json(run));
    return {{"schema", "clustersim/result/1"},
            {"title", study.title},
            {"version", program_version()},
            {"seed", seed_of(study)},
            {"replicates", replicates_of(study)},
            {"scheduler",
             shared_or_null(study, [](RunAnswer const& run) { return run.terms.scheduler; })},
            {"background", queue_sentence(study)},
            {"complete", study.complete},
            {"runs", runs}};
}

}  // namespace

std::string study_json(Study const& study) {
    return dump(document_of(study));
}

std::string comparison_json(Study const& study, std::vector<ImpossibleRun> const& impossible) {
    json document = document_of(study);
    document["impossible"] = json::array();
    for (ImpossibleRun const& run : impossible)
        document["impossible"].push_back(
            {{"system", run.system}, {"variant", run.variant}, {"reason", run.reason}});
    return dump(document);
}

}  // namespace clustersim
