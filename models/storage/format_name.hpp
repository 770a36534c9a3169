// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

/// How the samples of a set are stored: as files, or in files that hold many of them. `tar` is any archive that is read
/// in sequence.
enum class DataFormat { files, tar, squashfs, lmdb, hdf5 };

}  // namespace clustersim
