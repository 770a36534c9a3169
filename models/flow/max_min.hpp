// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/routes.hpp"
#include "sim/core/quantity.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// Shares the capacity of links max-min fairly among flows that always have data to send. The object
/// is kept between solutions to reuse its memory: the cost of one solution depends on the length of
/// the routes, not on the number of links.
class MaxMin {
  public:
    explicit MaxMin(std::span<Bandwidth const> capacities);

    /// The rate of each flow. `limits` is empty or holds the maximum of each flow, above zero. A flow
    /// that crosses no link and has no limit gets an infinite rate; one that crosses a link twice uses
    /// it twice. The reference is valid until the next call.
    std::vector<Bandwidth> const& shares(Routes const& routes,
                                         std::span<Bandwidth const> limits = {});

  private:
    struct Turn {
        double level;
        LinkIndex link;
    };

    void load(Routes const& routes);
    void fill_links(Routes const& routes, std::span<Bandwidth const> limits);
    void fix(Routes const& routes, std::size_t flow, double rate);
    void push(LinkIndex link);

    std::vector<double> capacity_;
    std::vector<double> left_;             ///< of a link in use
    std::vector<std::uint32_t> waiting_;   ///< crossings of a link by flows without a rate
    std::vector<std::uint32_t> crossers_;  ///< flows by link, one link after the other
    std::vector<std::uint32_t> begin_;     ///< of a link in use: its first in crossers_
    std::vector<std::uint32_t> end_;
    std::vector<LinkIndex> used_;
    std::vector<Turn> turns_;  ///< a heap, lowest level first
    std::vector<std::uint32_t> by_limit_;
    std::vector<Bandwidth> rate_;
};

/// One solution of MaxMin.
std::vector<Bandwidth> max_min_shares(std::span<Bandwidth const> capacities,
                                      Routes const& routes,
                                      std::span<Bandwidth const> limits = {});

}  // namespace clustersim
