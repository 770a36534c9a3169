// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace clustersim::slurm::conformance {

/// The configuration files of a cluster, as the recorder writes them for the daemons.
struct SiteText {
    std::string conf;
    std::string gres;      ///< empty: no such file
    std::string topology;  ///< empty: no such file
};

SiteText site_text(nlohmann::json const& cluster);

/// The sacctmgr commands with which the recorder fills the accounting database, one a line; empty
/// without accounting. `users` are all that submit jobs.
std::string accounting_script(nlohmann::json const& cluster, std::vector<std::string> const& users);

/// "1-02:03:04".
std::string time_text(std::int64_t seconds);

/// A number or a text of JSON as text.
std::string text_of(nlohmann::json const& value);

}  // namespace clustersim::slurm::conformance
