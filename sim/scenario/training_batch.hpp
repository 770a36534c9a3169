// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "sim/scenario/scenario.hpp"

namespace clustersim {

/// The rule that fixes the global batch of a training job.
enum class BatchRule {
    stated_batch,          ///< `global-batch`: strong scaling
    stated_accumulation,   ///< `accumulation`: weak scaling
    published,             ///< neither, work in tokens: the published batch of the application
    default_accumulation,  ///< the application's micro-batches per replica: weak scaling
    default_batch,         ///< the application's batch of strong-scaling studies
};
BatchRule batch_rule(TrainingWork const& work, TrainingDefaults const& training);

/// A published batch, rounded so that replicas share it evenly.
struct SharedBatch {
    int micro_batch = 1;
    int global_batch = 1;
};
/// The nearest batch that `replicas` share evenly. If one micro-batch for each replica exceeds the batch, a micro-batch
/// that is not stated becomes smaller first.
SharedBatch shared_batch(int published, int replicas, int micro_batch, bool micro_batch_stated);

/// Warnings about a job's global batch: it is outside the range that the application's source used, or it grows with
/// the nodes because no batch is published. Empty for work that does not count sequences.
Diagnostics batch_warnings(JobSpec const& job, Application const& application, Plan const& plan);

/// plan_notes() of a job, as warnings at its `training`.
Diagnostics plan_warnings(JobSpec const& job, Application const& application, Plan const& plan);

}  // namespace clustersim
