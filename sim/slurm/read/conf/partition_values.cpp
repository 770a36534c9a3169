// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/partition_values.hpp"

#include "sim/core/enum_names.hpp"
#include "sim/slurm/site/limit_text.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace clustersim::slurm {

namespace {

void read_oversubscribe(PartitionDraft& d, ConfPair const& p, ConfReading& r) {
    static constexpr std::array<std::pair<std::string_view, OverSubscribe>, 4> words{{
        {"NO", OverSubscribe::no},
        {"EXCLUSIVE", OverSubscribe::exclusive},
        {"YES", OverSubscribe::yes},
        {"FORCE", OverSubscribe::force},
    }};
    auto const colon = p.value.find(':');
    ConfPair word = p;
    word.value = p.value.substr(0, colon);
    auto& kind = d.partition.oversubscribe;
    kind = OverSubscribe::no;
    r.one_of(word, std::span<std::pair<std::string_view, OverSubscribe> const>(words), kind);
    bool const shares = kind == OverSubscribe::yes || kind == OverSubscribe::force;
    d.partition.max_share = shares ? 4 : kind == OverSubscribe::exclusive ? 0 : 1;
    if (colon == std::string::npos) return;
    if (!shares) {
        r.complain(p, Code::bad_syntax, "only YES and FORCE take a number of jobs");
        return;
    }
    word.value = p.value.substr(colon + 1);
    auto const jobs = r.leading_integer(word);
    if (jobs < (kind == OverSubscribe::yes ? 2 : 1) || jobs > 32767) {
        r.warn(p, Code::out_of_range, fmt::format("Slurm takes {}={} as NO", p.key, p.value));
        kind = OverSubscribe::no;
    }
    d.partition.max_share = kind == OverSubscribe::no ? 1 : static_cast<std::int32_t>(jobs);
}

}  // namespace

void read_priority(ConfPair const& p, ConfReading& r, std::int32_t& target) {
    std::int64_t value = target;
    r.integer(p, value, 0, 65533);
    target = static_cast<std::int32_t>(value);
}

void read_partition_state(PartitionDraft& d, ConfPair const& p, ConfReading& r) {
    for (auto const& [name, state] : enum_names<PartitionState>) {
        if (same_word(std::string_view(p.value).substr(0, name.size()), name)) {
            d.partition.state = state;
            return;
        }
    }
    r.one_of<PartitionState>(p, enum_names<PartitionState>, d.partition.state);
}

void read_over_time(PartitionDraft& d, ConfPair const& p, ConfReading& r) {
    auto& target = d.partition.over_time_minutes;
    if (ConfReading::is_unlimited(p.value)) {
        target = unlimited_time;
        return;
    }
    auto const minutes = r.leading_integer(p);
    if (minutes >= 0)
        target = minutes > 0xfffe ? unlimited_time : minutes;
    else
        r.warn(p, Code::out_of_range, fmt::format("Slurm ignores {}={}", p.key, p.value));
}

void settle_partition(PartitionDraft& d, ConfReading& r) {
    Partition& partition = d.partition;
    auto const ignored = [&](char const* name) {
        r.unused.push_back(
            {fmt::format("PartitionName={}: {}", partition.name, name), Unused::irrelevant, {}});
    };
    if (d.priority) {
        auto const tier = partition.priority_tier;
        read_priority(*d.priority, r, partition.priority_tier);
        if (tier != Partition{}.priority_tier && tier != partition.priority_tier)
            ignored("PriorityTier beside Priority");
        partition.priority_job_factor = partition.priority_tier;
    }
    if (auto const& chosen = d.oversubscribe ? d.oversubscribe : d.shared)
        read_oversubscribe(d, *chosen, r);
    if (d.oversubscribe && d.shared && d.oversubscribe->value != d.shared->value)
        ignored("Shared beside OverSubscribe");
    if (partition.def_mem_per_node_mb && partition.def_mem_per_cpu_mb) {
        ignored("DefMemPerCPU beside DefMemPerNode");
        partition.def_mem_per_cpu_mb.reset();
    }
    if (partition.max_mem_per_node_mb && partition.max_mem_per_cpu_mb) {
        ignored("MaxMemPerCPU beside MaxMemPerNode");
        partition.max_mem_per_cpu_mb.reset();
    }
    if (!partition.allow_accounts.empty() && !partition.deny_accounts.empty()) {
        ignored("DenyAccounts beside AllowAccounts");
        partition.deny_accounts.clear();
    }
    if (!partition.allow_qos.empty() && !partition.deny_qos.empty()) {
        ignored("DenyQos beside AllowQos");
        partition.deny_qos.clear();
    }
}

}  // namespace clustersim::slurm
