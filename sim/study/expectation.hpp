// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/study/study.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// One condition on a result, for `check --run` and tests.
struct Expectation {
    std::string metric;                        ///< a name of metrics()
    std::optional<std::string> job;            ///< unset: every job
    std::map<std::string, std::string> where;  ///< sweep values that select variants
    enum class Run { any, first, last };
    Run run = Run::any;  ///< which of the sweep's runs
    std::optional<double> at_least;
    std::optional<double> at_most;
    std::optional<std::string> reason;  ///< what it means if the condition is not met
    ConfigNode place;
};

/// Reads the `expect:` block of a scenario's document; every mistake is reported at its place.
Result<std::vector<Expectation>> read_expectations(ConfigNode const& document);

/// Checks the answers against a scenario's `expect:` block. Error CS0401 for each condition that an answer breaks, and
/// for each condition that selects no answer (it would prove nothing).
Diagnostics unmet_expectations(Study const& study, std::vector<Expectation> const& expectations);

}  // namespace clustersim
