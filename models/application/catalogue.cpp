// SPDX-License-Identifier: Apache-2.0
#include "models/application/catalogue.hpp"

#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

bool looks_like_path(std::string const& text) {
    return text.find('/') != std::string::npos || text.ends_with(".yaml") || text.ends_with(".yml");
}

Result<fs::path>
find_application(std::string const& name, fs::path const& from, fs::path const& folder) {
    if (looks_like_path(name)) return from / name;
    std::vector<std::string> const known = application_names(folder);
    if (std::ranges::find(known, name) != known.end()) return folder / (name + ".yaml");
    if (known.empty()) {
        return failure(problem(Code::cannot_read,
                               fmt::format("no applications in {}", folder.string()),
                               "the folder should hold one YAML file an application"));
    }
    return failure(problem(Code::unknown_name,
                           fmt::format("there is no application \"{}\"", name),
                           did_you_mean(name, known)));
}

}  // namespace

std::vector<std::string> application_names(fs::path const& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder, error);
         !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        if (entry->path().extension() == ".yaml") names.push_back(entry->path().stem().string());
    }
    std::ranges::sort(names);
    return names;
}

Result<Application>
load_application(std::string const& name, fs::path const& folder, fs::path const& from) {
    auto const path = find_application(name, from, folder);
    if (!path) return failure(path.error());
    auto const document =
        read_yaml_extended(*path, [&](std::string const& parent, fs::path const& beside) {
            return find_application(parent, beside, folder);
        });
    if (!document) return failure(document.error());
    return read_application(*document);
}

}  // namespace clustersim
