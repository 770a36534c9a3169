// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/value_words.hpp"

#include "models/application/application_catalogue.hpp"
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

/// How a kind of value is completed.
struct Completed {
    ValueKind kind;
    std::vector<std::string> (*words)(DataFolders const&);
    bool files = false;
    bool folders = false;
};

constexpr std::array completed{
    Completed{ValueKind::system, machine_names, true},
    Completed{ValueKind::application, names_of_applications, true},
    Completed{ValueKind::mix, names_of_mixes, true},
    Completed{ValueKind::scenario, scenario_files, true},
    Completed{ValueKind::project, scenario_files, true},
    Completed{ValueKind::script, no_names, true},
    Completed{ValueKind::archive, no_names, true},
    Completed{ValueKind::scenario_template, template_names},
    Completed{ValueKind::topic, topic_names},
    Completed{ValueKind::file, no_names, true},
    Completed{ValueKind::folder, no_names, false, true},
};

}  // namespace

ValueWords value_words(OptionSpec const& spec, DataFolders const& data) {
    if (spec.kind == ValueKind::choice) return {spec.choices};
    auto const* const found = std::ranges::find(completed, spec.kind, &Completed::kind);
    if (found == completed.end()) return {};
    return {found->words(data), found->files, found->folders};
}

}  // namespace clustersim
