// SPDX-License-Identifier: Apache-2.0
//
// Times of nccl-tests and rccl-tests in one node and over many; each row on a node of the class of links that its
// hardware is known as, with the ports that it names, and with the software between library and ports and the timing that
// its library, source and remarks are known as. Rows without such words: verbs, one process for each device. Rows of one node
// are scored for each collective and machine; their column `fit` says what other sizes of the machine set.
#include "models/collective/measured.hpp"
#include "models/machine/catalogue.hpp"
#include "sim/commands/validate/sets.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace clustersim {
namespace {

/// The row as the collectives' own reader takes it.
std::string line_of(MeasuredRow const& row, std::span<std::string_view const> columns) {
    std::string line;
    for (std::string_view const column : columns) {
        std::string cell = row.text(column);
        std::erase(cell, '"');
        line += (line.empty() ? "\"" : ",\"") + cell + "\"";
    }
    return line + "\n";
}

ValidationPoint scored(MeasuredCollective const& read, std::vector<LinkClass> const& classes) {
    ValidationPoint point;
    point.quantity = "time";
    point.unit = "us";
    point.measured = read.time.si() * 1e6;
    LinkClass const* const found = find_link_class(classes, read.hardware);
    if (found == nullptr) {
        point.remark = "no class of links is known as \"" + read.hardware + "\"";
        return point;
    }
    point.predicted = predict(read, measured_node(*found, read)).time.si() * 1e6;
    point.remark = found->name + ", " + std::string(name_of(read.collective));
    return point;
}

std::vector<ValidationPoint> score_collectives(MeasuredTable const& table,
                                               References const& references) {
    constexpr std::array<std::string_view, 14> columns{"collective",
                                                       "hardware",
                                                       "nodes",
                                                       "gpus",
                                                       "nic",
                                                       "algo",
                                                       "sharing",
                                                       "size_bytes",
                                                       "time_us",
                                                       "algbw_gbps",
                                                       "busbw_gbps",
                                                       "library",
                                                       "source",
                                                       "note"};
    std::string header;
    for (std::string_view const column : columns)
        header += (header.empty() ? "" : ",") + std::string(column);
    Catalogue const catalogue(references.folders().systems);
    auto const classes = catalogue.link_classes();
    auto const software = catalogue.communications();
    std::vector<ValidationPoint> points;
    for (MeasuredRow const& row : table.rows) {
        auto read = parse_measured(
            header + "\n" + line_of(row, columns), table.file, Collective::all_reduce, 0);
        if (read && read->empty()) continue;  // neither a time nor a bandwidth is stated
        ValidationPoint point;
        point.quantity = "time";
        point.unit = "us";
        if (!read || !classes || !software) {
            point.remark = (!read      ? read.error()
                            : !classes ? classes.error()
                                       : software.error())
                               .items()
                               .front()
                               .message;
        } else {
            recognise(*read, *software);
            point = scored(read->front(), *classes);
        }
        point.id = row.text("id");
        point.line = row.line();
        points.push_back(std::move(point));
    }
    return points;
}

std::vector<ValidationPoint> score_in_node(MeasuredTable const& table,
                                           References const& references) {
    auto points = score_collectives(table, references);
    for (ValidationPoint& point : points) {
        auto const row = std::ranges::find(table.rows, point.line, &MeasuredRow::line);
        if (row == table.rows.end()) continue;
        point.quantity = row->text("collective") + ", " + row->text("hardware");
        if (point.predicted) point.remark += "; fitted to other sizes: " + row->text("fit");
    }
    return points;
}

}  // namespace

ValidationSet collectives_set() {
    return {"collectives",
            "Collectives, nccl-tests and rccl-tests",
            "collectives/nccl_rccl.csv",
            {"collective", "hardware", "gpus", "size_bytes", "time_us", "busbw_gbps"},
            {},
            score_collectives};
}

ValidationSet carried_collectives_set() {
    return {"collectives-carried",
            "Collectives over Slingshot, EFA and sockets, on H200, B200 and NVL72",
            "collectives/carried.csv",
            {"collective", "library", "hardware", "gpus", "size_bytes", "time_us", "busbw_gbps"},
            {},
            score_collectives};
}

ValidationSet node_collectives_set() {
    return {"nccl-node",
            "Collectives of NCCL in one node, sizes that set no constant",
            "collectives/nccl_node.csv",
            {"collective", "hardware", "gpus", "size_bytes", "time_us", "fit"},
            {},
            score_in_node};
}

}  // namespace clustersim
