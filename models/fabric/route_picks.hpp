// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace clustersim {

/// A stream of pseudo-random choices from one number: splitmix64.
class Choices {
  public:
    explicit Choices(std::uint64_t seed) : state_(seed) {}
    LinkId one_of(Fabric const&, std::span<LinkId const> cables) {
        return cables[below(cables.size())];
    }
    LinkId down(Fabric const& fabric, std::span<LinkId const> cables, std::uint32_t) {
        return one_of(fabric, cables);
    }
    std::size_t below(std::size_t count) {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        return static_cast<std::size_t>((z ^ (z >> 31U)) % count);
    }

  private:
    std::uint64_t state_;
};

/// The digits of a destination's place, the lowest first: the same destination always gives the same route.
/// Places count ports leaf by leaf, so that the first digit distinguishes the ports of one leaf; with NICs
/// on rails, the port numbers of one leaf all have the same remainder.
class Digits {
  public:
    explicit Digits(Endpoint const& destination) : rest_(destination.place) { before_.fill(rest_); }
    std::size_t below(std::size_t count) {
        std::size_t const digit = rest_ % count;
        rest_ /= count;
        return digit;
    }
    /// Uses one cable to each switch in turn before the second cable to any of them; the rest of
    /// the number distinguishes destinations that share a switch.
    LinkId one_of(Fabric const& fabric, std::span<LinkId const> cables) {
        std::size_t left = rest_ % cables.size();
        if (climbed_ < before_.size()) before_[climbed_++] = rest_;
        rest_ /= switches(fabric, cables);
        for (std::size_t turn = 0;; ++turn) {
            for (std::size_t first = 0, end = 0; first < cables.size(); first = end) {
                end = end_of(fabric, cables, first);
                if (end - first > turn && left-- == 0) return cables[first + turn];
            }
        }
    }
    /// The cable down to the switch that a route up from the destination uses at that height (0: the
    /// uplinks of its leaf), if there is a choice; the rest of the number chooses among parallel cables.
    LinkId down(Fabric const& fabric, std::span<LinkId const> cables, std::uint32_t height) {
        std::size_t left =
            before_[std::min<std::size_t>(height, before_.size() - 1)] % switches(fabric, cables);
        std::size_t first = 0;
        while (left-- > 0) first = end_of(fabric, cables, first);
        return cables[first + rest_ % (end_of(fabric, cables, first) - first)];
    }

  private:
    /// Cables are ordered by the switch that they lead to.
    static std::size_t
    end_of(Fabric const& fabric, std::span<LinkId const> cables, std::size_t first) {
        std::size_t end = first + 1;
        while (end < cables.size() && fabric.link(cables[end]).to == fabric.link(cables[first]).to)
            ++end;
        return end;
    }
    static std::size_t switches(Fabric const& fabric, std::span<LinkId const> cables) {
        std::size_t count = 0;
        for (std::size_t at = 0; at < cables.size(); at = end_of(fabric, cables, at)) ++count;
        return count;
    }

    std::size_t rest_;
    std::size_t climbed_ = 0;
    std::array<std::size_t, 4> before_{};  ///< the rest before each step up
};

}  // namespace clustersim
