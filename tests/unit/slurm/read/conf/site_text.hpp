// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/read_site.hpp"

#include <string>

namespace clustersim::slurm {

inline Result<SiteReading>
read_texts(std::string conf, std::string gres = "", std::string topology = "") {
    SiteFiles files;
    files.conf = {"slurm.conf", std::move(conf)};
    if (!gres.empty()) files.gres = ConfText{"gres.conf", std::move(gres)};
    if (!topology.empty()) files.topology = ConfText{"topology.conf", std::move(topology)};
    return read_site(files);
}

/// The problems as "file:line:column message", one per line.
inline std::string places(Diagnostics const& problems) {
    std::string text;
    for (Diagnostic const& d : problems.items()) {
        text += d.where.file + ":" + std::to_string(d.where.line) + ":" +
                std::to_string(d.where.column) + " " + d.message + "\n";
    }
    return text;
}

}  // namespace clustersim::slurm
