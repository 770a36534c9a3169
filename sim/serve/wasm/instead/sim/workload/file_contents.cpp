// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/file_contents.hpp"

#include <utility>

namespace clustersim {

/// The libraries that unpack are not in this edition.
Result<std::unique_ptr<FileContents>> contents_of(PackedBytes packed) {
    if (packed.packing() != Packing::none)
        return failure(cannot_read(packed.name(), "the static edition reads no compressed files"));
    return std::make_unique<FileContents>(std::move(packed));
}

}  // namespace clustersim
