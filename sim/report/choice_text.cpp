// SPDX-License-Identifier: Apache-2.0
#include "sim/report/choice_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

std::string choice_of(ResolvedRun const& run, ResolvedJob const& job) {
    std::string out;
    if (!run.partition_choice.empty())
        out = fmt::format("partition {}: {}", run.partition->name, run.partition_choice);
    if (!job.qos_choice.empty())
        out += fmt::format("{}QOS {}: {}", out.empty() ? "" : ". ", job.qos, job.qos_choice);
    return out;
}

}  // namespace

std::string choice_text(std::vector<ResolvedRun> const& runs) {
    std::vector<std::string> lines;
    for (ResolvedRun const& run : runs) {
        for (ResolvedJob const& job : run.jobs) {
            std::string const choice = choice_of(run, job);
            if (choice.empty()) continue;
            // The runs of a sweep and equal jobs repeat a choice.
            std::string line = fmt::format("{}, {}.\n", run.place.system, choice);
            if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
        }
    }
    std::string out;
    for (std::string const& line : lines) out += (out.empty() ? "Chosen: " : "        ") + line;
    return out;
}

}  // namespace clustersim
