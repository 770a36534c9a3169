// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/sacctmgr_word.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm::conformance {

/// The configuration files of a cluster, as the recorder writes them for the daemons.
struct SiteText {
    std::string conf;
    std::string gres;      ///< empty: no such file
    std::string topology;  ///< empty: no such file
};

SiteText site_text(nlohmann::json const& cluster);

/// The outputs of sacctmgr that the recorder's accounting database would give: a table of QOS and a
/// dump; empty without accounting. `users` are all users that submit jobs.
std::vector<NamedText> accounting_files(nlohmann::json const& cluster,
                                        std::vector<std::string> const& users);

/// "1-02:03:04".
std::string time_text(std::int64_t seconds);

/// A number or a text of JSON as text; the entries of a list separated by commas.
std::string text_of(nlohmann::json const& value);

/// The number under a key; `fallback` if there is none.
std::int64_t whole_number(nlohmann::json const& object, char const* key, std::int64_t fallback);

/// The entries of a list, or the words of a text.
std::vector<std::string> words_in(nlohmann::json const& object, char const* key);

/// The list or map under a key; empty if there is none.
nlohmann::json entries(nlohmann::json const& object, char const* key);

/// Parses a text that is a number and nothing else.
std::optional<double> number_of(std::string_view text);

}  // namespace clustersim::slurm::conformance
