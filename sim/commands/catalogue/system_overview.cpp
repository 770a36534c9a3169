// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/system_overview.hpp"

#include "sim/commands/catalogue/billing_text.hpp"
#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

std::string count_text(std::optional<int> const& count) {
    return count ? grouped(*count) : "";
}

std::string time_text(std::optional<Seconds> const& time) {
    return time ? human(time->duration()) : "";
}

/// "65 to 256", "up to 64", "from 20", or nothing.
std::string range_text(std::optional<int> const& low, std::optional<int> const& high) {
    if (low && high) return fmt::format("{} to {}", grouped(*low), grouped(*high));
    if (high) return "up to " + grouped(*high);
    return low ? "from " + grouped(*low) : "";
}

/// The sbatch options that lead to the nodes.
std::string sbatch_options(Partition const& partition) {
    std::string text = "-p " + partition.slurm_name;
    if (!partition.constraint.empty()) text += " -C " + partition.constraint;
    if (!partition.reservation.empty()) text += " --reservation=" + partition.reservation;
    return text;
}

std::string gib_text(Bytes memory) {
    return fmt::format("{:.4g} GiB", memory.si() / 0x1p30);
}

/// The part of a node that a job may or must take.
std::string share_text(Partition const& partition) {
    if (partition.exclusive) return "whole nodes";
    if (partition.fixed)
        return fmt::format("{} GPU and {} cores", partition.fixed->gpus, partition.fixed->cores);
    std::vector<std::string> most;
    if (auto const& cores = partition.max_tres_per_node.cores)
        most.push_back(fmt::format("{} cores", *cores));
    if (auto const& memory = partition.max_tres_per_node.memory) most.push_back(gib_text(*memory));
    if (most.empty()) return "shared";
    return fmt::format("shared, up to {}", fmt::join(most, " and "));
}

std::string defaults_text(JobDefaults const& defaults) {
    std::vector<std::string> parts;
    if (defaults.cores_per_gpu)
        parts.push_back(fmt::format("{} cores per GPU", *defaults.cores_per_gpu));
    if (defaults.memory_per_gpu) parts.push_back(gib_text(*defaults.memory_per_gpu) + " per GPU");
    if (defaults.memory_per_core)
        parts.push_back(gib_text(*defaults.memory_per_core) + " per core");
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string preempted_text(PreemptedJobs jobs) {
    switch (jobs) {
        case PreemptedJobs::requeue: return "requeued for a higher tier";
        case PreemptedJobs::cancel: return "cancelled for a higher tier";
        case PreemptedJobs::keep_running: break;
    }
    return "";
}

std::string access_text(AccessMode const& mode) {
    auto const text = [&](auto const& low, auto const& high, std::string_view unit) -> std::string {
        auto const hours = [](auto const& value) { return grouped(std::llround(value.value)); };
        if (low && high) return fmt::format("{} to {} {}", hours(*low), hours(*high), unit);
        if (high)
            return fmt::format("{}{} {}", mode.fixed_size ? "" : "up to ", hours(*high), unit);
        return low ? fmt::format("from {} {}", hours(*low), unit) : "";
    };
    if (!mode.billing_unit.empty()) return "any amount of " + mode.billing_unit;
    std::string const nodes = text(mode.minimum, mode.maximum, "node-h");
    return nodes.empty() ? text(mode.minimum_gpu_hours, mode.maximum_gpu_hours, "GPU-h") : nodes;
}

std::string access_note(LoadedSystem const& loaded, AccessMode const& mode) {
    ConfigNode const* node = loaded.document.find("access");
    for (std::string const& key : {mode.partition_group, mode.name, std::string("note")}) {
        if (node == nullptr) return {};
        node = node->find(key);
    }
    return node == nullptr ? "" : node->scalar;
}

/// The QOS of the partition whose jobs preempt those of `qos`.
std::vector<std::string> preempting(Partition const& partition, Qos const& qos) {
    std::vector<std::string> names;
    for (Qos const& other : partition.qos)
        if (std::ranges::find(other.preempts, qos.name) != other.preempts.end())
            names.push_back(other.name);
    return names;
}

Table partitions_table(System const& system) {
    Table table;
    for (char const* title : {"partition",
                              "sbatch",
                              "nodes",
                              "share of a node",
                              "default share",
                              "nodes per job",
                              "GPUs per job",
                              "max time",
                              "default time",
                              "max submitted",
                              "max running",
                              "tier",
                              "when preempted",
                              "billing per hour"}) {
        std::string_view const t = title;
        table.add_column(title,
                         t == "nodes" || t == "max time" || t == "default time" ||
                             t == "max submitted" || t == "max running" || t == "tier");
    }
    bool const tiers = std::ranges::any_of(
        system.partitions, [](Partition const& partition) { return partition.priority_tier != 1; });
    for (Partition const& p : system.partitions) {
        table.rows.push_back({p.name,
                              sbatch_options(p),
                              grouped(p.nodes),
                              share_text(p),
                              defaults_text(p.defaults),
                              range_text(p.limits.min_nodes, p.limits.max_nodes),
                              range_text({}, p.limits.max_gpus),
                              time_text(p.limits.max_time),
                              time_text(p.default_time),
                              count_text(p.limits.max_submitted),
                              count_text(p.limits.max_running),
                              tiers ? fmt::format("{}", p.priority_tier) : "",
                              preempted_text(p.preempted_jobs),
                              billing_text(p, system.node_type_of(p))});
    }
    drop_columns_of(table, "");
    return table;
}

Table qos_table(System const& system) {
    Table table;
    for (char const* title : {"partition",
                              "QOS",
                              "priority",
                              "nodes per job",
                              "GPUs per job",
                              "max time",
                              "max submitted",
                              "max running",
                              "preempts",
                              "preempted by"}) {
        std::string_view const t = title;
        table.add_column(title,
                         t == "priority" || t == "max time" || t == "max submitted" ||
                             t == "max running");
    }
    bool const ranked = std::ranges::any_of(system.partitions, [](Partition const& partition) {
        return std::ranges::any_of(partition.qos,
                                   [](Qos const& qos) { return qos.priority != 0.0; });
    });
    for (Partition const& p : system.partitions) {
        for (Qos const& qos : p.qos) {
            table.rows.push_back({p.name,
                                  qos.name,
                                  ranked ? fmt::format("{:g}", qos.priority) : "",
                                  range_text(qos.limits.min_nodes, qos.limits.max_nodes),
                                  range_text({}, qos.limits.max_gpus),
                                  time_text(qos.limits.max_time),
                                  count_text(qos.limits.max_submitted),
                                  count_text(qos.limits.max_running),
                                  fmt::format("{}", fmt::join(qos.preempts, ", ")),
                                  fmt::format("{}", fmt::join(preempting(p, qos), ", "))});
        }
    }
    drop_columns_of(table, "");
    return table;
}

/// How much work waits, or is offered, among the usual jobs of a partition.
std::string amount_text(TypicalBackground const& usual) {
    if (usual.load) return fmt::format("an offered load of {:.3g} %", 100.0 * *usual.load);
    if (!usual.backlog) return "users keep work waiting as on comparable machines";
    auto const time = [](Duration value) { return human(value); };
    if (!usual.backlog->is_range())
        return fmt::format("users keep {} of work waiting", time(usual.backlog->usual));
    return fmt::format("users keep {}, {} or {} of work waiting",
                       time(usual.backlog->brief),
                       time(usual.backlog->usual),
                       time(usual.backlog->extended));
}

Table usual_jobs_table(System const& system) {
    Table table;
    for (char const* title : {"partition", "mix", "amount"}) table.add_column(title, false);
    for (Partition const& p : system.partitions)
        if (p.background)
            table.rows.push_back({p.name, p.background->mix, amount_text(*p.background)});
    return table;
}

Table access_table(LoadedSystem const& loaded) {
    Table table;
    for (char const* title :
         {"part", "access mode", "for", "size", "months", "offered per call", "note"})
        table.add_column(title, std::string_view(title) == "offered per call");
    for (AccessMode const& mode : loaded.system.access) {
        table.rows.push_back(
            {mode.partition_group,
             mode.name,
             mode.purpose.empty() ? mode.audience : mode.purpose,
             access_text(mode),
             fmt::format("{}", fmt::join(mode.months, ", ")),
             mode.offered ? grouped(std::llround(mode.offered->value)) + " node-h" : "",
             access_note(loaded, mode)});
    }
    drop_columns_of(table, "");
    return table;
}

}  // namespace

std::string
system_overview_text(LoadedSystem const& loaded, Format format, std::string_view section) {
    std::string out;
    auto const add = [&](std::string_view name, std::string_view title, Table const& table) {
        if (table.rows.empty() || (!section.empty() && section != name)) return;
        out += fmt::format("\n{}{}\n{}{}",
                           heading_mark(2, format),
                           title,
                           heading_gap(format),
                           to_text(table, format));
    };
    add("partitions", "Partitions", partitions_table(loaded.system));
    add("qos", "QOS (an empty limit is the partition's)", qos_table(loaded.system));
    add("usual-jobs", "Usual jobs (mix: typical; docs/waits.md)", usual_jobs_table(loaded.system));
    add("access", "Access", access_table(loaded));
    return out;
}

}  // namespace clustersim
