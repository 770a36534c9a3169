// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace clustersim::slurm {

/// How a member of a structure is called.
struct KeyName {
    std::string_view key;  ///< in a site file and in a machine file
    std::string_view
        conf;  ///< in slurm.conf, sacctmgr or scontrol; empty if they have no such name
    std::string_view meaning;  ///< a sentence for the documentation and for editors
};

/// The keys of a structure: each(visitor) shows every member once, with its name and what its number
/// measures, so that reading, writing and describing cannot come to differ. A site file shows a key only
/// if its value is not the structure's own default. The parameters of the cluster have a table of their
/// own: parameters.inc.
template <class T>
struct KeysOf;

}  // namespace clustersim::slurm
