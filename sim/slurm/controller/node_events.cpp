// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/node_events.hpp"

#include "sim/core/ensure.hpp"
#include "sim/core/random_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace clustersim::slurm {

namespace {

/// The course of one node between two moments at which it returns to service.
struct UpAndDown {
    Seconds up;
    Seconds down;
};

Seconds whole(double mean_s, RandomStream& random) {
    return std::max(Seconds{1}, round_up(seconds(random.exponential(mean_s))));
}

UpAndDown sample_course(Site const& site,
                        FailureSample const& sample,
                        std::int32_t node,
                        std::uint32_t count) {
    std::string const& name = site.nodes[static_cast<std::size_t>(node)].name;
    RandomStream random(
        sample.seed, fmt::format("failure {} of node {}", count, name), sample.replicate);
    Seconds const up = whole(static_cast<double>(site.failures.node_mtbf.count), random);
    Seconds const down = whole(static_cast<double>(site.failures.mttr.count), random);
    return {up, down};
}

}  // namespace

NodeEvents::NodeEvents(Site const& site, FailureSample const& sample)
    : sample_(sample), causes_(site.nodes.size()) {
    if (site.failures.any()) {
        mttr_ = site.failures.mttr;
        Instant const start = site.failures.start - sample.earlier;
        for (std::int32_t node = 0; node < static_cast<std::int32_t>(site.nodes.size()); ++node)
            heap_.push_back(
                {start + sample_course(site, sample, node, 0).up, Kind::failure, node, 0});
    }
    for (std::size_t i = 0; i < site.outages.size(); ++i) {
        Instant const start = site.outages[i].start - sample.earlier;
        auto const index = static_cast<std::int32_t>(i);
        heap_.push_back({start, Kind::outage_begin, index, 0});
        heap_.push_back({start + site.outages[i].duration, Kind::outage_end, index, 0});
        outages_left_ += 2;
    }
    std::ranges::make_heap(heap_, std::greater{});
}

Instant NodeEvents::next() const {
    return heap_.empty() ? Instant::never() : heap_.front().at;
}

void NodeEvents::add(Event event) {
    heap_.push_back(event);
    std::ranges::push_heap(heap_, std::greater{});
}

NodeEvents::Change NodeEvents::mark(std::vector<std::int32_t> const& nodes, bool down) {
    Change change;
    change.down = down;
    for (std::int32_t const node : nodes) {
        std::int32_t& causes = causes_[static_cast<std::size_t>(node)];
        causes += down ? 1 : -1;
        if (causes == (down ? 1 : 0)) change.nodes.push_back(node);
    }
    return change;
}

std::vector<std::int32_t> NodeEvents::nodes_of(Outage const& outage, Site const& site) {
    if (!outage.nodes.empty()) return outage.nodes;
    if (auto const partition = site.find_partition(outage.partition)) {
        auto nodes = site.partitions[static_cast<std::size_t>(*partition)].nodes;
        std::ranges::sort(nodes);
        return nodes;
    }
    std::vector<std::int32_t> all(site.nodes.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

NodeEvents::Change NodeEvents::take_next(Site const& site) {
    CS_ENSURE(!heap_.empty(), "an event of a node is due");
    std::ranges::pop_heap(heap_, std::greater{});
    Event const event = heap_.back();
    heap_.pop_back();
    switch (event.kind) {
        case Kind::failure:
            add({event.at + sample_course(site, sample_, event.index, event.count).down,
                 Kind::repair,
                 event.index,
                 event.count + 1});
            return mark({event.index}, true);
        case Kind::repair:
            add({event.at + sample_course(site, sample_, event.index, event.count).up,
                 Kind::failure,
                 event.index,
                 event.count});
            return mark({event.index}, false);
        case Kind::outage_begin:
        case Kind::outage_end: break;
    }
    --outages_left_;
    Change change = mark(nodes_of(site.outages[static_cast<std::size_t>(event.index)], site),
                         event.kind == Kind::outage_begin);
    change.outage = true;
    return change;
}

}  // namespace clustersim::slurm
