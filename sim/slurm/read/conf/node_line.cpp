// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/node_line.hpp"

#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/conf/pair_reader.hpp"
#include "sim/slurm/read/parameters/machine_keys.hpp"
#include "sim/slurm/site/counted_gres.hpp"
#include "sim/slurm/site/node_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace clustersim::slurm {

namespace {

using NodeKey = ConfKey<NodeDraft>;

template <auto Member>
void size(NodeDraft& d, ConfPair const& p, ConfReading& r) {
    std::int32_t value = -1;
    r.integer(p, value);
    if (value == 0)
        r.warn(p, Code::out_of_range, fmt::format("{}=0 is taken as 1, as Slurm does", p.key));
    if (value >= 0) d.*Member = std::max(value, 1);
}

template <auto Member>
void read_features(NodeDraft& d, ConfPair const& p, ConfReading&) {
    d.*Member = split_list(p.value);
}

/// Moves the features of a line to its record: of the two spellings, Feature counts.
void settle_features(NodeDraft& d) {
    if (auto& chosen = d.feature ? d.feature : d.features) d.record.features = std::move(*chosen);
    d.feature.reset();
    d.features.reset();
}

void read_state(NodeDraft& d, ConfPair const& p, ConfReading& r) {
    static constexpr std::array<std::pair<std::string_view, NodeAdminState>, 19> names{{
        {"UNKNOWN", NodeAdminState::up},    {"IDLE", NodeAdminState::up},
        {"UP", NodeAdminState::up},         {"RESUME", NodeAdminState::up},
        {"ALLOC", NodeAdminState::up},      {"ALLOCATED", NodeAdminState::up},
        {"MIX", NodeAdminState::up},        {"MIXED", NodeAdminState::up},
        {"COMPLETING", NodeAdminState::up}, {"CLOUD", NodeAdminState::up},
        {"DYNAMIC", NodeAdminState::up},    {"DYNAMIC_NORM", NodeAdminState::up},
        {"EXTERNAL", NodeAdminState::up},   {"DOWN", NodeAdminState::down},
        {"ERROR", NodeAdminState::down},    {"FUTURE", NodeAdminState::down},
        {"DRAIN", NodeAdminState::drain},   {"FAIL", NodeAdminState::drain},
        {"FAILING", NodeAdminState::drain},
    }};
    r.one_of(p, std::span<std::pair<std::string_view, NodeAdminState> const>(names), d.state);
}

constexpr NodeKey node_used[] = {
    {"NodeName", [](NodeDraft&, ConfPair const&, ConfReading&) {}},
    {"CPUs", size<&NodeDraft::cpus>},
    {"Procs", size<&NodeDraft::procs>},
    {"Boards", size<&NodeDraft::boards>},
    {"Sockets", size<&NodeDraft::sockets>},
    {"SocketsPerBoard", size<&NodeDraft::sockets_per_board>},
    {"CoresPerSocket", size<&NodeDraft::cores>},
    {"ThreadsPerCore", size<&NodeDraft::threads>},
    {"Feature", read_features<&NodeDraft::feature>},
    {"Features", read_features<&NodeDraft::features>},
    {"Gres", [](auto& d, auto& p, auto& r) { d.record.gres = node_gres(p, r); }},
    {"State", read_state},
    {"Reason", [](auto& d, auto& p, auto&) { d.reason = p.value; }},
};
constexpr std::string_view node_irrelevant[] = {"NodeAddr",
                                                "NodeHostname",
                                                "Port",
                                                "BcastAddr",
                                                "Topology",
                                                "Extra",
                                                "Comment",
                                                "InstanceId",
                                                "InstanceType",
                                                "CertToken",
                                                "Parameters"};
constexpr std::string_view node_unsupported[] = {"CpuSpecList", "CpuBind", "RestrictedCoresPerGPU"};
using PlainNode = PlainKeys<&NodeDraft::record>;
constexpr ConfKeys<NodeDraft> node_keys{node_used,
                                        node_irrelevant,
                                        node_unsupported,
                                        "NodeName: ",
                                        {PlainNode::read<NodeDraft>, PlainNode::names<NodeDraft>}};

/// If a parameter is given in two spellings, notes the one that does not count; once for all lines.
void note_spelling(ConfReading& reading, ConfPair const& name, std::string_view text) {
    if (std::ranges::find(reading.unused, text, &UnusedParameter::name) == reading.unused.end())
        reading.unused.push_back({std::string(text), Unused::irrelevant, name.value_at});
}

/// Derives sizes that are not written from the others, by spec 12.1.6.
void derive_sizes(NodeDraft& d, ConfPair const& name, ConfReading& reading) {
    NodeRecord& record = d.record;
    record.cores_per_socket = d.cores.value_or(1);
    record.threads_per_core = d.threads.value_or(1);
    auto const per_socket = std::int64_t{record.cores_per_socket} * record.threads_per_core;
    // As read_config.c prefers them: CPUs, also of a DEFAULT line, and SocketsPerBoard.
    auto const written = d.cpus ? d.cpus : d.procs;
    if (d.cpus && d.procs && *d.cpus != *d.procs)
        note_spelling(reading, name, "NodeName: Procs beside CPUs");
    if (d.sockets_per_board && d.sockets && *d.sockets_per_board != *d.sockets)
        note_spelling(reading, name, "NodeName: Sockets beside SocketsPerBoard");
    std::int64_t sockets = d.boards.value_or(1);
    if (d.sockets_per_board)
        sockets *= *d.sockets_per_board;
    else if (d.sockets)
        sockets = *d.sockets;
    else if (written && *written >= per_socket && *written % per_socket == 0)
        sockets = *written / per_socket;
    std::int64_t const cores = sockets * record.cores_per_socket;
    std::int64_t const product = sockets * per_socket;
    if (product > most_threads_of_node) {
        reading
            .complain(
                name, Code::out_of_range, fmt::format("the node has {} hardware threads", product))
            .expected = fmt::format("at most {}, as Slurm counts them", most_threads_of_node);
        return;
    }
    record.sockets = static_cast<std::int32_t>(sockets);
    std::int64_t cpus = written.value_or(static_cast<std::int32_t>(product));
    if (cpus != product && cpus != cores && cpus != sockets) {
        reading
            .warn(name,
                  Code::inconsistent,
                  fmt::format(
                      "CPUs = {} is not sockets x cores x threads; {} are used", cpus, product))
            .expected =
            product == cores ? fmt::format("{}", cores) : fmt::format("{} or {}", product, cores);
        cpus = product;
    }
    record.cpus = static_cast<std::int32_t>(cpus);
}

/// Resets what exceeds the node, as Slurm does.
void check_specialised(NodeRecord& record, ConfPair const& name, ConfReading& reading) {
    if (record.core_spec_count > 0 && record.core_spec_count >= record.cores()) {
        reading.warn(name,
                     Code::out_of_range,
                     fmt::format("CoreSpecCount={} of {} cores is taken as 1, as Slurm does",
                                 record.core_spec_count,
                                 record.cores()));
        record.core_spec_count = 1;
    }
    if (record.mem_spec_limit_mb > 0 && record.mem_spec_limit_mb >= record.real_memory_mb) {
        reading.warn(name,
                     Code::out_of_range,
                     fmt::format("MemSpecLimit={} of {} MB is taken as 0, as Slurm does",
                                 record.mem_spec_limit_mb,
                                 record.real_memory_mb));
        record.mem_spec_limit_mb = 0;
    }
}

/// Thousands of lines name nodes: the names are gathered once.
std::unordered_map<std::string, std::int32_t> const& index_of(Site const& site, NodeIndex& index) {
    for (; index.nodes < site.nodes.size(); ++index.nodes) {
        index.position.emplace(site.nodes[index.nodes].name,
                               static_cast<std::int32_t>(index.nodes));
    }
    return index.position;
}

}  // namespace

std::vector<NodeGres> node_gres(ConfPair const& pair, ConfReading& reading) {
    std::vector<NodeGres> gres;
    for (std::string const& item : split_list(pair.value)) {
        auto words = split_list(item, ":");
        if (std::erase(words, "no_consume") > 0) {
            reading.unused.push_back({fmt::format("NodeName: no_consume of Gres={}", item),
                                      Unused::unsupported,
                                      pair.value_at});
        }
        NodeGres one{words.empty() ? "" : words.front(), "", 1, {}, {}};
        auto const last = words.size() > 1 ? scaled_integer(words.back()) : std::nullopt;
        std::size_t const typed = last ? 3 : 2;
        if (words.size() > typed || words.empty()) {
            reading.complain(pair, Code::bad_syntax, fmt::format("\"{}\" is not a resource", item))
                .expected = "name[:type]:count";
            continue;
        }
        if (words.size() == typed) one.type = words[1];
        bool const too_long = words.size() > 1 && !last &&
                              words.back().find_first_not_of("0123456789") == std::string::npos;
        std::int64_t const count = last.value_or(1);
        if (too_long || count < 0 || count > most_gres_of_node) {
            reading.complain(pair,
                             Code::out_of_range,
                             fmt::format("{} resources of one name on a node", words.back()));
            continue;
        }
        one.count = count;
        gres.push_back(std::move(one));
    }
    return gres;
}

std::vector<std::int32_t>
node_indices(ConfPair const& pair, Site const& site, ConfReading& reading, Severity unknown) {
    std::vector<std::int32_t> indices;
    auto const& index = index_of(site, reading.node_index);
    std::vector<std::string> strangers;
    for (std::string const& name : reading.hosts(pair))
        if (auto const at = index.find(name); at != index.end())
            indices.push_back(at->second);
        else
            strangers.push_back(name);
    if (!strangers.empty()) {
        std::string message = fmt::format("{} names the unknown node {}", pair.key, strangers[0]);
        if (strangers.size() > 1) message += fmt::format(" and {} more", strangers.size() - 1);
        auto& d = unknown == Severity::error
                      ? reading.complain(pair, Code::unknown_name, std::move(message))
                      : reading.warn(pair, Code::unknown_name, std::move(message));
        d.expected = "nodes that a NodeName line describes";
    }
    std::ranges::sort(indices);
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    return indices;
}

void NodeLines::read(ConfLine const& line, Site& site, ConfReading& reading) {
    NodeDraft draft = defaults_;
    for (ConfPair const& pair : line) apply_pair(node_keys, draft, pair, reading);
    settle_features(draft);
    if (same_word(line.front().value, "DEFAULT")) {
        defaults_ = std::move(draft);
        return;
    }
    derive_sizes(draft, line.front(), reading);
    check_specialised(draft.record, line.front(), reading);
    order_gres(draft.record.gres);
    auto const names = reading.hosts(line.front());
    if (names.empty()) return;
    auto const record = static_cast<std::int32_t>(site.records.size());
    site.records.push_back(std::move(draft.record));
    for (std::string const& name : names) {
        if (!names_.insert(name).second) {
            reading.complain(line.front(),
                             Code::duplicate_key,
                             fmt::format("the node {} is described twice", name));
        }
        site.nodes.push_back({name, record, draft.state, draft.reason});
    }
}

void NodeLines::finish(std::vector<ConfLine> const& down_lines, Site& site, ConfReading& reading) {
    static constexpr NodeKey down_used[] = {
        {"DownNodes", [](NodeDraft&, ConfPair const&, ConfReading&) {}},
        {"State", read_state},
        {"Reason", [](auto& d, auto& p, auto&) { d.reason = p.value; }},
    };
    constexpr ConfKeys<NodeDraft> down_keys{down_used, {}, {}, "DownNodes: "};
    order_by_name(site.nodes);
    for (ConfLine const& line : down_lines) {
        NodeDraft draft;
        draft.state = NodeAdminState::down;
        for (ConfPair const& pair : line) apply_pair(down_keys, draft, pair, reading);
        for (auto const node : node_indices(line.front(), site, reading, Severity::error)) {
            auto& one = site.nodes[static_cast<std::size_t>(node)];
            one.state = draft.state;
            one.reason = draft.reason;
        }
    }
}

}  // namespace clustersim::slurm
