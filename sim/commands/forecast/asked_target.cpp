// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/asked_target.hpp"

#include "sim/slurm/request/sbatch_words.hpp"
#include "sim/slurm/request/text_scan.hpp"
#include "sim/study/job_script.hpp"
#include "sim/study/script_file.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

namespace clustersim {
namespace {

Result<ForecastTarget> target_of(std::string const& text) {
    std::string_view rest = text;
    auto const id = slurm::take_digits(rest);
    QueuedTarget target;
    bool good = id && *id > 0 && *id <= INT32_MAX;
    if (good && slurm::take(rest, '_')) {
        auto const task = slurm::digits_only(rest);
        good = task && *task <= INT32_MAX;
        if (good) target.task = static_cast<std::int32_t>(*task);
    } else {
        good = good && rest.empty();
    }
    if (!good)
        return failure(problem(Code::wrong_usage,
                               fmt::format("--job {} is not a job id", text),
                               "123456, or 123456_7 for a task"));
    target.job = static_cast<std::int32_t>(*id);
    return target;
}

/// The request of the job script, if one is given.
Result<slurm::JobRequest>
script_request(GivenFile const& file, slurm::Clock const& clock, Diagnostics& remarks) {
    if (file.empty()) return slurm::JobRequest{};
    auto const text = read_script_file(file);
    if (!text) return failure(text.error());
    auto script = read_job_script(*text, file.name(), "", clock);
    if (!script) return failure(std::move(script.error()));
    if (script->remarks.has_errors()) return failure(std::move(script->remarks));
    remarks.append(std::move(script->remarks));
    return std::move(script->request);
}

/// The request that script and options describe, in the words of sbatch.
Result<ForecastTarget>
request_of(AskedTarget const& asked, slurm::Clock const& clock, Diagnostics& remarks) {
    auto described = script_request(asked.script, clock, remarks);
    if (!described) return failure(std::move(described.error()));
    slurm::JobRequest request = std::move(*described);
    if (!asked.user.empty()) request.user = asked.user;
    std::vector<std::string> words = asked.options;
    for (std::string& word : slurm::shell_words(asked.sbatch)) words.push_back(std::move(word));
    auto const user = request.user;
    auto const reading = slurm::read_sbatch_words(words, clock, request);
    request.user = user;
    Diagnostics problems;
    for (std::string const& one : reading.problems) problems.add(problem(Code::wrong_usage, one));
    for (std::string const& one : reading.rest)
        problems.add(
            problem(Code::wrong_usage, fmt::format("\"{}\" is not an option of sbatch", one)));
    if (problems.has_errors()) return failure(std::move(problems));
    return request;
}

}  // namespace

Result<ForecastTarget>
read_target(AskedTarget const& asked, slurm::Clock const& clock, Diagnostics& remarks) {
    if (asked.job.empty() == !asked.describes_a_job())
        return failure(
            problem(Code::wrong_usage,
                    asked.job.empty()
                        ? "name a job with --job, or describe one with --script, --nodes, --time …"
                        : "--job names a job of the queue; its request cannot be changed",
                    "clustersim forecast queue.tar.gz --job 123456"));
    return asked.job.empty() ? request_of(asked, clock, remarks) : target_of(asked.job);
}

}  // namespace clustersim
