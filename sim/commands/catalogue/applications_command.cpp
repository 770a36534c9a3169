// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/commands/catalogue/application_facts.hpp"
#include "sim/commands/catalogue/applications_table.hpp"
#include "sim/commands/catalogue/known_applications.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace clustersim {
namespace {

void list_applications(Format format, CommandContext& context) {
    auto const found = known_applications(context.data.library());
    if (auto const* applications = context.answer_of(found))
        context.print(applications_text(*applications, format));
}

void show_application(std::string const& name, Format format, CommandContext& context) {
    auto document = known_application(name, context.data.library());
    if (context.value_of(document) != nullptr)
        context.print(application_facts_text(*document, format));
}

void check_applications(std::vector<std::string> const& files, CommandContext& context) {
    for (std::string const& file : files) {
        auto application = check_application_file(file, context.data.library());
        if (context.value_of(application) != nullptr) context.print(fmt::format("{}: ok\n", file));
    }
}

}  // namespace

void add_applications_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("applications",
                                   "List, show and check the applications that can be predicted");
    sub->require_subcommand(1);
    auto* list_sub = sub->add_subcommand("list", "List names, sizes and training defaults");
    auto format = std::make_shared<Format>(Format::table);
    add_format_option(*list_sub, *format);
    list_sub->callback([format, &context] { list_applications(*format, context); });
    auto* show_sub =
        sub->add_subcommand("show", "Show every number of an application with its source");
    auto name = std::make_shared<std::string>();
    show_sub->add_option("APP", *name, "an application of `applications list`, or a file")
        ->required()
        ->takes(ValueKind::application);
    add_format_option(*show_sub, *format);
    show_sub->callback([name, format, &context] { show_application(*name, *format, context); });
    auto* check_sub = sub->add_subcommand("check", "Check application files for errors");
    auto files = std::make_shared<std::vector<std::string>>();
    check_sub->add_option("FILE", *files, "application files")->required()->takes(ValueKind::file);
    check_sub->callback([files, &context] { check_applications(*files, context); });
    sub->footer("Examples:\n"
                "  clustersim applications show llama-7b\n"
                "See also: workloads/applications/README.md");
}

}  // namespace clustersim
