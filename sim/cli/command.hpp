// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace clustersim {

/// Where the shipped data lives: the folder that holds systems/, workloads/ and scenarios/.
struct DataFolders {
    std::filesystem::path root;
    [[nodiscard]] std::filesystem::path systems() const { return root / "systems"; }
    [[nodiscard]] std::filesystem::path applications() const {
        return root / "workloads/applications";
    }
    /// Folder of the published measurements that `validate` scores.
    [[nodiscard]] std::filesystem::path measurements() const {
        return root / "workloads/measurements";
    }
    [[nodiscard]] std::filesystem::path mixes() const { return root / "workloads/mixes"; }
    /// Without the folder of a scenario.
    [[nodiscard]] Library library() const {
        return {.systems = systems(),
                .applications = applications(),
                .mixes = mixes(),
                .scenario_folder = {}};
    }
};

/// How diagnostics are written to stderr.
enum class MessageFormat { human, short_lines, json };

class ProgressLine;

/// What every subcommand shares. A subcommand reports through it and never touches the streams or
/// the process's exit code itself.
class CommandContext {
  public:
    DataFolders data;
    MessageFormat messages = MessageFormat::human;
    bool quiet = false;
    std::function<bool()> interrupted;  ///< true once Ctrl-C was pressed

    /// Writes a result to stdout; a full disk becomes exit code 5. That nobody reads on is no error.
    void print(std::string_view text);
    /// Writes a remark to stderr unless `--quiet`.
    void remark(std::string_view text);
    /// Writes diagnostics to stderr; errors decide the exit code.
    void report(Diagnostics const& diagnostics);
    void set_exit(Fault fault);

    /// The result's value, or nullptr after its diagnostics were reported.
    template <class T>
    T* value_of(Result<T>& result) {
        if (result) return &*result;
        report(result.error());
        return nullptr;
    }

    /// The answer of a use-case, or nullptr, after its remarks and problems were written.
    template <class T>
    T const* answer_of(Answered<T> const& found) {
        for (std::string const& line : found.remarks) remark(line);
        if (!found.problems.empty()) report(found.problems);
        return found.answer ? &*found.answer : nullptr;
    }

    /// With `--message-format json`, writes all that was told as one document; to be called once, at the end.
    void finish();
    /// Takes this line off the terminal whenever something is written.
    void show_progress(std::shared_ptr<ProgressLine> line) { progress_ = std::move(line); }

    [[nodiscard]] int exit_code() const { return exit_code_; }
    void set_interrupted() { exit_code_ = 130; }

  private:
    void clear_progress();

    int exit_code_ = 0;
    Diagnostics told_;                  ///< kept for the one document of JSON
    std::vector<std::string> remarks_;  ///< likewise
    std::shared_ptr<ProgressLine> progress_;
};

void add_run_command(CLI::App& app, CommandContext& context);
void add_check_command(CLI::App& app, CommandContext& context);
void add_compare_command(CLI::App& app, CommandContext& context);
void add_replay_command(CLI::App& app, CommandContext& context);
void add_import_command(CLI::App& app, CommandContext& context);
void add_systems_command(CLI::App& app, CommandContext& context);
void add_applications_command(CLI::App& app, CommandContext& context);
void add_step_command(CLI::App& app, CommandContext& context);
void add_plan_command(CLI::App& app, CommandContext& context);
void add_fabric_command(CLI::App& app, CommandContext& context);
void add_nccl_tests_command(CLI::App& app, CommandContext& context);
void add_calibrate_command(CLI::App& app, CommandContext& context);
void add_validate_command(CLI::App& app, CommandContext& context);
void add_metrics_command(CLI::App& app, CommandContext& context);
void add_explain_command(CLI::App& app, CommandContext& context);
void add_squeue_command(CLI::App& app, CommandContext& context);
void add_sinfo_command(CLI::App& app, CommandContext& context);
void add_sprio_command(CLI::App& app, CommandContext& context);
void add_sshare_command(CLI::App& app, CommandContext& context);
void add_sacct_command(CLI::App& app, CommandContext& context);
void add_sdiag_command(CLI::App& app, CommandContext& context);
void add_seff_command(CLI::App& app, CommandContext& context);

}  // namespace clustersim
