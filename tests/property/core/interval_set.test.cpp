// SPDX-License-Identifier: Apache-2.0
#include "sim/core/interval_set.hpp"

#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

using Model = std::set<int>;
struct Step {
    bool insert = true;
    int low = 0;
    int high = 0;
};

/// Some insertions and erasures within a small range, so that they meet.
rc::Gen<std::vector<Step>> steps() {
    return rc::gen::container<std::vector<Step>>(rc::gen::apply(
        [](bool insert, int low, int size) {
            return Step{insert, low, low + size};
        },
        rc::gen::arbitrary<bool>(),
        rc::gen::inRange(0, 60),
        rc::gen::inRange(-1, 15)));
}

std::pair<IntervalSet, Model> play(std::vector<Step> const& history) {
    IntervalSet set;
    Model model;
    for (Step const step : history) {
        if (step.insert) {
            set.insert(step.low, step.high);
        } else {
            set.erase(step.low, step.high);
        }
        for (int i = step.low; i <= step.high; ++i) {
            if (step.insert) {
                model.insert(i);
            } else {
                model.erase(i);
            }
        }
    }
    return {set, model};
}

bool same(IntervalSet const& set, Model const& model) {
    std::vector<int> const values = set.values();
    return std::ranges::equal(values, model) && set.count() == std::ssize(model);
}

bool canonical(IntervalSet const& set) {
    auto const& all = set.intervals();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].high < all[i].low) return false;
        if (i > 0 && all[i].low <= all[i - 1].high + 1) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("an interval set holds what a set of numbers holds", "[core][property]") {
    CHECK(rc::check([] {
        auto const [set, model] = play(*steps());
        RC_ASSERT(same(set, model));
        RC_ASSERT(canonical(set));
        for (int i = -2; i < 80; ++i) RC_ASSERT(set.contains(i) == model.contains(i));
    }));
}

TEST_CASE("union, intersection and difference agree with sets of numbers", "[core][property]") {
    CHECK(rc::check([] {
        auto const [a, model_a] = play(*steps());
        auto const [b, model_b] = play(*steps());
        Model both;
        Model either;
        Model only_a;
        std::ranges::set_intersection(model_a, model_b, std::inserter(both, both.end()));
        std::ranges::set_union(model_a, model_b, std::inserter(either, either.end()));
        std::ranges::set_difference(model_a, model_b, std::inserter(only_a, only_a.end()));
        RC_ASSERT(same(a & b, both));
        RC_ASSERT(same(a | b, either));
        RC_ASSERT(same(a - b, only_a));
        RC_ASSERT(canonical(a & b));
        RC_ASSERT(canonical(a | b));
        RC_ASSERT(canonical(a - b));
    }));
}

TEST_CASE("printing and parsing an interval set is the identity", "[core][property]") {
    CHECK(rc::check([] {
        auto const [set, model] = play(*steps());
        auto const back = parse_interval_set(to_text(set));
        RC_ASSERT(back.has_value());
        RC_ASSERT(*back == set);
    }));
}

TEST_CASE("the lowest n are a prefix of the set", "[core][property]") {
    CHECK(rc::check([] {
        auto const [set, model] = play(*steps());
        auto const n = *rc::gen::inRange<std::int64_t>(0, 90);
        auto const lowest = set.lowest(n);
        RC_ASSERT(lowest.has_value() == (n <= set.count()));
        if (lowest) {
            std::vector<int> expected = set.values();
            expected.resize(static_cast<std::size_t>(n));
            RC_ASSERT(lowest->values() == expected);
        }
    }));
}
