// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/node_use.hpp"

#include "sim/slurm/site/counted_gres.hpp"

#include <algorithm>
#include <bit>

namespace clustersim::slurm {

namespace {

void set_member(NodeSet& set, std::int32_t node, bool member) {
    if (member)
        set.insert(node);
    else
        set.erase(node);
}

}  // namespace

UseKind use_kind(ResourceRequest const& request) {
    return {.partition = request.partition,
            .exclusive = request.whole_nodes && !request.overlapping,
            .sharing = request.sharing,
            .overlapping = request.overlapping,
            .only_user = request.only_user};
}

NodeUse::NodeUse(Site const& site)
    : site_(&site),
      gang_(site.settings.gang),
      offsets_(offsets_of(site)),
      states_(site.nodes.size()),
      counters_(counted_names(site).size()),
      counted_(site.nodes.size() * counters_, 0),
      idle_(site.nodes.size(), true),
      share_(site.nodes.size(), true),
      with_free_core_(site.nodes.size(), true) {
    used_.assign(offsets_->word.back(), 0);
    for (std::size_t i = 0; i < states_.size(); ++i)
        states_[i].free_cores = site.record_of(static_cast<std::int32_t>(i)).cores();
    for (std::size_t p = 0; p < site.partitions.size(); ++p) {
        auto const index = static_cast<std::int32_t>(p);
        if (auto const rows = site.partitions[p].max_share; rows > 1 || gang_) {
            shared_.push_back({index, rows, {}, std::vector<std::int32_t>(states_.size(), 0)});
            shared_.back().jobs.assign(offsets_->core.back(), 0);
        }
        if (site.partitions[p].max_cpus_per_node)
            partition_cpus_.push_back({index, std::vector<std::int32_t>(states_.size(), 0)});
    }
}

std::shared_ptr<NodeUse::CoreOffsets const> NodeUse::offsets_of(Site const& site) {
    auto offsets = std::make_shared<CoreOffsets>();
    std::size_t core = 0, word = 0;
    for (Node const& node : site.nodes) {
        offsets->core.push_back(core);
        offsets->word.push_back(word);
        auto const cores =
            static_cast<std::size_t>(site.records[static_cast<std::size_t>(node.record)].cores());
        core += cores;
        word += (cores + 63) / 64;
    }
    offsets->core.push_back(core);
    offsets->word.push_back(word);
    return offsets;
}

std::span<std::uint64_t> NodeUse::used_words(std::int32_t node) {
    auto const n = static_cast<std::size_t>(node);
    return std::span(used_).subspan(offsets_->word[n], offsets_->word[n + 1] - offsets_->word[n]);
}

std::span<std::uint64_t const> NodeUse::used_words(std::int32_t node) const {
    auto const n = static_cast<std::size_t>(node);
    return std::span(used_).subspan(offsets_->word[n], offsets_->word[n + 1] - offsets_->word[n]);
}

void NodeUse::add(Allocation const& allocation, UseKind const& kind, HeldPart part) {
    change(allocation, kind, 1, part);
}

void NodeUse::remove(Allocation const& allocation, UseKind const& kind, HeldPart part) {
    change(allocation, kind, -1, part);
}

void NodeUse::change_memory(Allocation const& allocation,
                            NodeShare const& share,
                            std::int32_t sign) {
    auto& state = states_[static_cast<std::size_t>(share.node)];
    auto devices = share.devices;
    if (allocation.whole_nodes) {
        auto const all = listed_devices(site_->record_of(share.node));
        devices = all >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << all) - 1;
    }
    state.memory_mb += sign * share.memory_mb;
    state.devices = sign > 0 ? state.devices | devices : state.devices & ~devices;
}

void NodeUse::change_jobs(NodeShare const& share, UseKind const& kind, std::int32_t sign) {
    auto& state = states_[static_cast<std::size_t>(share.node)];
    state.jobs += sign;
    state.exclusive += kind.exclusive ? sign : 0;
    state.sharing += kind.sharing ? sign : 0;
    if (kind.only_user >= 0) {
        state.only_user = kind.only_user;
        state.only_user_jobs += sign;
    }
    for (auto& one : shared_)
        if (one.partition == kind.partition)
            one.on_node[static_cast<std::size_t>(share.node)] += sign;
    for (auto& one : partition_cpus_)
        if (one.partition == kind.partition)
            one.cpus[static_cast<std::size_t>(share.node)] += sign * share.cpus;
}

void NodeUse::change(Allocation const& allocation,
                     UseKind const& kind,
                     std::int32_t sign,
                     HeldPart part) {
    ++version_;
    if (includes(part, HeldPart::memory)) {
        for (auto const& one : allocation.counted)
            counted_[static_cast<std::size_t>(one.node) * counters_ +
                     static_cast<std::size_t>(one.counter)] += sign * one.amount;
    }
    for (std::size_t i = 0; i < allocation.nodes.size(); ++i) {
        auto const& share = allocation.nodes[i];
        if (includes(part, HeldPart::memory)) change_memory(allocation, share, sign);
        if (includes(part, HeldPart::presence)) change_jobs(share, kind, sign);
        if (!includes(part, HeldPart::presence_and_cores)) {
            refresh(share.node);
            continue;
        }
        if (allocation.whole_nodes && !kind.overlapping) {
            take_all_cores(share.node, sign > 0);
        } else {
            if (allocation.cores.empty()) {
                auto const all = CoreMask::first(site_->record_of(share.node).cores());
                change_cores(share.node, all, kind, sign);
            } else {
                change_cores(share.node, allocation.cores[i], kind, sign);
            }
        }
        refresh(share.node);
    }
}

void NodeUse::take_all_cores(std::int32_t node, bool taken) {
    auto const cores = CoreMask::first(taken ? site_->record_of(node).cores() : 0);
    auto const used = used_words(node);
    for (std::size_t w = 0; w < used.size(); ++w) used[w] = cores.word(w);
}

void NodeUse::change_cores(std::int32_t index,
                           CoreMask const& held,
                           UseKind const& kind,
                           std::int32_t sign) {
    auto const node = static_cast<std::size_t>(index);
    auto const& record = site_->record_of(index);
    if (kind.overlapping) {
        for (auto& one : shared_) {
            if (one.partition != kind.partition) continue;
            for (std::int32_t core = 0; core < record.cores(); ++core) {
                if (held.contains(core)) {
                    auto& jobs = one.jobs[offsets_->core[node] + static_cast<std::size_t>(core)];
                    jobs = static_cast<std::uint8_t>(jobs + sign);
                }
            }
        }
        return;
    }
    auto const used = used_words(index);
    for (std::size_t w = 0; w < used.size(); ++w)
        used[w] = sign > 0 ? used[w] | held.word(w) : used[w] & ~held.word(w);
}

void NodeUse::refresh(std::int32_t node) {
    auto& state = states_[static_cast<std::size_t>(node)];
    if (has_rows(state)) {
        state.free_cores = free_core_mask(node).count();
    } else {
        std::int32_t used = 0;
        for (auto const word : used_words(node)) used += ones(word);
        state.free_cores = site_->record_of(node).cores() - used;
    }
    auto const vacated = state.jobs == 0 && (state.memory_mb != 0 || state.devices != 0);
    if (vacated || vacated_.universe() != 0) note_vacated(node, vacated);
    set_member(idle_, node, state.jobs == 0 && !vacated);
    set_member(share_, node, state.exclusive == 0);
    set_member(with_free_core_, node, state.exclusive == 0 && state.free_cores > 0);
}

void NodeUse::note_vacated(std::int32_t node, bool vacated) {
    if (vacated_.universe() == 0) vacated_ = NodeSet(states_.size());
    set_member(vacated_, node, vacated);
}

bool NodeUse::used_by_other_sharing(std::int32_t node, std::int32_t partition) const {
    return std::any_of(
        shared_.begin(),
        shared_.end(),
        [&](Shared const& one) {
            return one.max_share > 1 && one.partition != partition &&
                   one.on_node[static_cast<std::size_t>(node)] > 0;
        });
}

std::int64_t NodeUse::free_memory_mb(std::int32_t node) const {
    return site_->record_of(node).schedulable_memory_mb() - at(node).memory_mb;
}

CoreMask NodeUse::unused_cores(std::int32_t node) const {
    auto mask = CoreMask::first(site_->record_of(node).cores());
    auto const used = used_words(node);
    for (std::size_t w = 0; w < used.size(); ++w) mask.set_word(w, mask.word(w) & ~used[w]);
    return mask;
}

CoreMask NodeUse::free_core_mask(std::int32_t node) const {
    auto mask = unused_cores(node);
    auto const begin = offsets_->core[static_cast<std::size_t>(node)];
    if (has_rows(at(node))) {
        auto const cores = site_->record_of(node).cores();
        for (auto const& one : shared_) {
            for (std::int32_t core = 0; core < cores; ++core)
                if (one.jobs[begin + static_cast<std::size_t>(core)] > 0) mask.erase(core);
        }
    }
    return mask;
}

CoreMask NodeUse::free_core_mask(std::int32_t node, RowLimits const& limits) const {
    auto mask = unused_cores(node);
    auto const begin = offsets_->core[static_cast<std::size_t>(node)];
    auto const cores = site_->record_of(node).cores();
    for (auto const& one : shared_) {
        auto const limit = limits[static_cast<std::size_t>(one.partition)];
        for (std::int32_t core = 0; limit > 0 && core < cores; ++core)
            if (one.jobs[begin + static_cast<std::size_t>(core)] >= limit) mask.erase(core);
    }
    return mask;
}

bool NodeUse::has_room(Allocation const& allocation, UseKind const& kind) const {
    RowLimits limits(site_->partitions.size(), 0);
    auto const own = static_cast<std::size_t>(kind.partition);
    limits[own] = std::max(1, site_->partitions[own].max_share);
    for (std::size_t i = 0; i < allocation.nodes.size(); ++i) {
        auto const node = allocation.nodes[i].node;
        auto const cores = site_->record_of(node).cores();
        auto missing = allocation.cores.empty() ? CoreMask::first(cores) : allocation.cores[i];
        missing -= kind.overlapping ? free_core_mask(node, limits) : free_core_mask(node);
        if (!missing.empty()) return false;
    }
    return true;
}

std::int32_t NodeUse::partition_cpus(std::int32_t node, std::int32_t partition) const {
    for (auto const& one : partition_cpus_)
        if (one.partition == partition) return one.cpus[static_cast<std::size_t>(node)];
    return 0;
}

}  // namespace clustersim::slurm
