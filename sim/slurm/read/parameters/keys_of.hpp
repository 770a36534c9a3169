// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace clustersim::slurm {

/// The names of a member of a structure.
struct KeyName {
    std::string_view key;  ///< in a site file and in a machine file
    std::string_view
        conf;  ///< in slurm.conf, sacctmgr or scontrol; empty if they have no such name
    std::string_view meaning;  ///< a sentence for the documentation and for editors
};

/// The keys of a structure: each(visitor) visits every member once, with its names and unit, so that
/// reader, writer and schema agree. A key is written only if its value differs from the structure's
/// default. The parameters of the cluster have their own table: parameters.inc.
template <class T>
struct KeysOf;

}  // namespace clustersim::slurm
