// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/site/site.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// The configuration files of a cluster. Names are used in messages; Include is relative to the
/// folder of `conf.name`.
struct SiteFiles {
    ConfText conf;
    std::optional<ConfText> gres;
    std::optional<ConfText> topology;
    ConfFetch fetch = no_includes;  ///< reads the files of `Include` lines

    static Result<std::string> no_includes(std::filesystem::path const& path);
};

/// A site from its configuration files; QOS, associations and reservations come from elsewhere.
struct SiteReading {
    Site site;
    std::vector<UnusedParameter>
        unused;            ///< parameters without effect here, in the order of the files
    Diagnostics warnings;  ///< what Slurm also only logs, such as unknown nodes in topology.conf
};

/// Reads slurm.conf, gres.conf and topology.conf (spec 1.12, 12.1, 12.4, 12.5). Fails with every
/// problem of all files at once; unknown parameters are never fatal.
Result<SiteReading> read_site(SiteFiles const& files);

/// The same from a slurm.conf, and the gres.conf and topology.conf in its folder if they exist.
Result<SiteReading> read_site(std::filesystem::path const& slurm_conf);

}  // namespace clustersim::slurm
