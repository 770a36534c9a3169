// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "sim/scenario/scenario.hpp"

namespace clustersim {

/// What fixes the global batch of a training job.
enum class BatchRule {
    stated_batch,         ///< `global-batch`: strong scaling
    stated_accumulation,  ///< `accumulation`: weak scaling
    published,            ///< a run over tokens with neither: the batch of the application's source
    default_accumulation,  ///< the application's micro-batches a replica: weak scaling
    default_batch,         ///< the application's batch of strong-scaling studies
};
BatchRule batch_rule(TrainingWork const& work, TrainingDefaults const& training);

/// A published batch as replicas can share it evenly.
struct SharedBatch {
    int micro_batch = 1;
    int global_batch = 1;
};
/// The nearest batch that `replicas` share. Where they are so many that one micro-batch each is too much,
/// a micro-batch that nobody asked for shrinks first.
SharedBatch shared_batch(int published, int replicas, int micro_batch, bool micro_batch_stated);

/// What is worth knowing about a job's global batch: it leaves the range that the application's source used,
/// or it grows with the nodes because no batch is published. Empty for work that counts no sequences.
Diagnostics batch_warnings(JobSpec const& job, Application const& application, Plan const& plan);

}  // namespace clustersim
