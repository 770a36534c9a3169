// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_record.hpp"

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

/// Observers that copies of their holder do not keep: a fork of the future is not observed.
class ObserverHandle {
  public:
    ObserverHandle() = default;
    ObserverHandle(ObserverHandle const& /*other*/) {}
    ObserverHandle(ObserverHandle&&) noexcept = default;
    ObserverHandle& operator=(ObserverHandle const& other) {
        if (this != &other) first_ = observer_ = nullptr;
        return *this;
    }
    ObserverHandle& operator=(ObserverHandle&&) noexcept = default;
    ~ObserverHandle() = default;

    void replace(JobObserver* observer) { observer_ = observer; }
    void replace_first(JobObserver* observer) { first_ = observer; }
    [[nodiscard]] JobObserver const* first() const { return first_; }

    template <class Notify>
    void notify(Notify call) const {
        if (first_ != nullptr) call(*first_);
        if (observer_ != nullptr) call(*observer_);
    }

  private:
    JobObserver* first_ = nullptr;
    JobObserver* observer_ = nullptr;
};

}  // namespace clustersim::slurm
