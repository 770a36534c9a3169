// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/scenario/empty_machine.hpp"
#include "sim/study/job_script.hpp"

#include <memory>

namespace clustersim {

/// The Slurm of a machine that has a file of its own for it. Other machine files do not know all that their sbatch accepts.
class SlurmOfFile {
  public:
    explicit SlurmOfFile(System const& machine);

    /// The request of the script as a study submits it: by the study's user, without the jobs that it depends on, a hold, a
    /// deadline, and a reservation that the file does not know.
    [[nodiscard]] slurm::JobRequest request_of(JobScript const& script) const;
    /// What Slurm does with it on the empty machine.
    [[nodiscard]] EmptyMachineAnswer ask(JobScript const& script) const;

    [[nodiscard]] bool knows_reservation(std::string const& name) const;
    [[nodiscard]] slurm::Site const& site() const { return *site_; }

  private:
    System const& machine_;
    std::shared_ptr<slurm::Site const> site_;
    bool knows_people_ = false;
};

}  // namespace clustersim
