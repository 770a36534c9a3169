// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

/// Who asks.
enum class Trust {
    own,
    confined,  ///< may write no files, and name none but shipped ones: scenarios/courses/cluster/cluster.yaml
    foreign,  ///< may name no files, neither to read nor to write
};

}  // namespace clustersim
