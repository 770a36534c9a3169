// SPDX-License-Identifier: Apache-2.0
#include "sim/report/result_mark.hpp"

#include "sim/config/json_text.hpp"
#include "sim/config/yaml_text.hpp"
#include "sim/core/claimed_outputs.hpp"
#include "sim/core/version.hpp"
#include "sim/report/study_terms.hpp"
#include "sim/report/whole_folder.hpp"
#include "sim/scenario/resolved_document.hpp"
#include "sim/scenario/sealed_json.hpp"

#include <fmt/format.h>

#include <optional>
#include <system_error>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

ConfigNode mapping_node() {
    ConfigNode node;
    node.kind = ConfigNode::Kind::mapping;
    return node;
}

/// The value that all variants have in common, or null.
template <class Of>
ConfigNode shared_node(Study const& study, Of of) {
    auto const shared = shared_by_all(study.runs, of);
    return shared ? scalar_node(fmt::format("{}", *shared)) : ConfigNode{};
}

Diagnostic not_replaced(fs::path const& folder, std::string const& why) {
    Diagnostic d = cannot_write_folder(folder, why);
    d.help = "choose another --out";
    return d;
}

Diagnostic unreadable(fs::path const& where, std::string what, std::string help) {
    Diagnostic d = problem(Code::cannot_read, std::move(what), std::move(help));
    d.where.file = where.string();
    return d;
}

/// Nothing if the file cannot be read; the error if it is an output of this command.
Result<std::optional<std::string>> text_of(fs::path const& file) {
    if (auto written = also_written(file)) return failure(std::move(*written));
    return bytes_of_own_file(file);
}

std::map<std::string, std::string> hashes_in(ConfigNode const& document) {
    std::map<std::string, std::string> hashes;
    if (ConfigNode const* files = document.find("files"))
        for (ConfigNode::Entry const& entry : files->entries)
            hashes.emplace(entry.key, entry.value.scalar);
    return hashes;
}

Result<ResultMark> mark_in(fs::path const& folder) {
    fs::path const file = folder / "run.json";
    std::error_code error;
    auto const text = fs::is_regular_file(fs::symlink_status(file, error)) ? bytes_of_own_file(file)
                                                                           : std::nullopt;
    if (!text) return failure(not_replaced(folder, "the folder does not hold a result"));
    auto const document = parse_yaml(*text, file.string());
    ConfigNode const* schema = document ? document->find("schema") : nullptr;
    if (schema == nullptr || !schema->scalar.starts_with("clustersim/run/"))
        return failure(not_replaced(file, "this is not the run.json of a result"));
    if (schema->scalar != result_schema)
        return failure(
            not_replaced(folder, "the result there was made by another version of the program"));
    if (auto const whole = check_seal(*text, file.string()); !whole)
        return failure(not_replaced(file, whole.error().items().front().message));
    ResultMark mark;
    ConfigNode const* complete = document->find("complete");
    mark.complete = complete == nullptr || complete->scalar != "false";
    mark.hashes = hashes_in(*document);
    return mark;
}

}  // namespace

Result<StoredResult> read_run_json(fs::path const& folder) {
    fs::path const file = folder / "run.json";
    std::error_code error;
    if (!fs::is_regular_file(file, error))
        return failure(unreadable(folder,
                                  "there is no result: run.json is missing",
                                  "give a folder that `clustersim run` wrote, such as "
                                  "results/quickstart-1a2b3c4d"));
    auto const text = text_of(file);
    if (!text) return failure(text.error());
    auto const document = parse_yaml(text->value_or(""), file.string());
    if (!*text || !document)
        return failure(
            unreadable(file,
                       "this file of the result was cut or changed, or cannot be read" +
                           (document ? "" : ": " + document.error().items().front().message),
                       "run its scenario again"));
    ConfigNode const* schema = document->find("schema");
    if (schema == nullptr || !schema->scalar.starts_with("clustersim/run/"))
        return failure(unreadable(file,
                                  "this is not the run.json of a result",
                                  "give a folder that `clustersim run` wrote"));
    if (schema->scalar != result_schema)
        return failure(unreadable(file,
                                  fmt::format("another version of the program made this result: "
                                              "expected the schema {}",
                                              result_schema),
                                  "run its scenario again with this version"));
    if (auto whole = check_seal(**text, file.string()); !whole) return failure(whole.error());
    ConfigNode const* title = document->find("title");
    return StoredResult{title == nullptr ? "" : title->scalar, hashes_in(*document)};
}

Result<std::string>
read_file_of(StoredResult const& result, fs::path const& folder, std::string const& name) {
    auto read = text_of(folder / name);
    if (!read) return failure(read.error());
    auto& text = *read;
    if (!text)
        return failure(unreadable(folder / name,
                                  "this file of the result is missing or cannot be read",
                                  "run its scenario again"));
    if (content_hash({*text}) != result.hashes.at(name))
        return failure(unreadable(folder / name,
                                  "this file has been changed or cut since the result was written",
                                  "run its scenario again"));
    return std::move(*text);
}

Result<StoredResult> read_result(fs::path const& folder) {
    auto stored = read_run_json(folder);
    if (!stored) return stored;
    if (stored->hashes.empty())
        return failure(unreadable(folder / "run.json",
                                  "run.json names no files",
                                  "run its scenario again with this version"));
    for (auto const& [name, hash] : stored->hashes)
        if (auto const text = read_file_of(*stored, folder, name); !text)
            return failure(text.error());
    return stored;
}

std::string run_json(Study const& study, StudyInputs const& inputs, ResultFiles const& files) {
    ConfigNode root = mapping_node();
    add_entry(root, "schema", text_node(result_schema));
    add_entry(root, "version", scalar_node(std::string(program_version()), true));
    add_entry(root, "title", scalar_node(study.title, true));
    add_entry(root,
              "seed",
              shared_node(
                  study, [](RunAnswer const& r) { return r.terms.seed; }));
    add_entry(root, "replicates", shared_node(study, [](RunAnswer const& r) {
                  return r.terms.replicates;
              }));
    add_entry(root, "complete", scalar_node(study.complete ? "true" : "false"));
    ConfigNode& hashes = add_entry(root, "files", mapping_node());
    for (auto const& [name, text] : files)
        add_entry(hashes, name, scalar_node(content_hash({text}), true));
    add_entry(root, "inputs_hash", scalar_node(inputs.hash(), true));
    ConfigNode& resolved = add_entry(root, "resolved", ConfigNode{});
    resolved.kind = ConfigNode::Kind::sequence;
    resolved.items = inputs.scenarios;
    add_entry(root, "inputs", inputs.files);
    return sealed_json(to_json(root));
}

Result<ResultMark> read_result_mark(fs::path const& folder) {
    auto mark = mark_in(folder);
    if (!mark) return mark;
    if (auto same = check_only_unchanged(folder, "run.json", mark->hashes); !same)
        return failure(same.error());
    return mark;
}

}  // namespace clustersim
