// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// A set of integers as ordered, disjoint, non-touching closed intervals, the way OAR and Batsim
/// write resources: "0-3,7". Small when what it holds lies together, as nodes of jobs do.
class IntervalSet {
  public:
    struct Interval {
        int low = 0;
        int high = 0;  ///< included
        friend constexpr auto operator<=>(Interval, Interval) = default;
    };

    IntervalSet() = default;
    /// The numbers from `low` to `high`, both included; empty when high < low.
    IntervalSet(int low, int high) { insert(low, high); }

    void insert(int value) { insert(value, value); }
    void insert(int low, int high);
    void erase(int value) { erase(value, value); }
    void erase(int low, int high);
    void clear() { intervals_.clear(); }

    [[nodiscard]] bool contains(int value) const;
    [[nodiscard]] bool empty() const { return intervals_.empty(); }
    /// How many numbers the set holds; one pass over the intervals.
    [[nodiscard]] std::int64_t count() const;
    [[nodiscard]] std::vector<Interval> const& intervals() const { return intervals_; }
    /// The least number; the set is not empty.
    [[nodiscard]] int front() const;
    /// The `n` least numbers, or nothing when the set holds fewer.
    [[nodiscard]] std::optional<IntervalSet> lowest(std::int64_t n) const;
    [[nodiscard]] std::vector<int> values() const;

    IntervalSet& operator|=(IntervalSet const& other);
    IntervalSet& operator&=(IntervalSet const& other);
    IntervalSet& operator-=(IntervalSet const& other);
    friend IntervalSet operator|(IntervalSet a, IntervalSet const& b) { return a |= b; }
    friend IntervalSet operator&(IntervalSet a, IntervalSet const& b) { return a &= b; }
    friend IntervalSet operator-(IntervalSet a, IntervalSet const& b) { return a -= b; }
    friend bool operator==(IntervalSet const&, IntervalSet const&) = default;

  private:
    std::vector<Interval> intervals_;
};

/// "0-3,7"; the empty set is the empty text.
std::string to_text(IntervalSet const& set);

/// Reads what to_text writes, and also intervals out of order, touching or overlapping. Negative
/// numbers are not part of the notation. The error says what is wrong, in one line.
tl::expected<IntervalSet, std::string> parse_interval_set(std::string_view text);

}  // namespace clustersim
