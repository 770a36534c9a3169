// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/man_page.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/report/atomic_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

struct ManCommand {
    std::string page;
    std::filesystem::path all;
};

struct ManPage {
    std::string name;  ///< as the command line names it; empty: the program
    std::filesystem::path file;
    std::string text;
};

std::vector<ManPage> man_pages(Command const& app) {
    std::vector<ManPage> pages{{"", "man1/" + man_file(app), man_page(app)}};
    for (Command const* sub : commands_of(app))
        pages.push_back({sub->get_name(), "man1/" + man_file(*sub), man_page(*sub)});
    for (HelpTopic const& topic : help_topics())
        pages.push_back({std::string(topic.name), "man7/" + man_file(topic), man_page(topic)});
    return pages;
}

void write_pages(std::vector<ManPage> const& pages,
                 std::filesystem::path const& folder,
                 CommandContext& context) {
    for (ManPage const& page : pages) {
        std::filesystem::path const file = folder / page.file;
        std::error_code error;
        std::filesystem::create_directories(file.parent_path(), error);
        if (auto const written = write_file(file, page.text); !written) {
            context.report(written.error());
            return;
        }
    }
}

void print_page(Command const& app, ManCommand const& command, CommandContext& context) {
    auto const pages = man_pages(app);
    if (!command.all.empty()) {
        write_pages(pages, command.all, context);
        return;
    }
    auto const found = std::ranges::find(pages, command.page, &ManPage::name);
    if (found != pages.end()) {
        context.print(found->text);
        return;
    }
    std::vector<std::string> known;
    for (ManPage const& page : pages)
        if (!page.name.empty()) known.push_back(page.name);
    Diagnostics wrong;
    wrong.add(problem(Code::wrong_usage,
                      fmt::format("there is no manual page \"{}\"", command.page),
                      did_you_mean(command.page, known)));
    context.set_exit(Fault::usage);
    context.report(wrong);
}

}  // namespace

void add_man_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("man", "Print the manual page of a command or a topic");
    sub->group(help_group);
    auto command = std::make_shared<ManCommand>();
    auto* page =
        sub->add_option("TOPIC", command->page, "the command or topic (default: all in one)")
            ->takes(ValueKind::topic);
    sub->add_option("--all", command->all, "write all pages into man1/ and man7/ of this folder")
        ->takes(ValueKind::folder, "DIR")
        ->excludes(page);
    sub->footer("Examples:\n"
                "  clustersim man run | man -l -\n"
                "  clustersim man --all ~/.local/share/man\n"
                "See also: clustersim help");
    sub->callback([command, &app, &context] { print_page(app, *command, context); });
}

}  // namespace clustersim
