// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/diff/diff_answer.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// One number of a comparison, for programs.
struct DiffRow {
    std::string side;
    std::string division;  ///< "all", "size", "user", "partition"; "machine" for its use
    std::string of;        ///< the class; empty for the machine
    std::string metric;    ///< "mean_wait_s"
    double first = 0.0;
    double other = 0.0;
    std::optional<double> low, high;  ///< of other - first
};

std::vector<DiffRow> diff_rows(DiffAnswer const& answer);

/// All of it as a JSON document.
std::string diff_json(DiffAnswer const& answer);

}  // namespace clustersim
