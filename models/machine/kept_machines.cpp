// SPDX-License-Identifier: Apache-2.0
#include "models/machine/kept_machines.hpp"

#include <set>
#include <string>
#include <utility>

namespace clustersim {

void KeptMachines::keep(std::filesystem::path const& file,
                        std::shared_ptr<LoadedSystem const> loaded,
                        std::filesystem::file_time_type begun) {
    // Files of Slurm have no place in the documents of a machine.
    ConfigNode const* slurm = loaded->document.find("slurm");
    if (slurm != nullptr && slurm->kind != ConfigNode::Kind::mapping) return;
    std::set<std::string> files;
    add_files(loaded->document, files);
    for (auto const* documents : {&loaded->accelerators, &loaded->links, &loaded->communication})
        for (auto const& [name, document] : *documents) add_files(document, files);
    machines_.keep(file, std::move(loaded), std::move(files), begun);
}

}  // namespace clustersim
