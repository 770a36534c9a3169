// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/policy_availability.hpp"

#include "sim/config/reader.hpp"
#include "sim/config/yaml_text.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

constexpr double most_seconds_of_window = 366.0 * 86400.0;
/// No node of a machine is that reliable; a longer time would not fit into the simulated years.
constexpr double most_seconds_between_failures = 1000.0 * 366.0 * 86400.0;

/// Writes entries of one object of a site file, at the place of what the user wrote.
class SiteEntry {
  public:
    SiteEntry(ConfigNode& changes, std::string path, ConfigNode const& at)
        : changes_(&changes), path_(std::move(path)), at_(&at) {}

    void put(std::string const& key, ConfigNode node) const {
        node.source = at_->source;
        node.line = at_->line;
        node.column = at_->column;
        set_value(*changes_, path_ + "." + key, std::move(node));
    }
    void put_seconds(std::string const& key, std::int64_t count) const {
        put(key, scalar_node(fmt::format("{} s", count)));
    }

  private:
    ConfigNode* changes_;
    std::string path_;
    ConfigNode const* at_;
};

/// When and where nodes are out of service.
struct Window {
    Duration start{}, duration{};
    std::optional<std::string> partition, nodes;
};

bool is_mapping(ConfigNode::Entry const& one,
                std::string_view what,
                char const* expected,
                Diagnostics& problems) {
    if (one.value.kind == ConfigNode::Kind::mapping) return true;
    Diagnostic wrong =
        problem_at(one.value,
                   Code::wrong_type,
                   what.empty() ? fmt::format("\"{}\" is not a mapping", one.key)
                                : fmt::format("the {} \"{}\" is not a mapping", what, one.key));
    wrong.expected = expected;
    problems.add(std::move(wrong));
    return false;
}

/// The caller reads further keys, and then finishes the reader.
Window read_window(Reader& reader) {
    Window window;
    window.start =
        reader.quantity<Duration>("start", Range::at_least(0.0, 100.0 * most_seconds_of_window));
    window.duration =
        reader.quantity<Duration>("duration", Range::positive(most_seconds_of_window));
    window.partition = reader.optional_text("partition");
    window.nodes = reader.optional_text("nodes");
    if (window.partition && window.nodes) {
        reader.complain("nodes", Code::inconsistent, "both `partition` and `nodes` say where")
            .help = "keep one of the two";
    }
    return window;
}

void check_partition(Window const& window,
                     ConfigNode::Entry const& one,
                     PolicyFrame const& frame,
                     Diagnostics& problems) {
    if (window.partition &&
        std::ranges::find(frame.partitions, *window.partition) == frame.partitions.end())
        unknown_partition(
            *one.value.find("partition"), *window.partition, frame.partitions, problems);
}

void put_window(SiteEntry const& entry, Window const& window, Instant origin) {
    entry.put_seconds("start", (origin + round_up(window.start)).since_origin);
    entry.put_seconds("duration", round_up(window.duration).count);
    if (window.nodes) entry.put("nodes", text_node(*window.nodes));
    if (window.partition) entry.put("partition", text_node(*window.partition));
}

}  // namespace

void unknown_partition(ConfigNode const& place,
                       std::string const& name,
                       std::vector<std::string> const& known,
                       Diagnostics& problems) {
    problems
        .add(problem_at(
            place, Code::unknown_name, fmt::format("there is no partition \"{}\"", name)))
        .help = did_you_mean(name, known);
}

void read_maintenance(ConfigNode::Entry const& one,
                      PolicyFrame const& frame,
                      ConfigNode& changes,
                      Diagnostics& problems) {
    if (!is_mapping(one, "maintenance", "start, duration, and every, partition or nodes", problems))
        return;
    Reader reader(one.value, problems);
    Window const window = read_window(reader);
    std::array<std::string, 2> const periods{"day", "week"};
    auto const every = reader.choice("every", periods);
    reader.finish();
    check_partition(window, one, frame, problems);
    SiteEntry const entry(changes, "reservations." + one.key, one.value);
    put_window(entry, window, frame.origin);
    entry.put("flags.maint", scalar_node("true"));
    entry.put("flags.overlap", scalar_node("true"));
    if (!window.nodes)
        entry.put(window.partition ? "flags.part_nodes" : "flags.all_nodes", scalar_node("true"));
    if (every) entry.put("recurrence", scalar_node(*every == 0 ? "daily" : "weekly"));
    ConfigNode users;
    add_item(users, scalar_node("root"));
    entry.put("users", std::move(users));
}

void read_outage(ConfigNode::Entry const& one,
                 PolicyFrame const& frame,
                 ConfigNode& changes,
                 Diagnostics& problems) {
    if (!is_mapping(one, "outage", "start, duration, and partition or nodes", problems)) return;
    Reader reader(one.value, problems);
    Window const window = read_window(reader);
    reader.finish();
    check_partition(window, one, frame, problems);
    put_window(SiteEntry(changes, "outages." + one.key, one.value), window, frame.origin);
}

void read_node_failures(ConfigNode::Entry const& section,
                        PolicyFrame const& frame,
                        ConfigNode& changes,
                        Diagnostics& problems) {
    if (!is_mapping(section, "", "node-mtbf and mttr", problems)) return;
    Reader reader(section.value, problems);
    auto const mtbf =
        reader.quantity<Duration>("node-mtbf", Range::positive(most_seconds_between_failures));
    auto const mttr = reader.quantity<Duration>("mttr", Range::positive(most_seconds_of_window));
    if (mttr.si() >= mtbf.si() && mtbf.si() > 0.0 && section.value.find("mttr") != nullptr) {
        reader
            .complain("mttr",
                      Code::inconsistent,
                      "the mean time to repair is not shorter than that between failures")
            .help = "node-mtbf is the mean time between failures of one node, such as 2000 d";
    }
    reader.finish();
    SiteEntry const entry(changes, "failures", section.value);
    entry.put_seconds("node_mtbf", round_up(mtbf).count);
    entry.put_seconds("mttr", round_up(mttr).count);
    entry.put_seconds("start", frame.origin.since_origin);
}

}  // namespace clustersim
