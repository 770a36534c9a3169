// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/export.hpp"
#include "models/machine/fabric_config.hpp"
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/terminal.hpp"
#include "sim/commands/model/fabric_answer.hpp"
#include "sim/commands/model/fabric_report.hpp"

#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

enum class FabricFormat { text, json, graphml, dot, simgrid_xml };
constexpr std::array<std::pair<std::string_view, FabricFormat>, 5> fabric_formats{
    {{"text", FabricFormat::text},
     {"json", FabricFormat::json},
     {"graphml", FabricFormat::graphml},
     {"dot", FabricFormat::dot},
     {"simgrid-xml", FabricFormat::simgrid_xml}}};

struct ShowOptions {
    FabricQuestion question;
    FabricFormat format = FabricFormat::text;
};

void print_views(std::vector<FabricView> const& views,
                 FabricFormat format,
                 CommandContext& context) {
    Fabric const& first = *views.front().fabric;
    switch (format) {
        case FabricFormat::text:
            for (std::size_t i = 0; i < views.size(); ++i)
                context.print((i == 0 ? "" : "\n") + fabric_text(views[i], stdout_width()));
            break;
        case FabricFormat::json: context.print(fabric_json(views)); break;
        case FabricFormat::graphml: context.print(to_graphml(first)); break;
        case FabricFormat::dot: context.print(to_dot(first)); break;
        case FabricFormat::simgrid_xml: context.print(to_simgrid_xml(first)); break;
    }
}

void show_fabric(ShowOptions const& options, CommandContext& context) {
    FabricQuestion question = options.question;
    bool const edges = !question.edges.empty();
    if (edges == !question.system.empty() || (edges && !question.partition.empty())) {
        Diagnostics wrong;
        wrong.add(problem(Code::inconsistent,
                          "give either a machine or --edges FILE.csv",
                          "--partition needs a machine"));
        context.set_exit(Fault::usage);  // the code of the message would blame a file
        context.report(wrong);
        return;
    }
    question.only_one =
        options.format != FabricFormat::text && options.format != FabricFormat::json;
    auto const found = built_networks(question, context.data.library());
    if (auto const* answer = context.answer_of(found))
        print_views(answer->views, options.format, context);
}

}  // namespace

void add_fabric_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "fabric", "Show networks of machines: switches, cables, routes, bisection");
    sub->require_subcommand(1);
    auto options = std::make_shared<ShowOptions>();

    auto* show_sub = sub->add_subcommand("show", "Show one network as tables or as a graph");
    show_sub
        ->add_option("SYSTEM", options->question.system, "a machine of `systems list`, or a file")
        ->takes(ValueKind::system);
    show_sub
        ->add_option("--edges",
                     options->question.edges,
                     "a fabric of your own: CSV from,to,bandwidth,latency,level")
        ->takes(ValueKind::file, "FILE");
    show_sub
        ->add_option("--partition",
                     options->question.partition,
                     "show the network, traffic and bisection of this partition's nodes")
        ->type_name("NAME");
    add_choice_option<Routing>(*show_sub,
                               "--routing",
                               options->question.routing,
                               routing_names(),
                               "routing of its traffic (default: the machine's own)");
    add_own_format_option<FabricFormat>(*show_sub, options->format, fabric_formats);
    show_sub->callback([options, &context] { show_fabric(*options, context); });
    sub->footer("Examples:\n"
                "  clustersim fabric show leonardo\n"
                "  clustersim fabric show lumi --partition standard-g --routing minimal\n"
                "  clustersim fabric show jupiter --format simgrid-xml > jupiter.xml\n"
                "  clustersim fabric show --edges mine.csv\n"
                "See also: docs/fabrics.md");
}

}  // namespace clustersim
