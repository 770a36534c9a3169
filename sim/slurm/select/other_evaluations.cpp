// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/evaluation.hpp"

#include <algorithm>
#include <cstdint>

namespace clustersim::slurm {

namespace {

/// Fills scratch.order with the offers by ascending weight, then by `before`, then by index.
template <class Before>
std::vector<std::int32_t> const& ordered(Evaluation const& evaluation, Before before) {
    auto& order = evaluation.scratch().order;
    order.resize(static_cast<std::size_t>(evaluation.offers()));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        auto const &left = evaluation.offer(a), &right = evaluation.offer(b);
        if (left.weight != right.weight) return left.weight < right.weight;
        if (before(left, right)) return true;
        if (before(right, left)) return false;
        return a < b;
    });
    return order;
}

bool take_in_order(Evaluation& evaluation, std::vector<std::int32_t> const& order) {
    for (auto const offer : order) {
        if (evaluation.finished()) break;
        evaluation.take_if_enough(offer);
    }
    return evaluation.acceptable();
}

}  // namespace

bool choose_least_loaded(Evaluation& evaluation, Site const& site) {
    if (!evaluation.take_required()) return false;
    auto const total = [&](NodeOffer const& offer) {
        return std::int64_t{site.record_of(offer.node).cpus};
    };
    return take_in_order(evaluation,
                         ordered(evaluation, [&](NodeOffer const& a, NodeOffer const& b) {
                             return a.free_cpus * total(b) > b.free_cpus * total(a);
                         }));
}

bool choose_spread(Evaluation& evaluation) {
    if (!evaluation.take_required()) return false;
    return take_in_order(
        evaluation, ordered(evaluation, [](NodeOffer const&, NodeOffer const&) { return false; }));
}

bool choose_busy_first(Evaluation& evaluation, NodeSet const& idle) {
    if (!evaluation.take_required()) return false;
    return take_in_order(evaluation,
                         ordered(evaluation, [&](NodeOffer const& a, NodeOffer const& b) {
                             return !idle.contains(a.node) && idle.contains(b.node);
                         }));
}

bool choose_serial_at_end(Evaluation& evaluation) {
    if (!evaluation.take_required()) return false;
    return take_in_order(evaluation,
                         ordered(evaluation, [](NodeOffer const& a, NodeOffer const& b) {
                             return a.node > b.node;
                         }));
}

}  // namespace clustersim::slurm
