// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim::slurm {

/// The keys of a structure in a site file: each(visitor) shows every member once, with its name and
/// what its number measures, so that reading, writing and describing cannot come to differ. A key
/// is written only where the value is not the structure's own default. The parameters of the cluster
/// have a table of their own: read/parameters/.
template <class T>
struct KeysOf;

}  // namespace clustersim::slurm
