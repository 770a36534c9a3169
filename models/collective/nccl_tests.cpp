// SPDX-License-Identifier: Apache-2.0
//
// A predicted run of NVIDIA's nccl-tests. Sizes, counts, algorithm and bus bandwidth are defined as in its
// PERFORMANCE.md: algorithm bandwidth is size over time, bus bandwidth is that times the collective's factor.
#include "models/collective/nccl_tests.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

NcclTestRow row_of(NcclTest const& test, Bytes size) {
    constexpr double element = 4.0;
    NcclTestRow row;
    row.size = size;
    bool const parts = test.collective == Collective::all_gather ||
                       test.collective == Collective::reduce_scatter ||
                       test.collective == Collective::all_to_all;
    row.count = std::floor(size.si() / element / (parts ? test.group.members : 1));
    row.choice =
        test.placed
            ? choose(test.collective, size, test.group, test.placed->by_algorithm(), test.algorithm)
            : choose(test.collective, size, test.group, test.network, test.algorithm);
    row.algorithm_bandwidth = size / row.choice.time;
    row.bus_bandwidth = row.algorithm_bandwidth * bus_factor(test.collective, test.group.members);
    return row;
}

}  // namespace

std::vector<NcclTestRow> run_nccl_test(NcclTest const& test, SizeSweep const& sizes) {
    CS_ENSURE(sizes.factor > 1.0 && sizes.first.si() > 0.0, "sizes grow");
    std::vector<NcclTestRow> rows;
    for (Bytes size = sizes.first; size <= sizes.last; size *= sizes.factor)
        rows.push_back(row_of(test, size));
    return rows;
}

void add_measured(std::vector<NcclTestRow>& rows,
                  NcclTest const& test,
                  std::span<MeasuredCollective const> measured) {
    for (MeasuredCollective const& each : measured) {
        auto at = std::ranges::find(rows, each.size, &NcclTestRow::size);
        if (at == rows.end()) {
            at = rows.insert(std::ranges::lower_bound(rows, each.size, {}, &NcclTestRow::size),
                             row_of(test, each.size));
        }
        at->measured = each.time;
    }
}

}  // namespace clustersim
