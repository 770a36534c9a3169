// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/man_pages.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/man_page.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/report/atomic_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {
namespace {

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

}  // namespace

void write_man_pages(Command const& app,
                     std::filesystem::path const& folder,
                     CommandContext& context) {
    for (ManPage const& page : man_pages(app)) {
        std::filesystem::path const file = folder / page.file;
        std::error_code error;
        std::filesystem::create_directories(file.parent_path(), error);
        if (auto const written = write_file(file, page.text); !written) {
            context.report(written.error());
            return;
        }
    }
}

void print_man_page(Command const& app, std::string const& name, CommandContext& context) {
    auto const pages = man_pages(app);
    auto const found = std::ranges::find(pages, name, &ManPage::name);
    if (found != pages.end()) {
        context.print(found->text);
        return;
    }
    std::vector<std::string> known;
    for (ManPage const& page : pages)
        if (!page.name.empty()) known.push_back(page.name);
    Diagnostics wrong;
    wrong.add(problem(Code::wrong_usage,
                      fmt::format("there is no manual page \"{}\"", name),
                      did_you_mean(name, known)));
    context.set_exit(Fault::usage);
    context.report(wrong);
}

}  // namespace clustersim
