// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/packed_files.hpp"

namespace clustersim {

Result<std::vector<PackedFile>> read_packed_files(GivenFile const& given, std::size_t /*most*/) {
    return failure(cannot_read(given.name(), "the static edition reads no archives"));
}

}  // namespace clustersim
