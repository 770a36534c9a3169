// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/training_batch.hpp"

#include "models/application/plan_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

std::string range_of(PublishedBatch const& batch, int sequence) {
    std::string const count = batch.least == batch.most
                                  ? std::to_string(batch.samples)
                                  : fmt::format("{} to {}", batch.least, batch.most);
    return fmt::format(
        "{} sequences of {} tokens ({}; {})", count, sequence, batch.citation, batch.confidence);
}

Diagnostic about_batch(JobSpec const& job, std::string message) {
    Diagnostic d = problem_at(place_in(job, "training", "global-batch"),
                              Code::out_of_range,
                              fmt::format("job \"{}\" {}", job.name, message));
    d.severity = Severity::warning;
    return d;
}

/// The warning that no batch is published or stated, so that the batch of a step grows with the nodes.
Diagnostic unpublished(JobSpec const& job, Application const& application) {
    Diagnostic d = about_batch(
        job,
        fmt::format("does not state its global batch, and none is published for {}: every replica "
                    "computes {} micro-batches per step, so the batch grows with the nodes",
                    application.name,
                    application.training.weak_accumulation.value_or(1)));
    d.help = "state `global-batch` in its `training`";
    return d;
}

/// Whether the work is a fine-tuning, for which small batches are usual: epochs over a data set of its own, or fewer tokens
/// than the model has parameters. No model is pre-trained on so few; those of the catalogue saw 20 a parameter and more.
bool tunes_only(TrainingWork const& work, Transformer const& model, double batch) {
    if (work.epochs) return true;
    double const tokens = work.steps ? static_cast<double>(*work.steps) * batch * model.sequence
                                     : work.tokens.value_or(0.0);
    return tokens < parameters(model);
}

}  // namespace

BatchRule batch_rule(TrainingWork const& work, TrainingDefaults const& training) {
    if (work.global_batch) return BatchRule::stated_batch;
    if (work.plan.has("acc")) return BatchRule::stated_accumulation;
    if (work.tokens && training.global_batch) return BatchRule::published;
    return training.weak_accumulation ? BatchRule::default_accumulation : BatchRule::default_batch;
}

SharedBatch shared_batch(int published, int replicas, int micro_batch, bool micro_batch_stated) {
    SharedBatch shared{micro_batch, published};
    if (!micro_batch_stated) shared.micro_batch = std::clamp(published / replicas, 1, micro_batch);
    double const together = static_cast<double>(replicas) * shared.micro_batch;
    double const rounds = std::max(1.0, std::round(published / together));
    shared.global_batch = static_cast<int>(rounds * together);
    return shared;
}

Diagnostics batch_warnings(JobSpec const& job, Application const& application, Plan const& plan) {
    Diagnostics warnings;
    auto const* model = std::get_if<Transformer>(&application.model);
    auto const* work = std::get_if<TrainingWork>(&job.work);
    // Adapters are tuned with small batches, whatever the model itself was trained with.
    if (model == nullptr || work == nullptr || plan.adapters > 0) return warnings;
    auto const& published = application.training.global_batch;
    BatchRule const rule = batch_rule(*work, application.training);
    if (!published) {
        if (work->tokens && rule == BatchRule::default_accumulation)
            warnings.add(unpublished(job, application));
        return warnings;
    }
    double const batch = plan.global_batch();
    double const share = static_cast<double>(plan.data) * plan.micro_batch;
    bool const inside = batch >= published->least && batch <= published->most;
    // Deviations by rounding, up to one micro-batch per replica, are not worth a warning.
    bool const rounded = rule == BatchRule::published && share <= published->samples;
    bool const tuned = batch < published->least && rule == BatchRule::stated_batch &&
                       tunes_only(*work, *model, batch);
    if (inside || rounded || tuned) return warnings;
    Diagnostic d = about_batch(
        job,
        fmt::format("trains with a global batch outside the range that the source of {} used",
                    application.name));
    d.expected = range_of(*published, model->sequence);
    d.help =
        rule == BatchRule::published
            ? fmt::format("its {} replicas need at least {:.0f} sequences; request fewer nodes",
                          plan.data,
                          batch)
            : fmt::format(
                  "the batch is {:.0f} here; state `global-batch: {}` in its `training`, or "
                  "check that the model still learns as well",
                  batch,
                  published->samples);
    warnings.add(std::move(d));
    return warnings;
}

Diagnostics plan_warnings(JobSpec const& job, Application const& application, Plan const& plan) {
    Diagnostics warnings;
    for (std::string const& note : plan_notes(application, plan)) {
        Diagnostic d = problem_at(place_of(job, "training"),
                                  Code::inconsistent,
                                  fmt::format("job \"{}\": {}", job.name, note));
        d.severity = Severity::warning;
        warnings.add(std::move(d));
    }
    return warnings;
}

}  // namespace clustersim
