// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/build.hpp"
#include "models/machine/accelerator_config.hpp"
#include "models/machine/catalogue.hpp"
#include "models/machine/communication_config.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/commands/catalogue/systems_table.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"

#include <fmt/format.h>

#include <memory>

namespace clustersim {
namespace {

void list_systems(Format format, CommandContext& context) {
    Catalogue const catalogue = machine_catalogue(context.data.systems());
    std::vector<LoadedSystem> systems;
    std::vector<std::string> const names = catalogue.names();
    if (names.empty()) {
        Diagnostics none;
        none.add(
            problem(Code::cannot_read,
                    fmt::format("no machines in {}", context.data.systems().string()),
                    "give the folder that contains systems/ and workloads/ with `--data DIR`"));
        context.report(none);
        return;
    }
    for (std::string const& name : names) {
        auto loaded = catalogue.load(name);
        if (LoadedSystem* system = context.value_of(loaded)) systems.push_back(std::move(*system));
    }
    context.print(systems_text(systems, format));
}

/// A wrong word on the command line.
void refuse_section(Diagnostic wrong, CommandContext& context) {
    Diagnostics all;
    all.add(std::move(wrong));
    context.set_exit(Fault::usage);
    context.report(all);
}

void show_section(LoadedSystem const& system,
                  std::string const& section,
                  Format format,
                  CommandContext& context) {
    if (format == Format::json) {
        refuse_section(problem(Code::inconsistent,
                               "--section shows a part of a table; JSON holds the whole machine",
                               "leave out --section, or use --format csv"),
                       context);
        return;
    }
    std::string const text = system_section_text(system, section, format);
    if (!text.empty()) {
        context.print(text);
        return;
    }
    auto const known = system_sections(system);
    refuse_section(problem(Code::unknown_name,
                           fmt::format("{} has no section {}", system.system.name, section),
                           did_you_mean(section, known)),
                   context);
}

void show_system(std::string const& name,
                 std::string const& section,
                 Format format,
                 CommandContext& context) {
    auto loaded = machine_catalogue(context.data.systems()).load(name);
    LoadedSystem const* system = context.value_of(loaded);
    if (system == nullptr) return;
    context.report(system->warnings);
    if (section.empty())
        context.print(system_facts_text(*system, format));
    else
        show_section(*system, section, format, context);
}

/// The summary of a valid file of a machine, an accelerator, links or a Slurm site. Its `schema:` says which of them it
/// is.
Result<std::string>
check_file(std::string const& file, Catalogue const& catalogue, CommandContext& context) {
    auto path = catalogue.find(file, {});
    if (!path) return failure(std::move(path.error()));
    auto document = read_yaml_extended(
        *path, [&](std::string const& name, std::filesystem::path const& folder) {
            return catalogue.find(name, folder);
        });
    if (!document) return failure(std::move(document.error()));
    ConfigNode const* schema = document->find("schema");
    if (schema != nullptr && schema->scalar.starts_with("clustersim/site/")) {
        auto const site = slurm::read_site(*document);
        if (!site) return failure(site.error());
        return fmt::format("{} nodes, {} partitions", site->nodes.size(), site->partitions.size());
    }
    if (schema != nullptr && schema->scalar.starts_with("clustersim/accelerator/")) {
        auto accelerator = read_accelerator_document(*document);
        if (!accelerator) return failure(std::move(accelerator.error()));
        return confidence_summary(facts_of(*document));
    }
    if (schema != nullptr && schema->scalar.starts_with("clustersim/link/")) {
        auto links = read_link_class_document(*document);
        if (!links) return failure(std::move(links.error()));
        return confidence_summary(facts_of(*document));
    }
    if (schema != nullptr && schema->scalar.starts_with("clustersim/communication/")) {
        auto software = read_communication_document(*document);
        if (!software) return failure(std::move(software.error()));
        return confidence_summary(facts_of(*document));
    }
    auto loaded = catalogue.read(std::move(*document));
    if (!loaded) return failure(std::move(loaded.error()));
    context.report(loaded->warnings);
    Diagnostics unbuildable;
    for (std::string const& network : networks_of(loaded->system)) {
        auto fabric = build_fabric(loaded->system, network, &loaded->document);
        if (!fabric) unbuildable.append(std::move(fabric.error()));
    }
    if (unbuildable.has_errors()) return failure(std::move(unbuildable));
    return confidence_summary(facts_of(loaded->document));
}

void check_systems(std::vector<std::string> const& files, CommandContext& context) {
    Catalogue const catalogue = machine_catalogue(context.data.systems());
    for (std::string const& file : files) {
        auto said = check_file(file, catalogue, context);
        if (context.value_of(said) == nullptr) continue;
        context.print(fmt::format("{}: ok, {}\n", file, *said));
    }
}

}  // namespace

void add_systems_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "systems", "List machines, show their numbers with sources, or check files");
    sub->require_subcommand(1);
    auto format = std::make_shared<Format>(Format::table);

    auto* list_sub = sub->add_subcommand("list", "List the machines, one row each");
    add_format_option(*list_sub, *format);
    list_sub->callback([format, &context] { list_systems(*format, context); });

    auto* show_sub = sub->add_subcommand(
        "show",
        "Show partitions, QOS, billing and access of a machine, then every number with its source");
    auto name = std::make_shared<std::string>();
    show_sub->add_option("SYSTEM", *name, "a machine of `systems list`, or a file")
        ->required()
        ->takes(ValueKind::system);
    auto section = std::make_shared<std::string>();
    show_sub
        ->add_option("--section",
                     *section,
                     "only one section: partitions, qos, access, node_types, sources …")
        ->type_name("NAME");
    add_format_option(*show_sub, *format);
    show_sub->callback(
        [name, section, format, &context] { show_system(*name, *section, *format, context); });

    auto* check_sub = sub->add_subcommand(
        "check", "Check files of machines, accelerators, links or Slurm sites for errors");
    auto files = std::make_shared<std::vector<std::string>>();
    check_sub->add_option("FILE", *files, "files, or names of machines")
        ->required()
        ->takes(ValueKind::system);
    check_sub->callback([files, &context] { check_systems(*files, context); });

    sub->footer("Examples:\n"
                "  clustersim systems show leonardo\n"
                "  clustersim systems show mn5 --section access\n"
                "  clustersim systems check mine.yaml\n"
                "See also: systems/README.md");
}

}  // namespace clustersim
