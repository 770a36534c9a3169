// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/slurm_sweep_command.hpp"

#include "sim/commands/sweep/slurm_client.hpp"
#include "sim/commands/sweep/sweep_array.hpp"
#include "sim/core/program_files.hpp"
#include "sim/report/atomic_file.hpp"
#include "sim/report/sqlite/sweep_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t usual_tasks = 8;

fs::path parts_folder(std::string const& out) {
    return fs::absolute(out + ".parts");
}

fs::path part_file(fs::path const& folder, std::size_t task) {
    return folder / fmt::format("part-{}.sqlite", task);
}

fs::path log_file(fs::path const& folder, std::size_t task) {
    return folder / fmt::format("task-{}.log", task);
}

/// A word of a shell script.
std::string shell_word(std::string const& text) {
    std::string word = "'";
    for (char const c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

/// The options that change the scenario, for a task.
std::string study_words(StudyQuestion const& study) {
    std::string words = shell_word(fs::absolute(study.file.path).string());
    for (auto const& [option, assignment] : study.settings())
        words += " --set " + shell_word(assignment);
    return words;
}

/// Each task computes its part with the CPUs that it gets. `--resume` continues after a requeue.
std::string script_text(fs::path const& folder,
                        std::size_t tasks,
                        StudyQuestion const& study,
                        unsigned workers,
                        CommandContext const& context) {
    std::string const program = own_program().string();
    std::string const threads = workers > 0
                                    ? std::to_string(workers)
                                    : R"("${SLURM_CPUS_PER_TASK:-${SLURM_CPUS_ON_NODE:-1}}")";
    return fmt::format(
        "#!/bin/sh\n"
        "#SBATCH --job-name=clustersim-sweep\n"
        "#SBATCH --nodes=1\n"
        "#SBATCH --open-mode=append\n"
        "exec {} --data {} -q sweep {} \\\n"
        "    -o {}/part-\"$SLURM_ARRAY_TASK_ID\".sqlite --part \"$SLURM_ARRAY_TASK_ID/{}\" \\\n"
        "    --resume --workers {}\n",
        shell_word(program),
        shell_word(fs::absolute(context.data.root).string()),
        study_words(study),
        shell_word(folder.string()),
        tasks,
        threads);
}

/// Says whose folder it is. Its first line is compared.
constexpr char const* mark_name = "README";
constexpr std::string_view mark_line =
    "Parts of a sweep, written by clustersim sweep --executor slurm.";

bool is_parts_folder(fs::path const& folder) {
    std::ifstream stream(folder / mark_name);
    std::string line;
    return std::getline(stream, line) && line == mark_line;
}

/// The number of tasks that an earlier call chose; 0 if there was none.
std::size_t earlier_tasks(fs::path const& folder) {
    std::ifstream stream(folder / "tasks");
    std::size_t tasks = 0;
    stream >> tasks;
    return stream ? tasks : 0;
}

Diagnostic other_width(fs::path const& folder, std::size_t earlier, std::size_t asked) {
    Diagnostic d = problem(Code::inconsistent,
                           fmt::format("the array has {} tasks, not {}", earlier, asked),
                           fmt::format("continue with --tasks {}", earlier));
    d.where.file = folder.string();
    return d;
}

/// Error if the folder is of somebody else.
Result<void> check_parts_folder(fs::path const& folder) {
    std::error_code error;
    fs::file_status const status = fs::symlink_status(folder, error);
    if (!fs::exists(status)) return {};
    if (fs::is_directory(folder, error) && (fs::is_empty(folder, error) || is_parts_folder(folder)))
        return {};
    Diagnostic d = problem(Code::cannot_write,
                           "the sweep keeps its parts in a folder of this name, and something else "
                           "has it",
                           "choose another file with -o");
    d.where.file = folder.string();
    return failure(std::move(d));
}

/// Creates the folder and the script; returns the number of tasks.
Result<std::size_t> prepare(SlurmSweepOptions const& options,
                            fs::path const& folder,
                            StudyQuestion const& study,
                            unsigned workers,
                            CommandContext const& context) {
    if (auto free = check_parts_folder(folder); !free) return failure(std::move(free.error()));
    std::error_code error;
    fs::create_directories(folder, error);
    if (!error) {
        auto written =
            write_file(folder / mark_name,
                       fmt::format("{}\nIt is removed when the sweep is finished, with its "
                                   "own files and no others.\n",
                                   mark_line));
        if (!written) return failure(std::move(written.error()));
    } else {
        Diagnostic d = problem(Code::cannot_write, "cannot make the folder: " + error.message());
        d.where.file = folder.string();
        return failure(std::move(d));
    }
    std::size_t const earlier = earlier_tasks(folder);
    if (earlier > 0 && options.tasks > 0 && options.tasks != earlier)
        return failure(other_width(folder, earlier, options.tasks));
    std::size_t const tasks =
        earlier > 0 ? earlier : (options.tasks > 0 ? options.tasks : usual_tasks);
    if (auto written = write_file(folder / "tasks", fmt::format("{}\n", tasks)); !written)
        return failure(std::move(written.error()));
    if (auto written =
            write_file(folder / "array.sh", script_text(folder, tasks, study, workers, context));
        !written)
        return failure(std::move(written.error()));
    return tasks;
}

SweepArray array_of(SlurmSweepOptions const& options, fs::path const& folder, std::size_t tasks) {
    SweepArray array;
    array.tasks = tasks;
    array.retries = options.retries;
    array.script = folder / "array.sh";
    array.part = [folder](std::size_t task) { return part_file(folder, task); };
    array.log = [folder](std::size_t task) { return log_file(folder, task); };
    array.journal = folder / "jobs";
    return array;
}

ArrayWatch watch_of(SlurmSweepOptions const& options, CommandContext& context) {
    ArrayWatch watch;
    watch.work = context.work(1, "parts");
    watch.wait = [&context, poll = options.poll] {
        // Ctrl-C is answered within a tenth of a second.
        constexpr double step = 0.1;
        for (double waited = 0.0; waited < poll && !context.interrupted(); waited += step)
            std::this_thread::sleep_for(std::chrono::duration<double>(std::min(step, poll)));
    };
    watch.say = [&context](std::string const& text) { context.remark(text); };
    return watch;
}

bool add_parts(SweepArray const& array, SweepStore& store, CommandContext& context) {
    Diagnostics problems;
    for (std::size_t task = 1; task <= array.tasks; ++task) {
        fs::path const part = array.part(task);
        if (auto const taken = store.take(part); !taken) problems.append(taken.error());
    }
    if (!problems.has_errors()) return true;
    context.report(problems);
    return false;
}

}  // namespace

bool sweep_by_slurm(SlurmSweepOptions const& options,
                    StudyQuestion const& study,
                    unsigned workers,
                    std::string const& out,
                    SweepStore& store,
                    CommandContext& context) {
    fs::path const folder = parts_folder(out);
    auto tasks = prepare(options, folder, study, workers, context);
    if (context.value_of(tasks) == nullptr) return false;
    SweepArray const array = array_of(options, folder, *tasks);
    std::vector<std::string> words = options.sbatch;
    words.push_back("--output=" + (folder / "task-%a.log").string());
    SlurmClient slurm(std::move(words), context.interrupted);
    auto const done = run_array(array, slurm, watch_of(options, context));
    if (!done) {
        context.report(done.error());
        return false;
    }
    if (!*done) {
        context.remark("the job array continues; wait for it again with --resume\n");
        context.set_interrupted();
        return false;
    }
    return add_parts(array, store, context);
}

Result<void> check_parts(std::string const& out) {
    return check_parts_folder(parts_folder(out));
}

void remove_parts(std::string const& out) {
    fs::path const folder = parts_folder(out);
    if (!is_parts_folder(folder)) return;
    std::error_code ignored;
    std::size_t const tasks = earlier_tasks(folder);
    for (std::size_t task = 1; task <= tasks; ++task) {
        fs::path const part = part_file(folder, task);
        fs::remove(part, ignored);
        // Of a task that ran twice.
        fs::remove(unfinished_sweep_path(part), ignored);
        fs::remove(log_file(folder, task), ignored);
    }
    for (char const* name : {"array.sh", "jobs", "tasks", mark_name})
        fs::remove(folder / name, ignored);
    // It stays if something else is in it.
    fs::remove(folder, ignored);
}

}  // namespace clustersim
