// SPDX-License-Identifier: Apache-2.0
#include "models/application/application_catalogue.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/commands/catalogue/application_facts.hpp"
#include "sim/commands/catalogue/applications_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace clustersim {
namespace {

void list_applications(Format format, CommandContext& context) {
    std::vector<AnyApplication> applications;
    for (std::string const& name : application_names(context.data.applications())) {
        auto application = load_any_application(name, context.data.applications());
        if (AnyApplication* loaded = context.value_of(application))
            applications.push_back(std::move(*loaded));
    }
    context.print(applications_text(applications, format));
}

void show_application(std::string const& name, Format format, CommandContext& context) {
    auto const document = application_document(name, context.data.applications());
    if (!document) {
        context.report(document.error());
        return;
    }
    if (auto const valid = read_any_application(*document); !valid) {
        context.report(valid.error());
        return;
    }
    context.print(application_facts_text(*document, format));
}

void check_applications(std::vector<std::string> const& files, CommandContext& context) {
    std::filesystem::path const folder = context.data.applications();
    std::vector<std::string> const shipped = application_names(folder);
    auto const parent_of = [&](std::string const& name, std::filesystem::path const& beside) {
        auto file = find_parent_file(name, beside);
        bool const named = std::ranges::find(shipped, name) != shipped.end();
        return file || !named ? file : Result<std::filesystem::path>(folder / (name + ".yaml"));
    };
    for (std::string const& file : files) {
        bool const bare = file.find('/') == std::string::npos;
        // Standard input can be read once.
        auto application =
            file == "-" ? read_yaml_extended(file, parent_of).and_then(read_any_application)
                        : read_yaml_extended(file, parent_of).and_then([&](ConfigNode const&) {
                              return load_any_application(bare ? "./" + file : file, folder);
                          });
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
