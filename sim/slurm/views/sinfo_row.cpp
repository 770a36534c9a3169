// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/sinfo_row.hpp"

#include "sim/slurm/views/node_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace clustersim::slurm {

namespace {

NodeView const* first(SinfoRow const& row) {
    return row.nodes.empty() ? nullptr
                             : &row.snapshot->nodes[static_cast<std::size_t>(row.nodes.front())];
}

/// A property of the first node, which represents all; "n/a" without nodes.
template <class Of>
std::string of_node(SinfoRow const& row, Of of) {
    NodeView const* const node = first(row);
    return node == nullptr ? "n/a" : of(*node);
}

template <auto Member>
std::string number_of_node(SinfoRow const& row) {
    return of_node(
        row, [](NodeView const& n) { return std::to_string(n.*Member); });
}

template <auto Member>
std::string text_of_node(SinfoRow const& row) {
    return of_node(
        row, [](NodeView const& n) { return or_null(n.*Member); });
}

std::string partition_name(SinfoRow const& row) {
    if (row.partition == nullptr) return "n/a";
    return row.partition->name + (row.partition->is_default ? "*" : "");
}

std::string available(SinfoRow const& row) {
    if (row.partition == nullptr) return "n/a";
    switch (row.partition->state) {
        case PartitionState::up: return "up";
        case PartitionState::down: return "down";
        case PartitionState::drain: return "drain";
        case PartitionState::inactive: return "inact";
    }
    return "n/a";
}

std::string time_limit(SinfoRow const& row) {
    if (row.partition == nullptr) return "n/a";
    auto const minutes = row.partition->max_minutes;
    return minutes ? short_duration(*minutes * 60) : "infinite";
}

std::string default_time(SinfoRow const& row) {
    if (row.partition == nullptr || !row.partition->default_minutes) return "n/a";
    return short_duration(*row.partition->default_minutes * 60);
}

std::string job_size(SinfoRow const& row) {
    if (row.partition == nullptr) return "n/a";
    // A minimum of zero nodes is shown as one.
    std::int32_t const least = std::max(row.partition->min_nodes, 1);
    if (!row.partition->max_nodes) return fmt::format("{}-infinite", least);
    if (*row.partition->max_nodes == least) return std::to_string(least);
    return fmt::format("{}-{}", least, *row.partition->max_nodes);
}

std::string oversubscribe(SinfoRow const& row) {
    if (row.partition == nullptr) return "n/a";
    switch (row.partition->oversubscribe) {
        case OverSubscribe::no: return "NO";
        case OverSubscribe::exclusive: return "EXCLUSIVE";
        case OverSubscribe::yes: return fmt::format("YES:{}", row.partition->max_share);
        case OverSubscribe::force: return fmt::format("FORCE:{}", row.partition->max_share);
    }
    return "n/a";
}

std::string groups(SinfoRow const& row) {
    if (row.partition == nullptr || row.partition->allow_groups.empty()) return "all";
    return fmt::format("{}", fmt::join(row.partition->allow_groups, ","));
}

struct Counts {
    std::int64_t allocated = 0, idle = 0, other = 0;
};

Counts count_nodes(SinfoRow const& row) {
    Counts counts;
    for (std::int32_t const node : row.nodes) {
        switch (node_usage(row.snapshot->nodes[static_cast<std::size_t>(node)])) {
            case NodeUsage::allocated: ++counts.allocated; break;
            case NodeUsage::idle: ++counts.idle; break;
            case NodeUsage::other: ++counts.other; break;
        }
    }
    return counts;
}

std::string nodes_ai(SinfoRow const& row) {
    Counts const n = count_nodes(row);
    return fmt::format("{}/{}", n.allocated, n.idle);
}

std::string nodes_aiot(SinfoRow const& row) {
    Counts const n = count_nodes(row);
    return fmt::format("{}/{}/{}/{}", n.allocated, n.idle, n.other, n.allocated + n.idle + n.other);
}

std::string cpus_aiot(SinfoRow const& row) {
    CpuUse all;
    for (std::int32_t const node : row.nodes) {
        CpuUse const one = cpu_use(row.snapshot->nodes[static_cast<std::size_t>(node)]);
        all.allocated += one.allocated;
        all.idle += one.idle;
        all.other += one.other;
    }
    return fmt::format(
        "{}/{}/{}/{}", all.allocated, all.idle, all.other, all.allocated + all.idle + all.other);
}

std::string shape(SinfoRow const& row) {
    return of_node(
        row,
        [](NodeView const& n) {
            return fmt::format("{}:{}:{}", n.sockets, n.cores_per_socket, n.threads_per_core);
        });
}

std::string reason(SinfoRow const& row) {
    return of_node(
        row, [](NodeView const& n) { return n.reason.empty() ? "none" : n.reason; });
}

std::string reason_user(SinfoRow const& row) {
    return of_node(
        row,
        [](NodeView const& n) {
            return n.reason.empty() ? std::string("Unknown") : n.reason_user;
        });
}

/// In a simulation only root sets nodes down or drained.
std::string reason_user_long(SinfoRow const& row) {
    return of_node(
        row,
        [](NodeView const& n) {
            return n.reason.empty() ? std::string("Unknown") : n.reason_user + "(0)";
        });
}

std::string reason_time(SinfoRow const& row) {
    NodeView const* const node = first(row);
    return node == nullptr ? "n/a" : calendar_text(*row.snapshot, node->reason_time, "Unknown");
}

constexpr auto sinfo_kinds = std::to_array<ColumnKind<SinfoRow>>({
    {'P', "PARTITION", partition_name},
    {'R',
     "PARTITION",
     [](SinfoRow const& r) {
         return r.partition == nullptr ? std::string("n/a") : r.partition->name;
     }},
    {'a', "AVAIL", available},
    {'l', "TIMELIMIT", time_limit},
    {'L', "DEFAULTTIME", default_time},
    {'D', "NODES", [](SinfoRow const& r) { return std::to_string(r.nodes.size()); }},
    {'t',
     "STATE",
     [](SinfoRow const& r) {
         return of_node(r, [](NodeView const& n) { return node_state(n).compact; });
     }},
    {'T',
     "STATE",
     [](SinfoRow const& r) {
         return of_node(r, [](NodeView const& n) { return node_state(n).full; });
     }},
    {'N',
     "NODELIST",
     [](SinfoRow const& r) { return node_list(*r.snapshot, r.nodes); },
     TooLong::whole},
    {'s', "JOB_SIZE", job_size},
    {'r',
     "ROOT",
     [](SinfoRow const& r) {
         return std::string(r.partition != nullptr && r.partition->root_only ? "yes" : "no");
     }},
    {'h', "OVERSUBSCRIBE", oversubscribe},
    {'g', "GROUPS", groups},
    {'p',
     "PRIO_TIER",
     [](SinfoRow const& r) {
         return r.partition == nullptr ? std::string("n/a")
                                       : std::to_string(r.partition->priority_tier);
     }},
    {'A', "NODES(A/I)", nodes_ai},
    {'F', "NODES(A/I/O/T)", nodes_aiot},
    {'C', "CPUS(A/I/O/T)", cpus_aiot},
    {'c', "CPUS", number_of_node<&NodeView::cpus>},
    {'m', "MEMORY", number_of_node<&NodeView::memory_mb>},
    {'d', "TMP_DISK", number_of_node<&NodeView::tmp_disk_mb>},
    {'w', "WEIGHT", number_of_node<&NodeView::weight>},
    {'f', "AVAIL_FEATURES", text_of_node<&NodeView::features>},
    {'G', "GRES", text_of_node<&NodeView::gres>},
    {'z', "S:C:T", shape},
    {'X', "SOCKETS", number_of_node<&NodeView::sockets>},
    {'Y', "CORES", number_of_node<&NodeView::cores_per_socket>},
    {'Z', "THREADS", number_of_node<&NodeView::threads_per_core>},
    {'E', "REASON", reason},
    {'u', "USER", reason_user},
    {'U', "USER", reason_user_long},
    {'H', "TIMESTAMP", reason_time},
});

}  // namespace

std::span<ColumnKind<SinfoRow> const> sinfo_columns() {
    return sinfo_kinds;
}

}  // namespace clustersim::slurm
