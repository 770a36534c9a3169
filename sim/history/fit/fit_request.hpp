// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/fit/log_batches.hpp"
#include "sim/workload/request_model.hpp"

#include <optional>
#include <vector>

namespace clustersim {

/// The requested walltimes of a log under the model of request_model.hpp.
struct RequestFit {
    RequestModel model;
    Seconds limit;            ///< that `limit_weight` stands for
    std::size_t jobs = 0;     ///< with a request
    double request_ks = 0.0;  ///< distances between log and model
    double ratio_ks = 0.0;    ///< of run over request
    double stopped = 0.0;     ///< share of the jobs that ran to 99 % of their request or longer
};

/// Maximum-likelihood weights of the menu for left-truncated data, by expectation-maximisation: each
/// job stands for the unseen ones whose request would have been too short for it. The menu
/// has round values and those that 1 % of the jobs request; the limit is the smallest of them that
/// covers 99 % of the requests. A request between two of them counts as the next larger one. Nothing if no job has a request.
std::optional<RequestFit> fit_request(JobLog const& log);

/// For each batch whose first job has a request: the place of that request among those that cover
/// the run, as a standard normal score. NaN for the others.
std::vector<double>
request_scores(JobLog const& log, std::vector<LogBatch> const& batches, RequestFit const& fit);

}  // namespace clustersim
