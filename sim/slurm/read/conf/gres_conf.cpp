// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/gres_conf.hpp"

#include "sim/slurm/read/conf/node_line.hpp"
#include "sim/slurm/site/counted_gres.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace clustersim::slurm {

namespace {

/// One line of gres.conf.
struct GresLine {
    ConfPair at;
    std::optional<ConfPair> nodes;
    std::string name, type;
    std::optional<std::int64_t> count;
    std::int64_t files = 0;
    std::optional<ConfPair> cores, cpus;
    std::optional<ConfPair> links;
};

constexpr ConfKey<GresLine> gres_used[] = {
    {"NodeName", [](GresLine& d, auto& p, auto&) { d.nodes = p; }},
    {"Name", [](GresLine& d, auto& p, auto&) { d.name = p.value; }},
    {"Type", [](GresLine& d, auto& p, auto&) { d.type = p.value; }},
    {"Count", [](GresLine& d, auto& p, auto& r) { r.integer(p, d.count); }},
    {"File",
     [](GresLine& d, auto& p, auto& r) {
         d.files += static_cast<std::int64_t>(r.hosts(p).size());
     }},
    {"MultipleFiles", [](GresLine& d, auto&, auto&) { d.files = 1; }},
    {"Cores", [](GresLine& d, auto& p, auto&) { d.cores = p; }},
    {"CPUs", [](GresLine& d, auto& p, auto&) { d.cpus = p; }},
    {"Links", [](GresLine& d, auto& p, auto&) { d.links = p; }},
};
constexpr std::string_view gres_irrelevant[] = {"AutoDetect", "Flags", "Ignore"};
constexpr ConfKeys<GresLine> gres_keys{gres_used, gres_irrelevant, {}, "gres.conf: "};

/// A range of more numbers than this is a typing error.
constexpr std::int64_t most_numbers = 4096;

/// The numbers of "0-7,16-23".
std::vector<std::int64_t> number_list(ConfPair const& pair, ConfReading& reading) {
    std::vector<std::int64_t> numbers;
    for (std::string const& item : split_list(pair.value)) {
        auto const dash = item.find('-', 1);
        auto const low = scaled_integer(item.substr(0, dash));
        auto const high = dash == std::string::npos ? low : scaled_integer(item.substr(dash + 1));
        if (!low || !high || *high < *low || *high - *low > most_numbers) {
            reading.complain(pair,
                             Code::bad_syntax,
                             fmt::format("\"{}\" is neither a number nor a range", item));
            return {};
        }
        for (auto n = *low; n <= *high; ++n) numbers.push_back(n);
    }
    return numbers;
}

/// The socket with all cores of the line; -1: several sockets, or no cores given.
std::int32_t socket_of(GresLine const& line, NodeRecord const& record, ConfReading& reading) {
    if (!line.cores) return -1;
    std::set<std::int64_t> sockets;
    for (auto const core : number_list(*line.cores, reading)) {
        if (core < 0 || core >= record.cores()) {
            reading
                .warn(
                    *line.cores,
                    Code::out_of_range,
                    fmt::format("there is no core {} on a node of {} cores", core, record.cores()))
                .help = "Slurm ignores these cores: the devices prefer no socket";
            return -1;
        }
        sockets.insert(core / record.cores_per_socket);
    }
    return sockets.size() == 1 ? static_cast<std::int32_t>(*sockets.begin()) : -1;
}

std::int64_t devices_of(GresLine const& line) {
    return line.count ? *line.count : std::max<std::int64_t>(line.files, 1);
}

/// Devices of one type, as the lines list them.
struct Devices {
    std::string type;
    std::vector<std::int32_t> sockets;
    std::vector<std::vector<std::int32_t>> links;  ///< one row per device; empty without Links
};

/// Adds known properties of devices to the resource; links are kept if every device has a row.
NodeGres with_devices(NodeGres gres, Devices const& devices) {
    auto const count = static_cast<std::size_t>(gres.count);
    if (std::ranges::any_of(devices.sockets, [](std::int32_t s) { return s >= 0; })) {
        gres.sockets = devices.sockets;
        gres.sockets.resize(count, -1);
    }
    bool const square =
        devices.links.size() == count &&
        std::ranges::all_of(devices.links, [&](auto const& row) { return row.size() == count; });
    if (square)
        for (auto const& row : devices.links)
            gres.links.insert(gres.links.end(), row.begin(), row.end());
    return gres;
}

class GresReader {
  public:
    GresReader(std::vector<GresLine> const& lines, ConfReading& reading)
        : lines_(&lines), reading_(&reading) {}

    /// The resources of a record, as described by the lines with these numbers.
    std::vector<NodeGres> describe(NodeRecord const& record,
                                   std::vector<std::size_t> const& which) {
        std::vector<NodeGres> out;
        for (NodeGres const& gres : record.gres) describe_one(gres, record, which, out);
        return out;
    }

  private:
    std::vector<Devices>
    gather(NodeGres const& gres, NodeRecord const& record, std::vector<std::size_t> const& which) {
        std::vector<Devices> by_type;
        for (std::size_t const i : which) {
            GresLine const& line = (*lines_)[i];
            if (line.name != gres.name ||
                (!gres.type.empty() && !line.type.empty() && gres.type != line.type))
                continue;
            std::string const type = line.type.empty() ? gres.type : line.type;
            auto found = std::ranges::find(by_type, type, &Devices::type);
            if (found == by_type.end()) {
                by_type.push_back({type, {}, {}});
                found = by_type.end() - 1;
            }
            auto const socket = socket_of(line, record, *reading_);
            auto const count = std::min<std::int64_t>(devices_of(line), gres.count);
            found->sockets.insert(found->sockets.end(), static_cast<std::size_t>(count), socket);
            if (line.links && count == 1) {
                auto& row = found->links.emplace_back();
                for (auto const n : number_list(*line.links, *reading_))
                    row.push_back(static_cast<std::int32_t>(n));
            }
        }
        return by_type;
    }

    void describe_one(NodeGres const& gres,
                      NodeRecord const& record,
                      std::vector<std::size_t> const& which,
                      std::vector<NodeGres>& out) {
        if (gres.count > most_devices_of_node) {
            out.push_back(gres);  // only counted: nothing is known of each
            return;
        }
        auto const by_type = gather(gres, record, which);
        std::int64_t left = gres.count;
        for (Devices const& devices : by_type) {
            NodeGres one = gres;
            one.type = devices.type;
            one.count =
                std::min<std::int64_t>(left, static_cast<std::int64_t>(devices.sockets.size()));
            left -= one.count;
            if (one.count > 0) out.push_back(with_devices(std::move(one), devices));
        }
        if (left == 0) return;
        // Devices that no line describes have no preferred socket.
        if (by_type.empty() || out.empty() || out.back().name != gres.name ||
            out.back().type != gres.type) {
            NodeGres rest = gres;
            rest.count = left;
            out.push_back(std::move(rest));
            if (by_type.empty()) return;
        } else {
            out.back().count += left;
            if (!out.back().sockets.empty())
                out.back().sockets.resize(static_cast<std::size_t>(out.back().count), -1);
        }
        GresLine const& line = (*lines_)[which.front()];
        reading_->warn(line.at,
                       Code::inconsistent,
                       fmt::format("gres.conf describes {} of the {} {} that slurm.conf gives",
                                   gres.count - left,
                                   gres.count,
                                   gres.name));
    }

    std::vector<GresLine> const* lines_;
    ConfReading* reading_;
};

/// Numbers of lines, rising.
using Lines = std::vector<std::size_t>;

/// The lines that describe each node. Those without NodeName describe all and are listed once.
struct LinesOfNodes {
    Lines everywhere;
    std::vector<Lines> named;  ///< by node

    [[nodiscard]] Lines of(std::size_t node) const {
        Lines all;
        std::ranges::merge(everywhere, named[node], std::back_inserter(all));
        return all;
    }
};

/// More names of nodes on all lines together than any site has.
constexpr std::size_t most_named_nodes = 10'000'000;

LinesOfNodes
assign_lines(std::vector<GresLine> const& lines, Site const& site, ConfReading& reading) {
    LinesOfNodes assigned;
    assigned.named.resize(site.nodes.size());
    std::size_t names = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!lines[i].nodes) {
            assigned.everywhere.push_back(i);
            continue;
        }
        auto const nodes = node_indices(*lines[i].nodes, site, reading, Severity::warning);
        names += nodes.size();
        if (names > most_named_nodes) {
            reading.complain(
                *lines[i].nodes,
                Code::out_of_range,
                fmt::format("the lines up to this one name more than {} nodes", most_named_nodes));
            break;
        }
        for (auto const node : nodes) assigned.named[static_cast<std::size_t>(node)].push_back(i);
    }
    return assigned;
}

}  // namespace

void read_gres_conf(std::vector<ConfLine> const& conf, Site& site, ConfReading& reading) {
    std::vector<GresLine> lines;
    for (ConfLine const& pairs : conf) {
        GresLine line;
        line.at = pairs.front();
        for (ConfPair const& pair : pairs) apply_pair(gres_keys, line, pair, reading);
        if (!line.cores) line.cores = line.cpus;
        if (!line.name.empty()) lines.push_back(std::move(line));
    }
    LinesOfNodes const lines_of = assign_lines(lines, site, reading);
    GresReader reader(lines, reading);
    // Keyed by the record of slurm.conf and the lines that describe the node.
    std::map<std::pair<std::int32_t, Lines>, std::int32_t> described;
    std::set<std::int32_t> taken;
    std::vector<NodeRecord> const original = site.records;
    for (std::size_t n = 0; n < site.nodes.size(); ++n) {
        Node& node = site.nodes[n];
        NodeRecord record = original[static_cast<std::size_t>(node.record)];
        auto const [known, fresh] =
            described.try_emplace({node.record, lines_of.named[n]}, node.record);
        if (auto const which = fresh ? lines_of.of(n) : Lines{};
            !record.gres.empty() && !which.empty()) {
            record.gres = reader.describe(record, which);
            order_gres(record.gres);
        }
        if (fresh && taken.insert(node.record).second) {
            site.records[static_cast<std::size_t>(node.record)] = std::move(record);
        } else if (fresh) {
            known->second = static_cast<std::int32_t>(site.records.size());
            site.records.push_back(std::move(record));
        }
        node.record = known->second;
    }
}

}  // namespace clustersim::slurm
