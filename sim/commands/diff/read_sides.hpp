// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/diff/diff_question.hpp"
#include "sim/commands/diff/queue_sides.hpp"
#include "sim/commands/diff/replay_sides.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// What the sides of a comparison are.
enum class SideKind {
    replays,  ///< site files with a trace, and tables of outcomes
    queues    ///< scenarios and folders of results
};
/// The kind by the files. Errors: they are of both kinds, or one cannot be read.
Result<SideKind> kind_of_sides(DiffQuestion const& question);

bool is_folder(GivenDocument const& file);
/// True for a table of outcomes, by its name.
bool is_table(GivenDocument const& file);

/// The trace under each site, and recorded outcomes; or the problems of all of them.
Answered<std::vector<NamedReplay>> read_replays(DiffQuestion const& question);

/// The scenarios with their policies; or the problems of all of them.
Answered<std::vector<NamedQueue>> read_queues(DiffQuestion const& question, Library const& library);

}  // namespace clustersim
