// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

/// What the emulated Slurm knows of the machine's network: nothing; everything, for every job; the
/// same, but jobs are spread over groups on purpose; everything, but only for jobs that request few
/// switches.
enum class SlurmTopology { none, tree, dragonfly, on_request };

}  // namespace clustersim
