// SPDX-License-Identifier: Apache-2.0
#include "models/machine/node_places.hpp"

namespace clustersim {

int NodePlaces::number_of(int position) const {
    for (NodePlaces::Range const& range : ranges) {
        if (position < range.count) return range.first + position;
        position -= range.count;
    }
    // Nodes beyond the ranges do not exist; they follow the last one, as without ranges.
    if (!ranges.empty()) return ranges.back().first + ranges.back().count + position;
    return first + position;
}

}  // namespace clustersim
