// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/select/select_scratch.hpp"

#include <array>
#include <cstdint>

namespace clustersim::slurm {

/// One evaluation of the offers in SelectScratch::active: tracks the remaining need and takes
/// nodes. All algorithms that choose nodes (spec 6.7 to 6.9) end in `take`.
class Evaluation {
  public:
    Evaluation(ResourceRequest const& request, SelectScratch& scratch);

    /// Takes the job's required nodes; false if one of them is not offered.
    bool take_required();
    /// Takes the offer with that index unless it is already taken or adds nothing.
    void take(std::int32_t index);
    /// As `take`, but skips a node if it is the last allowed one and does not complete the job.
    void take_if_enough(std::int32_t index);

    [[nodiscard]] bool is_taken(std::int32_t offer) const {
        return scratch_->taken[static_cast<std::size_t>(offer)] != 0;
    }
    /// True if the request is complete or no further node is allowed.
    [[nodiscard]] bool finished() const { return nodes_allowed_ <= 0 || complete(); }
    [[nodiscard]] bool complete() const {
        return nodes_left_ <= 0 && cpus_left_ <= 0 && devices_found();
    }
    /// True if complete, or if only nodes between minimum and request are missing (spec 6.7.8).
    [[nodiscard]] bool acceptable() const {
        return cpus_left_ <= 0 && devices_found() && enough_nodes(0);
    }
    [[nodiscard]] bool enough_nodes(std::int32_t more) const {
        return more >= nodes_left_ - slack_;
    }
    [[nodiscard]] bool sufficient(Run const& run) const;
    [[nodiscard]] bool covers_devices(NodeOffer const& offer) const;
    [[nodiscard]] std::int64_t cpus_left() const { return cpus_left_; }
    [[nodiscard]] std::int32_t nodes_left() const { return nodes_left_; }
    [[nodiscard]] std::int32_t nodes_allowed() const { return nodes_allowed_; }

    [[nodiscard]] NodeOffer const& offer(std::int32_t index) const {
        return scratch_->active[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] std::int32_t offers() const {
        return static_cast<std::int32_t>(scratch_->active.size());
    }
    [[nodiscard]] ResourceRequest const& request() const { return *request_; }
    [[nodiscard]] SelectScratch& scratch() const { return *scratch_; }

  private:
    [[nodiscard]] bool devices_found() const;
    [[nodiscard]] std::int32_t usable_cpus(NodeOffer const& offer) const;

    ResourceRequest const* request_;
    SelectScratch* scratch_;
    std::int64_t cpus_left_;
    std::int64_t cpus_at_most_;  ///< CPUs that may still be taken if nodes offer more than needed
    std::int32_t nodes_left_;
    std::int32_t least_nodes_left_;  ///< to reach the minimum; nodes_left_: to reach the request
    std::int32_t nodes_allowed_;
    std::int32_t slack_;
    std::array<std::int64_t, max_job_needs> devices_left_{};
};

/// The algorithms that choose nodes; each returns true if the job has all it needs.
bool choose_consecutive(Evaluation& evaluation);                      // spec 6.7
bool choose_least_loaded(Evaluation& evaluation, Site const& site);   // spec 6.8a
bool choose_spread(Evaluation& evaluation);                           // spec 6.8b
bool choose_busy_first(Evaluation& evaluation, NodeSet const& idle);  // spec 6.8c
bool choose_serial_at_end(Evaluation& evaluation);                    // spec 6.8d

}  // namespace clustersim::slurm
