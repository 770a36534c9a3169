// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/site/site.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// The configuration files of a cluster. Names appear in messages; Include is relative to the folder
/// of `conf.name`.
struct SiteFiles {
    ConfText conf;
    std::optional<ConfText> gres;
    std::optional<ConfText> topology;
    ConfFetch fetch = no_includes;  ///< reads what `Include` names

    static Result<std::string> no_includes(std::filesystem::path const& path);
};

/// A site as its configuration files describe it; QOS, associations and reservations come from
/// elsewhere.
struct SiteReading {
    Site site;
    std::vector<UnusedParameter>
        unused;  ///< parameters of no effect here, in the order of the files
    Diagnostics
        warnings;  ///< what Slurm too only logs: unknown nodes in topology.conf and the like
};

/// Reads slurm.conf, gres.conf and topology.conf (spec 1.12, 12.1, 12.4, 12.5). Fails with every
/// problem of all files at once; unknown parameters are never fatal.
Result<SiteReading> read_site(SiteFiles const& files);

/// The same from a slurm.conf and the gres.conf and topology.conf that lie beside it, if they do.
Result<SiteReading> read_site(std::filesystem::path const& slurm_conf);

}  // namespace clustersim::slurm
