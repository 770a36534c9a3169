// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/advise/asked_machine.hpp"

#include <vector>

namespace clustersim {

/// A script's job as it can be simulated on a machine.
struct AdmittedScript {
    AskedJob asked;  ///< refers to the machine
    ResolvedRun run;
    JobScript script;                     ///< without what cannot be simulated
    std::vector<Partition const*> apart;  ///< named, too, but to be simulated alone
    Diagnostics notes;  ///< what the script asks for and the simulation leaves out
};

/// Admits a script as the machine's sbatch does: a Slurm with a file of its own by its answer on the empty machine, others by
/// the limits of the machine file. Reservations, a limit on switches and partitions of another price are left out with a note
/// where the machine cannot simulate them. Errors, at the lines of the script: what the machine refuses, with the option, QOS
/// or partition that would be admitted.
Result<AdmittedScript> admit_script(AdviceQuestion const& question, AskedMachine& machine);

}  // namespace clustersim
