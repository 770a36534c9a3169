// SPDX-License-Identifier: Apache-2.0
#include "models/application/application_catalogue.hpp"

#include "models/application/current_release.hpp"
#include "models/application/other_framework.hpp"
#include "models/application/read_framework.hpp"
#include "sim/config/extended_in_place.hpp"
#include "sim/config/yaml_folder.hpp"
#include "sim/config/yaml_text.hpp"
#include "sim/core/claimed_outputs.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace clustersim {

namespace fs = std::filesystem;

namespace {

YamlFolder applications(fs::path const& folder) {
    return {folder, "application"};
}

/// Numbers that somebody's own file changes in a model that it extends are that person's estimates unless the file says
/// otherwise.
void mark_as_own(ConfigNode& document, ConfigNode const& own) {
    constexpr std::string_view yours = "yours";
    auto const add = [&](ConfigNode& mapping, std::string_view key, std::string_view text) {
        ConfigNode value = text_node(text);
        value.source = own.source;
        value.line = own.line;
        value.column = own.column;
        add_entry(mapping, key, std::move(value));
    };
    auto const sources = std::ranges::find(document.entries, "sources", &ConfigNode::Entry::key);
    if (own.find("source") != nullptr || own.find("confidence") != nullptr ||
        sources == document.entries.end() || sources->value.find(yours) != nullptr)
        return;
    add(sources->value, yours, "your own numbers");
    add(document, "source", yours);
    add(document, "confidence", "estimate");
}

}  // namespace

std::vector<std::string> application_names(fs::path const& folder) {
    return applications(folder).names();
}

Result<ConfigNode> application_document(std::string const& name,
                                        fs::path const& folder,
                                        fs::path const& from,
                                        KeptDocuments* kept) {
    auto const path = applications(folder).find(name, from);
    // A file that the question writes must not be read.
    bool const may_be_kept =
        kept != nullptr && path && path->parent_path() == folder && !also_written(*path);
    if (may_be_kept)
        if (auto const known = kept->of(*path)) return *known;
    auto const begun = fs::file_time_type::clock::now();
    auto document = applications(folder).read(name, from);
    if (may_be_kept && document) {
        std::set<std::string> files;
        add_files(*document, files);
        kept->keep(*path, std::make_shared<ConfigNode const>(*document), std::move(files), begun);
    }
    std::error_code error;
    bool const shipped =
        !path || *path == "-" || fs::equivalent(fs::absolute(*path).parent_path(), folder, error);
    if (!document || shipped) return document;
    auto const own = read_yaml(*path);
    if (own && own->find("extends") != nullptr) mark_as_own(*document, *own);
    return document;
}

Result<ConfigNode>
written_application(ConfigNode const& written, fs::path const& folder, fs::path const& from) {
    YamlFolder const known = applications(folder);
    auto document =
        extended_in_place(written, from, [&](std::string const& parent, fs::path const& beside) {
            return known.find(parent, beside);
        });
    ConfigNode const* const parent = written.find("extends");
    if (!document || parent == nullptr) return document;
    mark_as_own(*document, written);
    if (written.find("name") == nullptr)
        set_value(*document, "name", text_node("own-" + fs::path(parent->scalar).stem().string()));
    if (written.find("title") == nullptr)
        set_value(*document, "title", text_node(parent->scalar + ", changed"));
    return document;
}

Result<Application> load_application(std::string const& name,
                                     fs::path const& folder,
                                     fs::path const& from,
                                     std::string const& framework,
                                     KeptDocuments* kept,
                                     Accelerator const* device) {
    auto document = application_document(name, folder, from, kept);
    if (!document) return failure(document.error());
    fs::path const frameworks = folder.parent_path() / "frameworks";
    if (framework.empty()) {
        std::string const release =
            device != nullptr ? current_release(*document, *device) : std::string();
        if (release.empty()) return read_application(*document);
        return under_release(std::move(*document), release, frameworks).and_then(read_application);
    }
    auto other =
        trained_by(std::move(*document), framework, frameworks, from).and_then(read_application);
    if (other) keep_to_offers(other->training);
    return other;
}

Result<AnyApplication>
load_any_application(std::string const& name, fs::path const& folder, fs::path const& from) {
    return application_document(name, folder, from).and_then(read_any_application);
}

Result<Framework> load_framework(std::string const& name, fs::path const& folder) {
    return YamlFolder(folder, "framework").read(name).and_then(read_framework_document);
}

}  // namespace clustersim
