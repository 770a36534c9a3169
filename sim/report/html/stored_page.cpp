// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/stored_page.hpp"

#include "sim/config/document.hpp"
#include "sim/report/html/page_json.hpp"
#include "sim/report/result_mark.hpp"
#include "sim/scenario/resolved_document.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <optional>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

Diagnostic no_page(fs::path const& where, std::string what, std::string help) {
    Diagnostic d = problem(Code::cannot_read, std::move(what), std::move(help));
    d.where.file = where.string();
    return d;
}

std::optional<std::string> text_of_file(fs::path const& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) return std::nullopt;
    return text;
}

/// The hash of the page in run.json.
Result<std::string> hash_of_page(fs::path const& folder) {
    fs::path const file = folder / "run.json";
    std::error_code error;
    if (!fs::is_regular_file(file, error))
        return failure(no_page(folder,
                               "there is no result: run.json is missing",
                               "give a folder that `clustersim run` wrote, such as "
                               "results/quickstart-1a2b3c4d"));
    auto const document = read_yaml(file);
    if (!document) return failure(document.error());
    ConfigNode const* schema = document->find("schema");
    if (schema == nullptr || !schema->scalar.starts_with("clustersim/run/"))
        return failure(no_page(file,
                               "this is not the run.json of a result",
                               "give a folder that `clustersim run` wrote"));
    if (schema->scalar != result_schema)
        return failure(no_page(file,
                               fmt::format("another version of the program made this result: "
                                           "expected the schema {}",
                                           result_schema),
                               "run its scenario again with this version"));
    ConfigNode const* files = document->find("files");
    ConfigNode const* hash = files == nullptr ? nullptr : files->find(page_file);
    if (hash == nullptr)
        return failure(
            no_page(file,
                    "this result holds no report: an earlier version of the program made it",
                    "run its scenario again with this version"));
    return hash->scalar;
}

}  // namespace

Result<std::string> stored_page(fs::path const& folder) {
    auto const hash = hash_of_page(folder);
    if (!hash) return failure(hash.error());
    fs::path const file = folder / page_file;
    auto text = text_of_file(file);
    if (!text)
        return failure(no_page(file,
                               "this file of the result is missing or cannot be read",
                               "run its scenario again"));
    if (content_hash({*text}) != *hash)
        return failure(no_page(file,
                               "this file has been changed or cut since the result was written",
                               "run its scenario again"));
    if (!text->starts_with(fmt::format("{{\"schema\":\"{}\"", page_schema)))
        return failure(no_page(file,
                               fmt::format("another version of the program made this report: "
                                           "expected the schema {}",
                                           page_schema),
                               "run its scenario again with this version"));
    return std::move(*text);
}

}  // namespace clustersim
