// SPDX-License-Identifier: Apache-2.0
#include "sim/core/interval_set.hpp"

#include "sim/core/ensure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace clustersim {
namespace {

using Interval = IntervalSet::Interval;

/// One past a bound, in a type that cannot overflow.
std::int64_t after(int bound) {
    return static_cast<std::int64_t>(bound) + 1;
}

std::optional<int> take_bound(std::string_view& text) {
    int value = 0;
    if (text.empty() || text.front() == '-') return std::nullopt;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

}  // namespace

void IntervalSet::insert(int low, int high) {
    if (high < low) return;
    // All intervals that overlap or touch [low, high] melt into one.
    auto const first = std::ranges::lower_bound(
        intervals_, static_cast<std::int64_t>(low), {}, [](Interval i) { return after(i.high); });
    auto last = first;
    while (last != intervals_.end() && last->low <= after(high)) ++last;
    if (first == last) {
        intervals_.insert(first, Interval{low, high});
        return;
    }
    *first = Interval{std::min(low, first->low), std::max(high, std::prev(last)->high)};
    intervals_.erase(std::next(first), last);
}

void IntervalSet::erase(int low, int high) {
    if (high < low) return;
    auto const first = std::ranges::lower_bound(intervals_, low, {}, &Interval::high);
    auto last = first;
    while (last != intervals_.end() && last->low <= high) ++last;
    if (first == last) return;
    Interval const before{first->low, low - (first->low < low ? 1 : 0)};
    Interval const behind{high + (std::prev(last)->high > high ? 1 : 0), std::prev(last)->high};
    bool const keep_before = first->low < low;
    bool const keep_behind = behind.high > high;
    auto at = intervals_.erase(first, last);
    if (keep_behind) at = intervals_.insert(at, behind);
    if (keep_before) intervals_.insert(at, before);
}

bool IntervalSet::contains(int value) const {
    auto const at = std::ranges::lower_bound(intervals_, value, {}, &Interval::high);
    return at != intervals_.end() && at->low <= value;
}

std::int64_t IntervalSet::count() const {
    std::int64_t total = 0;
    for (Interval const i : intervals_) total += after(i.high) - i.low;
    return total;
}

int IntervalSet::front() const {
    CS_ENSURE(!intervals_.empty(), "the least number of an empty set");
    return intervals_.front().low;
}

std::optional<IntervalSet> IntervalSet::lowest(std::int64_t n) const {
    IntervalSet out;
    for (Interval const i : intervals_) {
        if (n <= 0) break;
        std::int64_t const size = std::min(n, after(i.high) - i.low);
        out.intervals_.push_back({i.low, static_cast<int>(i.low + size - 1)});
        n -= size;
    }
    if (n > 0) return std::nullopt;
    return out;
}

std::vector<int> IntervalSet::values() const {
    std::vector<int> out;
    out.reserve(static_cast<std::size_t>(count()));
    for (Interval const i : intervals_) {
        for (std::int64_t value = i.low; value <= i.high; ++value) {
            out.push_back(static_cast<int>(value));
        }
    }
    return out;
}

IntervalSet& IntervalSet::operator|=(IntervalSet const& other) {
    std::vector<Interval> merged;
    merged.reserve(intervals_.size() + other.intervals_.size());
    std::ranges::merge(intervals_, other.intervals_, std::back_inserter(merged));
    intervals_.clear();
    for (Interval const i : merged) {
        if (!intervals_.empty() && i.low <= after(intervals_.back().high)) {
            intervals_.back().high = std::max(intervals_.back().high, i.high);
        } else {
            intervals_.push_back(i);
        }
    }
    return *this;
}

IntervalSet& IntervalSet::operator&=(IntervalSet const& other) {
    std::vector<Interval> common;
    auto a = intervals_.begin();
    auto b = other.intervals_.begin();
    while (a != intervals_.end() && b != other.intervals_.end()) {
        Interval const both{std::max(a->low, b->low), std::min(a->high, b->high)};
        if (both.low <= both.high) common.push_back(both);
        if (a->high < b->high) {
            ++a;
        } else {
            ++b;
        }
    }
    intervals_ = std::move(common);
    return *this;
}

IntervalSet& IntervalSet::operator-=(IntervalSet const& other) {
    std::vector<Interval> left;
    auto b = other.intervals_.begin();
    for (Interval const whole : intervals_) {
        std::int64_t low = whole.low;
        while (b != other.intervals_.end() && b->high < whole.low) ++b;
        for (auto cut = b; cut != other.intervals_.end() && cut->low <= whole.high; ++cut) {
            if (cut->low > low) left.push_back({static_cast<int>(low), cut->low - 1});
            low = std::max(low, after(cut->high));
        }
        if (low <= whole.high) left.push_back({static_cast<int>(low), whole.high});
    }
    intervals_ = std::move(left);
    return *this;
}

std::string to_text(IntervalSet const& set) {
    std::string out;
    for (Interval const i : set.intervals()) {
        if (!out.empty()) out += ',';
        out += i.low == i.high ? fmt::format("{}", i.low) : fmt::format("{}-{}", i.low, i.high);
    }
    return out;
}

tl::expected<IntervalSet, std::string> parse_interval_set(std::string_view text) {
    IntervalSet set;
    if (text.empty()) return set;
    std::string_view rest = text;
    while (true) {
        auto const low = take_bound(rest);
        if (!low) return tl::unexpected(fmt::format("\"{}\" does not begin with a number", rest));
        auto high = low;
        if (rest.starts_with('-')) {
            rest.remove_prefix(1);
            high = take_bound(rest);
            if (!high) return tl::unexpected(fmt::format("the interval \"{}-\" has no end", *low));
        }
        if (*high < *low) {
            return tl::unexpected(fmt::format("the interval \"{}-{}\" is backwards", *low, *high));
        }
        set.insert(*low, *high);
        if (rest.empty()) return set;
        if (!rest.starts_with(',')) {
            return tl::unexpected(fmt::format("\"{}\" follows a number", rest));
        }
        rest.remove_prefix(1);
    }
}

}  // namespace clustersim
