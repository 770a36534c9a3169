// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/metric_columns.hpp"

#include <string>

namespace clustersim {

/// The names of the rows of a study in its charts: "nodes=4", "lumi, nodes=4, train". What all rows share is left out;
/// if that is everything, a row has the name of its job.
class RowNames {
  public:
    explicit RowNames(Study const& study);
    /// Without the machine, for rows that share it.
    static RowNames of_one_machine() { return {}; }
    std::string operator()(AnswerRow const& row) const;

  private:
    RowNames() = default;
    bool with_system_ = false;
};

}  // namespace clustersim
