// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/stored_answer.hpp"

#include "sim/report/printed_answer.hpp"
#include "sim/report/result_mark.hpp"

namespace clustersim {

Result<std::string> stored_answer(std::filesystem::path const& folder, Format format) {
    auto const result = read_result(folder);
    if (!result) return failure(result.error());
    char const* const name = format == Format::json ? "summary.json" : answer_file;
    if (!result->hashes.contains(name)) {
        Diagnostic d = problem(
            Code::cannot_read,
            "this result holds no printed answer: an earlier version of the program made it",
            "run its scenario again with this version");
        d.where.file = (folder / "run.json").string();
        return failure(std::move(d));
    }
    auto text = read_file_of(*result, folder, name);
    if (!text || format == Format::json) return text;
    auto const answer = read_answer(*text, folder / name);
    if (!answer) return failure(answer.error());
    return to_text(*answer, format);
}

}  // namespace clustersim
