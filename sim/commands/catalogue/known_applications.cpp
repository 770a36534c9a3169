// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/known_applications.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace clustersim {

Answered<std::vector<AnyApplication>> known_applications(Library const& library) {
    Answered<std::vector<AnyApplication>> out;
    out.answer.emplace();
    for (std::string const& name : application_names(library.applications)) {
        auto loaded = load_any_application(name, library.applications);
        if (auto* application = out.value_of(loaded))
            out.answer->push_back(std::move(*application));
    }
    return out;
}

Result<ConfigNode> known_application(std::string const& name, Library const& library) {
    auto document = application_document(name, library.applications);
    if (!document) return document;
    if (auto const valid = read_any_application(*document); !valid) return failure(valid.error());
    return document;
}

Result<AnyApplication> check_application_file(std::string const& file, Library const& library) {
    std::filesystem::path const& folder = library.applications;
    std::vector<std::string> const shipped = application_names(folder);
    auto const parent_of = [&](std::string const& name, std::filesystem::path const& beside) {
        auto found = find_parent_file(name, beside);
        bool const named = std::ranges::find(shipped, name) != shipped.end();
        return found || !named ? found : Result<std::filesystem::path>(folder / (name + ".yaml"));
    };
    bool const bare = file.find('/') == std::string::npos;
    auto const document = read_yaml_extended(file, parent_of);
    // Standard input can be read once.
    if (file == "-") return document.and_then(read_any_application);
    return document.and_then(
        [&](ConfigNode const&) { return load_any_application(bare ? "./" + file : file, folder); });
}

}  // namespace clustersim
