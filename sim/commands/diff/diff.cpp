// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/diff.hpp"

#include "sim/commands/diff/read_sides.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// Every side reads its files, so none of them can be a stream.
bool reads_stdin(DiffQuestion const& question) {
    return question.workload == "-" ||
           std::ranges::any_of(question.files, &GivenDocument::is_stdin);
}

/// The kind of all sides, if they have what they need.
Result<SideKind> checked_kind(DiffQuestion const& question) {
    auto const refused = [](Code code, std::string message, std::string help) {
        return failure(problem(code, std::move(message), std::move(help)));
    };
    if (reads_stdin(question))
        return refused(Code::inconsistent,
                       "each side reads the files, so none can be standard input",
                       "write it to a file first");
    if ((question.seed || question.replicates) && std::ranges::any_of(question.files, is_folder))
        return refused(Code::inconsistent,
                       "a result has the seed and the replicates of its run",
                       "remove --seed and --replicates, or give the scenario");
    auto const kind = kind_of_sides(question);
    if (!kind) return kind;
    bool const site = *kind == SideKind::replays;
    bool const only_tables = std::ranges::all_of(question.files, is_table);
    if (site && !only_tables && question.workload.empty())
        return refused(Code::missing_key,
                       "site files have no jobs to compare",
                       "add --workload TRACE, such as a jobs.csv of `import sacct`");
    if (!site && !question.workload.empty())
        return refused(Code::inconsistent,
                       "a scenario has its own workload",
                       "remove --workload, or give site files");
    return kind;
}

/// Compares what `simulate` makes of the sides.
template <class Side, class Simulate>
Answered<DiffAnswer> compare(Answered<std::vector<Side>> read, Simulate const& simulate) {
    Answered<DiffAnswer> out;
    out.problems = std::move(read.problems);
    if (!read.answer) return out;
    if (read.answer->size() < 2)
        out.problems.add(
            problem(Code::inconsistent,
                    "there is only one side to compare",
                    "name a second file, or change the first: --with bf_max_job_test=1000"));
    else if (auto const sides = simulate(std::move(*read.answer)))
        out.answer = compare_sides(*sides);
    return out;
}

}  // namespace

Answered<DiffAnswer> diff(DiffQuestion const& question, RunOptions const& options) {
    Answered<DiffAnswer> refused;
    auto kind = checked_kind(question);
    if (refused.value_of(kind) == nullptr) return refused;
    if (*kind == SideKind::replays)
        return compare(
            read_replays(question),
            [&](std::vector<NamedReplay> const& replays) {
                return replay_sides(replays, options.work.telling({}));
            });
    return compare(read_queues(question, options.library), [&](std::vector<NamedQueue> queues) {
        return queue_sides(std::move(queues), options);
    });
}

}  // namespace clustersim
