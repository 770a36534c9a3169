// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/yaml/site_yaml.hpp"
#include "sim/slurm/site/site.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// The files that describe a Slurm cluster; `-` is standard input.
struct SlurmSiteFiles {
    std::filesystem::path conf;  ///< slurm.conf; Include files are read too
    std::optional<std::filesystem::path>
        gres;  ///< absent: gres.conf in the folder of slurm.conf, if any
    std::optional<std::filesystem::path> topology;       ///< absent: topology.conf there, if any
    std::vector<std::filesystem::path> associations{};   ///< of the accounting database
    std::optional<std::filesystem::path> show_config{};  ///< output of `scontrol show config`
    std::optional<slurm::Release> release{};             ///< in place of the one named there
};

/// Parameters that have no effect here, for one reason.
struct UnusedNames {
    std::string_view why;            ///< "unknown"
    std::vector<std::string> names;  ///< sorted; at least one
};

/// A site imported from its own files.
struct ImportedSite {
    slurm::Site site;
    slurm::SiteOrigin origin;
    Diagnostics warnings;
    std::vector<UnusedNames> unused;
    bool release_named = false;  ///< else 22.05 is assumed
};

/// Reads a site. With a key, hashes replace the names of its users and accounts. Fails with the problems of all
/// configuration files at once; if there are none, with those of all accounting files.
Result<ImportedSite> import_site(SlurmSiteFiles const& files,
                                 std::optional<std::string> const& hash_key = {});

}  // namespace clustersim
