// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/stored_page.hpp"

#include "sim/report/html/page_json.hpp"
#include "sim/report/result_mark.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

Diagnostic no_page(fs::path const& where, std::string what) {
    Diagnostic d =
        problem(Code::cannot_read, std::move(what), "run its scenario again with this version");
    d.where.file = where.string();
    return d;
}

}  // namespace

Result<std::string> stored_page(fs::path const& folder) {
    auto const mark = read_run_json(folder);
    if (!mark) return failure(mark.error());
    if (!mark->hashes.contains(page_file))
        return failure(
            no_page(folder / "run.json",
                    "this result holds no report: an earlier version of the program made it"));
    auto const stored = read_result(folder);
    if (!stored) return failure(stored.error());
    auto text = read_file_of(*stored, folder, page_file);
    if (!text) return text;
    if (!text->starts_with(fmt::format("{{\"schema\":\"{}\"", page_schema)))
        return failure(no_page(folder / page_file,
                               fmt::format("another version of the program made this report: "
                                           "expected the schema {}",
                                           page_schema)));
    return text;
}

}  // namespace clustersim
