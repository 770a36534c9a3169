// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/today.hpp"
#include "sim/commands/catalogue/machines.hpp"
#include "sim/commands/catalogue/systems_table.hpp"
#include "sim/commands/catalogue/workflow_text.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace clustersim {
namespace {

constexpr std::array<std::pair<std::string_view, WorkflowManager>, 2> workflow_managers{
    {{"snakemake", WorkflowManager::snakemake}, {"nextflow", WorkflowManager::nextflow}}};

void list_systems(Format format, CommandContext& context) {
    auto const found = known_machines(context.data.library());
    if (auto const* systems = context.answer_of(found))
        context.print(systems_text(*systems, format));
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
    auto const found = known_machine(name, context.data.library());
    LoadedSystem const* system = context.answer_of(found);
    if (system == nullptr) return;
    if (section.empty())
        context.print(system_facts_text(*system, format));
    else
        show_section(*system, section, format, context);
}

void show_for_workflow(std::string const& name, WorkflowManager manager, CommandContext& context) {
    auto const found = known_machine(name, context.data.library());
    if (LoadedSystem const* system = context.answer_of(found))
        context.print(workflow_text(*system, manager));
}

std::string checked_text(CheckedFile const& checked) {
    if (auto const* site = std::get_if<SiteSize>(&checked))
        return fmt::format("{} nodes, {} partitions", site->nodes, site->partitions);
    return confidence_summary(std::get<std::vector<Fact>>(checked));
}

void check_systems(std::vector<std::string> const& files, Date on, CommandContext& context) {
    for (std::string const& file : files) {
        auto const found = check_machine_file(file, on, context.data.library());
        if (auto const* checked = context.answer_of(found))
            context.print(fmt::format("{}: ok, {}\n", file, checked_text(*checked)));
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
    auto* const shown = add_format_option(*show_sub, *format);
    auto manager = std::make_shared<std::optional<WorkflowManager>>();
    add_choice_option<WorkflowManager>(
        *show_sub,
        "--for",
        *manager,
        workflow_managers,
        "the partitions as the configuration file of a workflow manager")
        ->excludes("--section")
        ->excludes(shown);
    show_sub->callback([name, section, format, manager, &context] {
        if (*manager)
            show_for_workflow(*name, **manager, context);
        else
            show_system(*name, *section, *format, context);
    });

    auto* check_sub = sub->add_subcommand(
        "check", "Check files of machines, accelerators, links or Slurm sites for errors");
    auto files = std::make_shared<std::vector<std::string>>();
    check_sub->add_option("FILE", *files, "files, or names of machines")
        ->required()
        ->takes(ValueKind::system);
    auto day = std::make_shared<std::string>();
    check_sub
        ->add_option("--today",
                     *day,
                     "the day on which facts are old if they were checked more than a year before")
        ->type_name("YYYY-MM-DD")
        ->check([](std::string const& text) {
            return parse_date(text) ? std::string() : "give a day such as 2027-03-01";
        })
        ->example("2027-03-01");
    check_sub->callback([files, day, &context] {
        check_systems(*files, parse_date(*day).value_or(today()), context);
    });

    sub->footer("Examples:\n"
                "  clustersim systems show leonardo\n"
                "  clustersim systems show mn5 --section access\n"
                "  clustersim systems show lumi --for snakemake > partitions.yaml\n"
                "  clustersim systems check mine.yaml\n"
                "See also: systems/README.md");
}

}  // namespace clustersim
