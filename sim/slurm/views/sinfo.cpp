// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/sinfo.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/views/node_state.hpp"
#include "sim/slurm/views/sinfo_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <tuple>

namespace clustersim::slurm {

namespace {

std::string_view own_format(SinfoOptions const& options) {
    if (options.reasons) return options.long_form ? "%20E %12U %19H %6t %N" : "%20E %9u %19H %N";
    if (options.by_node && options.long_form)
        return "%#N %.6D %#.P %.11T %4c %.8z %.6m %.8d %.6w %.8f %20E";
    if (options.by_node) return "%#N %.6D %#.P %6t";
    if (options.summarize && options.long_form)
        return "%#P %.5a %.10l %.10s %.4r %.8h %.10g %.16F %N";
    if (options.summarize) return "%#P %.5a %.10l %.16F %N";
    if (options.long_form) return "%#P %.5a %.10l %.10s %.4r %.8h %.10g %.6D %.11T %N";
    return "%#P %.5a %.10l %.6D %.6t %N";
}

/// Splits a name into the text before its last number, and the number's digits and value.
std::tuple<std::string, std::size_t, std::string> by_number(std::string const& name) {
    auto const last = name.find_last_not_of("0123456789");
    std::size_t const at = last == std::string::npos ? 0 : last + 1;
    return {name.substr(0, at), name.size() - at, name.substr(at)};
}

/// True if a node has the state of a word of -t; "drain" means both draining and drained.
bool has_state(NodeView const& node, std::string const& word) {
    std::string const full = node_state(node).full;
    std::string const compact = node_state(node).compact;
    auto const plain = [](std::string const& text) {
        return text.substr(0, text.find_last_not_of("*$+-") + 1);
    };
    if (same_word(word, "all")) return true;
    if (same_word(word, "drain")) return node.drain;
    if (same_word(word, "down")) return node.down;
    if (same_word(word, "comp") || same_word(word, "completing")) return node.completing;
    if (same_word(word, "idle")) return node_usage(node) == NodeUsage::idle;
    if (same_word(word, "planned") || same_word(word, "plnd")) return node.planned;
    if (same_word(word, "resv") || same_word(word, "reserved")) return node.reserved;
    if (same_word(word, "maint")) return node.maintenance;
    return same_word(word, plain(full)) || same_word(word, plain(compact));
}

constexpr std::array<std::string_view, 18> state_words{"all",
                                                       "alloc",
                                                       "allocated",
                                                       "comp",
                                                       "completing",
                                                       "down",
                                                       "drain",
                                                       "drained",
                                                       "draining",
                                                       "drng",
                                                       "idle",
                                                       "maint",
                                                       "mix",
                                                       "mixed",
                                                       "planned",
                                                       "plnd",
                                                       "reserved",
                                                       "resv"};

Diagnostics unknown_node_states(std::vector<std::string> const& wanted) {
    Diagnostics wrong;
    for (std::string const& word : wanted) {
        if (std::ranges::none_of(state_words, [&](auto known) { return same_word(word, known); }))
            wrong.add(problem(Code::unknown_name,
                              fmt::format("there is no node state {}", word),
                              fmt::format("states: {}", fmt::join(state_words, ", "))));
    }
    return wrong;
}

bool wanted_node(SinfoOptions const& options, NodeView const& node) {
    if (!options.nodes.empty() &&
        std::ranges::find(options.nodes, node.name) == options.nodes.end())
        return false;
    if (options.reasons && !node.down && !node.drain) return false;
    return options.states.empty() || std::ranges::any_of(options.states, [&](auto const& word) {
               return has_state(node, word);
           });
}

/// Adds the lines of one partition, or of all nodes: one line for each group of nodes with equal
/// values in `format`.
void add_rows(std::vector<SinfoRow>& rows,
              SinfoRow const& all,
              SinfoOptions const& options,
              ColumnFormat const& format) {
    auto const kinds = sinfo_columns();
    std::map<std::vector<std::string>, std::size_t> groups;
    std::size_t const before = rows.size();
    for (std::int32_t const index : all.nodes) {
        NodeView const& node = all.snapshot->nodes[static_cast<std::size_t>(index)];
        if (!wanted_node(options, node)) continue;
        SinfoRow const alone{all.snapshot, all.partition, {index}};
        std::vector<std::string> alike;
        if (options.by_node) alike.push_back(node.name);
        for (FormatColumn const& column : format.columns)
            if (sinfo_node_letters.find(column.letter) != std::string_view::npos)
                alike.push_back(kind_of(kinds, column.letter).value(alone));
        auto const [group, is_new] = groups.emplace(std::move(alike), rows.size());
        if (is_new)
            rows.push_back(alone);
        else
            rows[group->second].nodes.push_back(index);
    }
    bool const lists_partitions = !options.by_node && !options.reasons && all.partition != nullptr;
    if (rows.size() == before && lists_partitions)
        rows.push_back({all.snapshot, all.partition, {}});
}

std::int64_t state_rank(SinfoRow const& row) {
    if (row.nodes.empty()) return 0;
    return node_state(row.snapshot->nodes[static_cast<std::size_t>(row.nodes.front())]).rank;
}

/// Sorts by partition as configured, then by state, highest first; with -N by name.
void sort_rows(std::vector<SinfoRow>& rows, bool by_node, bool by_state) {
    std::ranges::stable_sort(rows, [&](SinfoRow const& a, SinfoRow const& b) {
        if (by_node) {
            auto const name = [](SinfoRow const& row) {
                return by_number(
                    row.snapshot->nodes[static_cast<std::size_t>(row.nodes.front())].name);
            };
            return name(a) < name(b);
        }
        if (a.partition != b.partition) return a.partition < b.partition;
        return by_state && state_rank(b) < state_rank(a);
    });
    for (SinfoRow& row : rows) {
        std::ranges::sort(
            row.nodes,
            {},
            [&](std::int32_t node) {
                return by_number(row.snapshot->nodes[static_cast<std::size_t>(node)].name);
            });
    }
}

std::string reservation_lines(Snapshot const& snapshot, SinfoOptions const& options) {
    std::size_t width = 9;
    for (ReservationView const& r : snapshot.reservations) width = std::max(width, r.name.size());
    std::string out;
    if (options.long_form) out += date_line(snapshot, snapshot.now) + '\n';
    auto const line = [width](auto const& name, auto state, auto start, auto end, auto rest) {
        return fmt::format(
            "{:<{}}  {:>8}  {:>19}  {:>19}  {}\n", name, width, state, start, end, rest);
    };
    if (!options.no_header)
        out += line("RESV_NAME", "STATE", "START_TIME", "END_TIME", "   DURATION  NODELIST");
    for (ReservationView const& r : snapshot.reservations) {
        bool const active = r.start <= snapshot.now && snapshot.now < r.end;
        out += line(r.name,
                    active ? "ACTIVE" : "INACTIVE",
                    calendar_text(snapshot, r.start),
                    calendar_text(snapshot, r.end),
                    fmt::format("{:>11}  {}",
                                long_duration((r.end - r.start).count),
                                node_list(snapshot, r.nodes)));
    }
    return out;
}

/// The width of the column of names: partitions with their star, or nodes.
std::size_t name_width(Snapshot const& snapshot,
                       SinfoOptions const& options,
                       std::vector<Partition const*> const& partitions,
                       bool of_nodes) {
    std::size_t width = 9;
    if (of_nodes) {
        for (NodeView const& node : snapshot.nodes)
            if (wanted_node(options, node)) width = std::max(width, node.name.size());
        return width;
    }
    for (Partition const* const partition : partitions)
        width = std::max(width, partition->name.size() + (partition->is_default ? 1 : 0));
    return width;
}

}  // namespace

Result<std::string> sinfo_text(Snapshot const& snapshot, SinfoOptions const& options) {
    Diagnostics wrong = unknown_node_states(options.states);
    if (!wrong.empty()) return failure(std::move(wrong));
    if (options.reservations) return reservation_lines(snapshot, options);

    std::vector<Partition const*> partitions;
    for (Partition const& partition : snapshot.partitions) {
        bool const wanted =
            options.partitions.empty()
                ? !partition.hidden
                : std::ranges::find(options.partitions, partition.name) != options.partitions.end();
        if (wanted) partitions.push_back(&partition);
    }
    auto const kinds = sinfo_columns();
    auto format = parse_column_format(options.format.empty() ? own_format(options)
                                                             : std::string_view(options.format),
                                      letters_of(kinds),
                                      name_width(snapshot, options, partitions, false));
    if (!format) return failure(format.error());
    if (options.by_node && options.format.empty())
        format->columns.front().width = name_width(snapshot, options, partitions, true);

    std::vector<SinfoRow> rows;
    if (format->uses(sinfo_partition_letters)) {
        for (Partition const* const partition : partitions)
            add_rows(rows, {&snapshot, partition, partition->nodes}, options, *format);
    } else {
        SinfoRow all{&snapshot, nullptr, std::vector<std::int32_t>(snapshot.nodes.size())};
        std::iota(all.nodes.begin(), all.nodes.end(), 0);
        add_rows(rows, all, options, *format);
    }
    sort_rows(rows, options.by_node, format->uses("tT"));

    std::string out;
    if (options.long_form) out += date_line(snapshot, snapshot.now) + '\n';
    if (!options.no_header) out += title_line(*format, kinds);
    for (SinfoRow const& row : rows) out += row_line(*format, kinds, row);
    return out;
}

}  // namespace clustersim::slurm
