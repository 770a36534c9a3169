// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/library.hpp"
#include "sim/scenario/variants.hpp"
#include "sim/study/advise/advice.hpp"

#include <vector>

namespace clustersim {

/// A script's job as it can be simulated on a machine.
struct AdmittedScript {
    AskedJob asked;  ///< refers to the machine
    Variant variant;
    JobScript script;                     ///< without what cannot be simulated
    std::vector<Partition const*> apart;  ///< named, too, but to be simulated alone
    Diagnostics notes;  ///< what the script asks for and the simulation leaves out
};

/// The scenario of a request with the settings of the command line.
Result<Variant> variant_of(ConfigNode document, Settings const& settings);

/// The job in another partition of the machine, in which it has that partition's default QOS. The errors of asked_job().
Result<AskedJob>
asked_in(AdviceQuestion const& question, System const& machine, Partition const& other);

/// Admits a script as the machine's sbatch does. Reservations, a limit on switches and partitions of another price are
/// left out with a note where the machine cannot simulate them. Errors, at the lines of the script: what the machine
/// refuses, with the option, QOS or partition that would be admitted.
Result<AdmittedScript>
admit_script(AdviceQuestion const& question, System const& machine, Library const& library);

}  // namespace clustersim
