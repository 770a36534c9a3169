// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/answer_json.hpp"

#include "sim/report/diagnostics_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace clustersim {
namespace {

using nlohmann::json;

std::string dumped(json const& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string answer_json(Answer const& answer) {
    return fmt::format(R"({{"exit_code":{},"format":{},"text":{},"remarks":{},"problems":{}}})",
                       answer.exit_code,
                       dumped(answer.format),
                       dumped(answer.text),
                       dumped(answer.remarks),
                       problems_json(answer.problems));
}

std::string progress_json(Progress const& progress) {
    return fmt::format(R"({{"event":"progress","what":{},"done":{},"all":{}}})",
                       dumped(progress.what),
                       progress.done,
                       progress.all);
}

std::string estimate_json(double seconds) {
    return fmt::format(R"({{"event":"estimate","seconds":{:.3g}}})", seconds);
}

std::string so_far_json(Answer const& answer, std::size_t replicates) {
    return fmt::format(
        R"({{"event":"so_far","replicates":{},"answer":{}}})", replicates, answer_json(answer));
}

std::string last_json(Answer const& answer) {
    return fmt::format(R"({{"event":"answer","answer":{}}})", answer_json(answer));
}

}  // namespace clustersim
