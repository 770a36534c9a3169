// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/noon_ranks.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace clustersim {
namespace {

/// The jobs of one group that were seen, by falling priority.
struct Standing {
    double seen = 0.0;
    double above = 0.0;  ///< with a higher priority than the last one
    double last = std::numeric_limits<double>::infinity();

    double place(double priority) {
        if (priority < last) above = seen;
        last = priority;
        seen += 1.0;
        return above;
    }
};

void rank_instant(std::span<NoonRow const> rows, std::span<NoonRank> ranks) {
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, std::ranges::greater{}, [&](std::size_t i) { return rows[i].priority; });
    Standing queue;
    std::map<std::uint32_t, Standing> partitions;
    std::map<std::uint32_t, double> accounts;
    for (std::size_t const i : order) {
        ranks[i].in_queue = queue.place(rows[i].priority);
        ranks[i].in_partition = partitions[rows[i].partition].place(rows[i].priority);
        ranks[i].in_account = accounts[rows[i].account]++;
    }
    std::map<std::tuple<std::uint32_t, std::uint32_t, double, double>, double> equal;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        NoonRow const& row = rows[i];
        ranks[i].among_equal = equal[{row.account, row.partition, row.cores, row.limit_s}]++;
    }
}

}  // namespace

std::vector<NoonRank> noon_ranks(std::span<NoonRow const> rows) {
    std::vector<NoonRank> ranks(rows.size());
    for (std::size_t from = 0; from < rows.size();) {
        std::size_t to = from;
        while (to < rows.size() && rows[to].poll == rows[from].poll) ++to;
        rank_instant(rows.subspan(from, to - from), std::span(ranks).subspan(from, to - from));
        from = to;
    }
    return ranks;
}

std::vector<FeatureColumn> request_columns() {
    return {{"partition", Monotone::unknown},
            {"account", Monotone::unknown},
            {"cores", Monotone::raises},
            {"limit", Monotone::raises},
            {"nodes", Monotone::raises},
            {"gpus", Monotone::raises},
            {"priority", Monotone::lowers},
            {"age", Monotone::unknown},
            {"eligible_age", Monotone::unknown},
            {"rank", Monotone::raises},
            {"rank_in_partition", Monotone::raises},
            {"rank_in_account", Monotone::raises},
            {"rank_among_equal", Monotone::raises}};
}

std::vector<double> request_values(NoonRow const& row, NoonRank const& rank) {
    auto const age = [&](Instant since) { return static_cast<double>((row.poll - since).count); };
    return {static_cast<double>(row.partition),
            static_cast<double>(row.account),
            row.cores,
            row.limit_s,
            row.nodes,
            row.gpus,
            row.priority,
            age(row.submit),
            row.eligible ? age(*row.eligible) : std::numeric_limits<double>::quiet_NaN(),
            rank.in_queue,
            rank.in_partition,
            rank.in_account,
            rank.among_equal};
}

}  // namespace clustersim
