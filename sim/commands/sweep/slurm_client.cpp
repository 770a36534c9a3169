// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/slurm_client.hpp"

#include "sim/commands/sweep/command_output.hpp"
#include "sim/core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <sstream>

namespace clustersim {
namespace {

Diagnostic no_slurm(std::string const& program, int error) {
    return problem(
        Code::cannot_read,
        fmt::format("{} cannot be run: {}", program, std::strerror(error)),
        "`--executor slurm` needs the commands of Slurm on the PATH, as on a login node; without "
        "them, use `--executor local`");
}

/// "1,3,7"
std::string task_list(std::span<std::size_t const> tasks) {
    return fmt::format("{}", fmt::join(tasks, ","));
}

/// True for the words of squeue about a job that ended a while ago.
bool is_unknown_job(CommandOutput const& output) {
    return output.errors.find("Invalid job id") != std::string::npos;
}

}  // namespace

Result<void> SlurmClient::check() {
    Diagnostics missing;
    for (char const* program : {"sbatch", "squeue"})
        if (!output_of({program, "--version"})) missing.add(no_slurm(program, errno));
    if (missing.has_errors()) return failure(std::move(missing));
    return {};
}

Result<std::string> SlurmClient::submit(std::filesystem::path const& script,
                                        std::span<std::size_t const> tasks) {
    std::vector<std::string> words{"sbatch", "--parsable", "--array=" + task_list(tasks)};
    words.insert(words.end(), options_.begin(), options_.end());
    words.push_back(script.string());
    // A submission that was begun is better waited for: only its answer names the job.
    auto const output = output_of(words, {interrupted_, std::chrono::seconds{5}});
    if (!output) return failure(no_slurm("sbatch", errno));
    if (output->killed)
        return failure(
            problem(Code::cannot_write,
                    "sbatch did not answer and was killed",
                    "it may have submitted the job array: look with squeue, and cancel it "
                    "before you continue with --resume"));
    // "JOB" or "JOB;CLUSTER"
    std::string const job{trimmed(output->out.substr(0, output->out.find(';')))};
    bool const number =
        !job.empty() && std::ranges::all_of(job, [](char c) { return c >= '0' && c <= '9'; });
    if (output->exit_code == 0 && number) return job;
    std::string const words_of_sbatch{
        trimmed(output->errors.empty() ? output->out : output->errors)};
    return failure(problem(Code::cannot_write,
                           fmt::format("sbatch refuses the job array: {}", words_of_sbatch),
                           "give partition, account and time with --sbatch, for example --sbatch "
                           "--partition=small"));
}

std::optional<std::set<std::size_t>> SlurmClient::active_tasks(std::string const& job) {
    auto const output = output_of(
        {"squeue", "--noheader", "--array", "--jobs=" + job, "--format=%K %t"}, {interrupted_});
    if (!output) return std::nullopt;
    if (output->killed) return std::nullopt;
    if (output->exit_code != 0) {
        if (is_unknown_job(*output)) return std::set<std::size_t>{};
        return std::nullopt;
    }
    std::set<std::size_t> tasks;
    std::istringstream lines(output->out);
    for (std::string line; std::getline(lines, line);) {
        std::size_t task = 0;
        char const* const end = line.data() + line.size();
        if (std::from_chars(line.data(), end, task).ec == std::errc()) tasks.insert(task);
    }
    return tasks;
}

}  // namespace clustersim
