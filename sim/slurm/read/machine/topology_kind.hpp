// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

/// What the emulated Slurm knows of the machine's network: nothing; all of it, for every job; the same
/// but spreading over groups on purpose; all of it, but only for jobs that ask for few switches.
enum class SlurmTopology { none, tree, dragonfly, on_request };

}  // namespace clustersim
