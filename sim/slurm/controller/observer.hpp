// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job.hpp"

namespace clustersim::slurm {

/// Is notified of the events of jobs. The job is already in its new state.
class JobObserver {
  public:
    virtual ~JobObserver() = default;
    virtual void submitted(Job const& /*job*/, Instant /*now*/) {}
    virtual void reason_changed(Job const& /*job*/, Instant /*now*/) {}
    virtual void estimated(Job const& /*job*/, Instant /*now*/) {}
    virtual void started(Job const& /*job*/, Instant /*now*/) {}
    virtual void suspended(Job const& /*job*/, Instant /*now*/) {}
    virtual void resumed(Job const& /*job*/, Instant /*now*/) {}
    /// A run is over: the job is final, or pending again.
    virtual void ended(Job const& /*job*/, JobState /*run_state*/, Instant /*now*/) {}
    virtual void finished(Job const& /*job*/, Instant /*now*/) {}
    /// A failure or an outage takes a node out of service; the jobs on it have ended already.
    virtual void node_failed(std::int32_t /*node*/, Instant /*now*/) {}
    virtual void node_returned(std::int32_t /*node*/, Instant /*now*/) {}
};

/// A pointer that copies of its holder do not keep: a fork of the future is not observed.
class ObserverHandle {
  public:
    ObserverHandle() = default;
    explicit ObserverHandle(JobObserver* observer) : observer_(observer) {}
    ObserverHandle(ObserverHandle const& /*other*/) {}
    ObserverHandle(ObserverHandle&&) noexcept = default;
    ObserverHandle& operator=(ObserverHandle const& other) {
        if (this != &other) observer_ = nullptr;
        return *this;
    }
    ObserverHandle& operator=(ObserverHandle&&) noexcept = default;
    ~ObserverHandle() = default;

    template <class Notify>
    void notify(Notify call) const {
        if (observer_ != nullptr) call(*observer_);
    }

  private:
    JobObserver* observer_ = nullptr;
};

}  // namespace clustersim::slurm
