// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/partition.hpp"
#include "sim/study/job_script.hpp"

#include <string>

namespace clustersim {

/// The QOS of a job: the one that it names; else its user's default, "normal" if the partition has it, else the one that its
/// machine file puts first (`default_qos`). Empty if the partition has none.
std::string qos_of_script(JobScript const& script, Partition const& partition);

/// The limit of the job: --time, else the partition's DefaultTime, else its longest, as Slurm's. Errors: none at all, and no
/// limit where the site demands one.
Result<Seconds>
limit_of_script(JobScript const& script, Partition const& partition, std::string const& qos);

/// A time as `sbatch --time` takes it: "0:30:00", "2-12:00:00".
std::string time_option(Seconds time);

}  // namespace clustersim
