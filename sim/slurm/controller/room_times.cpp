// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/room_times.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace clustersim::slurm {

namespace {

/// Number of changes between two stored sets.
constexpr std::size_t changes_per_set = 32;
/// Beyond this number of kinds, earlier ones are replaced.
constexpr std::size_t most_kinds = 64;

bool has_room(LeastPart const& part, RoomTimes::Left const& left, std::size_t record) {
    if (part.unused) return left.jobs == 0;
    if (left.cpus < part.cpus) return false;
    if (part.memory_mb > 0 && left.memory_mb < part.memory_mb) return false;
    if (part.devices.empty()) return true;
    return std::ranges::all_of(part.devices, [&](LeastDevices const& need) {
        return std::popcount(need.devices_of_record[record] & ~left.used_devices) >= need.count;
    });
}

/// Gives back what a job holds of a node.
void leave_node(NodeRecord const& record,
                Allocation const& allocation,
                NodeShare const& share,
                RoomTimes::Left& left) {
    --left.jobs;
    left.memory_mb += share.memory_mb;
    if (allocation.whole_nodes) {
        left.cpus = record.cores() * record.threads_charged();
        left.used_devices = 0;
    } else {
        left.cpus += share.cpus;
        left.used_devices &= ~share.devices;
    }
}

/// What the jobs now leave of each node.
void fill(RunningUse const& now, std::vector<RoomTimes::Left>& left) {
    left.resize(now.site.nodes.size());
    for (std::size_t n = 0; n < left.size(); ++n) {
        auto const node = static_cast<std::int32_t>(n);
        auto const& record = now.site.records[now.tables.record_of(node)];
        left[n] = {record.schedulable_memory_mb() - now.use.used_memory_mb(node),
                   now.use.used_devices(node),
                   now.use.free_cores(node) * record.threads_charged(),
                   now.use.jobs(node),
                   false};
    }
}

}  // namespace

void RoomTimes::note(std::int32_t node, std::size_t ended) {
    latest_.insert(node);
    if (ended == 0) {
        at_first_.insert(node);
        return;
    }
    changes_.push_back({ended, node});
    if (changes_.size() % changes_per_set != 0) return;
    if (stored_ == after_.size()) after_.emplace_back();
    after_[stored_++] = latest_;
}

void RoomTimes::find(RunningUse const& now, LeastPart const& part, std::vector<Left>& left) {
    changes_.clear();
    stored_ = 0;
    at_first_ = NodeSet(now.site.nodes.size());
    latest_ = at_first_;
    fill(now, left);
    std::vector<bool> gone(now.preempted.empty() ? 0 : now.jobs.table.slots(), false);
    for (auto const slot : now.preempted) {
        gone[slot.value] = true;
        auto const& allocation = now.jobs.at(slot).allocation;
        for (auto const& share : allocation.nodes)
            leave_node(now.site.record_of(share.node),
                       allocation,
                       share,
                       left[static_cast<std::size_t>(share.node)]);
    }
    for (std::size_t n = 0; n < left.size(); ++n) {
        auto const node = static_cast<std::int32_t>(n);
        left[n].room = has_room(part, left[n], now.tables.record_of(node));
        if (left[n].room) note(node, 0);
    }
    std::size_t ended = 0;
    for (auto const slot : now.jobs.running) {
        ++ended;
        if (!gone.empty() && gone[slot.value]) continue;
        auto const& allocation = now.jobs.at(slot).allocation;
        for (auto const& share : allocation.nodes) {
            auto& of_node = left[static_cast<std::size_t>(share.node)];
            if (of_node.room) continue;
            auto const record = now.tables.record_of(share.node);
            leave_node(now.site.records[record], allocation, share, of_node);
            of_node.room = has_room(part, of_node, record);
            if (of_node.room) note(share.node, ended);
        }
    }
}

std::size_t RoomTimes::changes_by(std::size_t ended) const {
    auto const found = std::ranges::upper_bound(changes_, ended, {}, &Change::ended);
    return static_cast<std::size_t>(found - changes_.begin());
}

std::int32_t RoomTimes::count(std::size_t ended, NodeSet const& set) const {
    auto const changes = changes_by(ended);
    auto const block = changes / changes_per_set;
    auto count = (block == 0 ? at_first_ : after_[block - 1]).count_common(set);
    for (auto i = block * changes_per_set; i < changes; ++i)
        count += set.contains(changes_[i].node) ? 1 : 0;
    return count;
}

void RoomTimes::keep(std::size_t ended, NodeSet& set) const {
    auto const changes = changes_by(ended);
    auto const block = changes / changes_per_set;
    auto nodes = block == 0 ? at_first_ : after_[block - 1];
    for (auto i = block * changes_per_set; i < changes; ++i) nodes.insert(changes_[i].node);
    set &= nodes;
}

std::size_t RoomBook::next_entry() {
    if (known_ < most_kinds) {
        if (known_ == entries_.size()) entries_.emplace_back();
        return known_++;
    }
    replaced_ = (replaced_ + 1) % most_kinds;
    return replaced_;
}

RoomTimes const& RoomBook::times(RunningUse const& now, LeastPart const& part) {
    auto const departures_version = now.jobs.running.departures().version();
    if (use_version_ != now.use.version() || departures_version_ != departures_version) {
        use_version_ = now.use.version();
        departures_version_ = departures_version;
        known_ = 0;
    }
    for (std::size_t i = 0; i < known_; ++i)
        if (entries_[i].part == part && entries_[i].preempted == now.preempted)
            return entries_[i].times;
    auto& entry = entries_[next_entry()];
    entry.part = part;
    entry.preempted = now.preempted;
    entry.times.find(now, part, left_);
    return entry.times;
}

}  // namespace clustersim::slurm
