// SPDX-License-Identifier: Apache-2.0
#include "sim/study/calibrate_collectives.hpp"

#include "models/collective/measured_check.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/chosen_partition.hpp"
#include "sim/workload/line_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// The class that represents a machine's own nodes.
LinkClass class_of(ChosenPartition const& chosen) {
    NodeType const& type = chosen.node_type();
    LinkClass own;
    own.name = chosen.loaded.system.name + " " + type.name;
    own.devices = type.gpus;
    own.link = type.link;
    own.nic = type.nic;
    own.collectives = type.collectives;
    own.carrier = type.carrier;
    return own;
}

/// Rows of one kind of hardware, in the order of the file.
struct RowGroup {
    std::string name;
    LinkClass const* link_class = nullptr;
    std::vector<MeasuredCollective> rows;
};

/// Assigns each row to its hardware or class. A row that fits no class is reported and left out.
std::vector<RowGroup> grouped(std::vector<MeasuredCollective> const& rows,
                              std::vector<LinkClass> const& classes,
                              CollectivesQuestion const& question,
                              Diagnostics& unknown) {
    std::vector<RowGroup> groups;
    bool const one_class = classes.size() == 1;
    for (MeasuredCollective const& row : rows) {
        LinkClass const* of_row =
            one_class ? &classes.front() : find_link_class(classes, row.hardware);
        if (of_row == nullptr) {
            Diagnostic d =
                problem(Code::unknown_name,
                        fmt::format("no class of links is known as \"{}\"; its rows are left out",
                                    row.hardware),
                        "use --like NAME to treat all rows as one class, or --system for a "
                        "machine's nodes");
            d.severity = Severity::warning;
            Diagnostics one;
            one.add(std::move(d));
            unknown.append_unsaid(one);
            continue;
        }
        std::string const name = question.by == GroupBy::link_class || row.hardware.empty()
                                     ? of_row->name
                                     : row.hardware;
        auto at = std::ranges::find(groups, name, &RowGroup::name);
        if (at == groups.end()) at = groups.insert(groups.end(), RowGroup{name, of_row, {}});
        at->rows.push_back(row);
    }
    return groups;
}

/// Leaves out rows that contradict others, each with a warning.
void leave_out_contradictions(std::vector<MeasuredCollective>& rows,
                              std::string const& file,
                              Diagnostics& problems) {
    auto const found = contradictions_of(rows);
    for (Contradiction const& each : found) {
        Diagnostic left_out = problem(Code::inconsistent, each.reason + "; left out", "");
        left_out.severity = Severity::warning;
        left_out.where = {file, rows[each.row].line, 1, 1};
        problems.add(std::move(left_out));
    }
    for (auto each = found.rbegin(); each != found.rend(); ++each)
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(each->row));
}

/// The classes to choose from: a single one if the command names a class or a machine.
Result<std::vector<LinkClass>> classes_of(CollectivesQuestion const& question,
                                          Catalogue const& catalogue) {
    if (!question.system.empty()) {
        auto chosen = gpu_partition(catalogue, question.system, question.partition);
        if (!chosen) return failure(std::move(chosen.error()));
        return std::vector<LinkClass>{class_of(*chosen)};
    }
    if (!question.like.empty()) {
        auto one = catalogue.link_class(question.like);
        if (!one) return failure(std::move(one.error()));
        return std::vector<LinkClass>{std::move(*one)};
    }
    return catalogue.link_classes();
}

}  // namespace

Answered<std::vector<CalibrationGroup>> calibrate_collectives(CollectivesQuestion const& question,
                                                              Library const& library) {
    Answered<std::vector<CalibrationGroup>> out;
    auto classes =
        classes_of(question, machine_catalogue(library.systems, library.kept_machines()));
    if (out.value_of(classes) == nullptr) return out;
    auto text = whole_text(question.file);
    if (out.value_of(text) == nullptr) return out;
    // Rows may omit the number of devices only if all are of one class.
    int const all_of_a_node = classes->size() == 1 ? classes->front().devices : 0;
    int const per_node = question.gpus_per_node > 0 ? question.gpus_per_node : all_of_a_node;
    auto rows = parse_measured(
        *text, question.file.string(), question.collective, question.nodes * per_node);
    if (out.value_of(rows) == nullptr) return out;
    for (MeasuredCollective& row : *rows)
        if (row.nodes == 0) row.nodes = question.nodes;
    auto software = machine_catalogue(library.systems, library.kept_machines()).communications();
    if (out.value_of(software) == nullptr) return out;
    recognise(*rows, *software);
    leave_out_contradictions(*rows, question.file.string(), out.problems);
    std::vector<CalibrationGroup> groups;
    for (RowGroup const& group : grouped(*rows, *classes, question, out.problems)) {
        groups.push_back(
            {group.name, group.link_class->name, fit_collectives(*group.link_class, group.rows)});
    }
    if (groups.empty()) {
        out.problems.add(
            problem(Code::never_fits, "no row names the hardware of a known class of links"));
        return out;
    }
    out.answer = std::move(groups);
    return out;
}

}  // namespace clustersim
