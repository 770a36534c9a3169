// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/sweep/sweep_work.hpp"
#include "sim/scenario/library.hpp"
#include "sim/scenario/read_inputs.hpp"
#include "sim/scenario/variants.hpp"
#include "sim/study/sweep/sweep_store.hpp"
#include "sim/study/work.hpp"

#include <cstddef>
#include <vector>

namespace clustersim {

constexpr std::size_t most_sweep_points = 100'000;

/// A scenario with a sweep, checked at every point. Points are counted from 1 in the order of the keys.
struct Sweep {
    SweepGrid grid;
    Library library;
    ReadInputs inputs;  ///< of all points
    SweepIdentity identity;
    std::size_t impossible = 0;  ///< points that the machine cannot do

    [[nodiscard]] Variant variant(std::size_t number) const { return grid.point(number - 1); }
};

/// Reads the sweep of a scenario and resolves every point once on the workers. Errors: no `sweep:`, unknown keys,
/// every mistake of a point; CS0201 if the machine can do none of the points. A single impossible point is an answer, no
/// error. After an interruption, the answer is incomplete.
Result<Sweep> read_sweep(ConfigNode const& document, Library const& library, Work const& work);

/// The points of a sweep by their settings outside `jobs`, which decide the queue. A queue whose replicates depend on
/// the precision of its points' answers cannot be divided.
std::vector<SweepQueue> queues_of(SweepGrid const& grid);

/// Part `k` of `n`, from 1: about as many points in each part, and as few queues in several parts as possible.
std::vector<SweepQueue>
part_of(std::vector<SweepQueue> const& queues, std::size_t k, std::size_t n);

/// The same without the points that are answered, which are ascending.
std::vector<SweepQueue> without(std::vector<SweepQueue> queues,
                                std::vector<std::size_t> const& answered);

/// "3/8": the third of eight parts.
struct SweepPart {
    std::size_t number = 0;  ///< 0: the whole sweep
    std::size_t of = 1;
};

/// The points of a part that are still to be answered.
struct SweepShare {
    std::vector<SweepQueue> queues;  ///< of these points
    std::size_t points = 0;          ///< of the part
    std::size_t left = 0;            ///< of them, to be answered
};
/// `answered`: the points that have an answer, ascending.
SweepShare
share_of(SweepGrid const& grid, SweepPart const& part, std::vector<std::size_t> const& answered);

}  // namespace clustersim
