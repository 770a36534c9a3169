// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/observer.hpp"
#include "sim/slurm/site/site.hpp"

#include <ostream>
#include <string_view>

namespace clustersim::slurm::conformance {

/// Writes each event of each job as a line: "SECONDS JobId=12_3 EVENT ...".
class EventLog final : public JobObserver {
  public:
    EventLog(std::ostream& out, Site const& site) : out_(&out), site_(&site) {}

    void submitted(Job const& job, Instant now) override;
    void reason_changed(Job const& job, Instant now) override;
    void estimated(Job const& job, Instant now) override;
    void started(Job const& job, Instant now) override;
    void suspended(Job const& job, Instant now) override;
    void resumed(Job const& job, Instant now) override;
    void ended(Job const& job, JobState run_state, Instant now) override;
    void finished(Job const& job, Instant now) override;

  private:
    std::ostream& line(Job const& job, Instant now, std::string_view what);

    std::ostream* out_;
    Site const* site_;
};

}  // namespace clustersim::slurm::conformance
