// SPDX-License-Identifier: Apache-2.0
#include "models/flow/max_min.hpp"

#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

using namespace clustersim;

namespace {

struct Case {
    std::vector<Bandwidth> capacities;
    std::vector<std::vector<LinkIndex>> lists;

    [[nodiscard]] Routes routes() const {
        Routes all;
        for (auto const& route : lists) all.add(route);
        return all;
    }
};

/// Up to ten links, and flows over one to four different ones.
Case any_case() {
    Case c;
    auto const links = *rc::gen::inRange<LinkIndex>(1, 11);
    for (LinkIndex link = 0; link < links; ++link)
        c.capacities.push_back(bytes_per_second(0.1 * *rc::gen::inRange(1, 500)));
    int const flows = *rc::gen::inRange(1, 40);
    for (int flow = 0; flow < flows; ++flow) {
        auto route = *rc::gen::container<std::vector<LinkIndex>>(
            static_cast<std::size_t>(*rc::gen::inRange(1, 5)),
            rc::gen::inRange<LinkIndex>(0, links));
        std::ranges::sort(route);
        route.erase(std::ranges::unique(route).begin(), route.end());
        c.lists.push_back(route);
    }
    return c;
}

std::vector<double> loads(Case const& c, std::vector<Bandwidth> const& shares) {
    std::vector<double> load(c.capacities.size(), 0.0);
    for (std::size_t flow = 0; flow < c.lists.size(); ++flow)
        for (LinkIndex const link : c.lists[flow]) load[link] += shares[flow].si();
    return load;
}

}  // namespace

TEST_CASE("shares are feasible, and no flow can have more without another having less",
          "[flow][property]") {
    CHECK(rc::check(
        "no link carries more than its capacity",
        [] {
            Case const c = any_case();
            auto const load = loads(c, max_min_shares(c.capacities, c.routes()));
            for (std::size_t link = 0; link < load.size(); ++link)
                RC_ASSERT(load[link] <= c.capacities[link].si() * (1.0 + 1e-12));
        }));
    CHECK(rc::check("each flow crosses a full link on which none is faster", [] {
        Case const c = any_case();
        auto const shares = max_min_shares(c.capacities, c.routes());
        auto const load = loads(c, shares);
        std::vector<double> fastest(c.capacities.size(), 0.0);
        for (std::size_t flow = 0; flow < c.lists.size(); ++flow) {
            for (LinkIndex const link : c.lists[flow]) {
                fastest[link] = std::max(fastest[link], shares[flow].si());
            }
        }
        for (std::size_t flow = 0; flow < c.lists.size(); ++flow) {
            RC_ASSERT(std::ranges::any_of(c.lists[flow], [&](LinkIndex link) {
                return load[link] >= c.capacities[link].si() * (1.0 - 1e-9) &&
                       fastest[link] <= shares[flow].si() * (1.0 + 1e-9);
            }));
        }
    }));
    CHECK(rc::check(
        "the order of the flows changes nothing",
        [] {
            Case c = any_case();
            auto const before = max_min_shares(c.capacities, c.routes());
            std::ranges::reverse(c.lists);
            auto const after = max_min_shares(c.capacities, c.routes());
            for (std::size_t flow = 0; flow < c.lists.size(); ++flow) {
                double const a = before[flow].si();
                double const b = after[c.lists.size() - 1 - flow].si();
                RC_ASSERT(std::abs(a - b) <= 1e-12 * a);
            }
        }));
    CHECK(rc::check("a limit is kept, and no other flow gets less", [] {
        Case const c = any_case();
        auto const free = max_min_shares(c.capacities, c.routes());
        std::vector<Bandwidth> limits(c.lists.size(), bytes_per_second(1e9));
        auto const one = *rc::gen::inRange<std::size_t>(0, c.lists.size());
        limits[one] = free[one] * 0.5;
        auto const shares = max_min_shares(c.capacities, c.routes(), limits);
        RC_ASSERT(std::abs((shares[one] - limits[one]).si()) <= 1e-12 * limits[one].si());
        double const least = std::ranges::min(free).si();
        for (std::size_t flow = 0; flow < shares.size(); ++flow) {
            if (flow != one) RC_ASSERT(shares[flow].si() >= least * (1.0 - 1e-9));
        }
    }));
}
