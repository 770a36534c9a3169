// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/advise/advice_question.hpp"
#include "sim/commands/advise/script_scenario.hpp"
#include "sim/scenario/resolve.hpp"

#include <optional>

namespace clustersim {

/// The machine of a question: asks it for jobs, and resolves them for the simulation. All its runs share what they read, and
/// their queues.
class AskedMachine {
  public:
    /// The arguments outlive it.
    AskedMachine(AdviceQuestion const& question, System const& machine, Library const& library);

    /// A job in these partitions, the run time of which is known or not. A Slurm with a file of its own finds the partition
    /// itself. Errors: those of asked_job() and started_job(); what that Slurm refuses.
    Result<AskedJob>
    ask(JobScript const& script, ScriptPartitions partitions, std::optional<Seconds> runtime) const;
    /// The script in another partition, in which it has that partition's default QOS.
    [[nodiscard]] Result<AskedJob> ask_in(JobScript script, Partition const& other) const;
    /// The run of a job with the settings of the question, without `inputs`.
    Result<ResolvedRun> resolve(AskedJob const& asked);

    [[nodiscard]] System const& machine() const { return machine_; }
    /// Null for a machine whose Slurm has no file of its own.
    [[nodiscard]] SlurmOfFile const* slurm() const { return slurm_ ? &*slurm_ : nullptr; }
    /// All that was read so far.
    [[nodiscard]] ReadInputs const& inputs() const { return resolver_.inputs(); }

  private:
    AdviceQuestion const& question_;
    System const& machine_;
    std::optional<SlurmOfFile> slurm_;
    RunResolver resolver_;
};

}  // namespace clustersim
