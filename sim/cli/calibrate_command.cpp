// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/calibrate_application.hpp"
#include "sim/cli/choice_option.hpp"
#include "sim/cli/collective_options.hpp"
#include "sim/cli/command.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/report/collective_table.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

namespace clustersim {
namespace {

enum class FitFormat { text, json, yaml };
constexpr std::array<std::pair<std::string_view, FitFormat>, 3> fit_format_names{
    {{"text", FitFormat::text}, {"json", FitFormat::json}, {"yaml", FitFormat::yaml}}};
enum class GroupBy { hardware, link_class };
constexpr std::array<std::pair<std::string_view, GroupBy>, 2> group_names{
    {{"hardware", GroupBy::hardware}, {"class", GroupBy::link_class}}};

struct CalibrateCommand {
    std::filesystem::path file;
    std::string like;
    std::string system;
    std::string partition;
    int nodes = 1;
    int gpus_per_node = 0;
    Collective collective = Collective::all_reduce;
    GroupBy by = GroupBy::hardware;
    FitFormat format = FitFormat::text;
};

/// The class that stands for a machine's own nodes.
LinkClass class_of(ChosenPartition const& chosen) {
    NodeType const& type = chosen.node_type();
    LinkClass own;
    own.name = chosen.loaded.system.name + " " + type.name;
    own.devices = type.gpus;
    own.link = type.link;
    own.nic = type.nic;
    own.collectives = type.collectives;
    return own;
}

/// Rows of one kind of hardware, in the order of the file.
struct RowGroup {
    std::string name;
    LinkClass const* link_class = nullptr;
    std::vector<MeasuredCollective> rows;
};

/// Puts each row to its hardware or class; what fits no class is told and left out.
std::vector<RowGroup> grouped(std::vector<MeasuredCollective> const& rows,
                              std::vector<LinkClass> const& classes,
                              CalibrateCommand const& command,
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
                        "--like NAME takes all rows for one class, --system for a machine's nodes");
            d.severity = Severity::warning;
            Diagnostics one;
            one.add(std::move(d));
            unknown.append_unsaid(one);
            continue;
        }
        std::string const name =
            command.by == GroupBy::link_class || row.hardware.empty() ? of_row->name : row.hardware;
        auto at = std::ranges::find(groups, name, &RowGroup::name);
        if (at == groups.end()) at = groups.insert(groups.end(), RowGroup{name, of_row, {}});
        at->rows.push_back(row);
    }
    return groups;
}

/// The classes to choose from: one, when the command names it or a machine.
Result<std::vector<LinkClass>> classes_of(CalibrateCommand const& command,
                                          Catalogue const& catalogue) {
    if (!command.system.empty()) {
        auto chosen = gpu_partition(catalogue, command.system, command.partition);
        if (!chosen) return failure(std::move(chosen.error()));
        return std::vector<LinkClass>{class_of(*chosen)};
    }
    if (!command.like.empty()) {
        auto one = catalogue.link_class(command.like);
        if (!one) return failure(std::move(one.error()));
        return std::vector<LinkClass>{std::move(*one)};
    }
    return catalogue.link_classes();
}

void calibrate_collectives(CalibrateCommand const& command, CommandContext& context) {
    auto classes = classes_of(command, Catalogue(context.data.systems()));
    if (context.value_of(classes) == nullptr) return;
    auto text = whole_text(command.file);
    if (context.value_of(text) == nullptr) return;
    // Only rows of one class can be without a number of devices of their own.
    int const all_of_a_node = classes->size() == 1 ? classes->front().devices : 0;
    int const per_node = command.gpus_per_node > 0 ? command.gpus_per_node : all_of_a_node;
    auto rows =
        parse_measured(*text, command.file.string(), command.collective, command.nodes * per_node);
    if (context.value_of(rows) == nullptr) return;
    for (MeasuredCollective& row : *rows) {
        if (row.nodes == 0) row.nodes = command.nodes;
    }
    Diagnostics unknown;
    std::vector<CalibrationGroup> groups;
    for (RowGroup const& group : grouped(*rows, *classes, command, unknown)) {
        groups.push_back(
            {group.name, group.link_class->name, fit_collectives(*group.link_class, group.rows)});
    }
    context.tell(unknown);
    if (groups.empty()) {
        Diagnostics none;
        none.add(
            problem(Code::never_fits, "no row is of hardware that any class of links is known as"));
        context.tell(none);
        return;
    }
    switch (command.format) {
        case FitFormat::text: context.print(calibration_text(groups)); break;
        case FitFormat::json: context.print(calibration_json(groups)); break;
        case FitFormat::yaml:
            context.print(calibration_yaml(groups, command.file.filename().string()));
            break;
    }
}

void add_collectives(CLI::App& calibrate, CommandContext& context) {
    auto* sub = calibrate.add_subcommand(
        "collectives", "Fit latencies and achieved shares of links to measured collectives");
    auto command = std::make_shared<CalibrateCommand>();
    sub->add_option(
           "FILE",
           command->file,
           "CSV with size_bytes and time_us or busbw_GBps; collective, hardware, nodes, gpus, "
           "nic and algo where rows differ")
        ->required();
    auto* like =
        sub->add_option("--like",
                        command->like,
                        "take all rows for this class of systems/links, whatever they say");
    like->type_name("NAME");
    sub->add_option("--system", command->system, "take all rows for nodes of this machine")
        ->excludes(like)
        ->type_name("NAME");
    sub->add_option("--partition", command->partition, "of that machine")->type_name("NAME");
    sub->add_option("--nodes", command->nodes, "where the file does not say (1)")
        ->check(CLI::PositiveNumber)
        ->type_name("N");
    sub->add_option("--gpus-per-node", command->gpus_per_node, "likewise (all of a node)")
        ->check(CLI::PositiveNumber)
        ->type_name("N");
    add_choice_option<Collective>(
        *sub, "--collective", command->collective, collective_names(), "likewise (all_reduce)");
    add_choice_option<GroupBy>(*sub,
                               "--by",
                               command->by,
                               group_names,
                               "one fit for each hardware (the default) or for each class");
    add_choice_option<FitFormat>(
        *sub,
        "--format",
        command->format,
        fit_format_names,
        "text (the default), json, or yaml: what goes into a file of systems/links");
    sub->callback([command, &context] { calibrate_collectives(*command, context); });
    sub->footer("Examples:\n"
                "  clustersim calibrate collectives measured.csv\n"
                "  clustersim calibrate collectives mine.csv --system marenostrum5 --nodes 2 "
                "--format yaml\n"
                "See also: docs/collectives.md");
}

}  // namespace

void add_calibrate_command(CLI::App& app, CommandContext& context) {
    auto* sub = app.add_subcommand("calibrate", "Fit figures of the models to measurements");
    sub->require_subcommand(1);
    add_collectives(*sub, context);
    add_calibrate_application(*sub, context);
    sub->footer("See also: clustersim calibrate collectives --help, clustersim calibrate "
                "application --help");
}

}  // namespace clustersim
