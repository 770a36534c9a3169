// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/array_text.hpp"
#include "sim/slurm/request/dependency_text.hpp"
#include "sim/slurm/request/feature_expression.hpp"
#include "sim/slurm/request/gres_text.hpp"
#include "sim/slurm/request/memory_text.hpp"
#include "sim/slurm/request/sbatch_words.hpp"
#include "sim/slurm/request/time_text.hpp"
#include "sim/slurm/site/limit_text.hpp"
#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <set>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// Text of a few characters with a meaning for the reader under test.
std::string text_of(char const* letters) {
    return *rc::gen::container<std::string>(rc::gen::elementOf(std::string(letters)));
}

/// Eight nodes; node i has feature "a", "b" or "c" if bit 0, 1 or 2 of i is set.
FeatureNodes nodes_of_bits() {
    Site site;
    for (std::int32_t i = 0; i < 8; ++i) {
        NodeRecord& record = site.records.emplace_back();
        for (std::int32_t bit = 0; bit < 3; ++bit)
            if ((i >> bit & 1) != 0) record.features.emplace_back(1, static_cast<char>('a' + bit));
        site.nodes.push_back({"n" + std::to_string(i), i, {}, ""});
    }
    return FeatureNodes(site);
}

}  // namespace

TEST_CASE("folded array indices are read back unchanged", "[slurm_request][property]") {
    CHECK(rc::check([] {
        auto const set = *rc::gen::suchThat(
            rc::gen::container<std::set<std::int32_t>>(rc::gen::inRange(0, 60)),
            [](auto const& tasks) { return !tasks.empty(); });
        std::vector<std::int32_t> const tasks(set.begin(), set.end());
        auto const limit = *rc::gen::inRange(1, 9);
        auto const back = parse_array(fold_indices(tasks) + "%" + std::to_string(limit), 1001);
        RC_ASSERT(back.has_value());
        RC_ASSERT(back->tasks == tasks);
        RC_ASSERT(back->limit == limit);
    }));
}

TEST_CASE("any text is an array or refused; indices are in order and in bounds",
          "[slurm_request][property]") {
    CHECK(rc::check([] {
        auto const got = parse_array(text_of("0123,-:%"), 100);
        RC_CLASSIFY(got.has_value(), "an array");
        if (!got) return;
        RC_ASSERT(!got->tasks.empty());
        RC_ASSERT(std::ranges::is_sorted(got->tasks));
        RC_ASSERT(std::ranges::adjacent_find(got->tasks) == got->tasks.end());
        RC_ASSERT(got->tasks.front() >= 0);
        RC_ASSERT(got->tasks.back() < 100);
    }));
}

TEST_CASE("a dependency list that is written is read back unchanged", "[slurm_request][property]") {
    auto const dependency = [] {
        Dependency one;
        one.type = static_cast<DependencyType>(*rc::gen::inRange(0, 7));
        if (one.type == DependencyType::singleton) return one;
        one.job_id = *rc::gen::inRange(1, 1000);
        if (*rc::gen::arbitrary<bool>()) one.task = *rc::gen::inRange(0, 50);
        if (one.type == DependencyType::after) one.minutes = *rc::gen::inRange(0, 50);
        return one;
    };
    CHECK(rc::check([&] {
        DependencyList list;
        auto const count = *rc::gen::inRange(1, 6);
        for (int i = 0; i < count; ++i) list.all.push_back(dependency());
        // A single dependency has no separator.
        list.any_is_enough = count > 1 && *rc::gen::arbitrary<bool>();
        RC_ASSERT(parse_dependency(dependency_text(list)).value() == list);
    }));
}

TEST_CASE("any text is a constraint or refused; its sets are subsets of the allowed nodes",
          "[slurm_request][property]") {
    auto const nodes = nodes_of_bits();
    CHECK(rc::check([&] {
        auto const choice = choose_by_features(text_of("ab&|()[*2]"), nodes);
        RC_CLASSIFY(choice.has_value(), "a constraint");
        if (!choice) return;
        for (NodeSet const& set : choice->alternatives)
            RC_ASSERT(choice->allowed.contains_all(set));
        for (CountedNodes const& one : choice->counted) {
            RC_ASSERT(one.count > 0);
            RC_ASSERT(choice->allowed.contains_all(one.nodes));
        }
    }));
}

TEST_CASE("a constraint without brackets agrees with its truth table",
          "[slurm_request][property]") {
    auto const nodes = nodes_of_bits();
    CHECK(rc::check([&] {
        auto const names = *rc::gen::nonEmpty(
            rc::gen::container<std::string>(rc::gen::elementOf(std::string("abc"))));
        std::string text;
        std::string operators;
        for (char const name : names) {
            if (!text.empty()) {
                operators += *rc::gen::element('&', '|', ',');
                text += operators.back();
            }
            text += name;
        }
        auto const choice = choose_by_features(text, nodes).value();
        for (std::int32_t node = 0; node < 8; ++node) {
            auto const has = [&](std::size_t i) { return (node >> (names[i] - 'a') & 1) != 0; };
            bool expected = has(0);
            for (std::size_t i = 1; i < names.size(); ++i)
                expected = operators[i - 1] == '|' ? expected || has(i) : expected && has(i);
            RC_ASSERT(choice.allowed.contains(node) == expected);
        }
    }));
}

TEST_CASE("printed durations and limits are read back unchanged", "[slurm_request][property]") {
    CHECK(rc::check([] {
        std::int64_t const minutes = *rc::gen::inRange(0, 1'000'000);
        RC_ASSERT(limit_minutes(squeue_duration({60 * minutes})) == minutes);
        std::int64_t const seconds = *rc::gen::inRange(0, 10'000'000);
        RC_ASSERT(limit_seconds(squeue_duration({seconds})) == seconds);
    }));
}

TEST_CASE("a printed instant is read back unchanged", "[slurm_request][property]") {
    CHECK(rc::check([] {
        Seconds const origin{*rc::gen::inRange(0, 2'000'000'000)};
        Instant const at{*rc::gen::inRange(0, 2'000'000'000)};
        auto const read = parse_instant(instant_text(at, origin), {Instant{5}, origin});
        RC_ASSERT(read == at);
    }));
}

TEST_CASE("a future time of day is within one day", "[slurm_request][property]") {
    CHECK(rc::check([] {
        Clock const clock{Instant{*rc::gen::inRange(0, 1'000'000)}, Seconds{1'795'248'000}};
        auto const time = *rc::gen::inRange(0, 86400);
        auto const text = instant_text(Instant{time}, Seconds{0}).substr(11);
        auto const read = parse_instant(text, clock);
        RC_ASSERT(read.has_value());
        RC_ASSERT((*read - clock.now).count > 0);
        RC_ASSERT((*read - clock.now).count <= 86400 + 60);
    }));
}

TEST_CASE("no text crashes the readers", "[slurm_request][property]") {
    CHECK(rc::check([] {
        auto const text = text_of("-nNtpGx=0123:@, '\"\\#\n/.Tm");
        JobRequest request;
        Clock const clock{Instant{0}, Seconds{0}};
        auto const reading = read_sbatch_line(text, clock, request);
        RC_ASSERT(reading.rest.size() <= text.size());
        auto const size = parse_megabytes(text);
        RC_ASSERT(!size || *size >= 0);
        auto const at = parse_instant(text, clock);
        RC_CLASSIFY(at.has_value(), "an instant");
        auto const gres = parse_gres(text);
        if (!gres) return;
        for (GresRequest const& one : *gres) RC_ASSERT(one.count > 0);
    }));
}
