// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/study/job_fabrics.hpp"

#include <span>

namespace clustersim {

/// Adds the nodes of training jobs on their fabrics, with the load of the links. Nothing without such jobs.
void add_fabric_section(ReportPage& page, Study const& study, std::span<JobFabric const> jobs);

}  // namespace clustersim
