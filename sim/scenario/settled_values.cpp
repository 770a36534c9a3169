// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/settled_values.hpp"

#include "models/application/roofline.hpp"
#include "models/machine/provenance.hpp"
#include "sim/core/human.hpp"
#include "sim/scenario/plan_keys.hpp"
#include "sim/scenario/training_batch.hpp"
#include "sim/scenario/typical_background.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

namespace clustersim {
namespace {

/// Why a searched plan was taken; empty for a plan that was not searched.
std::string_view search_reason(ResolvedJob const& job, TrainingWork const& work) {
    if (!job.prediction.training->searched) return "";
    return work.choice == PlanChoice::fastest ? "the fastest plan that fits (`plan: auto`)"
                                              : "the fastest plan that fits and keeps the batch";
}

bool is_stated(ResolvedJob const& job, std::string_view training_key) {
    ConfigNode const* training = job.spec.place.find("training");
    return training != nullptr && training->find(training_key) != nullptr;
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

/// Why a part of the plan has its value: the scenario's key, the search for the fastest plan, or the application's file.
std::string plan_origin(ResolvedJob const& job,
                        TrainingWork const& work,
                        std::string_view part,
                        std::string_view application_key) {
    std::string_view const key = training_key(part);
    if (is_stated(job, key)) return origin_of(place_in(job.spec, "training", key));
    if (work.plan.has(part)) return "1, as `tensor` is given without it";
    std::string_view const searched = search_reason(job, work);
    if (!searched.empty() && part != "precision") return std::string(searched);
    return application_key.empty() ? "default" : from_application(job, application_key);
}

std::string walltime_origin(ResolvedRun const& run, ResolvedJob const& job) {
    JobSpec const& spec = job.spec;
    if (spec.walltime) return origin_of(place_of(spec, "walltime"));
    if (spec.default_walltime)
        return fmt::format("the default of partition {}", run.partition->name);
    if (!job.prediction.campaign)
        return "upper end of the predicted run time plus a quarter, in half hours";
    return "upper end of the predicted run time plus a quarter, at most what the site allows";
}

std::string accumulation_origin(ResolvedJob const& job, BatchRule rule) {
    switch (rule) {
        case BatchRule::stated_accumulation:
            return origin_of(place_in(job.spec, "training", "accumulation"));
        case BatchRule::default_accumulation:
            if (job.prediction.training->searched) break;
            return from_application(job, "weak_accumulation");
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
        case BatchRule::default_accumulation:
            if (!job.prediction.training->searched) break;
            return fmt::format(
                "that of the application's own plan, with {} micro-batches for each replica: {}",
                fact_at(*job.application, "training.weak_accumulation")->value,
                from_application(job, "weak_accumulation"));
        case BatchRule::stated_accumulation: break;
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
    if (work.plan.has("mb")) return origin_of(place_in(job.spec, "training", "micro-batch"));
    std::string_view const searched = search_reason(job, work);
    if (!searched.empty()) return std::string(searched);
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
    auto const origin = [&](std::string_view part, std::string_view application_key) {
        return plan_origin(job, work, part, application_key);
    };
    auto const add_width =
        [&](std::string name, int value, std::string_view part, std::string_view application_key) {
            if (value > 1 || work.plan.has(part))
                add(std::move(name), std::to_string(value), origin(part, application_key));
        };
    add("precision", std::string(name_of(plan.precision)), origin("precision", "precision"));
    add("micro_batch", std::to_string(plan.micro_batch), micro_batch_origin(job, work, plan));
    add("accumulation", std::to_string(plan.accumulation), accumulation_origin(job, rule));
    add("global_batch", fmt::format("{:.0f}", plan.global_batch()), batch_origin(job, plan, rule));
    add("tensor", std::to_string(plan.tensor), origin("tp", "tensor"));
    add("pipeline", std::to_string(plan.pipeline), origin("pp", "model_devices"));
    add_width("interleave", plan.virtual_stages, "vp", "");
    add_width("context", plan.context, "cp", "context");
    add("data", std::to_string(plan.data), "devices / (tensor x pipeline x context)");
    add_width("expert", plan.expert, "ep", "expert");
    add("zero_stage",
        std::to_string(static_cast<int>(plan.sharding)),
        origin("zero", plan.sharding > Sharding::optimizer ? "zero" : "distributed_optimizer"));
    add_width("shard", plan.shard_devices, "shard", "");
    add_width("lora", plan.adapters, "lora", "");
    add("recompute", std::string(enum_name(plan.recompute)), origin("recompute", "recompute"));
    add_width("recompute_layers", plan.recompute_layers, "recompute-layers", "");
    add_width("recompute_every", plan.recompute_every, "recompute-every", "");
    auto const add_given = [&](std::string_view part, std::string_view value) {
        if (work.plan.has(part)) add(std::string(part), std::string(value), origin(part, ""));
    };
    add_given("frozen", enum_name(plan.frozen));
    add_given("saved", enum_name(plan.saved));
    add_given("attention", enum_name(plan.attention));
    add_given("bucket", written_bucket(plan.bucket));
    add_given("paged", plan.paged ? "true" : "false");
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
        ConfigNode const* stated = job.spec.place.find("qos");
        if (stated == nullptr) stated = run.variant.document.find("qos");
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
