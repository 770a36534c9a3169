// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/fit_links_command.hpp"

#include "sim/cli/choice_option.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/cli/terminal.hpp"
#include "sim/report/collective_table.hpp"
#include "sim/study/calibrate_collectives.hpp"

#include <array>
#include <memory>

namespace clustersim {
namespace {

enum class FitFormat { text, json, yaml };
constexpr std::array<std::pair<std::string_view, FitFormat>, 3> fit_format_names{
    {{"text", FitFormat::text}, {"json", FitFormat::json}, {"yaml", FitFormat::yaml}}};
constexpr std::array<std::pair<std::string_view, GroupBy>, 2> group_names{
    {{"hardware", GroupBy::hardware}, {"class", GroupBy::link_class}}};

struct LinksCommand {
    CollectivesQuestion question;
    FitFormat format = FitFormat::text;
};

void fit_the_links(LinksCommand const& command, CommandContext& context) {
    auto const found = calibrate_collectives(command.question, context.data.library());
    auto const* const groups = context.answer_of(found);
    if (groups == nullptr) return;
    switch (command.format) {
        case FitFormat::text: context.print(calibration_text(*groups, stdout_width())); break;
        case FitFormat::json: context.print(calibration_json(*groups)); break;
        case FitFormat::yaml:
            context.print(calibration_yaml(*groups, command.question.file.filename().string()));
            break;
    }
}

}  // namespace

void add_fit_links(Command& fit, CommandContext& context) {
    auto* sub = fit.add_subcommand(
        "links", "Fit latencies and achieved bandwidth shares of links to measured collectives");
    auto command = std::make_shared<LinksCommand>();
    CollectivesQuestion& question = command->question;
    sub->add_option(
           "FILE",
           question.file,
           "CSV with size_bytes and time_us or busbw_GBps; collective, hardware, nodes, gpus, "
           "nic and algo where rows differ")
        ->required();
    auto* like = sub->add_option(
        "--like",
        question.like,
        "treat all rows as this class of systems/links, whatever hardware they name");
    like->type_name("NAME");
    sub->add_option("--system", question.system, "treat all rows as nodes of this machine")
        ->excludes(like)
        ->takes(ValueKind::system, "SYSTEM");
    add_partition_option(*sub, question.partition);
    sub->add_option("--nodes", question.nodes, "nodes of rows that state none")
        ->at_least(1)
        ->type_name("N")
        ->capture_default_str()
        ->unit("nodes");
    sub->add_option("--gpus-per-node",
                    question.gpus_per_node,
                    "GPUs per node of rows that state none (default: all of a node)")
        ->at_least(1)
        ->type_name("N")
        ->unit("GPUs");
    add_choice_option<Collective>(*sub,
                                  "--collective",
                                  question.collective,
                                  collective_names(),
                                  "collective of rows that state none");
    add_choice_option<GroupBy>(
        *sub, "--by", question.by, group_names, "one fit for each hardware or for each class");
    add_own_format_option<FitFormat>(
        *sub,
        command->format,
        fit_format_names,
        "output format; yaml is to paste into a file of systems/links");
    sub->callback([command, &context] { fit_the_links(*command, context); });
    sub->footer("Examples:\n"
                "  clustersim fit links measured.csv\n"
                "  clustersim fit links mine.csv --system marenostrum5 --nodes 2 "
                "--format yaml\n"
                "See also: docs/collectives.md");
}

}  // namespace clustersim
