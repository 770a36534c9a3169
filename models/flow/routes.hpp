// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clustersim {

/// Index of a link in the list of a network.
using LinkIndex = std::uint32_t;

/// The links that each flow crosses, flow after flow in one array: a machine-wide pattern has tens of
/// thousands of short routes.
class Routes {
  public:
    void add(std::span<LinkIndex const> links) {
        links_.insert(links_.end(), links.begin(), links.end());
        ends_.push_back(static_cast<std::uint32_t>(links_.size()));
    }
    void append(Routes const& other) {
        for (std::size_t flow = 0; flow < other.size(); ++flow) add(other[flow]);
    }
    void clear() {
        links_.clear();
        ends_.clear();
    }
    [[nodiscard]] std::size_t size() const { return ends_.size(); }
    [[nodiscard]] std::span<LinkIndex const> operator[](std::size_t flow) const {
        std::size_t const begin = flow == 0 ? 0 : ends_[flow - 1];
        return std::span(links_).subspan(begin, ends_[flow] - begin);
    }
    /// All links of all routes; a link occurs once for every flow that crosses it.
    [[nodiscard]] std::span<LinkIndex const> crossings() const { return links_; }
    /// For each flow, the end of its links in `crossings`.
    [[nodiscard]] std::span<std::uint32_t const> ends() const { return ends_; }

  private:
    std::vector<LinkIndex> links_;
    std::vector<std::uint32_t> ends_;
};

}  // namespace clustersim
