// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace clustersim {

/// Where the nodes of a partition are among those of their type: from a first node on, or in several ranges.
struct NodePlaces {
    /// Nodes that follow each other, by their numbers among the nodes of their type, from 0.
    struct Range {
        int first = 0;
        int count = 0;
        friend constexpr bool operator==(Range const&, Range const&) = default;
    };

    int first = 0;
    std::vector<Range>
        ranges;  ///< ascending, with gaps between them; empty: all nodes from `first` on

    /// The number among the nodes of the type of the partition's node `position`, counted from 0.
    [[nodiscard]] int number_of(int position) const;
    friend bool operator==(NodePlaces const&, NodePlaces const&) = default;
};

}  // namespace clustersim
