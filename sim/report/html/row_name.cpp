// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/row_name.hpp"

#include "sim/report/study_terms.hpp"

namespace clustersim {

RowNames::RowNames(Study const& study)
    : with_system_(
          !shared_by_all(study.runs, [](RunAnswer const& run) { return run.place.system; })) {}

std::string RowNames::operator()(AnswerRow const& row) const {
    std::string name = with_system_ ? row.run->place.system : "";
    auto const add = [&](std::string const& part) {
        if (!part.empty()) name += (name.empty() ? "" : ", ") + part;
    };
    // A sweep over machines has them in its labels.
    if (row.run->label.find("system=") != std::string::npos) name.clear();
    add(row.run->label);
    if (row.run->outcomes.size() > 1 || name.empty()) add(row.outcome->job);
    return name;
}

}  // namespace clustersim
