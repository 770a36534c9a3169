// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/asker.hpp"
#include "sim/core/result.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {

class Command;
struct QueueStore;

/// Location of the shipped data: the folder that contains systems/, workloads/ and scenarios/.
struct DataFolders {
    std::filesystem::path root;
    std::shared_ptr<KeptInputs> kept = nullptr;  ///< of earlier questions; may be null
    [[nodiscard]] std::filesystem::path systems() const { return root / "systems"; }
    [[nodiscard]] std::filesystem::path applications() const {
        return root / "workloads/applications";
    }
    /// Folder of the published measurements that `validate` scores.
    [[nodiscard]] std::filesystem::path measurements() const {
        return root / "workloads/measurements";
    }
    [[nodiscard]] std::filesystem::path mixes() const { return root / "workloads/mixes"; }
    /// The library without a scenario's folder.
    [[nodiscard]] Library library() const {
        return {.systems = systems(),
                .applications = applications(),
                .mixes = mixes(),
                .scenario_folder = {},
                .stored = nullptr,
                .kept = kept};
    }
};

/// State that all subcommands share. A subcommand tells the asker through it and never uses the streams or the process's
/// exit code directly.
class CommandContext {
  public:
    CommandContext(Asker& asker, DataFolders folders);

    DataFolders data;
    bool quiet = false;
    std::set<std::filesystem::path>
        named;                    ///< files and folders of the question, whose text may be shown
    std::set<std::string> texts;  ///< that the question holds, by what they call themselves
    std::function<bool()> interrupted;  ///< true once the asker has gone
    QueueStore* queues = nullptr;       ///< what earlier questions simulated; null: nothing is kept

    /// A part of the answer. If it cannot be written, as on a full disk, the exit code is 5.
    void print(std::string_view text);
    /// The same of bytes that are no text, such as a database.
    void print_bytes(std::string_view bytes);
    /// A remark about the answer, unless `--quiet` is given.
    void remark(std::string_view text);
    /// Tells diagnostics; errors decide the exit code.
    void report(Diagnostics const& diagnostics);
    void report(Diagnostic one);
    void set_exit(Fault fault);

    /// Returns the result's value, or reports its diagnostics and returns nullptr.
    template <class T>
    T* value_of(Result<T>& result) {
        if (result) return &*result;
        report(result.error());
        return nullptr;
    }

    /// Writes the notes, remarks and problems of a use-case; returns its answer, or nullptr if it has none. Without an
    /// error, it was interrupted.
    template <class T>
    T const* answer_of(Answered<T> const& found) {
        if (!quiet && !found.notes.empty()) report(found.notes);
        for (std::string const& line : found.remarks) remark(line);
        if (!found.problems.empty()) report(found.problems);
        if (!found.answer && !found.problems.has_errors()) set_interrupted();
        return found.answer ? &*found.answer : nullptr;
    }

    /// Work on so many threads (0: as many as the asker has for it) until the asker goes. The asker hears how many of
    /// these units are done, nothing if they have no name.
    [[nodiscard]] Work work(unsigned workers, std::string units = {}) const;
    /// Tells how many units are done, of all; empty if nobody listens.
    [[nodiscard]] Work::Progress counter(std::string what) const;
    /// Tells which unit is being worked at: "warming up queue".
    [[nodiscard]] Work::Progress stage_counter(std::string what) const;

    [[nodiscard]] int exit_code() const { return exit_code_; }
    void set_interrupted() { exit_code_ = 130; }

  private:
    Asker* asker_;
    int exit_code_ = 0;
};

void add_run_command(Command& app, CommandContext& context);
void add_show_command(Command& app, CommandContext& context);
void add_init_command(Command& app, CommandContext& context);
void add_help_command(Command& app, CommandContext& context);
void add_completion_command(Command& app, CommandContext& context);
void add_check_command(Command& app, CommandContext& context);
void add_advise_command(Command& app, CommandContext& context);
void add_allocate_command(Command& app, CommandContext& context);
void add_compare_command(Command& app, CommandContext& context);
void add_diff_command(Command& app, CommandContext& context);
void add_sweep_command(Command& app, CommandContext& context);
void add_replay_command(Command& app, CommandContext& context);
void add_forecast_command(Command& app, CommandContext& context);
void add_import_command(Command& app, CommandContext& context);
void add_systems_command(Command& app, CommandContext& context);
void add_applications_command(Command& app, CommandContext& context);
void add_step_command(Command& app, CommandContext& context);
void add_inference_command(Command& app, CommandContext& context);
void add_plan_command(Command& app, CommandContext& context);
void add_fabric_command(Command& app, CommandContext& context);
void add_nccl_tests_command(Command& app, CommandContext& context);
void add_fit_command(Command& app, CommandContext& context);
void add_validate_command(Command& app, CommandContext& context);
void add_explain_command(Command& app, CommandContext& context);
void add_squeue_command(Command& app, CommandContext& context);
void add_sinfo_command(Command& app, CommandContext& context);
void add_sprio_command(Command& app, CommandContext& context);
void add_sshare_command(Command& app, CommandContext& context);
void add_sacct_command(Command& app, CommandContext& context);
void add_sdiag_command(Command& app, CommandContext& context);
void add_seff_command(Command& app, CommandContext& context);

}  // namespace clustersim
