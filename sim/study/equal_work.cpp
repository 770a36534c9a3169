// SPDX-License-Identifier: Apache-2.0
#include "sim/study/equal_work.hpp"

#include "sim/scenario/training_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

/// A value of the comparison, with its origin for messages.
ConfigNode shared_value(std::string const& text, std::string const& system) {
    return *parse_yaml(text, "equal work as on " + system);
}

/// The variant without a queue and without the limits of the site: only what its jobs do.
Variant work_alone(Variant variant, std::string const& system) {
    bool const own = variant.document.find("system")->scalar == system;
    auto const set = [&](char const* key, char const* text) {
        set_value(variant.document, key, shared_value(text, system));
    };
    if (!own) {
        set_value(variant.document, "system", shared_value(fmt::format("\"{}\"", system), system));
        for (char const* key : {"partition", "qos"}) erase_value(variant.document, key);
    }
    set("background", "{mix: none, load: 0, warm-up: 0 s, window: 1 d}");
    set("site-limits", "waived");
    return variant;
}

SharedJob job_of(ResolvedJob const& job) {
    SharedJob out{job.spec.name, job.prediction.gpus, std::nullopt, std::nullopt, false};
    auto const* work = std::get_if<TrainingWork>(&job.spec.work);
    if (!job.prediction.training || work == nullptr) return out;
    TrainingPrediction const& training = *job.prediction.training;
    double const batch = training.plan.global_batch();
    out.batch = static_cast<int>(batch);
    if (!work->tokens && !work->epochs) out.samples = batch * training.steps;
    out.own_micro_batch = work->plan.has("mb");
    return out;
}

void set_batch(Variant& variant, SharedJob const& job, int batch, std::string const& system) {
    std::string const training = fmt::format("jobs.{}.training.", job.name);
    set_value(
        variant.document, training + "global-batch", shared_value(std::to_string(batch), system));
    erase_value(variant.document, training + "accumulation");
}

}  // namespace

void erase_value(ConfigNode& root, std::string_view path) {
    ConfigNode* at = &root;
    while (true) {
        std::string_view const step = take_step(*at, path);
        if (path.empty()) {
            std::erase_if(at->entries,
                          [&](ConfigNode::Entry const& entry) { return entry.key == step; });
            return;
        }
        auto const found = std::ranges::find(at->entries, step, &ConfigNode::Entry::key);
        if (found == at->entries.end()) return;
        at = &found->value;
    }
}

std::optional<SharedWork> shared_work(Variant const& variant,
                                      std::vector<std::string> const& systems,
                                      RunResolver& resolver) {
    std::vector<std::string> order{variant.document.find("system")->scalar};
    order.insert(order.end(), systems.begin(), systems.end());
    for (std::string const& system : order) {
        auto const run = resolver.resolve(work_alone(variant, system));
        if (!run) continue;
        SharedWork work{system, {}};
        for (ResolvedJob const& job : run->jobs) work.jobs.push_back(job_of(job));
        return work;
    }
    return std::nullopt;
}

Variant with_equal_size(Variant variant, SharedWork const& work, EqualSize size, bool on_own) {
    if (size != EqualSize::devices) return variant;
    for (SharedJob const& job : work.jobs) {
        if (job.devices == 0) continue;
        std::string const of_job = fmt::format("jobs.{}.", job.name);
        std::string const count = std::to_string(job.devices);
        for (auto& [key, value] : variant.settings)
            if (key == of_job + "nodes") {
                key = of_job + "gpus";
                value = count;
            }
        if (on_own) continue;
        erase_value(variant.document, of_job + "nodes");
        set_value(variant.document, of_job + "gpus", shared_value(count, work.system));
    }
    return variant;
}

Variant with_equal_batch(Variant variant, SharedWork const& work) {
    for (SharedJob const& job : work.jobs)
        if (job.batch) set_batch(variant, job, *job.batch, work.system);
    return variant;
}

Variant with_nearest_batch(Variant variant, SharedWork const& work, ResolvedRun const& run) {
    for (SharedJob const& job : work.jobs) {
        auto const here = std::ranges::find(
            run.jobs, job.name, [](ResolvedJob const& one) { return one.spec.name; });
        if (!job.batch || here == run.jobs.end() || !here->prediction.training) continue;
        Plan const& plan = here->prediction.training->plan;
        SharedBatch const shared =
            shared_batch(*job.batch, plan.data, plan.micro_batch, job.own_micro_batch);
        set_batch(variant, job, shared.global_batch, work.system);
        std::string const of_job = fmt::format("jobs.{}.", job.name);
        auto const set = [&](std::string const& key, double value) {
            set_value(variant.document,
                      of_job + key,
                      shared_value(fmt::format("{:.0f}", value), work.system));
        };
        if (!job.own_micro_batch) set("training.micro-batch", shared.micro_batch);
        if (job.samples) set("steps", std::ceil(*job.samples / shared.global_batch));
    }
    return variant;
}

}  // namespace clustersim
