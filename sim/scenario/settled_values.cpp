// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/settled_values.hpp"

#include "models/application/roofline.hpp"
#include "models/machine/provenance.hpp"
#include "sim/core/human.hpp"
#include "sim/scenario/training_batch.hpp"
#include "sim/scenario/typical_background.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

namespace clustersim {
namespace {

std::string_view text_of(Recompute recompute) {
    switch (recompute) {
        case Recompute::none: return "none";
        case Recompute::selective: return "selective";
        case Recompute::full: return "full";
    }
    return "none";
}

/// A value of the application's file: "llama-7b.yaml:30, Touvron et al. (paper)".
std::string from_application(ResolvedJob const& job, std::string_view key) {
    auto const fact = job.application != nullptr
                          ? fact_at(*job.application, fmt::format("training.{}", key))
                          : std::nullopt;
    if (!fact) return "default";
    std::string const file = std::filesystem::path(fact->span.file).filename().string();
    std::string out = fmt::format("{}:{}", file, fact->span.line);
    if (!fact->citation.empty()) out += ", " + fact->citation;
    if (!fact->confidence.empty()) out += fmt::format(" ({})", fact->confidence);
    return out;
}

/// The key's place in the scenario if stated there, else in the application's file.
std::string stated_or(ResolvedJob const& job,
                      bool stated,
                      std::string_view scenario_key,
                      std::string_view application_key) {
    if (stated) return origin_of(place_in(job.spec, "training", scenario_key));
    return from_application(job, application_key);
}

std::string walltime_origin(ResolvedRun const& run, ResolvedJob const& job) {
    JobSpec const& spec = job.spec;
    if (spec.walltime) return origin_of(place_of(spec, "walltime"));
    if (spec.default_walltime)
        return fmt::format("the default of partition {}", run.partition->name);
    if (!job.prediction.campaign) return "from the predicted run time";
    return "from the predicted run time, at most what the site allows";
}

std::string accumulation_origin(ResolvedJob const& job, BatchRule rule) {
    switch (rule) {
        case BatchRule::stated_accumulation:
            return origin_of(place_in(job.spec, "training", "accumulation"));
        case BatchRule::default_accumulation: return from_application(job, "weak_accumulation");
        case BatchRule::stated_batch:
        case BatchRule::published:
        case BatchRule::default_batch: break;
    }
    return "global batch / (micro-batch x replicas)";
}

std::string published_origin(ResolvedJob const& job, Plan const& plan) {
    std::string source = from_application(job, "global_batch");
    auto const fact = fact_at(*job.application, "training.global_batch");
    if (fact->value == fmt::format("{:.0f}", plan.global_batch())) return source;
    return fmt::format("nearest to {} that {} replicas share: {}", fact->value, plan.data, source);
}

std::string batch_origin(ResolvedJob const& job, Plan const& plan, BatchRule rule) {
    switch (rule) {
        case BatchRule::stated_batch:
            return origin_of(place_in(job.spec, "training", "global-batch"));
        case BatchRule::published: return published_origin(job, plan);
        case BatchRule::default_batch: return from_application(job, "strong_batch");
        case BatchRule::stated_accumulation:
        case BatchRule::default_accumulation: break;
    }
    return "micro-batch x accumulation x replicas";
}

/// The rule that fixes the batch of a resolved job, with its place in the application's file.
BatchRule rule_of(ResolvedJob const& job, TrainingWork const& work) {
    TrainingDefaults training;
    if (fact_at(*job.application, "training.global_batch")) training.global_batch.emplace();
    if (fact_at(*job.application, "training.weak_accumulation")) training.weak_accumulation = 1;
    return batch_rule(work, training);
}

std::string micro_batch_origin(ResolvedJob const& job, TrainingWork const& work, Plan const& plan) {
    if (work.micro_batch) return origin_of(place_in(job.spec, "training", "micro-batch"));
    auto const fact = fact_at(*job.application, "training.micro_batch");
    bool const as_written = fact && fact->value == std::to_string(plan.micro_batch);
    if (as_written) return from_application(job, "micro_batch");
    if (rule_of(job, work) == BatchRule::published)
        return fmt::format("smaller, so that {} replicas share the global batch", plan.data);
    return fmt::format("{}, by the memory of the device", from_application(job, "micro_batch"));
}

void add_plan(std::vector<LeafValue>& out, ResolvedJob const& job, TrainingWork const& work) {
    Plan const& plan = job.prediction.training->plan;
    BatchRule const rule = rule_of(job, work);
    auto const add = [&](std::string name, std::string value, std::string origin) {
        out.push_back({std::move(name), std::move(value), std::move(origin)});
    };
    add("precision",
        std::string(name_of(plan.precision)),
        stated_or(job, work.precision.has_value(), "precision", "precision"));
    add("micro_batch", std::to_string(plan.micro_batch), micro_batch_origin(job, work, plan));
    add("accumulation", std::to_string(plan.accumulation), accumulation_origin(job, rule));
    add("global_batch", fmt::format("{:.0f}", plan.global_batch()), batch_origin(job, plan, rule));
    add("tensor",
        std::to_string(plan.tensor),
        stated_or(job, work.tensor.has_value(), "tensor", "tensor"));
    add("pipeline",
        std::to_string(plan.pipeline),
        stated_or(job, work.pipeline.has_value(), "pipeline", "model_devices"));
    add("data", std::to_string(plan.data), "devices / (tensor x pipeline)");
    if (plan.expert > 1)
        add("expert", std::to_string(plan.expert), from_application(job, "expert"));
    add("zero_stage",
        std::to_string(static_cast<int>(plan.sharding)),
        from_application(job, "distributed_optimizer"));
    add("recompute",
        std::string(text_of(plan.recompute)),
        stated_or(job, work.recompute.has_value(), "recompute", "recompute"));
}

}  // namespace

std::vector<LeafValue> settled_place(ResolvedRun const& run) {
    std::vector<LeafValue> out;
    if (!run.partition_choice.empty())
        out.push_back({"partition", run.partition->name, "chosen: " + run.partition_choice});
    for (LeafValue& value : settled_background(run)) out.push_back(std::move(value));
    return out;
}

std::vector<LeafValue> settled_values(ResolvedRun const& run, ResolvedJob const& job) {
    std::vector<LeafValue> out;
    if (!job.qos.empty()) {
        ConfigNode const* stated = run.variant.document.find("qos");
        out.push_back({"qos",
                       job.qos,
                       job.qos_choice.empty() && stated != nullptr ? origin_of(*stated)
                                                                   : "chosen: " + job.qos_choice});
    }
    out.push_back(
        {"walltime", human(job.prediction.walltime.duration()), walltime_origin(run, job)});
    if (job.prediction.tasks > 1) {
        bool const array = !job.spec.form.array.empty();
        out.push_back({"tasks",
                       std::to_string(job.prediction.tasks),
                       origin_of(place_of(job.spec, array ? "array" : "count"))});
    }
    if (job.prediction.campaign) {
        CampaignPlan const& plan = job.prediction.campaign->plan;
        out.push_back({"submissions",
                       fmt::format("{:.0f}", std::ceil(plan.work / saved_by_submission(plan))),
                       "if nothing fails"});
    }
    auto const* work = std::get_if<TrainingWork>(&job.spec.work);
    if (work != nullptr && job.prediction.training && job.application != nullptr)
        add_plan(out, job, *work);
    return out;
}

}  // namespace clustersim
