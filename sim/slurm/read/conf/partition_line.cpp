// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/partition_line.hpp"

#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/conf/conf_settings.hpp"
#include "sim/slurm/read/conf/node_line.hpp"
#include "sim/slurm/read/conf/pair_reader.hpp"
#include "sim/slurm/read/conf/partition_values.hpp"
#include "sim/slurm/read/parameters/machine_keys.hpp"
#include "sim/slurm/site/limit_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace clustersim::slurm {

namespace {

using PartitionKey = ConfKey<PartitionDraft>;

/// slurm.conf does not define groups: the list takes effect once a site file does.
void groups(PartitionDraft& d, ConfPair const& p, ConfReading& r) {
    d.partition.allow_groups = names_or_all(p);
    if (!d.partition.allow_groups.empty()) {
        r.unused.push_back({"PartitionName: AllowGroups (until `users:` names their groups)",
                            Unused::unsupported,
                            p.key_at});
    }
}

void read_job_defaults(PartitionDraft& d, ConfPair const& p, ConfReading& r);

constexpr PartitionKey partition_used[] = {
    {"PartitionName", [](auto& d, auto& p, auto&) { d.partition.name = p.value; }},
    {"Nodes", [](auto& d, auto& p, auto&) { d.nodes = p; }},
    {"Priority", [](auto& d, auto& p, auto&) { d.priority = p; }},
    {"PriorityTier",
     [](auto& d, auto& p, auto& r) { read_priority(p, r, d.partition.priority_tier); }},
    {"PriorityJobFactor",
     [](auto& d, auto& p, auto& r) { read_priority(p, r, d.partition.priority_job_factor); }},
    {"OverSubscribe", [](auto& d, auto& p, auto&) { d.oversubscribe = p; }},
    {"Shared", [](auto& d, auto& p, auto&) { d.shared = p; }},
    {"State", read_partition_state},
    {"OverTimeLimit", read_over_time},
    {"AllowGroups", groups},
    {"TRESBillingWeights", [](auto& d, auto& p, auto&) { d.billing_weights = p; }},
    {"DefCpuPerGPU", [](auto& d, auto& p, auto& r) { r.integer(p, d.partition.def_cpu_per_gpu); }},
    {"JobDefaults", read_job_defaults},
    {"PreemptMode",
     [](auto& d, auto& p, auto& r) { d.partition.preempt_mode = preempt_words(p, r).mode; }},
};
constexpr std::string_view partition_irrelevant[] = {"AllocNodes",
                                                     "CpuBind",
                                                     "DisableRootJobs",
                                                     "PowerDownOnIdle",
                                                     "ResumeTimeout",
                                                     "SuspendTimeout"};
constexpr std::string_view partition_unsupported[] = {"Alternate",
                                                      "MaxCPUsPerSocket",
                                                      "SelectTypeParameters",
                                                      "SuspendTime",
                                                      "ExclusiveTopo",
                                                      "DenyGroups",
                                                      "Topology"};
using PlainPartition = PlainKeys<&PartitionDraft::partition>;
constexpr ConfKeys<PartitionDraft> partition_keys{
    partition_used,
    partition_irrelevant,
    partition_unsupported,
    "PartitionName: ",
    {PlainPartition::read<PartitionDraft>, PlainPartition::names<PartitionDraft>}};

void read_job_defaults(PartitionDraft& d, ConfPair const& p, ConfReading& r) {
    for (ConfPair const& word : words_of(p)) apply_pair(partition_keys, d, word, r);
}

}  // namespace

TresWeights tres_weights(ConfPair const& pair, TresTable const& table, ConfReading& reading) {
    TresWeights weights;
    for (ConfPair word : words_of(pair)) {
        double divisor = 1.0;
        bool const is_memory = same_word(word.key, "mem");
        constexpr std::string_view suffixes = "KMGTP";
        auto const letter =
            word.value.empty()
                ? ' '
                : static_cast<char>(std::toupper(static_cast<unsigned char>(word.value.back())));
        if (auto const power = suffixes.find(letter); power != std::string_view::npos) {
            word.value.pop_back();
            int steps = static_cast<int>(power) + 1;
            // Memory is counted in MB: a weight per MB is not scaled.
            if (is_memory) steps -= 2;
            for (; steps > 0; --steps) divisor *= 1024.0;
            for (; steps < 0; ++steps) divisor /= 1024.0;
        }
        double weight = 0.0;
        reading.number(word, weight);
        if (auto const position = table.find(word.key)) {
            weights.emplace_back(*position, weight / divisor);
        } else {
            reading
                .warn(word,
                      Code::unknown_name,
                      fmt::format(
                          "{} gives a weight to \"{}\", which is not tracked", pair.key, word.key))
                .help =
                "AccountingStorageTRES lists what is tracked in addition to cpu, mem and node";
        }
    }
    return weights;
}

void PartitionLines::read(ConfLine const& line, ConfReading& reading) {
    PartitionDraft draft = defaults_;
    for (ConfPair const& pair : line) apply_pair(partition_keys, draft, pair, reading);
    if (same_word(line.front().value, "DEFAULT")) {
        defaults_ = std::move(draft);
        return;
    }
    settle_partition(draft, reading);
    auto const twice = std::ranges::find(names_, line.front().value, &ConfPair::value);
    if (twice != names_.end()) {
        reading
            .complain(line.front(),
                      Code::duplicate_key,
                      fmt::format("the partition {} is described twice", twice->value))
            .help = fmt::format("the first is in line {}", twice->value_at.line);
        return;
    }
    names_.push_back(line.front());
    drafts_.push_back(std::move(draft));
}

void PartitionLines::read_node_set(ConfLine const& line, ConfReading& reading) {
    static constexpr ConfKey<NodeSetLine> used_keys[] = {
        {"NodeSet", [](NodeSetLine& d, auto& p, auto&) { d.name = p; }},
        {"Nodes", [](NodeSetLine& d, auto& p, auto&) { d.nodes = p; }},
        {"Feature", [](NodeSetLine& d, auto& p, auto&) { d.feature = p; }},
    };
    constexpr ConfKeys<NodeSetLine> set_keys{used_keys, {}, {}, "NodeSet: "};
    NodeSetLine set;
    for (ConfPair const& pair : line) apply_pair(set_keys, set, pair, reading);
    node_sets_.push_back(std::move(set));
}

std::vector<std::int32_t>
PartitionLines::nodes_of(ConfPair const& pair, Site const& site, ConfReading& reading) const {
    std::vector<std::int32_t> nodes;
    auto const add_where = [&](auto matches) {
        for (std::size_t i = 0; i < site.nodes.size(); ++i) {
            auto const node = static_cast<std::int32_t>(i);
            if (matches(node)) nodes.push_back(node);
        }
    };
    if (same_word(pair.value, "ALL")) {
        add_where([](std::int32_t) { return true; });
        return nodes;
    }
    ConfPair rest = pair;
    rest.value.clear();
    // Commas within brackets do not separate items: only a whole item can be the name of a node
    // set.
    for (std::string const& item : split_list(pair.value, ", \t")) {
        auto const set = std::ranges::find_if(
            node_sets_, [&](NodeSetLine const& one) { return one.name.value == item; });
        if (set == node_sets_.end()) {
            rest.value += (rest.value.empty() ? "" : ",") + item;
            continue;
        }
        if (set->nodes) {
            auto const more = node_indices(*set->nodes, site, reading, Severity::error);
            nodes.insert(nodes.end(), more.begin(), more.end());
        }
        if (set->feature) {
            add_where([&](std::int32_t node) {
                auto const& features = site.record_of(node).features;
                return std::ranges::find(features, set->feature->value) != features.end();
            });
        }
    }
    auto const named = node_indices(rest, site, reading, Severity::error);
    nodes.insert(nodes.end(), named.begin(), named.end());
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

/// Warns of limits that contradict each other. Slurm accepts them, and the jobs stay pending for
/// ever.
void PartitionLines::check_limits(ConfPair const& name, Partition& p, ConfReading& reading) {
    auto const warn = [&](std::string message, char const* help) {
        reading.warn(name, Code::inconsistent, std::move(message)).help = help;
    };
    auto const nodes = static_cast<std::int32_t>(p.nodes.size());
    if (p.max_nodes && p.min_nodes > *p.max_nodes) {
        warn(fmt::format("the partition {} requires at least {} nodes and at most {}",
                         p.name,
                         p.min_nodes,
                         *p.max_nodes),
             "without a QOS that overrides one of them, all its jobs stay pending for ever");
    } else if (nodes > 0 && p.min_nodes > nodes) {
        warn(fmt::format("the partition {} requires at least {} nodes and has {}",
                         p.name,
                         p.min_nodes,
                         nodes),
             "all its jobs stay pending for ever");
    }
    bool const limited = p.max_minutes && *p.max_minutes != unlimited_time;
    if (limited && p.default_minutes &&
        (*p.default_minutes == unlimited_time || *p.default_minutes > *p.max_minutes)) {
        warn(fmt::format("the partition {} has a DefaultTime above its MaxTime", p.name),
             "Slurm ignores it: MaxTime is the limit of jobs without --time");
        p.default_minutes.reset();
    }
}

void PartitionLines::finish(Site& site, ConfReading& reading) {
    for (std::size_t i = 0; i < drafts_.size(); ++i) {
        PartitionDraft& draft = drafts_[i];
        if (draft.nodes) draft.partition.nodes = nodes_of(*draft.nodes, site, reading);
        if (draft.billing_weights) {
            draft.partition.billing_weights =
                tres_weights(*draft.billing_weights, site.tres, reading);
        }
        check_limits(names_[i], draft.partition, reading);
        if (draft.partition.preempt_mode == PreemptMode::suspend && !site.settings.gang) {
            reading
                .complain(
                    names_[i],
                    Code::inconsistent,
                    fmt::format("the partition {} has PreemptMode=SUSPEND, which requires GANG",
                                draft.partition.name))
                .help =
                "add it to PreemptMode of the cluster: only gang scheduling resumes suspended jobs";
        }
        // The default partition is the last one with Default=YES.
        if (draft.partition.is_default)
            for (Partition& earlier : site.partitions) earlier.is_default = false;
        site.partitions.push_back(std::move(draft.partition));
    }
}

}  // namespace clustersim::slurm
