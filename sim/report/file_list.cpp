// SPDX-License-Identifier: Apache-2.0
#include "sim/config/json_text.hpp"
#include "sim/config/yaml_text.hpp"
#include "sim/report/whole_folder.hpp"
#include "sim/scenario/resolved_document.hpp"
#include "sim/scenario/sealed_json.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view list_schema = "clustersim/files/1";

Diagnostic not_ours(fs::path const& path, std::string const& why) {
    Diagnostic d = cannot_write_folder(path, why);
    d.help = "choose another --out";
    return d;
}

}  // namespace

std::optional<std::string> bytes_of_own_file(fs::path const& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) return std::nullopt;
    return text;
}

Result<void> check_only_unchanged(fs::path const& folder,
                                  std::string const& mark,
                                  std::map<std::string, std::string> const& hashes) {
    std::error_code error;
    for (fs::directory_entry const& entry : fs::directory_iterator(folder, error)) {
        std::string const name = entry.path().filename().string();
        bool const regular = fs::is_regular_file(entry.symlink_status(error));
        if (name == mark && regular) continue;
        auto const known = hashes.find(name);
        if (known == hashes.end())
            return failure(not_ours(entry.path(), "this file is not part of the earlier result"));
        auto const bytes = regular ? bytes_of_own_file(entry.path()) : std::nullopt;
        if (!bytes || content_hash({*bytes}) != known->second)
            return failure(not_ours(
                entry.path(), "this file has been changed since the earlier result was written"));
    }
    if (error) return failure(not_ours(folder, error.message()));
    return {};
}

std::string file_list(FolderFiles const& files) {
    ConfigNode root;
    root.kind = ConfigNode::Kind::mapping;
    add_entry(root, "schema", text_node(list_schema));
    ConfigNode hashes;
    hashes.kind = ConfigNode::Kind::mapping;
    for (auto const& [name, text] : files)
        add_entry(hashes, name, scalar_node(content_hash({text}), true));
    add_entry(root, "files", std::move(hashes));
    return sealed_json(to_json(root));
}

Result<EarlierFolder> check_listed_folder(fs::path const& folder) {
    fs::path const file = folder / list_file;
    std::error_code error;
    auto const text = fs::is_regular_file(fs::symlink_status(file, error)) ? bytes_of_own_file(file)
                                                                           : std::nullopt;
    if (!text)
        return failure(not_ours(
            folder,
            fmt::format("it holds something other than an earlier result: no {}", list_file)));
    auto const document = parse_yaml(*text, file.string());
    ConfigNode const* schema = document ? document->find("schema") : nullptr;
    ConfigNode const* listed = document ? document->find("files") : nullptr;
    if (schema == nullptr || schema->scalar != list_schema || listed == nullptr)
        return failure(not_ours(file, "this is not the list of the files of an earlier result"));
    if (auto const whole = check_seal(*text, file.string()); !whole)
        return failure(not_ours(file, whole.error().items().front().message));
    EarlierFolder earlier{{list_file}};
    std::map<std::string, std::string> hashes;
    for (ConfigNode::Entry const& entry : listed->entries) {
        hashes.emplace(entry.key, entry.value.scalar);
        earlier.files.insert(entry.key);
    }
    if (auto same = check_only_unchanged(folder, list_file, hashes); !same)
        return failure(same.error());
    return earlier;
}

}  // namespace clustersim
