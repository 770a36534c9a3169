// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/value_words.hpp"

#include "models/application/catalogue.hpp"
#include "models/machine/catalogue.hpp"
#include "sim/cli/help_topics.hpp"
#include "sim/cli/template_files.hpp"

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

std::vector<std::string> machine_names(DataFolders const& data) {
    return Catalogue(data.systems()).names();
}

std::vector<std::string> names_of_applications(DataFolders const& data) {
    return application_names(data.applications());
}

std::vector<std::string> names_of_mixes(DataFolders const& data) {
    return application_names(data.mixes());
}

/// The shipped scenarios as the user's folder names them.
std::vector<std::string> scenario_files(DataFolders const& data) {
    std::vector<std::string> files;
    std::error_code error;
    std::filesystem::path const here = std::filesystem::current_path(error);
    for (TemplateFile const& one : template_files(data.root)) {
        std::filesystem::path const near = one.path.lexically_relative(here);
        bool const below = !near.empty() && *near.begin() != "..";
        files.push_back((below ? near : one.path).string());
    }
    return files;
}

std::vector<std::string> template_names(DataFolders const& data) {
    std::vector<std::string> names;
    for (TemplateFile const& one : template_files(data.root)) names.push_back(one.name);
    return names;
}

std::vector<std::string> topic_names(DataFolders const& /*data*/) {
    std::vector<std::string> names;
    for (HelpTopic const& topic : help_topics()) names.emplace_back(topic.name);
    return names;
}

std::vector<std::string> no_names(DataFolders const& /*data*/) {
    return {};
}

/// What a value with a name that begins so is.
struct Kind {
    std::string_view name;
    std::vector<std::string> (*words)(DataFolders const&);
    bool files = false;
    bool folders = false;
    bool documents = false;
};

constexpr std::array kinds{
    Kind{"SYSTEM", machine_names, true},
    Kind{"APP", names_of_applications, true},
    Kind{"MIX", names_of_mixes, true},
    Kind{"SCENARIO", scenario_files, true, false, true},
    Kind{"PROJECT", scenario_files, true, false, true},
    Kind{"TEMPLATE", template_names},
    Kind{"TOPIC", topic_names},
    Kind{"FILE", no_names, true},
    Kind{"SITE", no_names, true},
    Kind{"TRACE", no_names, true},
    Kind{"DUMP", no_names, true},
    Kind{"EVENTS", no_names, true},
    Kind{"ARCHIVE", no_names, true},
    Kind{"PILOT", no_names, true},
    Kind{"SCRIPT", no_names, true},
    Kind{"RESULT", no_names, false, true},
    Kind{"DIR", no_names, false, true},
};

/// The kind of a value with this name in `--help`; null if it is of no kind.
Kind const* kind_of(std::string_view name) {
    std::size_t const end = name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    auto const* const kind = std::ranges::find(kinds, name.substr(0, end), &Kind::name);
    return kind == kinds.end() ? nullptr : kind;
}

}  // namespace

std::vector<std::string> choices_of(std::string_view name) {
    std::vector<std::string> words;
    while (!name.empty()) {
        std::string_view const word = name.substr(0, name.find('|'));
        words.emplace_back(word);
        name.remove_prefix(std::min(word.size() + 1, name.size()));
    }
    return words;
}

bool is_name(std::string_view name) {
    return kind_of(name) != nullptr;
}

bool takes_document(std::string_view name) {
    Kind const* const kind = kind_of(name);
    return kind != nullptr && kind->documents;
}

ValueWords value_words(std::string_view name, DataFolders const& data) {
    if (name.find('|') != std::string_view::npos) return {choices_of(name)};
    Kind const* const kind = kind_of(name);
    if (kind == nullptr) return {};
    bool const is_list = name.find(',') != std::string_view::npos;
    return {kind->words(data), is_list, kind->files, kind->folders};
}

}  // namespace clustersim
