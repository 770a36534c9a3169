// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_record.hpp"
#include "sim/slurm/controller/moment.hpp"

#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// The actual end of a running job. Ends at one instant happen in the order of the starts.
struct EndEvent {
    Moment at;
    JobSlot slot;
    std::uint32_t run = 0;    ///< value of Job::run; if that has changed, the event is void
    bool killed = false;      ///< end of a killed job's epilog: its nodes become free
    std::uint64_t order = 0;  ///< set by EndEvents

    friend bool operator>(EndEvent const& a, EndEvent const& b) {
        return a.at != b.at ? a.at > b.at : a.order > b.order;
    }
};

/// The future ends, the next one first.
class EndEvents {
  public:
    void add(EndEvent event);
    /// Removes and returns the next one.
    EndEvent take_next();

    [[nodiscard]] bool empty() const { return events_.empty(); }
    [[nodiscard]] EndEvent const& next() const { return events_.front(); }
    /// Unordered; includes void ones.
    [[nodiscard]] std::vector<EndEvent> const& all() const { return events_; }

  private:
    std::vector<EndEvent> events_;  ///< binary heap, earliest on top
    std::uint64_t added_ = 0;
};

/// When the process of a running job ends by itself.
Moment end_of_run(Job const& job);

}  // namespace clustersim::slurm
