// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/access_book.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/project.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// One row of a table of strong scaling: the same input on more nodes.
struct ProofPoint {
    int nodes = 0;
    int gpus = 0;
    double time = 0.0;        ///< of a step, or of the whole run, in s
    double speed_up = 1.0;    ///< against the first row
    double efficiency = 1.0;  ///< speed-up over the factor of nodes, against the first row
    double doubling = 1.0;    ///< efficiency against the row before, of a doubling
};

struct ScalingTable {
    std::string stage;
    bool by_step = false;            ///< `time` is that of a training step, else that of the run
    std::vector<ProofPoint> points;  ///< by nodes; empty: the run time does not follow from a model
    std::vector<std::string> missed;  ///< "5 nodes: out of memory"
};

/// Node counts for a proof up to the wanted one, by halves: 10, 20, 40. Fewer if there are none below.
std::vector<int> proof_counts(int wanted, int count);

/// Sorts the points by nodes and fills in what follows from their times.
void add_efficiencies(std::vector<ProofPoint>& points);

/// Predicts one run of a stage on several counts of nodes of one machine, without a queue.
/// Equation: efficiency = n_b T_b / (n T) with the fewest nodes n_b.
/// Domain: the same input on each count (strong scaling); the time of a training is that of a step, without start-up and checkpoints.
using ScalingOf =
    std::function<ScalingTable(Stage const&, std::string const& system, std::vector<int> const&)>;

/// The predictions from the machines and applications of a library. All arguments must outlive the answer; the book has the machines.
ScalingOf scaling_from(Project const& project, AccessBook const& book, Library const& library);

}  // namespace clustersim
