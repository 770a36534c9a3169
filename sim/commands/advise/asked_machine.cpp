// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/asked_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// The options of sbatch make the request of the job; a changed key would change nothing.
Result<void> check_settings(Settings const& settings) {
    auto const of_job = std::ranges::find_if(settings, [](auto const& one) {
        return one.second.starts_with("jobs.") || one.second.starts_with("jobs=");
    });
    if (of_job == settings.end()) return {};
    return failure(
        problem(Code::inconsistent,
                fmt::format("{} {} sets a key of a scenario, and Slurm reads the options "
                            "of the script",
                            of_job->first,
                            of_job->second),
                "use --sbatch, or --runtime"));
}

}  // namespace

AskedMachine::AskedMachine(AdviceQuestion const& question,
                           System const& machine,
                           Library const& library)
    : question_(question), machine_(machine), resolver_(library) {
    if (machine.has_slurm_file()) slurm_.emplace(machine);
}

Result<AskedJob> AskedMachine::ask(JobScript const& script,
                                   ScriptPartitions partitions,
                                   std::optional<Seconds> runtime) const {
    if (!slurm_)
        return asked_job(script, machine_, question_.system, std::move(partitions), runtime);
    EmptyMachineAnswer const answer = slurm_->ask(script);
    if (answer.refusal) return failure(problem(Code::never_fits, *answer.refusal));
    return started_job(script, machine_, question_.system, *slurm_, answer.start, runtime);
}

Result<AskedJob> AskedMachine::ask_in(JobScript script, Partition const& other) const {
    script.request.qos.clear();
    script.request.partition = other.slurm_name;
    return ask(script, {{&other}, {}}, question_.runtime);
}

Result<ResolvedRun> AskedMachine::resolve(AskedJob const& asked) {
    if (asked.read_by_slurm())
        if (auto const fits = check_settings(question_.settings); !fits)
            return failure(fits.error());
    auto complete = scenario_document(asked.document, question_.settings);
    if (!complete) return failure(std::move(complete.error()));
    auto variants = expand_sweep(*complete);
    if (!variants) return failure(std::move(variants.error()));
    Variant& variant = variants->front();
    variant.jobs = asked.jobs;
    auto run = resolver_.resolve(variant);
    if (!run) run.error().sort_by_place();
    return run;
}

}  // namespace clustersim
