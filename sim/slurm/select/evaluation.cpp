// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/evaluation.hpp"

#include <algorithm>

namespace clustersim::slurm {

Evaluation::Evaluation(ResourceRequest const& request, SelectScratch& scratch)
    : request_(&request),
      scratch_(&scratch),
      cpus_left_(request.min_cpus),
      nodes_left_(std::max(request.min_nodes, request.requested_nodes)),
      least_nodes_left_(request.min_nodes),
      nodes_allowed_(request.max_nodes) {
    // A task cannot span two nodes.
    if (nodes_allowed_ > request.ntasks)
        nodes_allowed_ = std::max(request.ntasks, request.min_nodes);
    std::size_t counted = 0;
    for (auto const& need : request.gres)
        if (need.per_job > 0 && counted < max_job_needs) devices_left_[counted++] = need.per_job;
    if (counted > 0) nodes_left_ = std::min(request.min_nodes, request.requested_nodes);
    slack_ = std::max(0, request.requested_nodes - request.min_nodes);
    if (counted > 0) slack_ = 0;
    if (request.spread) {
        auto const offered = static_cast<std::int32_t>(scratch.active.size());
        nodes_left_ = std::max(request.min_nodes, std::min(nodes_allowed_, offered));
        slack_ = nodes_left_ - request.min_nodes;
    }
    cpus_at_most_ =
        std::max<std::int64_t>(cpus_left_, std::int64_t{request.min_cpus_per_node} * nodes_left_);
    scratch.picks.clear();
    scratch.taken.assign(scratch.active.size(), 0);
}

bool Evaluation::devices_found() const {
    return std::all_of(
        devices_left_.begin(), devices_left_.end(), [](std::int64_t left) { return left <= 0; });
}

bool Evaluation::sufficient(Run const& run) const {
    if (run.cpus < cpus_left_ || !enough_nodes(run.nodes)) return false;
    for (std::size_t i = 0; i < max_job_needs; ++i)
        if (run.job_devices[i] < devices_left_[i]) return false;
    return true;
}

bool Evaluation::covers_devices(NodeOffer const& offer) const {
    for (std::size_t i = 0; i < max_job_needs; ++i)
        if (offer.job_devices[i] < devices_left_[i]) return false;
    return true;
}

std::int32_t Evaluation::usable_cpus(NodeOffer const& offer) const {
    if (request_->whole_nodes) return offer.cpus;
    // At least one core for each further node of the job's minimum.
    auto const kept = std::int64_t{std::max(least_nodes_left_ - 1, 0)} * offer.cpus_per_core;
    auto const room = cpus_at_most_ - kept;
    if (offer.cpus <= room) return offer.cpus;
    auto const least = std::max<std::int64_t>({room, request_->min_cpus_per_node, offer.min_cpus});
    return static_cast<std::int32_t>(std::min<std::int64_t>(least, offer.cpus));
}

void Evaluation::take(std::int32_t index) {
    if (is_taken(index)) return;
    auto const& node = offer(index);
    auto const cpus = usable_cpus(node);
    if (cpus <= 0) return;
    scratch_->taken[static_cast<std::size_t>(index)] = 1;
    scratch_->picks.push_back({index, cpus});
    cpus_left_ -= cpus;
    cpus_at_most_ -= cpus;
    --nodes_left_;
    --least_nodes_left_;
    --nodes_allowed_;
    for (std::size_t i = 0; i < max_job_needs; ++i) devices_left_[i] -= node.job_devices[i];
}

void Evaluation::take_if_enough(std::int32_t index) {
    if (nodes_allowed_ == 1 && !is_taken(index) && usable_cpus(offer(index)) < cpus_left_) return;
    take(index);
}

bool Evaluation::take_required() {
    if (!request_->has_required()) return true;
    std::int32_t found = 0;
    for (std::int32_t i = 0; i < offers(); ++i) {
        if (!request_->required.contains(offer(i).node)) continue;
        ++found;
        if (nodes_allowed_ > 0) take(i);
    }
    return found == request_->required.count();
}

}  // namespace clustersim::slurm
