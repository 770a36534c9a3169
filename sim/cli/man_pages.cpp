// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/man_pages.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/man_page.hpp"
#include "sim/report/atomic_file.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace clustersim {
namespace {

/// One of the pages, which is written when it is asked for.
struct ManPage {
    std::string name;  ///< as the command line names it; empty: the program
    std::filesystem::path file;
    std::function<std::string()> write;
};

std::vector<ManPage> man_pages(Command const& app) {
    std::vector<ManPage> pages{{"", "man1/" + man_file(app), [&app] { return man_page(app); }}};
    for (Command const* sub : commands_of(app))
        pages.push_back(
            {sub->get_name(), "man1/" + man_file(*sub), [sub] { return man_page(*sub); }});
    for (HelpTopic const& topic : help_topics())
        pages.push_back({std::string(topic.name), "man7/" + man_file(topic), [&topic] {
                             return man_page(topic);
                         }});
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
        if (auto const written = write_file(file, page.write()); !written) {
            context.report(written.error());
            return;
        }
    }
}

std::optional<std::string> man_page_named(Command const& app, std::string_view name) {
    auto const pages = man_pages(app);
    auto const found = std::ranges::find(pages, name, &ManPage::name);
    if (found == pages.end()) return std::nullopt;
    return found->write();
}

std::vector<std::string> names_of_man_pages(Command const& app) {
    std::vector<std::string> names;
    for (ManPage const& page : man_pages(app))
        if (!page.name.empty()) names.push_back(page.name);
    return names;
}

}  // namespace clustersim
