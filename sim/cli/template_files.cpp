// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/template_files.hpp"

#include "sim/config/document.hpp"
#include "sim/core/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>
#include <tuple>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// Replaces each path of the template that is relative to its folder.
std::string with_absolute_paths(std::string_view text, fs::path const& folder) {
    std::string out;
    while (!text.empty()) {
        std::size_t const at = text.find("../");
        bool const begins_path =
            at == 0 || (at != std::string_view::npos &&
                        (text[at - 1] == ' ' || text[at - 1] == '=' || text[at - 1] == '['));
        out += text.substr(0, at);
        if (at == std::string_view::npos) break;
        text.remove_prefix(at);
        std::string_view const path = text.substr(0, text.find_first_of(" ,]}\r\n"));
        out += begins_path ? (folder / path).lexically_normal().string() : std::string(path);
        text.remove_prefix(path.size());
    }
    return out;
}

/// The folders of scenarios/, in the order in which somebody new reads them.
struct Group {
    std::string_view folder;
    std::string_view question;
};
constexpr std::array groups{
    Group{"first-steps", "Start here"},
    Group{"allocation", "What does a training cost on a machine, and when does it start?"},
    Group{"planning",
          "How do I split a long run, many runs, a pipeline? Where do I keep the data?"},
    Group{"projects", "How much time do I apply for? (clustersim allocate)"},
    Group{"comparison", "Which machine is best for my work?"},
    Group{"comparison/epicure", "How well does a training scale?"},
    Group{"comparison/network", "What does the network change?"},
    Group{"other-codes", "And a code that does not train?"},
    Group{"policy", "What does another policy change?"},
    Group{"courses", "Exercises that grade themselves"},
    Group{"courses/cluster", "A Slurm site to copy (`system:` of a scenario)"}};

/// The place of a folder among the groups; new folders come last.
std::size_t place_of_folder(std::string const& folder) {
    return static_cast<std::size_t>(std::ranges::find(groups, folder, &Group::folder) -
                                    groups.begin());
}

}  // namespace

std::string template_question(TemplateFile const& file) {
    std::size_t const place = place_of_folder(file.folder);
    return place < groups.size() ? std::string(groups.at(place).question) : file.folder;
}

std::vector<TemplateFile> template_files(fs::path const& data_root) {
    std::vector<TemplateFile> files;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(data_root / "scenarios", error), end;
         !error && entry != end;
         entry.increment(error)) {
        fs::path const& path = entry->path();
        // A solution is no start.
        if (path.extension() != ".yaml" || path.parent_path().filename() == "solutions") continue;
        std::string const folder =
            path.parent_path().lexically_relative(data_root / "scenarios").generic_string();
        files.push_back({path.stem().string(), path, folder});
    }
    std::ranges::sort(files, {}, [](TemplateFile const& file) {
        return std::tuple(place_of_folder(file.folder), file.name != first_template, file.name);
    });
    return files;
}

std::string title_of(TemplateFile const& file) {
    auto const document = read_yaml(file.path);
    ConfigNode const* title = document ? document->find("title") : nullptr;
    if (title != nullptr) return title->scalar;
    ConfigNode const* name = document ? document->find("settings") : nullptr;
    if (name != nullptr) name = name->find("cluster_name");
    return name == nullptr ? "" : fmt::format("the cluster \"{}\"", name->scalar);
}

Result<std::string> template_text(TemplateFile const& file) {
    auto text = read_text(file.path);
    if (!text) return text;
    return with_absolute_paths(*text, fs::absolute(file.path).parent_path());
}

}  // namespace clustersim
