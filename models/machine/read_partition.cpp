// SPDX-License-Identifier: Apache-2.0
#include "models/machine/read_partition.hpp"

#include "models/machine/optional_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

Limits read_limits(Reader reader) {
    Limits limits;
    limits.min_nodes = optional_count(reader, "min_nodes");
    limits.max_nodes = optional_count(reader, "max_nodes");
    limits.max_gpus = optional_count(reader, "max_gpus");
    limits.max_time = optional_seconds(reader, "max_time");
    limits.max_submitted = optional_count(reader, "max_submitted");
    limits.max_running = optional_count(reader, "max_running");
    if (limits.min_nodes && limits.max_nodes && *limits.min_nodes > *limits.max_nodes) {
        reader.complain("min_nodes",
                        Code::inconsistent,
                        fmt::format("min_nodes is {}, but max_nodes (line {}) is {}",
                                    *limits.min_nodes,
                                    reader.node().find("max_nodes")->line,
                                    *limits.max_nodes));
    }
    reader.finish();
    return limits;
}

Qos read_qos(Reader& reader, std::string name) {
    Qos qos;
    qos.name = std::move(name);
    qos.priority = reader.optional_number("priority", Range::at_least(-1e9, 1e9)).value_or(0.0);
    qos.preemptible = reader.flag("preemptible", false);
    qos.preempts = reader.text_list("preempts");
    if (auto limits = reader.optional_child("limits")) qos.limits = read_limits(*limits);
    reader.finish();
    return qos;
}

JobDefaults read_defaults(Reader reader) {
    JobDefaults defaults;
    defaults.cores_per_gpu = optional_count(reader, "cores_per_gpu");
    defaults.memory_per_gpu = reader.optional_quantity<Bytes>("memory_per_gpu");
    defaults.memory_per_core = reader.optional_quantity<Bytes>("memory_per_core");
    reader.finish();
    return defaults;
}

FixedShare read_fixed(Reader reader) {
    reader.require("gpus");
    reader.require("cores");
    FixedShare share{optional_count(reader, "gpus").value_or(1),
                     optional_count(reader, "cores").value_or(1)};
    reader.finish();
    return share;
}

MaxTresPerNode read_max_tres(Reader reader) {
    MaxTresPerNode most;
    most.cores = optional_count(reader, "cores");
    most.memory = reader.optional_quantity<Bytes>("memory");
    reader.finish();
    return most;
}

TypicalBackground read_background(Reader reader) {
    TypicalBackground background;
    background.mix = reader.text("mix");
    background.backlog = optional_backlog(reader, "backlog");
    background.load = reader.optional_number("load", Range::positive(1.0));
    if (background.backlog && background.load) {
        reader
            .complain(
                "load", Code::inconsistent, "a background load has either a `backlog` or a `load`")
            .help = "keep one of the two, or none: then it has the backlogs of comparable machines";
    }
    reader.finish();
    return background;
}

/// The steps in which cores and memory are charged; without a rate they would have no effect.
void read_steps(Reader& reader, BillingRule& rule) {
    rule.core_step = optional_count(reader, "core_step").value_or(1);
    rule.memory_step = reader.optional_quantity<Bytes>("memory_step");
    if (reader.has("core_step") && rule.per_core_hour == 0.0)
        reader.complain("core_step", Code::inconsistent, "this rule has no price for cores")
            .expected = "`per_core_hour` in the same rule";
    if (rule.memory_step && rule.per_gib_hour == 0.0)
        reader.complain("memory_step", Code::inconsistent, "this rule has no price for memory")
            .expected = "`per_gib_hour` in the same rule";
}

BillingRule read_billing(Reader reader) {
    BillingRule rule;
    rule.unit = reader.text("unit");
    rule.combine =
        reader.optional_one_of<BillingRule::Combine>("combine").value_or(BillingRule::Combine::max);
    auto const rate = [&](std::string_view key) {
        return reader.optional_number(key, Range{0.0, 1e6, true}).value_or(0.0);
    };
    rule.per_node_hour = rate("per_node_hour");
    rule.per_gpu_hour = rate("per_gpu_hour");
    rule.per_core_hour = rate("per_core_hour");
    rule.per_gib_hour = rate("per_gib_hour");
    read_steps(reader, rule);
    double const all =
        rule.per_node_hour + rule.per_gpu_hour + rule.per_core_hour + rule.per_gib_hour;
    if (all == 0.0 && rule.unit != "free" && rule.unit != qpu_seconds) {
        Diagnostic& d =
            reader.complain("unit", Code::inconsistent, "the billing rule charges nothing");
        d.expected = "a rate such as `per_gpu_hour: 1`, `unit: free`, or `unit: QPU-s`";
    }
    reader.finish();
    return rule;
}

}  // namespace

namespace {

/// The QOS of a job that names none: a QOS "normal", as Slurm's accounting has it, else the first. Another one is put first.
void read_default_qos(Reader& reader, std::vector<Qos>& all) {
    auto const name = reader.optional_text("default_qos");
    if (!name) return;
    auto const normal = std::ranges::find(all, "normal", &Qos::name);
    auto const found = std::ranges::find(all, *name, &Qos::name);
    if (found == all.end())
        reader.complain(
            "default_qos", Code::unknown_name, "none of the partition's QOS has this name");
    else if (normal != all.end() && found != normal)
        reader.complain("default_qos",
                        Code::inconsistent,
                        "a partition that has a QOS \"normal\" gives it to jobs that name none");
    else if (normal == all.end())
        std::rotate(all.begin(), found, found + 1);
}

/// "2852-2952" or "7": the numbers of the first and the last node.
std::optional<NodePlaces::Range> range_in(std::string const& text) {
    NodePlaces::Range range;
    int last = 0;
    char const* const end = text.data() + text.size();
    auto const first = std::from_chars(text.data(), end, range.first);
    if (first.ec != std::errc{} || range.first < 0) return std::nullopt;
    if (first.ptr == end) {
        last = range.first;
    } else {
        if (*first.ptr != '-') return std::nullopt;
        auto const second = std::from_chars(first.ptr + 1, end, last);
        if (second.ec != std::errc{} || second.ptr != end) return std::nullopt;
    }
    if (last < range.first || last > 1'000'000) return std::nullopt;
    range.count = last - range.first + 1;
    return range;
}

NodePlaces read_places(Reader& reader, int nodes) {
    NodePlaces places;
    places.first = static_cast<int>(
        reader.optional_integer("first_node", Range::at_least(0, 1e6)).value_or(0));
    int all = 0;
    for (std::string const& text : reader.text_list("node_ranges")) {
        auto const range = range_in(text);
        bool const follows =
            range && (places.ranges.empty() ||
                      range->first > places.ranges.back().first + places.ranges.back().count - 1);
        if (!follows) {
            reader
                .complain("node_ranges",
                          Code::wrong_type,
                          range ? fmt::format("the range {} is not after the one before it", text)
                                : fmt::format("\"{}\" is no range of nodes", text))
                .expected = "ascending ranges of numbers from 0, such as `[0-97, 2800-2900]`";
            return places;
        }
        places.ranges.push_back(*range);
        all += range->count;
    }
    if (places.ranges.empty()) return places;
    if (reader.has("first_node"))
        reader
            .complain("first_node",
                      Code::inconsistent,
                      "`node_ranges` says already where the nodes of the partition are")
            .help = "keep one of the two";
    if (all != nodes)
        reader.complain(
            "node_ranges",
            Code::inconsistent,
            fmt::format("the ranges have {} nodes, but the partition has {}", all, nodes));
    return places;
}

}  // namespace

Partition read_partition(Reader& reader, std::string name) {
    Partition partition;
    partition.slurm_name = reader.optional_text("slurm_name").value_or(name);
    partition.name = std::move(name);
    partition.constraint = reader.optional_text("constraint").value_or("");
    partition.node_type = reader.text("node_type");
    partition.nodes = static_cast<int>(reader.integer("nodes", Range::at_least(1, 1e6)));
    partition.exclusive = reader.flag("exclusive", false);
    partition.is_default = reader.flag("is_default", false);
    partition.purpose = reader.optional_one_of<Purpose>("purpose").value_or(Purpose::production);
    partition.default_time = optional_seconds(reader, "default_time");
    auto const rank = [&](std::string_view key) {
        return static_cast<int>(
            reader.optional_integer(key, Range::at_least(0, 65533)).value_or(1));
    };
    partition.priority_tier = rank("priority_tier");
    partition.priority_factor = rank("priority_factor");
    partition.places = read_places(reader, partition.nodes);
    partition.preempted_jobs = reader.optional_one_of<PreemptedJobs>("preempted_jobs")
                                   .value_or(PreemptedJobs::keep_running);
    partition.reservation = reader.optional_text("reservation").value_or("");
    if (auto defaults = reader.optional_child("defaults"))
        partition.defaults = read_defaults(*defaults);
    if (auto fixed = reader.optional_child("fixed")) partition.fixed = read_fixed(*fixed);
    if (auto most = reader.optional_child("max_tres_per_node"))
        partition.max_tres_per_node = read_max_tres(*most);
    if (auto limits = reader.optional_child("limits")) partition.limits = read_limits(*limits);
    if (auto background = reader.optional_child("background"))
        partition.background = read_background(*background);
    partition.waits = recorded_waits(reader, "waits");
    for (auto& [qos_name, child] : reader.named_children("qos"))
        partition.qos.push_back(read_qos(child, qos_name));
    read_default_qos(reader, partition.qos);
    partition.billing = read_billing(reader.child("billing"));
    if (partition.default_time && partition.limits.max_time &&
        *partition.default_time > *partition.limits.max_time) {
        reader.complain("default_time",
                        Code::inconsistent,
                        fmt::format("the default time exceeds max_time (line {})",
                                    reader.node().find("limits")->find("max_time")->line));
    }
    reader.finish();
    return partition;
}

}  // namespace clustersim
