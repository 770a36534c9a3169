// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/packed_files.hpp"

#include "sim/core/input_file.hpp"

namespace clustersim {

Result<std::vector<PackedFile>> read_packed_files(std::filesystem::path const& path,
                                                  std::size_t /*most*/) {
    return failure(cannot_read(path.string(), "the static edition reads no archives"));
}

}  // namespace clustersim
