// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job.hpp"
#include "sim/slurm/controller/moment.hpp"

#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// A running job's end, as nature has it. Ends of one instant happen in the order of the starts.
struct EndEvent {
    Moment at;
    JobSlot slot;
    std::uint32_t run = 0;    ///< of Job::run: another one means that the event is void
    bool killed = false;      ///< the epilog of a killed job: its nodes become free
    std::uint64_t order = 0;  ///< given by EndEvents

    friend bool operator>(EndEvent const& a, EndEvent const& b) {
        return a.at != b.at ? a.at > b.at : a.order > b.order;
    }
};

/// The ends to come, the next one first.
class EndEvents {
  public:
    void add(EndEvent event);
    /// Takes the next one out.
    EndEvent take_next();

    [[nodiscard]] bool empty() const { return events_.empty(); }
    [[nodiscard]] EndEvent const& next() const { return events_.front(); }
    /// In no order; void ones too.
    [[nodiscard]] std::vector<EndEvent> const& all() const { return events_; }

  private:
    std::vector<EndEvent> events_;  ///< binary heap, earliest on top
    std::uint64_t added_ = 0;
};

}  // namespace clustersim::slurm
