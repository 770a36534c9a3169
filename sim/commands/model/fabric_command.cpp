// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/build.hpp"
#include "models/fabric/export.hpp"
#include "models/machine/catalogue.hpp"
#include "models/machine/fabric_config.hpp"
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/terminal.hpp"
#include "sim/commands/model/fabric_report.hpp"
#include "sim/scenario/named_inputs.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

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
    std::string system;
    std::string edges;
    std::string partition;
    std::optional<Routing> routing;
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

void show_edges(ShowOptions const& options, CommandContext& context) {
    auto fabric = read_edge_list(options.edges);
    if (context.value_of(fabric) == nullptr) return;
    FabricView view;
    view.fabric = &*fabric;
    view.routing = options.routing.value_or(Routing::minimal);
    print_views({view}, options.format, context);
}

/// The networks to show: the partition's, or all networks of the machine.
Result<std::vector<std::string>>
chosen_networks(ShowOptions const& options, System const& system, Partition const* partition) {
    if (partition != nullptr) return std::vector{network_of(system, *partition)};
    std::vector<std::string> networks = networks_of(system);
    bool const one_only =
        options.format != FabricFormat::text && options.format != FabricFormat::json;
    if (one_only && networks.size() > 1) {
        return failure(problem(
            Code::inconsistent,
            fmt::format("{} has {} separate networks ({}), but this format can hold only one",
                        system.name,
                        networks.size(),
                        fmt::join(networks, ", ")),
            "choose a partition's network with --partition"));
    }
    return networks;
}

Result<Partition const*> chosen_partition(ShowOptions const& options, System const& system) {
    if (options.partition.empty()) return nullptr;
    if (Partition const* found = system.find_partition(options.partition)) return found;
    return failure(unknown_partition(system, options.partition));
}

void show_system(ShowOptions const& options, CommandContext& context) {
    auto loaded = machine_catalogue(context.data.systems()).load(options.system);
    LoadedSystem const* machine = context.value_of(loaded);
    if (machine == nullptr) return;
    context.report(machine->warnings);
    System const& system = machine->system;
    auto partition = chosen_partition(options, system);
    if (context.value_of(partition) == nullptr) return;
    auto networks = chosen_networks(options, system, *partition);
    if (context.value_of(networks) == nullptr) return;
    std::vector<std::unique_ptr<Fabric>> fabrics;
    std::vector<FabricView> views;
    for (std::string const& network : *networks) {
        auto fabric = build_fabric(system, network, &machine->document);
        if (context.value_of(fabric) == nullptr) continue;
        fabrics.push_back(std::make_unique<Fabric>(std::move(*fabric)));
        views.push_back({fabrics.back().get(),
                         options.routing.value_or(system.fabrics.at(network).routing),
                         machine,
                         network,
                         *partition});
    }
    if (views.size() == networks->size()) print_views(views, options.format, context);
}

void show_fabric(ShowOptions const& options, CommandContext& context) {
    bool const edges = !options.edges.empty();
    if (edges == !options.system.empty() || (edges && !options.partition.empty())) {
        Diagnostics wrong;
        wrong.add(problem(Code::inconsistent,
                          "give either a machine or --edges FILE.csv",
                          "--partition needs a machine"));
        context.set_exit(Fault::usage);  // the code of the message would blame a file
        context.report(wrong);
        return;
    }
    edges ? show_edges(options, context) : show_system(options, context);
}

}  // namespace

void add_fabric_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "fabric", "Show networks of machines: switches, cables, routes, bisection");
    sub->require_subcommand(1);
    auto options = std::make_shared<ShowOptions>();

    auto* show_sub = sub->add_subcommand("show", "Show one network as tables or as a graph");
    show_sub->add_option("SYSTEM", options->system, "a machine of `systems list`, or a file")
        ->takes(ValueKind::system);
    show_sub
        ->add_option(
            "--edges", options->edges, "a fabric of your own: CSV from,to,bandwidth,latency,level")
        ->takes(ValueKind::file, "FILE");
    show_sub
        ->add_option("--partition",
                     options->partition,
                     "show the network, traffic and bisection of this partition's nodes")
        ->type_name("NAME");
    add_choice_option<Routing>(*show_sub,
                               "--routing",
                               options->routing,
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
